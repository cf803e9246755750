/** What begins before its money is here (business rules §5.6): the first plan of an account that pays by transfer, where its seller trusts. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { dun } from './dunning.service.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { changeSubscription, hadPlan, insertPeriod } from './subscriptions.queries.ts';

type Asked = { accountId: string; by: 'card' | 'transfer'; toPay: number; trustDays: number };
/** Once per account: whoever had a plan has shown how it pays. */
export const isTrusted = async (tx: Db, { accountId, by, toPay, trustDays }: Asked): Promise<boolean> =>
  by === 'transfer' && toPay > 0 && trustDays > 0 && !(await hadPlan(tx, accountId));

/** The first period runs, and what its claim asks for is followed by the steps of dunning. `end`: epoch milliseconds. */
export async function beginOnTrust(
  ctx: Ctx,
  tx: Db,
  { row, invoice, end }: { row: SubscriptionRow; invoice: InvoiceRow; end: number },
): Promise<void> {
  const [periodStart, periodEnd] = [row.anchorAt, new Date(end)];
  await insertPeriod(tx, { subscriptionId: row.id, startsAt: periodStart, endsAt: periodEnd, invoiceId: invoice.id });
  await dun(ctx, tx, await changeSubscription(tx, row.id, { periodStart, periodEnd }));
}
