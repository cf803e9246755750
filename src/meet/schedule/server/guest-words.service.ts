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

const most = { words: 4_000, inNotice: 200, fileName: 80 } as const;
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

type DateAnswer = { startsAt: number; answer: GivenAnswer };
/**
 * `words`: nothing but words; `counter`: another time is proposed; `dates`: answers for single dates of the series; `alias`: an answer that
 * names another address than the invited one. `sentBy`: the mail's `From`. `files`: names of files, which are not passed on.
 */
export type GuestNote = {
  original: string;
  words: string;
  files: readonly string[];
  sentBy: string;
  sender: 'verified' | 'unverified';
  about:
    | { what: 'words' }
    | { what: 'counter'; startsAt: number; endsAt: number }
    | { what: 'dates'; dates: readonly DateAnswer[] }
    | { what: 'alias'; answer: GivenAnswer };
};

type OrganizerView = { locale: string; zone: string; minutes: number };
const whenData = (startsAt: number, { locale, zone, minutes }: OrganizerView) => timesIn(locale, { startsAt, minutes, zone });
/** What the mail says of them beside the words. */
function aboutData(about: GuestNote['about'], view: OrganizerView) {
  const none = { date: '', start: '', end: '', zone: '', answer: 'none', accepted: 'none', declined: 'none', tentative: 'none' };
  if (about.what === 'words') return { ...none, what: 'words' };
  if (about.what === 'alias') return { ...none, what: 'alias', answer: about.answer };
  if (about.what === 'counter') {
    const minutes = (about.endsAt - about.startsAt) / 60_000;
    return { ...none, what: 'counter', ...whenData(about.startsAt, { ...view, minutes }) };
  }
  const [first, ...more] = about.dates;
  if (first !== undefined && more.length === 0)
    return { ...none, what: 'date', answer: first.answer, ...whenData(first.startsAt, view) };
  const list = (answer: GivenAnswer): string => {
    const when = about.dates.filter((one) => one.answer === answer).map(({ startsAt }) => whenData(startsAt, view));
    return when.map(({ date, start }) => `${date}, ${start}`).join('; ') || 'none';
  };
  const lists = { accepted: list('accepted'), declined: list('declined'), tentative: list('tentative') };
  return { ...none, what: 'dates', zone: first === undefined ? '' : whenData(first.startsAt, view).zone, ...lists };
}
/** On one line; a name of theirs may be as long as they like. */
const fileNames = (files: readonly string[]): string =>
  files.map((name) => [...guestWords(name).replaceAll(/\s+/gu, ' ')].slice(0, most.fileName).join('')).join(', ');

/** False: nobody plans the meeting any more. `tx` is the system's. Once for each mail. */
export async function tellOrganizer(
  ctx: Ctx,
  tx: Db,
  { at, note }: { at: { invitee: InviteeRow; series: SeriesRow }; note: GuestNote },
): Promise<boolean> {
  const { invitee, series } = at;
  const organizer = series.organizerId === null ? null : await findPerson(tx, series.organizerId);
  if (organizer === null || organizer.state !== 'active') return false;
  const { about, words, sentBy } = note;
  const locale = localeOf(organizer.locale);
  const data = aboutData(about, { locale, zone: organizer.timeZone, minutes: series.minutes });
  const files = { fileCount: note.files.length, files: fileNames(note.files) };
  const reader = { userId: organizer.id, accountId: series.accountId };
  await notify(ctx, tx, {
    ...{ ...reader, kind: note.files.length === 0 ? 'meetingWords' : 'meetingFiles', link: '/rooms/calendar' },
    data: {
      ...{ meeting: series.title, by: invitee.email, what: data.what, words: [...words].slice(0, most.inNotice).join('') },
      ...(note.files.length === 0 ? {} : files),
    },
  });
  await sendMail(ctx, tx, {
    ...{ template: scheduleMails.guestWrote, to: organizer.email, locale, path: '/rooms/calendar', about: series.id },
    ...{ accountId: series.accountId, userId: organizer.id, reader, replyTo: invitee.email },
    data: {
      ...{ ...data, ...files, meeting: series.title, guest: invitee.email, from: sentBy },
      words: words === '' ? '' : `\n\n${words}`,
      sender: note.sender,
    },
    onceKey: `schedule:guest-wrote:${note.original}`,
  });
  return true;
}
