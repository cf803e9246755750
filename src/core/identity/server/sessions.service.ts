/** Sessions: made by a sign-in, carried on by rotated refresh tokens, looked up by every request. The system's eyes, because nobody is signed in yet. */
import { Failure, notFound } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { findSeats } from '#core/accounts/server/accounts.service.ts';
import type { AccountKind, MemberRole } from '#core/accounts/accounts.rules.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { SessionUser, SessionView, SignedIn } from '../identity.contract.ts';
import { describeAgent, REFRESH_SECONDS, refusalOf, SEEN_SECONDS, SESSION_SECONDS, TOKEN_SECONDS } from '../identity.rules.ts';
import { recordSafety, tellNewDevice } from './safety-news.service.ts';
import {
  insertRefresh,
  insertSession,
  markEnded,
  moveSession,
  openSessions,
  type SessionChoice,
  sessionById,
  sessionSeat,
  touchSession,
} from './sessions.queries.ts';
import { readAccessToken, readOldAccessToken, signAccessToken } from './tokens.service.ts';

const refreshPath = '/api/token';
const seconds = (n: number) => n * 1000;

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

/** Opens a session and answers as a sign-in does: access token in the body, refresh token and its hint as cookies. */
export async function startSession(
  ctx: Ctx,
  tx: Db,
  { way, ...who }: { userId: string; accountId: string; way?: string },
): Promise<SignedIn> {
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
    provenUntil: null,
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

export type ScopeFor = (membership: {
  accountKind: AccountKind;
  role: MemberRole;
  permissions: readonly string[];
}) => readonly string[];
export type AuthRefusal = { refused: 'invalid' | 'expired' | 'ended' | 'suspended' };

/**
 * Who a bearer token stands for, looked up anew in the database, so that an ended session, a suspended person or account
 * counts from the next request on. `scopeFor` computes the permissions of the place that the session acts in.
 */
export async function authenticate(ctx: Ctx, bearer: string, scopeFor: ScopeFor): Promise<UserActor | AuthRefusal> {
  const facts = await readAccessToken(ctx, bearer);
  if (typeof facts === 'string') return { refused: facts };
  const seat = await sessionSeat(ctx.system.read, facts.sessionId);
  if (seat === null || seat.userId !== facts.userId || seat.accountKind === null || seat.role === null)
    return { refused: 'ended' };
  const refused = refusalOf(seat, ctx.now());
  if (refused !== null) return { refused };
  if (seat.lastSeenAt < ctx.now() - seconds(SEEN_SECONDS))
    await touchSession(ctx.system.read, facts.sessionId, new Date(ctx.now()));
  return {
    kind: 'user',
    userId: seat.userId,
    accountId: seat.accountId,
    accountKind: seat.accountKind,
    sessionId: facts.sessionId,
    role: seat.role,
    // whoever waits for approval may look at nothing yet
    scope:
      seat.accountState === 'pending'
        ? []
        : scopeFor({ accountKind: seat.accountKind, role: seat.role, permissions: seat.permissions ?? [] }),
    name: seat.name,
    email: seat.email,
    locale: seat.locale,
    timeZone: seat.timeZone,
    ...(seat.accountName !== null &&
      seat.accountState !== null && {
        seat: {
          sessionEnds: seat.expiresAt,
          accountName: seat.accountName,
          accountState: seat.accountState,
          seats: seat.seats,
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
  return seats
    .filter((seat) => seat.membership.state === 'active' && seat.account.state !== 'closed')
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

/** Lets the session act in another account of the person. Somebody else's account does not exist for them. */
export async function switchAccount(ctx: Ctx, input: { accountId: string }): Promise<void> {
  const actor = requireUser(ctx);
  const seats = await findSeats(ctx.system.read, actor.userId);
  const seat = seats.find((one) => one.account.id === input.accountId && one.membership.state === 'active');
  if (seat === undefined) throw notFound();
  if (seat.account.state !== 'active' && seat.account.state !== 'pending') throw new Failure('account_suspended');
  await ctx.system.write(async (tx) => {
    await moveSession(tx, actor.sessionId, seat.account.id);
    await record(ctx, tx, {
      action: 'identity.account-switched',
      subjectKind: 'user',
      subjectId: actor.userId,
      accountId: seat.account.id,
      data: { session: actor.sessionId },
    });
    // open sockets act in the old account until they are made anew
    await ctx.bus.push(tx, { topic: `session:${actor.sessionId}`, kind: 'account-switched' });
  });
}
