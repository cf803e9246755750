/** What begins before its money is here (business rules §5.6): the first plan of an account that pays by transfer, where its seller trusts. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import { type Period, periodAt } from '../period.rules.ts';
import { dun } from './dunning.service.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { anyUnpaid } from './open-claims.queries.ts';
import { changeSubscription, insertPeriod } from './subscriptions.queries.ts';
import { termsBetween } from './terms.queries.ts';
import { markOnce, mayTry } from './trial.service.ts';

/** Days for which a seller trusts an account. `given`: to everybody, or by its own word about this one. */
export type Trust = { days: number; given: 'to everybody' | 'to this one' };
export async function trustIn(db: Db, { seller, accountId }: { seller: SellerRow; accountId: string }): Promise<Trust> {
  const own = (await termsBetween(db, { accountId, sellerId: seller.accountId }))?.trust ?? null;
  return own === null ? { days: seller.trustDays, given: 'to everybody' } : { days: own.days, given: 'to this one' };
}

type TrustRequest = { accountId: string; email: string; sellerId: string; by: 'card' | 'transfer'; toPay: number; trust: Trust };
/**
 * Once for each account and each mailbox, as with trials: a customer who had a plan has shown how it pays. Trust that the seller gave to
 * this very account counts each time, as long as it left nothing unpaid.
 */
export async function trustOnce(ctx: Ctx, tx: Db, { by, toPay, trust, ...of }: TrustRequest): Promise<boolean> {
  if (by !== 'transfer' || toPay <= 0 || trust.days <= 0) return false;
  if (trust.given === 'to everybody') return (await mayTry(ctx, { all: tx, own: tx }, of)) && markOnce(ctx, tx, of);
  if (await anyUnpaid(tx, { ...of, now: new Date(ctx.now()) })) return false;
  await markOnce(ctx, tx, of);
  return true;
}

const dayMs = 86_400_000;
/** Days until the money has to be here: those that the seller gives, and never as many as the first period has. */
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
    new Date(periodAt({ anchor, every: row.period === 'year' ? 'year' : 'month', zone: row.anchorZone }, 0).end),
  ];
  await insertPeriod(tx, { subscriptionId: row.id, startsAt: periodStart, endsAt: periodEnd, invoiceId: invoice.id });
  await dun(ctx, tx, await changeSubscription(tx, row.id, { periodStart, periodEnd }));
}
