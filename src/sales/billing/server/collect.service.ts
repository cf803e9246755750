/** Charging the stored card for a claim, without its holder. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { dayIn } from '../days.rules.ts';
import { FIRST_CHARGE } from '../dunning.rules.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { changeInvoice } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { sellerById } from './parties.queries.ts';
import { CHARGE_JOB } from './pay.service.ts';

/** Charges the card in the background; without one, or by transfer, the claim waits for its due date. */
export async function collect(ctx: Ctx, tx: Db, { row, invoice }: { row: SubscriptionRow; invoice: InvoiceRow }): Promise<void> {
  if (invoice.state !== 'open' || row.payBy !== 'card') return;
  const seller = await sellerById(tx, row.sellerId);
  // the first charge is this one: dunning goes on with the next step
  const on = dayIn(ctx.now(), seller?.zone ?? 'UTC');
  await changeInvoice(tx, invoice.id, { dunned: [...invoice.dunned, { id: FIRST_CHARGE, on }] });
  await ctx.jobs.enqueue(tx, { job: CHARGE_JOB, payload: { id: invoice.id }, key: invoice.id });
}
