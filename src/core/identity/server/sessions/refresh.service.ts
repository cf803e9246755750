/** The token endpoint: codes of sign-in providers, and rotation of refresh tokens with detection of reuse (RFC 6749 §6, RFC 9700 §4.14.2). */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hashToken, SealBroken } from '#kit/server/secrets.ts';
import { refusedBy } from '#core/accounts/policy.rules.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import type { identityCalls } from '#core/identity/identity.contract.ts';
import { CLIENT_ID, localeOf, REFRESH_GRACE_SECONDS, refusalOf, TOKEN_SECONDS } from '#core/identity/identity.rules.ts';
import { exchangeCode } from '#core/identity/server/social/code-exchange.service.ts';
import type { RefreshRow } from '#core/identity/server/identity.table.ts';
import { lockRefresh, markRefreshUsed, noteCaller, refreshByHash, sessionById, sessionSeat } from './sessions.queries.ts';
import { clearRefreshCookies, endSessions, issueRefresh, setRefreshCookies } from './sessions.service.ts';
import { signAccessToken } from './tokens.service.ts';

const sealedFor = 'refresh successor';
type RefreshToken = { token: string; expiresAt: number };
type RenewedSession = { userId: string; sessionId: string; refresh: RefreshToken };

async function rotate(ctx: Ctx, tx: Db, row: RefreshRow): Promise<RefreshToken | null> {
  const session = await sessionById(tx, row.sessionId);
  if (session === null) return null;
  const next = await issueRefresh(ctx, tx, { id: session.id, expiresAt: session.expiresAt.getTime() });
  await markRefreshUsed(tx, {
    hash: row.hash,
    sessionId: row.sessionId,
    at: new Date(ctx.now()),
    successor: ctx.secrets.seal(sealedFor, next.token),
  });
  await noteCaller(tx, session.id, {
    address: ctx.caller.address,
    agent: ctx.caller.agent.slice(0, 400),
    at: new Date(ctx.now()),
  });
  return next;
}

/** The answer was lost: the same caller gets the successor once more, as long as nobody has used it. */
async function again(ctx: Ctx, tx: Db, row: RefreshRow): Promise<RefreshToken | null> {
  if (row.usedAt === null || row.successor === null || ctx.now() - row.usedAt.getTime() > REFRESH_GRACE_SECONDS * 1000)
    return null;
  const session = await sessionById(tx, row.sessionId);
  if (session === null || session.address !== ctx.caller.address || session.agent !== ctx.caller.agent.slice(0, 400)) return null;
  try {
    const token = ctx.secrets.open(sealedFor, row.successor);
    const next = await refreshByHash(tx, hashToken(token));
    return next === null || next.usedAt !== null ? null : { token, expiresAt: next.expiresAt.getTime() };
  } catch (error) {
    if (error instanceof SealBroken) return null;
    throw error;
  }
}

async function revokeFamily(ctx: Ctx, tx: Db, of: { sessionId: string; userId: string; accountId: string }): Promise<void> {
  const ended = await endSessions(ctx, tx, { choice: { id: of.sessionId }, reason: 'reuse' });
  if (ended === 0) return;
  await record(ctx, tx, {
    action: 'identity.refresh-reused',
    subjectKind: 'session',
    subjectId: of.sessionId,
    accountId: of.accountId,
  });
  const person = await findPerson(tx, of.userId);
  if (person === null) return;
  await sendMail(ctx, tx, {
    template: 'sessionsRevoked',
    to: person.email,
    locale: localeOf(person.locale),
    data: { name: person.name },
    path: '/login',
    userId: person.id,
    onceKey: `reuse:${of.sessionId}`,
  });
}

async function renew(ctx: Ctx, tx: Db, token: string): Promise<RenewedSession | null> {
  const row = await lockRefresh(tx, hashToken(token));
  if (row === null || row.expiresAt.getTime() <= ctx.now()) return null;
  const seat = await sessionSeat(tx, row.sessionId, new Date(ctx.now()));
  if (seat === null || refusalOf(seat, ctx.now()) !== null) return null;
  if (seat.rules !== null && !seat.impersonated && refusedBy(seat.rules, seat, ctx.now()) !== null) {
    await endSessions(ctx, tx, { choice: { id: row.sessionId }, reason: 'account-rules' });
    return null;
  }
  const refresh = row.usedAt === null ? await rotate(ctx, tx, row) : await again(ctx, tx, row);
  if (refresh !== null) return { userId: seat.userId, sessionId: row.sessionId, refresh };
  // used before, and not by somebody whose answer was lost: one of the two holds a stolen copy
  await revokeFamily(ctx, tx, { sessionId: row.sessionId, userId: seat.userId, accountId: seat.accountId });
  return null;
}

const tokenAnswer = (access: string): ResultIn<typeof identityCalls.token> => ({
  token: access,
  access_token: access,
  token_type: 'Bearer',
  expires_in: TOKEN_SECONDS,
});

type TokenBody = Parsed<typeof identityCalls.token>['body'];

function refreshTokenOf(ctx: Ctx, body: TokenBody): string {
  if (body.client_id !== undefined && body.client_id !== CLIENT_ID) throw new Failure('invalid_client');
  if (body.grant_type === undefined) throw new Failure('invalid_request');
  if (body.grant_type !== 'refresh_token') throw new Failure('unsupported_grant_type');
  const token = body.refresh_token ?? ctx.cookies[authCookies.refreshToken] ?? '';
  if (token === '') throw new Failure('invalid_request');
  return token;
}

/**
 * `grant_type=refresh_token`, the token in the field or in its cookie; a refusal takes the cookies away. `authorization_code`, with the code
 * of a sign-in provider that this browser was sent to.
 */
export async function exchangeToken(ctx: Ctx, body: TokenBody): Promise<ResultIn<typeof identityCalls.token>> {
  if (body.grant_type === 'authorization_code') return tokenAnswer((await exchangeCode(ctx, body)).token);
  const token = refreshTokenOf(ctx, body);
  const renewed = await ctx.system.write((tx) => renew(ctx, tx, token));
  if (renewed === null) {
    clearRefreshCookies(ctx);
    throw new Failure('invalid_grant');
  }
  setRefreshCookies(ctx, renewed.refresh);
  return tokenAnswer(await signAccessToken(ctx, renewed));
}
