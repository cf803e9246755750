/** Minutes that no claim can give back, or none comes for: by a credit note on the invoice that asked for them. */
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { creditable, creditNote } from './credit-notes.service.ts';
import { lockInvoice } from './invoices.queries.ts';
import { itemOf, OLD_DAYS } from './minutes-claim.service.ts';
import { fitsTax } from './minutes-tax.service.ts';
import { putOnInvoice, taxOfMonth, waitingCharges, withBack } from './minutes.queries.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { priced, taxFor } from './price.service.ts';
import { lockSubscription } from './subscriptions.queries.ts';

const BATCH = 1000;

async function giveBackOf(ctx: Ctx, tx: Db, id: string): Promise<void> {
  const row = await lockSubscription(tx, id);
  const seller = row === null ? null : await sellerById(tx, row.sellerId);
  const place = row === null ? null : await profileOf(tx, row.accountId);
  if (seller === null || place === null) return;
  const today = taxFor({ seller, place, at: ctx.now() }, 'charge');
  const old = ctx.now() - OLD_DAYS * 86_400_000;
  for (const one of await waitingCharges(tx, id)) {
    const asked = one.amount < 0n ? await taxOfMonth(tx, one) : null;
    const waits = row?.endedAt === null && one.reckonedAt.getTime() > old;
    // with the same tax it is a line of the next claim
    if (asked === null || (waits && fitsTax(asked, today))) continue;
    const invoice = await lockInvoice(tx, asked.invoiceId);
    if (invoice === null) continue;
    const item = await itemOf(tx, one, { locale: invoice.locale, zone: seller.zone });
    const { currency, inclusive } = one;
    const { gross } = priced({ seller, place, currency, inclusive, items: [item], coupon: null, at: ctx.now() }).totals;
    // what was given back of that invoice in another way is not given back twice
    const most = await creditable(tx, invoice);
    const amount = -gross < most ? -gross : most;
    if (amount <= 0n) continue;
    const written = await creditNote(ctx, tx, { invoice, amount, reason: 'minutes' });
    await putOnInvoice(tx, [one.id], written.id);
  }
}

/**
 * Looks at all that waits to be given back, `limit` at a time; one that fails is told in the log and tried again with the next look. What waits for
 * long holds up nobody: each has its turn.
 */
export async function giveMinutesBack(ctx: Ctx, { limit = BATCH }: { limit?: number } = {}): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('subscriptions.manage');
  for (let after: string | null = null, left = true; left; ) {
    const ids: string[] = await withBack(ctx.system.read, { after, limit });
    for (const id of ids)
      await ctx.system
        .write((tx) => giveBackOf(ctx, tx, id))
        .catch((error: unknown) => ctx.log.error({ error, subscription: id }, 'minutes could not be given back'));
    after = ids.at(-1) ?? null;
    left = ids.length === limit;
  }
}
