/** Acting in a customer's name: a session of its own, short, that ends with the one it was begun from, and the way back there. */
import { Failure } from '#kit/errors.ts';
import { authFacts } from '#kit/facts.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { findSeats } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import type { SignedIn } from '#core/identity/identity.contract.ts';
import { IMPERSONATION_SECONDS, refusalOf, TOKEN_SECONDS } from '#core/identity/identity.rules.ts';
import { provenUntil } from './proof.service.ts';
import type { SessionRow } from '#core/identity/server/identity.table.ts';
import { forgetReturn, insertSession, lockByReturn, type SessionSeat, sessionById, sessionSeat } from './sessions.queries.ts';
import { endSessions, issueRefresh, setRefreshCookies } from './sessions.service.ts';
import { signAccessToken } from './tokens.service.ts';

/** Read by the call that leads back alone. */
const returnCookie = { name: `${authFacts.cookiePrefix}return`, path: '/api/acting' } as const;
/** The way back outlives the session by this, for a computer that slept meanwhile. */
const LATE_SECONDS = 1800;

/** Whether nobody may act in this person's name: they work for the operator or for somebody's staff, are suspended or gone. */
export async function isBeyondActing(db: Db, userId: string): Promise<boolean> {
  const person = await findPerson(db, userId);
  if (person === null || person.state !== 'active') return true;
  const seats = await findSeats(db, userId);
  return seats.some(
    (seat) => seat.account.kind === 'operator' || (seat.membership.role === 'staff' && seat.account.kind !== 'customer'),
  );
}

export type ActingPerson = { userId: string; accountId: string; reason: string };

/**
 * Opens a session in that person's name and sets its cookies; the caller has asked who may. Throws `proof_needed` without a fresh proof,
 * `acting_refused` for whom nobody may act. `ends` in epoch milliseconds.
 */
export async function startActing(
  ctx: Ctx,
  tx: Db,
  who: ActingPerson & { staff: UserActor },
): Promise<SignedIn & { ends: number }> {
  const { staff } = who;
  if (staff.impersonator !== undefined) throw new Failure('acting_for_somebody');
  if ((await provenUntil(ctx, staff)) === null) throw new Failure('proof_needed');
  if (who.userId === staff.userId || (await isBeyondActing(tx, who.userId))) throw new Failure('acting_refused');
  const seat = (await findSeats(tx, who.userId)).find((one) => one.account.id === who.accountId);
  if (seat?.membership.state !== 'active' || seat.account.state !== 'active') throw new Failure('acting_refused');
  const id = newId(ctx.now());
  const now = new Date(ctx.now());
  const ends = ctx.now() + IMPERSONATION_SECONDS * 1000;
  const back = newToken();
  await insertSession(tx, {
    id,
    userId: who.userId,
    accountId: who.accountId,
    address: ctx.caller.address,
    agent: ctx.caller.agent.slice(0, 400),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(ends),
    impersonatedBy: staff.userId,
    parentId: staff.sessionId,
    reason: who.reason,
    returnHash: hashToken(back),
  });
  // the entry holds the reason, so that the customer can read it for as long as the entry is kept
  await recordForBoth(ctx, tx, {
    action: 'identity.acting-started',
    subjectKind: 'user',
    subjectId: who.userId,
    accountId: who.accountId,
    data: { session: id, reason: who.reason },
  });
  const refresh = await issueRefresh(ctx, tx, { id, expiresAt: ends });
  setRefreshCookies(ctx, refresh);
  ctx.setCookie({ ...returnCookie, value: back, maxAge: IMPERSONATION_SECONDS + LATE_SECONDS, httpOnly: true });
  const token = await signAccessToken(ctx, { userId: who.userId, sessionId: id });
  return { token, tokenType: 'Bearer', expiresIn: TOKEN_SECONDS, ends };
}

/** The person who acted, as the actor of the entries. */
const asStaff = (ctx: Ctx, of: { session: SessionRow; seat: SessionSeat }): Ctx => {
  const { seat, session } = of;
  const actor: UserActor = {
    kind: 'user',
    userId: seat.userId,
    accountId: seat.accountId,
    accountKind: seat.accountKind ?? 'operator',
    sessionId: session.parentId ?? '',
    role: seat.role ?? 'staff',
    scope: [],
    name: seat.name,
    email: seat.email,
    locale: seat.locale,
    timeZone: seat.timeZone,
  };
  return { ...ctx, actor };
};

async function backFrom(ctx: Ctx, tx: Db, back: string): Promise<{ userId: string; sessionId: string } | null> {
  const session = await lockByReturn(tx, hashToken(back));
  const late = ctx.now() - (IMPERSONATION_SECONDS + LATE_SECONDS) * 1000;
  if (session === null || session.parentId === null || session.createdAt.getTime() < late) return null;
  await forgetReturn(tx, session.id);
  const ended = await endSessions(ctx, tx, { choice: { id: session.id }, reason: 'acting-ended' });
  const seat = await sessionSeat(tx, session.parentId, new Date(ctx.now()));
  if (seat === null || refusalOf(seat, ctx.now()) !== null) return null;
  if (ended > 0)
    await recordForBoth(asStaff(ctx, { session, seat }), tx, {
      action: 'identity.acting-ended',
      subjectKind: 'user',
      subjectId: session.userId,
      accountId: session.accountId,
      data: { session: session.id },
    });
  const own = await sessionById(tx, session.parentId);
  if (own === null) return null;
  setRefreshCookies(ctx, await issueRefresh(ctx, tx, { id: own.id, expiresAt: own.expiresAt.getTime() }));
  return { userId: own.userId, sessionId: own.id };
}

/** Stops acting and goes on with the session that it was begun from. Throws `acting_over` when that one has ended, or the way back was used before. */
export async function endActing(ctx: Ctx): Promise<SignedIn> {
  const back = ctx.cookies[returnCookie.name] ?? '';
  ctx.setCookie({ ...returnCookie, value: '', maxAge: 0, httpOnly: true });
  // the system's eyes: the session to go back to is somebody else's than the one that asks
  const own = back === '' ? null : await ctx.system.write((tx) => backFrom(ctx, tx, back));
  if (own === null) throw new Failure('acting_over');
  return { token: await signAccessToken(ctx, own), tokenType: 'Bearer', expiresIn: TOKEN_SECONDS };
}
