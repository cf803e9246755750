/** The end of a vendor: what it brought in goes to the operator. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { changeStanding, handOver } from '#core/accounts/server/standing.service.ts';
import { endSessions } from '#core/identity/server/sessions/sessions.service.ts';
import { mayStep } from '../vendors.rules.ts';
import { changeVendor, lockVendor } from './vendors.queries.ts';

/** Its customers are the operator's from now on, with all that they hold, and nobody of it acts for them any more. */
export async function letGo(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  await handOver(tx, accountId);
  await changeStanding(tx, accountId, { kind: 'customer' });
  await endSessions(ctx, tx, { choice: { actingFrom: accountId }, reason: 'acting-ended' });
}

const ends = { rejected: { action: 'vendors.rejected' }, terminated: { action: 'vendors.terminated' } } as const;
/** Before an account is erased: it is no vendor any more and asks for nothing, so that its rows may go. */
export async function endVendor(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const row = await lockVendor(tx, accountId);
  if (row === null) return;
  const to = row.state === 'applied' ? 'rejected' : 'terminated';
  if (!mayStep(row.state, to)) return;
  await changeVendor(tx, accountId, { state: to, reason: 'erased', changedAt: new Date(ctx.now()) });
  if (to === 'terminated') await letGo(ctx, tx, accountId);
  await record(ctx, tx, { action: ends[to].action, subjectKind: 'account', subjectId: accountId, data: { from: row.state } });
}
