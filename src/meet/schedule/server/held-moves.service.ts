/** A meeting that is moved may be moved back at once: invitees hear of the new time some seconds later, and only if it still is one. */
import * as z from 'zod/mini';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { ScheduledMeetingChange } from '../schedule.contract.ts';
import { heldMeeting } from './held-news.service.ts';
import { countInvitations, resetAnswers, tellNow } from './inviting.service.ts';
import { mayTellNow } from './news-limit.service.ts';
import { exceptionsOf } from './schedule.queries.ts';
import type { ExceptionRow, InviteeRow, SeriesRow } from './schedule.table.ts';

export const HELD_MOVE_JOB = 'schedule.tell-moved';

/** `recurrence`: the one date that was moved; null: the series. `start`, `minutes` and `startsAt` are those before. */
export const heldMove = z.object({
  inviteeId: z.string(),
  recurrence: z.nullable(z.string()),
  start: z.string(),
  minutes: z.number(),
  startsAt: z.number(),
});
type HeldMove = z.output<typeof heldMove>;

/** Other changes are mailed at once, with the time. */
export const isQuietMove = ({
  quietSeconds,
  version: _v,
  scope: _s,
  recurrence: _r,
  ...fields
}: ScheduledMeetingChange): boolean =>
  quietSeconds > 0 &&
  Object.entries(fields).every(([name, value]) => value === undefined || name === 'start' || name === 'minutes');

/** While one waits, a second move queues none: it is compared with the time that the invitee knows. Throws `invitees_today`. */
export async function holdMove(
  ctx: Ctx,
  tx: Db,
  { invitees, seconds, ...move }: Omit<HeldMove, 'inviteeId'> & { invitees: readonly InviteeRow[]; seconds: number },
): Promise<void> {
  const [first] = invitees;
  if (first !== undefined) await countInvitations(ctx, first.accountId, invitees.filter(({ known }) => !known).length);
  for (const { id } of invitees) {
    const payload = { ...move, inviteeId: id };
    const key = `${id}:${move.recurrence ?? ''}`;
    await ctx.jobs.enqueue(tx, { job: HELD_MOVE_JOB, payload, key, after: ctx.now() + seconds * 1_000 });
  }
}

function isMovedNow(move: HeldMove, { series, exceptions }: { series: SeriesRow; exceptions: readonly ExceptionRow[] }): boolean {
  const own = exceptions.find(({ recurrence }) => recurrence === move.recurrence);
  // a cancellation is mailed at once
  if (own?.cancelled === true) return false;
  const start = own?.start ?? move.recurrence ?? series.start;
  return start !== move.start || (own?.minutes ?? series.minutes) !== move.minutes;
}

export async function tellHeldMove(ctx: Ctx, move: HeldMove): Promise<void> {
  const { inviteeId, recurrence, startsAt, minutes } = move;
  // an invitee may have no account, hence the system
  await ctx.system.write(async (tx) => {
    const held = await heldMeeting(tx, inviteeId);
    if (held === null) return;
    const exceptions = await exceptionsOf(tx, held.series.id);
    if (!isMovedNow(move, { ...held, exceptions })) return;
    if (recurrence !== null && held.invitee.answer === 'declined') return;
    // answers were given to the time before
    const [invitee = held.invitee] = recurrence === null ? await resetAnswers(tx, [held.invitee]) : [];
    if (!(await mayTellNow(ctx, tx, { kind: 'changed', invitee }))) return;
    const news = {
      kind: 'changed',
      series: held.series,
      room: held.room,
      exceptions,
      recurrence,
      was: { startsAt, minutes },
    } as const;
    await tellNow(ctx, tx, { news, invitees: [invitee] });
  });
}
