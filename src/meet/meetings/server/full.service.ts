/** There is no room for one more: of the account, or in the meeting. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { limitReached, type LimitReached } from '#core/accounts/refusal.rules.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { admit } from './admission.service.ts';
import type { MeetingRow } from './meetings.queries.ts';

/** Those of the account read which number of their plan it is; a guest reads that there is no room. */
const full = (ctx: Ctx, reached: LimitReached): Failure =>
  ctx.actor.kind === 'user' && ctx.actor.accountId === reached.accountId ? limitReached(reached) : new Failure('room_full');

/**
 * Lets one more person in. `person`: the userID of the join, null when there is none. Throws `limit_reached` or `room_full` when the account
 * has as many people in its meetings as it may.
 */
export async function mustFit(ctx: Ctx, meeting: MeetingRow, person: string | null): Promise<void> {
  const { accountId, id: meetingId } = meeting;
  const { peopleAtOnce: max } = await entitlementsFor(ctx.system.read, accountId);
  if ((await admit(ctx, { accountId, meetingId, person, most: max })) === 'full')
    throw full(ctx, { accountId, limit: 'peopleAtOnce', max, used: max ?? 0 });
}

/** The meeting has as many people as it may. The room's own number may be smaller than the plan's; then no plan lifts it. */
export async function meetingFull(ctx: Ctx, { accountId, maxPeople, people }: MeetingRow): Promise<Failure> {
  const { peoplePerMeeting: max } = await entitlementsFor(ctx.system.read, accountId);
  return max !== null && maxPeople === max
    ? full(ctx, { accountId, limit: 'peoplePerMeeting', max, used: people })
    : new Failure('room_full');
}
