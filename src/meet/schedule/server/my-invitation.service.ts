/** The invitation of the one who asks, by its meeting: for those who are signed in and need no link. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { roomOf } from '#meet/rooms/server/live.service.ts';
import { type InviteeAnswer, scheduleLimits } from '../schedule.rules.ts';
import { keepAnswer } from './answering.service.ts';
import { nextOfSeries } from './dates.queries.ts';
import { dayMs } from './expanding.service.ts';
import { personalRoomPath } from './room-invitations.service.ts';
import { inviteeOfPerson, seriesById } from './schedule.queries.ts';
import type { InviteeRow, SeriesRow } from './schedule.table.ts';

export type MyInvitation = {
  title: string;
  startsAt: number | null;
  state: 'open' | 'cancelled' | 'over';
  answer: InviteeAnswer;
  path: string | null;
};
type OwnInvitation = { invitee: InviteeRow; series: SeriesRow };

/** Rooms may be of others, hence the system's eyes; the person and the account are in the question. Throws `not_found`. */
async function findMine(ctx: Ctx, meetingId: string): Promise<OwnInvitation> {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new Failure('not_signed_in');
  const series = await seriesById(ctx.system.read, meetingId);
  const invitee = await inviteeOfPerson(ctx.system.read, { meetingId, userId: actor.userId });
  if (series === null || invitee === null || series.accountId !== actor.accountId) throw notFound();
  return { invitee, series };
}

async function viewOf(ctx: Ctx, { invitee, series }: OwnInvitation): Promise<MyInvitation> {
  const next = await nextOfSeries(ctx.system.read, series.id, ctx.now());
  const room = await roomOf(ctx.system.read, series.roomId);
  const ended = series.endsAt !== null && series.endsAt.getTime() <= ctx.now();
  return {
    title: next?.title ?? series.title,
    startsAt: next?.startsAt ?? null,
    state: series.cancelledAt !== null ? 'cancelled' : ended ? 'over' : 'open',
    answer: invitee.answer,
    path: room === null || room.deletedAt !== null ? null : personalRoomPath(ctx, { slug: room.slug, inviteeId: invitee.id }),
  };
}

export const myInvitation = async (ctx: Ctx, meetingId: string): Promise<MyInvitation> =>
  viewOf(ctx, await findMine(ctx, meetingId));

type MyAnswer = { meetingId: string; answer: Exclude<InviteeAnswer, 'none'> };
/** Throws `not_found` also for what is cancelled or long over. */
export async function answerMine(ctx: Ctx, { meetingId, answer }: MyAnswer): Promise<void> {
  const at = await findMine(ctx, meetingId);
  const { series } = at;
  const over = series.endsAt !== null && series.endsAt.getTime() + scheduleLimits.linkDays * dayMs <= ctx.now();
  if (series.cancelledAt !== null || over) throw notFound();
  const given = { answer, sequence: series.sequence, stamp: ctx.now(), by: 'site' } as const;
  await ctx.system.write((tx) => keepAnswer(ctx, tx, { at, given }));
}
