/** The second step of a sign-in: after the password, or after a passkey that did not check its holder. */
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import type { SignInWay } from '#core/accounts/policy.rules.ts';
import { restingRefusal } from '#core/accounts/server/resting.service.ts';
import { findPolicies } from '#core/accounts/server/policy.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import type { SignedIn } from '#core/identity/identity.contract.ts';
import { SECOND_FAILURES, USE_LIMITS } from '#core/identity/identity.rules.ts';
import type { safetyCalls } from '#core/identity/safety.contract.ts';
import { fitCode, secondWays } from './factors.service.ts';
import { recordSafety } from '#core/identity/server/safety-news.service.ts';
import { deleteTicket } from '#core/identity/server/safety.queries.ts';
import { lastAccountOf } from '#core/identity/server/sessions/sessions.queries.ts';
import { startSession } from '#core/identity/server/sessions/sessions.service.ts';
import { makeTicket, readTicket } from './tickets.service.ts';

/**
 * The account to act in: the last one used, else the oldest that is open and lets people in this way. Throws `account_suspended` when
 * none is open, `limit_reached` when the only ones are places that rest, `way_not_allowed` when none of the open ones takes the way.
 */
export async function accountFor(ctx: Ctx, userId: string, way: SignInWay): Promise<string> {
  const all = await findSeats(ctx.system.read, userId);
  const held = all.filter((seat) => isOpenSeat(seat, ctx.now()));
  const open = held.filter(({ account }) => account.state === 'active' || account.state === 'pending');
  // a closed account can still be opened again, by people who have no other account to go to
  const seats = open.length > 0 ? open : held.filter(({ account }) => account.state === 'closed' && account.eraseAt !== null);
  const last = await lastAccountOf(ctx.system.read, userId);
  if (seats.length === 0) {
    const rests = await restingRefusal(ctx, all);
    if (rests !== null) throw rests;
    // only members of that account see its reason, and only after a valid sign-in
    const reason = held.find(({ account }) => account.state === 'suspended')?.account.stateReason ?? null;
    throw new Failure('account_suspended', reason === null ? {} : { data: { reason } });
  }
  const rules = await findPolicies(
    ctx.system.read,
    seats.map((one) => one.account.id),
  );
  const taking = seats.filter((one) => rules.get(one.account.id)?.ways.includes(way) ?? true);
  const seat = taking.find((one) => one.account.id === last) ?? taking[0];
  if (seat === undefined)
    throw new Failure('way_not_allowed', { data: { ways: [...new Set([...rules.values()].flatMap((one) => one.ways))] } });
  return seat.account.id;
}

/** The same, for somebody who may still sign in at all. Throws `user_suspended` or `account_suspended`. */
export async function openAccountFor(ctx: Ctx, userId: string, way: SignInWay): Promise<string> {
  const person = await findPerson(ctx.system.read, userId);
  if (person === null || person.state !== 'active') throw new Failure('user_suspended');
  return accountFor(ctx, userId, way);
}

/** Throws `second_factor` with a ticket for the second step and the ways to answer it. */
export async function askSecondStep(ctx: Ctx, of: { userId: string; after: SignInWay }): Promise<never> {
  const ways = (await secondWays(ctx, of.userId)).filter((way) => of.after !== 'passkey' || way !== 'passkey');
  const ticket = await ctx.system.write((tx) =>
    makeTicket(ctx, tx, { kind: 'second', userId: of.userId, afterPasskey: of.after === 'passkey', way: of.after }),
  );
  throw new Failure('second_factor', { data: { ticket, ways } });
}

/** Of a try at the second step; of passkeys, too. */
export const secondKeys = (ctx: Ctx, userId: string) => ({
  pair: `second:pair:${userId}:${callerIn(ctx.caller.address)}`,
  person: `second:person:${userId}`,
});

/** Signs in with a code. The ticket and the code are used up together, so of two at once only one gets in. */
export async function loginSecond(ctx: Ctx, body: Parsed<typeof safetyCalls.loginSecond>['body']): Promise<SignedIn> {
  await ctx.limits.use(`login:${callerIn(ctx.caller.address)}`, USE_LIMITS.login);
  const { kind, userId, hash, way } = await readTicket(ctx, body.ticket);
  if (kind !== 'second' || userId === null) throw new Failure('ticket_expired');
  const keys = secondKeys(ctx, userId);
  const counts = ['pair', 'person'] as const;
  for (const one of counts) await ctx.limits.mayTry(keys[one]);
  const fit = await fitCode(ctx, userId, body.code);
  for (const one of counts) await ctx.limits.settle(keys[one], SECOND_FAILURES[one], fit === null ? 'bad' : 'good');
  const wrong = () => new Failure('wrong_code', { fields: { 'body.code': 'wrong_code' } });
  if (fit === null) {
    await ctx.system.write((tx) => recordSafety(ctx, tx, { action: 'identity.second-factor-failed', userId, accountId: null }));
    throw wrong();
  }
  const by = way ?? 'password';
  const accountId = await openAccountFor(ctx, userId, by);
  const signedIn = await ctx.system.write(async (tx) => {
    if (!(await deleteTicket(tx, hash))) throw new Failure('ticket_expired');
    if (!(await fit.use(tx))) throw wrong();
    if (fit.way === 'recovery') await recordSafety(ctx, tx, { action: 'identity.recovery-used', userId, accountId });
    return startSession(ctx, tx, { userId, accountId, way: fit.way, by });
  });
  for (const one of counts) await ctx.limits.succeeded(keys[one]);
  return signedIn;
}
