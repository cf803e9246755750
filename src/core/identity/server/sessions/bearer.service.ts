/** Who a bearer token stands for, read again by every request. With the rights of the system, because nobody is signed in yet. */
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { refusedBy } from '#core/accounts/policy.rules.ts';
import type { AccountKind, MemberRole } from '#core/accounts/accounts.rules.ts';
import { refusalOf, SEEN_SECONDS } from '#core/identity/identity.rules.ts';
import { type SessionSeat, sessionSeat, touchSession } from './sessions.queries.ts';
import { endSessions } from './sessions.service.ts';
import { readAccessToken } from './tokens.service.ts';

/** The place that a session acts in, as far as what it allows depends on it. */
export type SessionPlace = {
  accountId: string;
  userId: string;
  accountKind: AccountKind;
  role: MemberRole;
  permissions: readonly string[];
  /** Changes whenever anything in this account does that rights follow from. */
  policyVersion: number;
  /** The session was opened with a second factor or a passkey. */
  strong: boolean;
};
export type RightsOf = (ctx: Ctx, place: SessionPlace) => Promise<Pick<UserActor, 'scope' | 'policy'>>;
export type AuthRefusal = { refused: 'invalid' | 'expired' | 'ended' | 'suspended' };

/** True when the rules of the account do not let the session go on; it is ended then, so that looser rules do not wake it. */
export async function endedByRules(ctx: Ctx, { id, seat }: { id: string; seat: SessionSeat }): Promise<boolean> {
  if (seat.rules === null || seat.impersonated || refusedBy(seat.rules, seat, ctx.now()) === null) return false;
  await ctx.system.write((tx) => endSessions(ctx, tx, { choice: { id }, reason: 'account-rules' }));
  return true;
}

/** What the person has to do before anything else in this account. */
function needsOf(seat: SessionSeat, now: number): 'second-factor' | null {
  const from = seat.rules?.secondFactorFrom ?? null;
  if (seat.rules === null || from === null || from > now || seat.impersonated) return null;
  return seat.strong || seat.rules.hasApp ? null : 'second-factor';
}

const placeOf = (seat: SessionSeat): SessionPlace | null =>
  seat.accountKind === null || seat.role === null
    ? null
    : {
        accountId: seat.accountId,
        userId: seat.userId,
        accountKind: seat.accountKind,
        role: seat.role,
        permissions: seat.permissions ?? [],
        policyVersion: seat.policyVersion,
        strong: seat.strong,
      };

/** Whether the person who acts from that session of their own could begin to act now, as far as their own rights go. */
async function mayStillAct(ctx: Ctx, sessionId: string, rightsOf: RightsOf): Promise<boolean> {
  const own = await sessionSeat(ctx.system.read, sessionId, new Date(ctx.now()));
  const place = own === null ? null : placeOf(own);
  if (own === null || place === null || refusalOf(own, ctx.now()) !== null || needsOf(own, ctx.now()) !== null) return false;
  // they are busy in somebody's name, so their own session does not count as left alone
  if (own.rules !== null && refusedBy(own.rules, { ...own, lastSeenAt: ctx.now() }, ctx.now()) !== null) return false;
  return (await rightsOf(ctx, place)).scope.includes('users.impersonate');
}

/** True when the person who acts in somebody's name lost the right to, in whatever way; the session is ended then and stays so. */
async function endedByRights(ctx: Ctx, of: { id: string; seat: SessionSeat; rightsOf: RightsOf }): Promise<boolean> {
  const { impersonator } = of.seat;
  if (impersonator === null || (await mayStillAct(ctx, impersonator.sessionId, of.rightsOf))) return false;
  await ctx.system.write((tx) => endSessions(ctx, tx, { choice: { id: of.id }, reason: 'acting-ended' }));
  return true;
}

/**
 * Who a bearer token stands for, read from the database each time, so that an ended session, a suspended person or account counts from
 * the next request on. `rightsOf` gives the permissions in the account that the session acts in.
 */
export async function authenticate(ctx: Ctx, bearer: string, rightsOf: RightsOf): Promise<UserActor | AuthRefusal> {
  const facts = await readAccessToken(ctx, bearer);
  if (typeof facts === 'string') return { refused: facts };
  const seat = await sessionSeat(ctx.system.read, facts.sessionId, new Date(ctx.now()));
  const place = seat === null ? null : placeOf(seat);
  if (seat === null || place === null || seat.userId !== facts.userId) return { refused: 'ended' };
  const refused = refusalOf(seat, ctx.now());
  if (refused !== null) return { refused };
  if (await endedByRules(ctx, { id: facts.sessionId, seat })) return { refused: 'ended' };
  if (await endedByRights(ctx, { id: facts.sessionId, seat, rightsOf })) return { refused: 'ended' };
  const needs = needsOf(seat, ctx.now());
  if (seat.lastSeenAt < ctx.now() - SEEN_SECONDS * 1000)
    await touchSession(ctx.system.read, facts.sessionId, new Date(ctx.now()));
  const { userId, accountId, accountKind, role } = place;
  return {
    kind: 'user',
    userId,
    accountId,
    accountKind,
    sessionId: facts.sessionId,
    role,
    // nothing is visible yet to people who wait for approval or have to set up a second factor first
    ...(seat.accountState === 'pending' || seat.accountState === 'closed' || needs !== null
      ? { scope: [] }
      : await rightsOf(ctx, place)),
    name: seat.name,
    email: seat.email,
    locale: seat.locale,
    timeZone: seat.timeZone,
    ...(seat.impersonator !== null && { impersonator: seat.impersonator }),
    ...(seat.accountName !== null &&
      seat.accountState !== null && {
        seat: {
          sessionEnds: seat.expiresAt,
          accountName: seat.accountName,
          accountState: seat.accountState,
          seats: seat.seats,
          vendored: seat.vendored === true,
          ...(needs !== null && { needs }),
        },
      }),
  };
}
