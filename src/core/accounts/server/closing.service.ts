/** The end of an account, as its owner decides it. */
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { accountEvents } from './accounts.events.ts';
import { accountById, lockAccount, setAccountState, setEraseAt } from './accounts.queries.ts';

/** Closes or opens it on behalf of its owner, within `tx` of the system. `eraseAt` in epoch milliseconds; null: it is open again. */
export async function setClosing(ctx: Ctx, tx: Db, to: { accountId: string; eraseAt: number | null }): Promise<void> {
  const row = await lockAccount(tx, to.accountId);
  if (row === null) throw notFound();
  const state = to.eraseAt === null ? 'active' : 'closed';
  await setAccountState(tx, row.id, { state, reason: null, at: new Date(ctx.now()), by: null });
  await setEraseAt(tx, row.id, to.eraseAt === null ? null : new Date(to.eraseAt));
  await record(ctx, tx, { action: `accounts.${state}`, subjectKind: 'account', subjectId: row.id, accountId: row.id });
  await ctx.events.publish(ctx, tx, {
    name: accountEvents.stateChanged,
    accountId: row.id,
    data: { from: row.state, to: state },
  });
  await ctx.bus.push(tx, { topic: `account:${row.id}`, kind: 'account-state', data: { state } });
  await ctx.bus.push(tx, { topic: 'operator:news', kind: 'account' });
}

/** When a closed account is erased, epoch milliseconds; null: it does not wait for that. */
export async function eraseTime(db: Db, id: string): Promise<number | null> {
  return (await accountById(db, id))?.eraseAt?.getTime() ?? null;
}

/** Nothing of an account whose end has begun can be begun any more. Throws `not_found`. */
export async function mustBeOpen(db: Db, id: string): Promise<void> {
  if ((await accountById(db, id))?.state === 'closed') throw notFound();
}
