/** Answers of invitees: by the link of their mail, and by what their calendar program sends back. */
import type { Parsed } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import type { MeetingInvitation, scheduleCalls } from '../schedule.contract.ts';
import { type InviteeAnswer, scheduleLimits } from '../schedule.rules.ts';
import { nextOfSeries } from './dates.queries.ts';
import { dayMs } from './expanding.service.ts';
import { readInvitee } from './invitation-links.service.ts';
import { hostOf } from './inviting.service.ts';
import { noteSeries } from './planning.service.ts';
import { readReply } from './reply.service.ts';
import { personalRoomPath } from './room-invitations.service.ts';
import { inviteeById, lockInvitee, seriesById, setInvitee } from './schedule.queries.ts';
import type { InviteeRow, SeriesRow } from './schedule.table.ts';

type Calls = typeof scheduleCalls;
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

type NewAnswer = { answer: Exclude<InviteeAnswer, 'none'>; sequence: number; stamp: number; by: 'link' | 'mail' | 'site' };
/** Keeps an answer, unless a newer one is there, and tells who planned the meeting. `tx` is the system's: invitees have no account. */
export async function keepAnswer(ctx: Ctx, tx: Db, { at, given }: { at: OpenInvitation; given: NewAnswer }): Promise<boolean> {
  const { series } = at;
  const invitee = await lockInvitee(tx, at.invitee.id);
  if (invitee === null) return false;
  const [sequence, stamp] = [invitee.answeredSequence ?? -1, invitee.answeredStamp?.getTime() ?? 0];
  if (given.sequence < sequence || (given.sequence === sequence && given.stamp < stamp)) return false;
  await setInvitee(tx, invitee.id, {
    answer: given.answer,
    answeredAt: new Date(ctx.now()),
    answeredSequence: given.sequence,
    answeredStamp: new Date(given.stamp),
    // who comes knows the account from now on
    known: invitee.known || given.answer !== 'declined',
  });
  if (given.answer === invitee.answer) return true;
  await noteSeries(ctx, tx, { series, action: 'schedule.answered', data: { answer: given.answer, by: given.by } });
  if (series.organizerId !== null)
    await notify(ctx, tx, {
      userId: series.organizerId,
      accountId: series.accountId,
      kind: 'meetingAnswered',
      data: { meeting: series.title, by: invitee.email, answer: given.answer },
      link: '/rooms/calendar',
    });
  return true;
}

export async function setAnswer(ctx: Ctx, { token, answer }: Parsed<Calls['setAnswer']>['body']): Promise<MeetingInvitation> {
  const open = await openInvitation(ctx, token);
  // a link is always of now, and of the series as it is
  const given = { answer, sequence: open.series.sequence, stamp: ctx.now(), by: 'link' } as const;
  await ctx.system.write((tx) => keepAnswer(ctx, tx, { at: open, given }));
  return invitation(ctx, token);
}

/** `id`: of the invitee, as the signed address that it came to says. */
export type RepliedMail = { id: string; from: string; calendar: string | null };
/**
 * A mail that came to an invitee's address. It counts when it comes from the invitee and is about this very meeting; all else is
 * somebody who got hold of the address, and changes nothing.
 */
export async function takeReply(ctx: Ctx, tx: Db, mail: RepliedMail): Promise<'kept' | 'ignored' | 'foreign'> {
  const invitee = await inviteeById(tx, mail.id);
  if (invitee === null) return 'foreign';
  const series = await seriesById(tx, invitee.meetingId);
  const reply = mail.calendar === null ? null : readReply(mail.calendar);
  const why =
    series === null || series.cancelledAt !== null
      ? 'over'
      : reply === null
        ? 'not a reply'
        : mail.from.trim().toLowerCase() !== invitee.email || reply.attendee !== invitee.email
          ? 'of a stranger'
          : reply.uid !== series.uid
            ? 'of another meeting'
            : reply.single
              ? 'about one date'
              : null;
  if (series === null || reply === null || why !== null) {
    ctx.log.warn({ invitee: invitee.id, why }, 'an answer to an invitation was ignored');
    return 'ignored';
  }
  // a clock that is ahead would shut out all later answers
  const given = {
    answer: reply.answer,
    sequence: Math.min(reply.sequence, series.sequence),
    stamp: Math.min(reply.stamp, ctx.now()),
    by: 'mail',
  } as const;
  return (await keepAnswer(ctx, tx, { at: { invitee, series }, given })) ? 'kept' : 'ignored';
}
