/** One's own sessions and who one is in this one. */
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { brandFor } from '#core/accounts/server/brand.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import type { SessionUser, SessionView } from '#core/identity/identity.contract.ts';
import { pictureOf } from '#core/identity/picture.rules.ts';
import { pictureHash } from '#core/identity/server/picture.queries.ts';
import { describeAgent } from '#core/identity/identity.rules.ts';
import { openSessions, sessionById } from './sessions.queries.ts';
import { clearRefreshCookies, endSessions, requireUser } from './sessions.service.ts';
import { readOldAccessToken } from './tokens.service.ts';

/** The accounts that the person may act in. Those beside the present one are looked up with the system's eyes. */
async function accountsOf(ctx: Ctx, actor: UserActor): Promise<SessionUser['accounts']> {
  const { seat } = actor;
  // most people are in one account, and who acts in it was just found to be in it
  if (seat?.seats === 1) {
    const { accountId: id, accountKind: kind } = actor;
    return [{ id, name: seat.accountName, kind, state: seat.accountState, role: actor.role }];
  }
  const seats = await findSeats(ctx.system.read, actor.userId);
  // staff who act in a person's name do so in one account, and see no other
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
  const [accounts, hash, brand] = await Promise.all([
    accountsOf(ctx, actor),
    pictureHash(ctx.system.read, actor.userId),
    // spares most pages a question
    actor.seat?.vendored === false ? null : brandFor(ctx.system.read, actor.accountId),
  ]);
  const ends = actor.seat?.sessionEnds ?? (await sessionById(ctx.db.read, actor.sessionId))?.expiresAt.getTime();
  const account = accounts.find((one) => one.id === actor.accountId);
  if (ends === undefined || account === undefined) throw new Failure('not_signed_in');
  return {
    id: actor.userId,
    name: actor.name,
    email: actor.email,
    locale: actor.locale,
    timeZone: actor.timeZone,
    picture: hash === null ? null : pictureOf(hash),
    scope: [...actor.scope],
    account,
    accounts,
    brand: brand === null ? null : { name: brand.name, accent: brand.accent, logo: brand.logo },
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
    // signing out while acting for somebody ends one's own session, too
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
