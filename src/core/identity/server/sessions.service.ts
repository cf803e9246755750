/** Sessions: made by a sign-in, carried on by rotated refresh tokens, looked up by every request. The system's eyes, because nobody is signed in yet. */
import { Failure, notFound } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { refusedBy, type SignInWay } from '#core/accounts/policy.rules.ts';
import { findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import type { AccountKind, MemberRole } from '#core/accounts/accounts.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { SessionUser, SessionView, SignedIn } from '../identity.contract.ts';
import {
  describeAgent,
  PROOF_SECONDS,
  REFRESH_SECONDS,
  refusalOf,
  SEEN_SECONDS,
  SESSION_SECONDS,
  TOKEN_SECONDS,
} from '../identity.rules.ts';
import { recordSafety, tellNewDevice } from './safety-news.service.ts';
import {
  insertRefresh,
  insertSession,
  markEnded,
  openSessions,
  type SessionChoice,
  type SessionSeat,
  sessionById,
  sessionSeat,
  touchSession,
} from './sessions.queries.ts';
import { readAccessToken, readOldAccessToken, signAccessToken } from './tokens.service.ts';

const refreshPath = '/api/token';
const seconds = (n: number) => n * 1000;
/** Ways of signing in that needed more than a password. */
const strongWays: readonly string[] = ['totp', 'recovery', 'passkey'];

/** Sets the refresh cookie and the hint of its end (epoch ms) that script may read. */
export function setRefreshCookies(ctx: Ctx, refresh: { token: string; expiresAt: number }): void {
  const maxAge = Math.max(1, Math.floor((refresh.expiresAt - ctx.now()) / 1000));
  ctx.setCookie({ name: authCookies.refreshToken, value: refresh.token, path: refreshPath, maxAge, httpOnly: true });
  ctx.setCookie({ name: authCookies.refreshExpiration, value: String(refresh.expiresAt), path: '/', maxAge, httpOnly: false });
}

export function clearRefreshCookies(ctx: Ctx): void {
  ctx.setCookie({ name: authCookies.refreshToken, value: '', path: refreshPath, maxAge: 0, httpOnly: true });
  ctx.setCookie({ name: authCookies.refreshExpiration, value: '', path: '/', maxAge: 0, httpOnly: false });
}

/** A new refresh token of a session. It ends with the session at the latest. */
export async function issueRefresh(
  ctx: Ctx,
  tx: Db,
  session: { id: string; expiresAt: number },
): Promise<{ token: string; expiresAt: number }> {
  const token = newToken();
  const expiresAt = Math.min(ctx.now() + seconds(REFRESH_SECONDS), session.expiresAt);
  await insertRefresh(tx, {
    hash: hashToken(token),
    sessionId: session.id,
    issuedAt: new Date(ctx.now()),
    expiresAt: new Date(expiresAt),
    usedAt: null,
    successor: null,
  });
  return { token, expiresAt };
}

/** `way`: as the log tells it. `by`: as the rules of accounts know it. `proof`: signing in so was the proof of who is there, too. */
type Opening = { userId: string; accountId: string; way?: string; by?: SignInWay; proof?: 'given' };
/** Opens a session and answers as a sign-in does: access token in the body, refresh token and its hint as cookies. */
export async function startSession(ctx: Ctx, tx: Db, { way, by, proof, ...who }: Opening): Promise<SignedIn> {
  const id = newId(ctx.now());
  const now = new Date(ctx.now());
  const expiresAt = ctx.now() + seconds(SESSION_SECONDS);
  await insertSession(tx, {
    id,
    ...who,
    address: ctx.caller.address,
    agent: ctx.caller.agent.slice(0, 400),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(expiresAt),
    endedAt: null,
    endReason: null,
    provenUntil: proof === 'given' ? new Date(ctx.now() + seconds(PROOF_SECONDS)) : null,
    way: by ?? null,
    strong: strongWays.includes(way ?? ''),
  });
  const refresh = await issueRefresh(ctx, tx, { id, expiresAt });
  await recordSafety(ctx, tx, {
    action: 'identity.signed-in',
    ...who,
    data: { session: id, ...(way === undefined ? {} : { way }) },
  });
  await tellNewDevice(ctx, tx, who);
  setRefreshCookies(ctx, refresh);
  return {
    token: await signAccessToken(ctx, { userId: who.userId, sessionId: id }),
    tokenType: 'Bearer',
    expiresIn: TOKEN_SECONDS,
  };
}

/** Ends sessions and tells their sockets. Returns how many. */
export async function endSessions(ctx: Ctx, tx: Db, end: { choice: SessionChoice; reason: string }): Promise<number> {
  const ids = await markEnded(tx, end.choice, { at: new Date(ctx.now()), reason: end.reason });
  for (const id of ids) await ctx.bus.push(tx, { topic: `session:${id}`, kind: 'ended', data: { reason: end.reason } });
  return ids.length;
}

/** The place that a session acts in, as far as what it allows depends on it. */
export type Place = {
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
export type RightsOf = (ctx: Ctx, place: Place) => Promise<Pick<UserActor, 'scope' | 'policy'>>;
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

/**
 * Who a bearer token stands for, looked up anew in the database, so that an ended session, a suspended person or account
 * counts from the next request on. `rightsOf` tells what may be done in the place that the session acts in.
 */
export async function authenticate(ctx: Ctx, bearer: string, rightsOf: RightsOf): Promise<UserActor | AuthRefusal> {
  const facts = await readAccessToken(ctx, bearer);
  if (typeof facts === 'string') return { refused: facts };
  const seat = await sessionSeat(ctx.system.read, facts.sessionId);
  if (seat === null || seat.userId !== facts.userId || seat.accountKind === null || seat.role === null)
    return { refused: 'ended' };
  const refused = refusalOf(seat, ctx.now());
  if (refused !== null) return { refused };
  if (await endedByRules(ctx, { id: facts.sessionId, seat })) return { refused: 'ended' };
  const needs = needsOf(seat, ctx.now());
  if (seat.lastSeenAt < ctx.now() - seconds(SEEN_SECONDS))
    await touchSession(ctx.system.read, facts.sessionId, new Date(ctx.now()));
  const { userId, accountId, accountKind, role, policyVersion, strong } = seat;
  const place = { accountId, userId, accountKind, role, permissions: seat.permissions ?? [], policyVersion, strong };
  return {
    kind: 'user',
    userId,
    accountId,
    accountKind,
    sessionId: facts.sessionId,
    role,
    // whoever waits for approval, or has to set up a second factor first, may look at nothing yet
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

/** The signed-in person, or `not_signed_in`. */
export function requireUser(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}

/** The accounts that the person may act in. Those beside the present one are looked up with the system's eyes. */
async function accountsOf(ctx: Ctx, actor: UserActor): Promise<SessionUser['accounts']> {
  const { seat } = actor;
  // most people are in one account, and who acts in it was just found to be in it
  if (seat?.seats === 1) {
    const { accountId: id, accountKind: kind } = actor;
    return [{ id, name: seat.accountName, kind, state: seat.accountState, role: actor.role }];
  }
  const seats = await findSeats(ctx.system.read, actor.userId);
  // whoever acts in a person's name does so in one account, and learns of no other
  const mine = actor.impersonator === undefined ? seats : seats.filter((seat) => seat.account.id === actor.accountId);
  return mine
    .filter((seat) => isOpenSeat(seat, ctx.now()) && (seat.account.state !== 'closed' || seat.account.eraseAt !== null))
    .map(({ account, membership }) => ({
      id: account.id,
      name: account.name,
      kind: account.kind,
      state: account.state,
      role: membership.role,
    }));
}

/** What `GET /api/user` answers. */
export async function getUser(ctx: Ctx): Promise<SessionUser> {
  const actor = requireUser(ctx);
  const accounts = await accountsOf(ctx, actor);
  const ends = actor.seat?.sessionEnds ?? (await sessionById(ctx.db.read, actor.sessionId))?.expiresAt.getTime();
  const account = accounts.find((one) => one.id === actor.accountId);
  if (ends === undefined || account === undefined) throw new Failure('not_signed_in');
  return {
    id: actor.userId,
    name: actor.name,
    email: actor.email,
    locale: actor.locale,
    timeZone: actor.timeZone,
    scope: [...actor.scope],
    account,
    accounts,
    session: { id: actor.sessionId, expiresAt: ends },
    needs: actor.seat?.needs ?? null,
    impersonation:
      actor.impersonator === undefined ? null : { by: actor.impersonator.name, reason: actor.impersonator.reason, ends },
  };
}

/** Ends the session that asks, or the one whose token is handed in, even when that has run out. A token of nobody ends nothing. */
export async function logout(ctx: Ctx, token: string | null): Promise<void> {
  clearRefreshCookies(ctx);
  const facts = ctx.actor.kind === 'user' ? ctx.actor : token === null ? null : await readOldAccessToken(ctx, token);
  if (facts === null) return;
  // system: with a token that has run out nobody is signed in
  await ctx.system.write(async (tx) => {
    const ended = await endSessions(ctx, tx, { choice: { userId: facts.userId, id: facts.sessionId }, reason: 'logout' });
    // whoever acts for somebody and signs out means themselves
    const from = ended === 0 ? null : ((await sessionById(tx, facts.sessionId))?.parentId ?? null);
    if (from !== null) await endSessions(ctx, tx, { choice: { id: from }, reason: 'logout' });
    if (ended > 0)
      await record(ctx, tx, {
        action: 'identity.signed-out',
        subjectKind: 'user',
        subjectId: facts.userId,
        data: { session: facts.sessionId },
      });
  });
}

export async function listSessions(ctx: Ctx): Promise<{ items: SessionView[] }> {
  const actor = requireUser(ctx);
  const rows = await openSessions(ctx.db.read, actor.userId, new Date(ctx.now()));
  const items = rows.map((row) => ({
    id: row.id,
    current: row.id === actor.sessionId,
    ...describeAgent(row.agent),
    address: row.address,
    createdAt: row.createdAt.getTime(),
    lastSeenAt: row.lastSeenAt.getTime(),
    expiresAt: row.expiresAt.getTime(),
  }));
  return { items: items.sort((a, b) => Number(b.current) - Number(a.current)) };
}

export async function revokeSession(ctx: Ctx, input: { id: string }): Promise<void> {
  const actor = requireUser(ctx);
  if (!isId(input.id)) throw notFound();
  await ctx.db.write(async (tx) => {
    const ended = await endSessions(ctx, tx, { choice: { userId: actor.userId, id: input.id }, reason: 'revoked' });
    if (ended === 0) throw notFound();
    await record(ctx, tx, { action: 'identity.session-revoked', subjectKind: 'session', subjectId: input.id });
  });
}

export async function revokeOtherSessions(ctx: Ctx): Promise<{ ended: number }> {
  const actor = requireUser(ctx);
  return ctx.db.write(async (tx) => {
    const ended = await endSessions(ctx, tx, { choice: { userId: actor.userId, except: actor.sessionId }, reason: 'revoked' });
    await record(ctx, tx, {
      action: 'identity.other-sessions-revoked',
      subjectKind: 'user',
      subjectId: actor.userId,
      data: { ended },
    });
    return { ended };
  });
}
