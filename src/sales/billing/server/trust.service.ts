/** What begins before its money is here (business rules §5.6): the first plan of an account that pays by transfer, where its seller trusts. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { type Period, periodAt } from '../period.rules.ts';
import { dun } from './dunning.service.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { changeSubscription, insertPeriod } from './subscriptions.queries.ts';
import { markOnce, mayTry } from './trial.service.ts';

type Asked = { accountId: string; email: string; sellerId: string; by: 'card' | 'transfer'; toPay: number; trustDays: number };
/** Once for each account and each mailbox, as with trials: whoever had a plan has shown how it pays. Said once, it is used up. */
export async function trustOnce(ctx: Ctx, tx: Db, { by, toPay, trustDays, ...of }: Asked): Promise<boolean> {
  if (by !== 'transfer' || toPay <= 0 || trustDays <= 0 || !(await mayTry(ctx, { all: tx, own: tx }, of))) return false;
  return markOnce(ctx, tx, of);
}

const dayMs = 86_400_000;
/** Days until the money has to be here: those of the seller, and never as many as the first period has. */
export const trustedDays = ({ start, end }: Period, trustDays: number): number =>
  Math.max(0, Math.min(trustDays, Math.floor((end - start) / dayMs) - 1));

/** The first period runs, and what its claim asks for is followed by the steps of dunning. */
export async function beginOnTrust(
  ctx: Ctx,
  tx: Db,
  { row, invoice }: { row: SubscriptionRow; invoice: InvoiceRow },
): Promise<void> {
  const anchor = row.anchorAt.getTime();
  const [periodStart, periodEnd] = [
    row.anchorAt,
    new Date(periodAt({ anchor, every: row.period === 'year' ? 'year' : 'month' }, 0).end),
  ];
  await insertPeriod(tx, { subscriptionId: row.id, startsAt: periodStart, endsAt: periodEnd, invoiceId: invoice.id });
  await dun(ctx, tx, await changeSubscription(tx, row.id, { periodStart, periodEnd }));
}
