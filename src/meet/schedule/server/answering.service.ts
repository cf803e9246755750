/** Answers of invitees: by the link of their mail, and by what their calendar program sends back. */
import type { Parsed } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { type IgnoredReason, isCalendarAnswer } from '#core/inbound/inbound.rules.ts';
import { type InboundLetter, letterFiles, letterLeftOut } from '#core/inbound/server/inbound.events.ts';
import { claimLetter, noteIgnored } from '#core/inbound/server/message-outcome.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import type { MeetingInvitation, scheduleCalls } from '../schedule.contract.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { nextOfSeries } from './dates.queries.ts';
import { dayMs } from './expanding.service.ts';
import { type GuestNote, guestWords, tellOrganizer } from './guest-words.service.ts';
import { readInvitee } from './invitation-links.service.ts';
import { hostOf } from './inviting.service.ts';
import { noteSeries } from './planning.service.ts';
import { type CalendarReply, type GivenAnswer, readReply } from './reply.service.ts';
import { personalRoomPath } from './room-invitations.service.ts';
import { inviteeById, lockInvitee, seriesById, setInvitee } from './schedule.queries.ts';
import type { InviteeRow, SeriesRow } from './schedule.table.ts';

type ScheduleCalls = typeof scheduleCalls;
/** Links that lead nowhere, from one address in an hour. */
const unknownLinks = { max: 60, windowSeconds: 3_600 };

type OpenInvitation = { invitee: InviteeRow; series: SeriesRow };
/** What a link is about, as long as it counts. A visitor has no account, hence the system's eyes. Throws `not_found`. */
async function openInvitation(ctx: Ctx, token: string): Promise<OpenInvitation> {
  const id = readInvitee(ctx, token);
  const invitee = id === null ? null : await inviteeById(ctx.system.read, id);
  const series = invitee === null ? null : await seriesById(ctx.system.read, invitee.meetingId);
  const over = series?.endsAt != null && series.endsAt.getTime() + scheduleLimits.linkDays * dayMs <= ctx.now();
  if (invitee !== null && series !== null && series.cancelledAt === null && !over) return { invitee, series };
  await ctx.limits.use(`schedule:link:${callerIn(ctx.caller.address)}`, unknownLinks);
  throw notFound();
}

async function invitationOf(ctx: Ctx, { invitee, series }: OpenInvitation): Promise<MeetingInvitation> {
  const room = await roomOf(ctx.system.read, series.roomId);
  if (room === null || room.deletedAt !== null) throw notFound();
  const next = await nextOfSeries(ctx.system.read, series.id, ctx.now());
  const { name } = await hostOf(ctx, series);
  return {
    title: next?.title ?? series.title,
    host: name,
    description: series.description,
    startsAt: next?.startsAt ?? null,
    endsAt: next?.endsAt ?? null,
    zone: series.zone,
    repeat: series.repeat,
    answer: invitee.answer,
    email: invitee.email,
    path: personalRoomPath(ctx, { slug: room.slug, inviteeId: invitee.id }),
  };
}

export async function invitation(ctx: Ctx, token: string): Promise<MeetingInvitation> {
  return invitationOf(ctx, await openInvitation(ctx, token));
}

type NewAnswer = { answer: GivenAnswer; sequence: number; stamp: number; by: 'link' | 'mail' | 'site'; words?: string };
/** `same`: the invitee had given it before; `stale`: a newer one is there. */
type KeptAnswer = 'new' | 'same' | 'stale';
/** Keeps an answer, unless a newer one is there, and tells who planned the meeting. `tx` is the system's: invitees have no account. */
export async function keepAnswer(ctx: Ctx, tx: Db, { at, given }: { at: OpenInvitation; given: NewAnswer }): Promise<KeptAnswer> {
  const { series } = at;
  const invitee = await lockInvitee(tx, at.invitee.id);
  if (invitee === null) return 'stale';
  const [sequence, stamp] = [invitee.answeredSequence ?? -1, invitee.answeredStamp?.getTime() ?? 0];
  if (given.sequence < sequence || (given.sequence === sequence && given.stamp < stamp)) return 'stale';
  await setInvitee(tx, invitee.id, {
    answer: given.answer,
    answeredAt: new Date(ctx.now()),
    answeredSequence: given.sequence,
    answeredStamp: new Date(given.stamp),
    // an answer without words takes back none of the earlier ones
    words: given.words === undefined || given.words === '' ? invitee.words : given.words,
    // who comes knows the account from now on
    known: invitee.known || given.answer !== 'declined',
  });
  if (given.answer === invitee.answer) return 'same';
  await noteSeries(ctx, tx, { series, action: 'schedule.answered', data: { answer: given.answer, by: given.by } });
  if (series.organizerId !== null)
    await notify(ctx, tx, {
      userId: series.organizerId,
      accountId: series.accountId,
      kind: 'meetingAnswered',
      data: { meeting: series.title, by: invitee.email, answer: given.answer },
      link: '/rooms/calendar',
    });
  return 'new';
}

export async function setAnswer(
  ctx: Ctx,
  { token, answer }: Parsed<ScheduleCalls['setAnswer']>['body'],
): Promise<MeetingInvitation> {
  const open = await openInvitation(ctx, token);
  // a link is always of now, and of the series as it is
  const given = { answer, sequence: open.series.sequence, stamp: ctx.now(), by: 'link' } as const;
  await ctx.system.write((tx) => keepAnswer(ctx, tx, { at: open, given }));
  return invitation(ctx, token);
}

type OpenReply = OpenInvitation & { letter: InboundLetter; reply: CalendarReply | null };
type ReplyOutcome = 'kept' | 'told' | IgnoredReason;
const wordsIn = ({ automatic, text }: InboundLetter): string => (automatic ? '' : guestWords(text));
/** Calendar programs that send no comment write the beginning of their subject: "Accepted". */
function wordsBesideAnswer(letter: InboundLetter): string {
  const words = wordsIn(letter);
  return letter.subject.toLowerCase().startsWith(words.toLowerCase()) ? '' : words;
}
/** That somebody else is sent, or asks for the invitation again, says at least the subject. */
const unreadAnswer = ({ calendar, subject }: InboundLetter): string =>
  calendar !== null && isCalendarAnswer(calendar) ? guestWords(subject) : '';
const filesIn = ({ automatic, files, leftOut }: InboundLetter): string[] =>
  automatic ? [] : [...letterFiles(files), ...letterLeftOut(leftOut)].map(({ name }) => name);
type NoteAbout = { at: OpenReply; about: GuestNote['about']; words: string };
async function tell(ctx: Ctx, tx: Db, { at, about, words }: NoteAbout): Promise<ReplyOutcome> {
  const { original, from: sentBy, verified } = at.letter;
  const sender = verified ? 'verified' : 'unverified';
  const note = { original, sentBy, sender, about, words, files: filesIn(at.letter) } as const;
  return (await tellOrganizer(ctx, tx, { at, note })) ? 'told' : 'no_reader';
}
type WordsOrReason = { at: OpenReply; words: string; reason: IgnoredReason };
/** Words and files reach the organizer whatever they came with; without any, `reason` says why nothing else became of the mail. */
async function tellWords(ctx: Ctx, tx: Db, { at, words, reason }: WordsOrReason): Promise<ReplyOutcome> {
  if (words !== '' || filesIn(at.letter).length > 0) return tell(ctx, tx, { at, words, about: { what: 'words' } });
  return at.letter.automatic ? 'automatic' : reason;
}

/** A mail that came to an invitee's address. That address is signed, so an answer for the invited one counts from any sender. */
async function settleReply(ctx: Ctx, tx: Db, at: OpenReply): Promise<ReplyOutcome> {
  const { invitee, series, letter, reply } = at;
  if (reply === null) return tellWords(ctx, tx, { at, words: wordsIn(letter) || unreadAnswer(letter), reason: 'unreadable' });
  const words = reply.comment === '' ? wordsBesideAnswer(letter) : guestWords(reply.comment);
  if (reply.uid !== series.uid) return tellWords(ctx, tx, { at, words, reason: 'not_theirs' });
  if (series.cancelledAt !== null) return tellWords(ctx, tx, { at, words, reason: 'over' });
  const { proposed, answer, dates } = reply;
  if (proposed !== null) return tell(ctx, tx, { at, words, about: { what: 'counter', ...proposed } });
  if (reply.attendee !== invitee.email) {
    const given = answer ?? dates[0]?.answer;
    if (given === undefined) return tellWords(ctx, tx, { at, words: words || unreadAnswer(letter), reason: 'unreadable' });
    return tell(ctx, tx, { at, words, about: { what: 'alias', answer: given } });
  }
  const forDates = dates.map((one) => ({ startsAt: one.at, answer: one.answer }));
  const told = forDates.length === 0 ? null : await tell(ctx, tx, { at, words, about: { what: 'dates', dates: forDates } });
  if (answer === null) return told ?? 'over';
  // a clock that is ahead would shut out all later answers
  const [sequence, stamp] = [Math.min(reply.sequence, series.sequence), Math.min(reply.stamp, ctx.now())];
  const kept = await keepAnswer(ctx, tx, { at, given: { answer, sequence, stamp, by: 'mail', words } });
  const isUnread = words !== '' && (kept === 'stale' || (kept === 'same' && words !== invitee.words));
  // words beside a new answer are shown with it; files are shown nowhere
  const rest =
    told === null && (isUnread || filesIn(letter).length > 0)
      ? await tell(ctx, tx, { at, words, about: { what: 'words' } })
      : told;
  return kept === 'stale' ? (rest ?? 'over') : 'kept';
}

async function invitationById(db: Db, id: string): Promise<OpenInvitation | null> {
  const invitee = isId(id) ? await inviteeById(db, id) : null;
  const series = invitee === null ? null : await seriesById(db, invitee.meetingId);
  return invitee === null || series === null ? null : { invitee, series };
}
/**
 * `id`: of the invitee, as the signed address that the mail came to says. What becomes of nothing is counted with its reason. Counts once:
 * `taken` when the job that takes it runs again.
 */
export async function takeReply(
  ctx: Ctx,
  { id, letter }: { id: string; letter: InboundLetter },
): Promise<ReplyOutcome | 'foreign' | 'taken'> {
  // a signed address has no account, hence the system's eyes
  const found = await invitationById(ctx.system.read, id);
  if (found === null) return 'foreign';
  const { calendar: text } = letter;
  const { zone, accountId, start } = found.series;
  const meeting = { zone, clock: start.slice(11, 16), invitee: found.invitee.email };
  const reply = text === null ? null : await readReply({ text, ...meeting }, accountId);
  return ctx.system.write(async (tx) => {
    if (!(await claimLetter(ctx, tx, letter.original))) return 'taken';
    const current = await invitationById(tx, id);
    if (current === null) return 'foreign';
    const outcome = await settleReply(ctx, tx, { ...current, letter, reply });
    if (outcome !== 'kept' && outcome !== 'told') await noteIgnored(tx, { id: letter.original, reason: outcome });
    return outcome;
  });
}
/** Whether a signed address is that of somebody who is invited. */
export const isInvitee = async (db: Db, id: string): Promise<boolean> => isId(id) && (await inviteeById(db, id)) !== null;
