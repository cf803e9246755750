import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { providerCustomers } from './billing.table.ts';
import { payments } from './invoices.table.ts';
import { disputes, refunds } from './refunds.table.ts';

/** How payment providers know an account. */
export const customersOf = (db: Db, accountId: string): Promise<{ provider: string; ref: string }[]> =>
  db
    .select({ provider: providerCustomers.provider, ref: providerCustomers.ref })
    .from(providerCustomers)
    .where(eq(providerCustomers.accountId, accountId));

/** Whether money of the account may still move at the provider of cards: a charge or a refund under way, a dispute. */
export async function isMoneyMoving(db: Db, accountId: string): Promise<boolean> {
  const charge = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.accountId, accountId),
        eq(payments.provider, 'card'),
        inArray(payments.state, ['created', 'requires_action', 'processing', 'unknown']),
      ),
    )
    .limit(1);
  const refund = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.accountId, accountId),
        eq(refunds.provider, 'card'),
        inArray(refunds.state, ['created', 'processing', 'unknown']),
      ),
    )
    .limit(1);
  const dispute = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.accountId, accountId), eq(disputes.state, 'open')))
    .limit(1);
  return charge.length + refund.length + dispute.length > 0;
}
