/** Who is invited, and the mails that tell them what was planned, changed or cancelled. */
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findAccountNames, findSeats } from '#core/accounts/server/accounts.service.ts';
import { membersAmong } from '#core/accounts/server/ending.service.ts';
import { findNames, findPerson, findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { nameForStrangers } from '#core/outbox/outbox.rules.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { type MailOut, sendMail, siteUrl } from '#core/outbox/server/outbox.service.ts';
import { returnAddress } from '#core/outbox/server/return-address.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import type { RoomRow } from '#meet/rooms/server/live.service.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { instantOf, nextDate } from './expanding.service.ts';
import { invitationFile } from './icalendar.service.ts';
import { invitationPath, signInvitee } from './invitation-links.service.ts';
import { mayTellNow } from './news-limit.service.ts';
import { personalRoomPath } from './room-invitations.service.ts';
import { meetingInvitation, scheduleMails } from './schedule.mail.ts';
import { acceptedBefore, deleteInvitees, insertInvitees, inviteesOf, setInvitee } from './schedule.queries.ts';
import type { ExceptionRow, InviteeRow, SeriesRow } from './schedule.table.ts';

/** People are looked up across accounts, but only a place in the series' own account makes them known. */
async function inviteeOf(
  ctx: Ctx,
  series: SeriesRow,
  { email, knownBefore }: { email: string; knownBefore: boolean },
): Promise<InviteeRow> {
  const db = ctx.system.read;
  const person = await findPersonByEmail(db, email);
  const seats = person === null ? [] : await findSeats(db, person.id);
  const colleague = person !== null && seats.some(({ account }) => account.id === series.accountId);
  return {
    id: newId(ctx.now()),
    meetingId: series.id,
    ...{ accountId: series.accountId, roomId: series.roomId, email },
    userId: colleague ? person.id : null,
    // a stranger's language is theirs where they have an account, which tells nobody that they have
    locale: person?.locale ?? ctx.locale,
    known: colleague || knownBefore,
    ...{ answer: 'none', answeredAt: null, answeredSequence: null, answeredStamp: null, words: null },
    invitedAt: new Date(ctx.now()),
  };
}

/**
 * Counts so many new invitations against the account's day. Throws `invitees_today` when they are too many. Counted apart from the rows,
 * or somebody who uninvites people again could mail without an end.
 */
export async function countInvitations(ctx: Ctx, accountId: string, many: number): Promise<void> {
  const { inviteesPerDay: max } = scheduleLimits;
  for (let n = 0; n < many; n += 1)
    await ctx.limits.use(`schedule:invite:${accountId}`, { max, windowSeconds: 86_400 }).catch((error: unknown) => {
      throw error instanceof Failure && error.code === 'too_many_requests'
        ? new Failure('invitees_today', { data: { max } })
        : error;
    });
}

type GivenInvitees = { given: readonly string[]; accountId: string; known: readonly InviteeRow[] };
/** Addresses of those who are given by address or user id. Throws `not_found` for an id of nobody in the account, or in that of another reader. */
export async function addressesOfInvitees(ctx: Ctx, { given, accountId, known }: GivenInvitees): Promise<string[]> {
  const emails = new Map(known.map(({ userId, email }) => [userId ?? email, email]));
  const ids = given.filter((one) => isId(one) && !emails.has(one));
  if (ids.length > 0 && actorOf(ctx).accountId !== accountId) throw notFound();
  for (const { id, email } of await membersAmong(ctx.system.read, { accountId, ids, now: ctx.now() }))
    emails.set(id, email.toLowerCase());
  const addresses = given.map((one) => {
    const email = isId(one) ? emails.get(one) : one;
    if (email === undefined) throw notFound();
    return email;
  });
  return [...new Set(addresses)];
}

export type InviteeChange = { added: InviteeRow[]; removed: InviteeRow[]; kept: InviteeRow[] };
const unanswered = { answer: 'none', answeredAt: null, answeredSequence: null, answeredStamp: null, words: null } as const;
/** Answers were given to other times. */
export async function resetAnswers(tx: Db, invitees: readonly InviteeRow[]): Promise<InviteeRow[]> {
  for (const { id } of invitees) await setInvitee(tx, id, unanswered);
  return invitees.map((one) => ({ ...one, ...unanswered }));
}

/** The invitees of a series that goes on as another one: at the same times, what they answered counts for it. */
export async function takeAnswers(
  tx: Db,
  { added, before, moves }: { added: readonly InviteeRow[]; before: readonly InviteeRow[]; moves: 'moves' | 'stays' },
): Promise<InviteeRow[]> {
  const had = new Map(before.map((one) => [one.email, one]));
  const rows: InviteeRow[] = [];
  for (const one of added) {
    const old = had.get(one.email);
    const answered =
      old === undefined || moves === 'moves' ? {} : { answer: old.answer, answeredAt: old.answeredAt, words: old.words };
    const change = old === undefined ? {} : { known: one.known || old.known, ...answered };
    if (old !== undefined) await setInvitee(tx, one.id, change);
    rows.push({ ...one, ...change });
  }
  return rows;
}

/** Makes these addresses the invitees. `tx` is the account's or the system's. */
export async function setInvitees(
  ctx: Ctx,
  tx: Db,
  { series, emails }: { series: SeriesRow; emails: readonly string[] },
): Promise<InviteeChange> {
  const before = await inviteesOf(tx, series.id);
  const had = new Map(before.map((one) => [one.email, one]));
  const fresh = emails.filter((email) => !had.has(email));
  const removed = before.filter(({ email }) => !emails.includes(email));
  const accepted = await acceptedBefore(tx, series.accountId, fresh);
  const added: InviteeRow[] = [];
  for (const email of fresh) added.push(await inviteeOf(ctx, series, { email, knownBefore: accepted.has(email) }));
  await deleteInvitees(
    tx,
    removed.map(({ id }) => id),
  );
  await insertInvitees(tx, added);
  return { added, removed, kept: before.filter(({ email }) => emails.includes(email)) };
}

export type EarlierTime = { startsAt: number; minutes: number };
/**
 * `recurrence`: of the one date that it is about. Changed: at another time; edited: only in its words; ended: with no dates from `from` on.
 */
export type MeetingNews = {
  kind: 'invited' | 'changed' | 'edited' | 'ended' | 'cancelled';
  from?: string;
  series: SeriesRow;
  room: Pick<RoomRow, 'id' | 'name' | 'slug' | 'accountId'>;
  exceptions: readonly ExceptionRow[];
  recurrence: string | null;
  /** Of what moved: when it was. */
  was?: EarlierTime | null;
};
const notices = {
  ...{ invited: 'meetingInvited', changed: 'meetingChanged', edited: 'meetingChanged' },
  ...{ ended: 'meetingChanged', cancelled: 'meetingCancelled' },
} as const;

/** When it is, in the words of the reader's language and the meeting's zone. */
export function timesIn(locale: string, { startsAt, minutes, zone }: { startsAt: number; minutes: number; zone: string }) {
  const say = (options: Intl.DateTimeFormatOptions, at = startsAt) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options }).format(at);
  const name = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'long' })
    .formatToParts(startsAt)
    .find(({ type }) => type === 'timeZoneName');
  return {
    date: say({ dateStyle: 'full' }),
    start: say({ timeStyle: 'short' }),
    end: say({ timeStyle: 'short' }, startsAt + minutes * 60_000),
    zone: name?.value ?? zone,
  };
}

const templateOf = (kind: MeetingNews['kind'], { known }: Pick<InviteeRow, 'known'>): MailOut['template'] => {
  if (kind === 'cancelled') return known ? scheduleMails.cancelled : scheduleMails.firstCancelled;
  if (kind === 'ended') return known ? scheduleMails.ended : scheduleMails.firstEnded;
  if (!known) return kind === 'invited' ? scheduleMails.first : scheduleMails.firstChanged;
  if (kind === 'invited') return meetingInvitation;
  return kind === 'edited' ? scheduleMails.edited : scheduleMails.changed;
};

type MailParts = {
  news: MeetingNews;
  invitee: InviteeRow;
  host: { name: string; email: string };
  organisation: string;
  guest: string;
};
/** The time before, in one piece; `none`: nothing moved. */
function wasIn(locale: string, { was, series }: MeetingNews): string {
  if (was === undefined || was === null) return 'none';
  const { date, start, end } = timesIn(locale, { ...was, zone: series.zone });
  return `${date}, ${start} – ${end}`;
}
async function mailOf(ctx: Ctx, { news, invitee, host: planner, organisation, guest }: MailParts): Promise<MailOut> {
  const { series, room, exceptions, recurrence, kind, from } = news;
  const isOver = kind === 'cancelled' || kind === 'ended';
  const { hostname } = new URL(siteUrl(ctx));
  const joinPath = isOver ? `/m/${room.slug}` : personalRoomPath(ctx, { slug: room.slug, inviteeId: invitee.id });
  // who planned it may be gone, and calendar programs want somebody
  const host = {
    name: planner.name || organisation || hostname,
    email: planner.email || `noreply@${hostname}`,
  };
  const wordFor = invitee.known ? (name: string) => name : nameForStrangers;
  const own = exceptions.find((one) => one.recurrence === recurrence);
  const next = recurrence === null && from === undefined ? nextDate(series, exceptions, ctx.now()) : null;
  const startsAt = next?.startsAt ?? instantOf(own?.start ?? recurrence ?? from ?? series.start, series.zone);
  const minutes = next === null ? (own?.minutes ?? series.minutes) : (next.endsAt - next.startsAt) / 60_000;
  const times = timesIn(invitee.locale, { startsAt, minutes, zone: series.zone });
  const replyTo = returnAddress(ctx, { kind: 'reply', id: invitee.id });
  const calendar = invitationFile({
    ...{ series, exceptions, at: ctx.now(), attendee: invitee, url: `${siteUrl(ctx)}${joinPath}` },
    about: { method: kind === 'cancelled' ? 'CANCEL' : 'REQUEST', recurrence },
    organizer: { name: host.name, email: replyTo ?? host.email },
    words: {
      titleOf: wordFor,
      // a stranger reads what it is called, and what it says once they answered
      description: invitee.known ? series.description : null,
    },
  });
  const to = invitee.userId;
  return {
    template: templateOf(kind, invitee),
    to: invitee.email,
    locale: invitee.locale,
    accountId: series.accountId,
    about: series.id,
    author: host.name,
    path: isOver || invitee.known ? joinPath : invitationPath(signInvitee(ctx, invitee.id)),
    ...(isOver ? {} : { answersPath: invitationPath(signInvitee(ctx, invitee.id)) }),
    data: {
      ...times,
      guest,
      host: host.name,
      from: host.name,
      ...{ meeting: own?.title ?? series.title, organisation, room: room.name, was: wasIn(invitee.locale, news) },
      ...{ phone: 'none', pin: '', recorded: 'no' },
    },
    calendar: { method: kind === 'cancelled' ? 'CANCEL' : 'REQUEST', content: calendar },
    ...(replyTo === null ? {} : { replyTo }),
    onceKey: `schedule:${kind}:${invitee.id}:${series.sequence}:${recurrence ?? ''}`,
    ...(to === null ? {} : { userId: to, reader: { userId: to, accountId: series.accountId } }),
  };
}

export async function hostOf(ctx: Ctx, series: SeriesRow): Promise<{ name: string; email: string }> {
  const person = series.organizerId === null ? null : await findPerson(ctx.system.read, series.organizerId);
  return { name: person?.name ?? '', email: person?.email ?? '' };
}

/** Tells invitees in the transaction of the change. */
export async function tellInvitees(
  ctx: Ctx,
  tx: Db,
  { news, invitees }: { news: MeetingNews; invitees: readonly InviteeRow[] },
): Promise<void> {
  // strangers are not mailed about words that they do not get, and no more often than they may be invited
  const readers = news.kind === 'edited' ? invitees.filter(({ known }) => known) : invitees;
  if (readers.length === 0) return;
  if (news.kind === 'changed') await countInvitations(ctx, news.series.accountId, readers.filter(({ known }) => !known).length);
  const told: InviteeRow[] = [];
  for (const invitee of readers) {
    // who declined hears only that it is over
    if (invitee.answer === 'declined' && (news.kind === 'changed' || news.kind === 'edited') && news.recurrence !== null)
      continue;
    if (await mayTellNow(ctx, tx, { kind: news.kind, invitee })) told.push(invitee);
  }
  await tellNow(ctx, tx, { news, invitees: told });
}

/** Without a limit. */
export async function tellNow(
  ctx: Ctx,
  tx: Db,
  { news, invitees: readers }: { news: MeetingNews; invitees: readonly InviteeRow[] },
): Promise<void> {
  if (readers.length === 0) return;
  const { accountId } = news.series;
  const [host, accounts] = [await hostOf(ctx, news.series), await findAccountNames(ctx.system.read, [accountId])];
  const names = await findNames(
    ctx.system.read,
    readers.flatMap(({ userId }) => userId ?? []),
  );
  for (const invitee of readers) {
    await sendMail(
      ctx,
      tx,
      await mailOf(ctx, {
        news,
        invitee,
        host,
        organisation: accounts.get(accountId) ?? '',
        guest: (invitee.userId === null ? undefined : names.get(invitee.userId)) ?? invitee.email,
      }),
    );
    if (invitee.userId !== null && invitee.userId !== news.series.organizerId)
      await notify(ctx, tx, {
        userId: invitee.userId,
        accountId: news.series.accountId,
        kind: notices[news.kind],
        data: { meeting: news.series.title, by: host.name },
        link: '/rooms/calendar',
      });
  }
}
