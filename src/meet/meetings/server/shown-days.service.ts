/** How far back attendance can be read: the plan of the account whose meeting it was says so. It deletes nothing. */
import type { Ctx } from '#kit/server/ctx.ts';
import { findEntitlements } from '#core/accounts/server/use.service.ts';
import type { MeetingRow } from './meetings.queries.ts';

const dayMs = 86_400_000;
type OldMeeting = Pick<MeetingRow, 'id' | 'accountId' | 'state' | 'endedAt' | 'createdAt'>;

/**
 * Of these meetings those whose attendance their plan does not show any more, each with the days that it shows and how many it would have to. What
 * is not over is shown.
 */
export async function beyondPlan(ctx: Ctx, rows: readonly OldMeeting[]): Promise<Map<string, { days: number; wanted: number }>> {
  const over = rows.filter((row) => row.state === 'ended');
  if (over.length === 0) return new Map();
  // a room that is shared with somebody of another account is read by the plan of its own
  const may = await findEntitlements(ctx.system.read, [...new Set(over.map((row) => row.accountId))]);
  return new Map(
    over.flatMap(({ id, accountId, endedAt, createdAt }) => {
      const days = may.get(accountId)?.analyticsDays ?? null;
      const age = (ctx.now() - (endedAt ?? createdAt).getTime()) / dayMs;
      return days === null || age <= days ? [] : [[id, { days, wanted: Math.ceil(age) }] as const];
    }),
  );
}
