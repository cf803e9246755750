/** What invitees write back, for who planned the meeting: as a notice, and as a mail that names it the invitee's words, never the product's. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { timesIn } from './inviting.service.ts';
import type { GivenAnswer } from './reply.service.ts';
import { scheduleMails } from './schedule.mail.ts';
import type { InviteeRow, SeriesRow } from './schedule.table.ts';

const most = { words: 4_000, inNotice: 200 } as const;
/** Without what cannot be seen, and no longer than one reads in a mail. */
export function guestWords(text: string): string {
  const clean = text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  const letters = [...clean.slice(0, 2 * most.words)];
  return letters.length > most.words ? `${letters.slice(0, most.words - 1).join('')}…` : letters.join('');
}

/**
 * `words`: nothing but words; `counter`: another time is proposed; `date`: an answer for one date of the series; `alias`: an answer that names
 * another address than the invited one. `sentBy`: the mail's `From`.
 */
export type GuestNote = {
  original: string;
  words: string;
  sentBy: string;
  sender: 'verified' | 'unverified';
  about:
    | { what: 'words' }
    | { what: 'counter'; startsAt: number; endsAt: number }
    | { what: 'date'; startsAt: number; answer: GivenAnswer }
    | { what: 'alias'; answer: GivenAnswer };
};

/** False: nobody plans the meeting any more. `tx` is the system's. Once for each mail and date. */
export async function tellOrganizer(
  ctx: Ctx,
  tx: Db,
  { at, note }: { at: { invitee: InviteeRow; series: SeriesRow }; note: GuestNote },
): Promise<boolean> {
  const { invitee, series } = at;
  const organizer = series.organizerId === null ? null : await findPerson(tx, series.organizerId);
  if (organizer === null || organizer.state !== 'active') return false;
  const { about, words, sentBy } = note;
  const startsAt = 'startsAt' in about ? about.startsAt : null;
  const minutes = about.what === 'counter' ? (about.endsAt - about.startsAt) / 60_000 : series.minutes;
  const locale = localeOf(organizer.locale);
  const none = { date: '', start: '', end: '', zone: '' };
  const reader = { userId: organizer.id, accountId: series.accountId };
  await notify(ctx, tx, {
    ...{ ...reader, kind: 'meetingWords', link: '/rooms/calendar' },
    data: { meeting: series.title, by: invitee.email, what: about.what, words: [...words].slice(0, most.inNotice).join('') },
  });
  await sendMail(ctx, tx, {
    ...{ template: scheduleMails.guestWrote, to: organizer.email, locale, path: '/rooms/calendar', about: series.id },
    ...{ accountId: series.accountId, userId: organizer.id, reader, replyTo: invitee.email },
    data: {
      ...(startsAt === null ? none : timesIn(locale, { startsAt, minutes, zone: organizer.timeZone })),
      ...{ meeting: series.title, guest: invitee.email, from: sentBy, what: about.what },
      answer: 'answer' in about ? about.answer : 'none',
      words: words === '' ? '' : `\n\n${words}`,
      sender: note.sender,
    },
    onceKey: `schedule:guest-wrote:${note.original}:${startsAt ?? ''}`,
  });
  return true;
}
