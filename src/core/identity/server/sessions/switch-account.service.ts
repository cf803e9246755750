import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { findPolicy } from '#core/accounts/server/policy.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { moveSession, sessionById } from './sessions.queries.ts';
import { requireUser } from './sessions.service.ts';

/** Lets the session act in another account of the person. Somebody else's account does not exist for them. */
export async function switchAccount(ctx: Ctx, input: { accountId: string }): Promise<void> {
  const actor = requireUser(ctx);
  const seats = await findSeats(ctx.system.read, actor.userId);
  const seat = seats.find((one) => one.account.id === input.accountId && isOpenSeat(one, ctx.now()));
  if (seat === undefined) throw notFound();
  const awaitsErasure = seat.account.state === 'closed' && seat.account.eraseAt !== null;
  if (!['active', 'pending'].includes(seat.account.state) && !awaitsErasure) throw new Failure('account_suspended');
  const { way } = (await sessionById(ctx.system.read, actor.sessionId)) ?? { way: null };
  const { ways } = await findPolicy(ctx.system.read, seat.account.id);
  if (way !== null && !ways.includes(way)) throw new Failure('way_not_allowed', { data: { ways: [...ways] } });
  await ctx.system.write(async (tx) => {
    await moveSession(tx, actor.sessionId, seat.account.id);
    await record(ctx, tx, {
      action: 'identity.account-switched',
      subjectKind: 'user',
      subjectId: actor.userId,
      accountId: seat.account.id,
      data: { session: actor.sessionId },
    });
    // open sockets act in the old account until they reconnect
    await ctx.bus.push(tx, { topic: `session:${actor.sessionId}`, kind: 'account-switched' });
  });
}
