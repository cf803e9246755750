/** Sessions: made by a sign-in, carried on by rotated refresh tokens, ended. */
import { Failure } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import type { SignInWay } from '#core/accounts/policy.rules.ts';
import type { SignedIn } from '#core/identity/identity.contract.ts';
import { PROOF_SECONDS, REFRESH_SECONDS, SESSION_SECONDS, TOKEN_SECONDS } from '#core/identity/identity.rules.ts';
import { recordSafety, tellNewDevice } from '#core/identity/server/safety-news.service.ts';
import { deleteSessions, insertRefresh, insertSession, markEnded, type SessionChoice } from './sessions.queries.ts';
import { signAccessToken } from './tokens.service.ts';

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

/** `way`: as the log tells it. `by`: as the rules of accounts know it. `strength`: where the way alone does not tell it. `proof`: signing in so was the proof of who is there, too. */
type SessionOpening = { userId: string; accountId: string; way?: string; by?: SignInWay; proof?: 'given'; strength?: 'weak' };
/** Opens a session and answers as a sign-in does: access token in the body, refresh token and its hint as cookies. */
export async function startSession(ctx: Ctx, tx: Db, { way, by, proof, strength, ...who }: SessionOpening): Promise<SignedIn> {
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
    strong: strength !== 'weak' && strongWays.includes(way ?? ''),
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

/** Every session of a person who is erased. */
export const eraseSessions = deleteSessions;

/** The signed-in person, or `not_signed_in`. */
export function requireUser(ctx: Ctx): UserActor {
  if (ctx.actor.kind !== 'user') throw new Failure('not_signed_in');
  return ctx.actor;
}
