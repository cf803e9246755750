/**
 * Claims whose tax waits for the answer about a VAT number: they ask nobody for money. When the answer is here, or its time is over, they are priced
 * again and numbered (business rules §2, §4.8).
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import { note } from './access.service.ts';
import { missingRate } from './accounting.service.ts';
import { collect } from './collect.service.ts';
import { finalize } from './finalize.service.ts';
import { couponFor } from './held-coupon.service.ts';
import { changeInvoice, linesOf, lockInvoice, putParts } from './invoices.queries.ts';
import type { InvoiceRow, LineRow } from './invoices.table.ts';
import { CARD_HOURS, TRANSFER_DAYS } from './looks.service.ts';
import { type BuyerRow, profileOf, sellerById } from './parties.queries.ts';
import { fitsTax, type GivenBack, givenBackOn } from './minutes-tax.service.ts';
import { putOnInvoice } from './minutes.queries.ts';
import { type Item, ownTaxOn, type BuyerPlace, priced, type Priced, taxFor } from './price.service.ts';
import { moveSubscription } from './standing.service.ts';
import { STUCK_DAYS } from './stuck.service.ts';
import { changeSubscription, lockSubscription } from './subscriptions.queries.ts';
import { dropDraft, pendingOf, type WaitingClaim, waitingForTax } from './tax-waiting.queries.ts';

const [hourMs, dayMs] = [3_600_000, 86_400_000];

type UncheckedVat = { seller: Pick<SellerRow, 'taxFallback'>; since: Date; now: number };
/** What is done while a VAT number is not checked: `since` it is waited for, and the seller says what follows then. */
export const uncheckedBy = ({ seller, since, now }: UncheckedVat): 'wait' | 'charge' =>
  seller.taxFallback === 'charge' && now - since.getTime() > STUCK_DAYS * dayMs ? 'charge' : 'wait';

/** A transfer is due when its period begins; one that was asked for later than that has the days of any invoice. `ahead`: milliseconds. */
export const dueIn = (row: Pick<SubscriptionRow, 'payBy'>, ahead: number): { dueDays?: number } => {
  if (row.payBy !== 'transfer') return { dueDays: 0 };
  return ahead > 0 ? { dueDays: Math.ceil(ahead / dayMs) } : {};
};

/** Has the engine look again in an hour at what waits. */
export const lookInAnHour = (ctx: Ctx, tx: Db, row: SubscriptionRow): Promise<SubscriptionRow> =>
  changeSubscription(tx, row.id, { nextAt: new Date(ctx.now() + hourMs) });

/** What lines charge, to be priced again. What goes back carries the tax that was asked for it. */
const itemsOf = (lines: readonly LineRow[], back: readonly GivenBack[]): Item[] =>
  lines.map(({ position, kind, title, detail, quantity, unit, explained, periodStart, periodEnd }) => ({
    kind,
    title,
    detail,
    quantity,
    unit,
    discountable: kind === 'plan' || kind === 'seats' || kind === 'addon',
    span: periodStart === null || periodEnd === null ? null : { start: periodStart.getTime(), end: periodEnd.getTime() },
    ...(explained === null ? {} : { explained }),
    ...back.filter((one) => one.position === position).map(({ tax }) => ({ tax }))[0],
  }));

type Pricing = {
  invoice: InvoiceRow;
  row: SubscriptionRow | null;
  seller: SellerRow;
  place: BuyerPlace;
  unchecked: 'wait' | 'charge';
};
/** `apart`: rows of minutes that go back with another tax than the claim comes to have, and by a note of their own. */
async function pricedAnew(tx: Db, { invoice, row, ...of }: Pricing): Promise<Priced & { apart: string[] }> {
  const all = await linesOf(tx, invoice.id);
  const back = await givenBackOn(tx, { invoice, lines: all });
  const at = (invoice.cause === 'period' ? invoice.periodStart : null)?.getTime() ?? invoice.createdAt.getTime();
  const today = taxFor({ ...of, at }, of.unchecked);
  const apart = back.filter(({ tax }) => !fitsTax(tax, today));
  const lines = all.filter((line) => !apart.some((one) => one.position === line.position));
  const planId = lines.flatMap((line) => (line.kind === 'plan' ? [line.explained?.['plan']] : []))[0];
  // the claim took one of the periods that its coupon counts for
  const used = row === null ? null : { ...row, couponLeft: row.couponLeft === null ? null : row.couponLeft + 1 };
  const has = invoice.discountTotal > 0n && used !== null && typeof planId === 'string';
  const found = priced({
    ...of,
    currency: invoice.currency,
    inclusive: invoice.inclusive,
    items: itemsOf(lines, back),
    coupon: has ? await couponFor(tx, used, planId) : null,
    at,
  });
  return { ...found, apart: apart.map((one) => one.id) };
}

/** What follows for the subscription from a claim that has its number now. */
async function goOn(ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<void> {
  const row = invoice.subscriptionId === null ? null : await lockSubscription(tx, invoice.subscriptionId);
  if (row === null || invoice.state !== 'open') return;
  const now = ctx.now();
  if (row.state === 'incomplete') {
    // the time to pay begins when there is something to pay
    const window = row.payBy === 'transfer' ? TRANSFER_DAYS * dayMs : CARD_HOURS * hourMs;
    const waits = await changeSubscription(tx, row.id, { nextAt: new Date(now + window) });
    // a purchase for today asks for the card on the page; one with a later start is charged without its holder
    if (row.anchorAt > row.createdAt) await collect(ctx, tx, { row: waits, invoice });
    return;
  }
  const nextAt = new Date(now);
  if (row.state === 'trialing' && row.payBy !== 'card')
    await moveSubscription(ctx, tx, { row, to: 'past_due', reason: 'trial over', change: { nextAt } });
  else await changeSubscription(tx, row.id, { nextAt });
}

/** `valid`: a person saw the proof that the number is; `charge`: nobody waits any longer; `wait`: only when the answer is here; `try`: nor for a rate. */
export type Decision = 'wait' | 'charge' | 'valid' | 'try';
/** By hand what was written by hand: a person looks again where the amount is another one than they saw. */
async function backToDraft(ctx: Ctx, tx: Db, invoice: InvoiceRow): Promise<InvoiceRow> {
  const { accountId, sellerId } = invoice;
  await note(ctx, tx, { accountId, sellerId, kind: 'invoice.tax_known', fromState: 'pending_tax', toState: 'draft' });
  return changeInvoice(tx, invoice.id, { state: 'draft' });
}

/** Whether it is for something that ended before it began. */
function isNeverHad(row: SubscriptionRow, { cause, periodStart }: InvoiceRow): boolean {
  if (row.endedAt === null) return false;
  if (cause === 'start' || cause === 'pass') return row.periodStart === null;
  return cause === 'period' && row.periodEnd !== null && periodStart !== null && periodStart >= row.periodEnd;
}

/**
 * Prices a locked claim again, and numbers it when its tax is known, and its exchange rate; it waits on otherwise. The subscription is locked before it.
 * What ended before it began is asked for no longer: its claim is gone, and `void` is answered.
 */
export async function settleTax(
  ctx: Ctx,
  tx: Db,
  { invoice, decision }: { invoice: InvoiceRow; decision: Decision },
): Promise<InvoiceRow> {
  if (invoice.state !== 'pending_tax') return invoice;
  const row = invoice.subscriptionId === null ? null : await lockSubscription(tx, invoice.subscriptionId);
  if (row !== null && isNeverHad(row, invoice)) {
    await dropOnePending(ctx, tx, invoice);
    return { ...invoice, state: 'void' };
  }
  const seller = await sellerById(tx, invoice.sellerId);
  const buyer = await profileOf(tx, invoice.accountId);
  if (seller === null || buyer === null) return invoice;
  const since = buyer.changedAt < invoice.createdAt ? buyer.changedAt : invoice.createdAt;
  const unchecked = decision === 'charge' || decision === 'try' ? 'charge' : uncheckedBy({ seller, since, now: ctx.now() });
  const place = ownTaxOn(invoice, decision === 'valid' ? seenValid(ctx, buyer) : buyer);
  const found = await pricedAnew(tx, { invoice, row, seller, place, unchecked });
  if (found.facts === null) return invoice.taxFacts === null ? invoice : changeInvoice(tx, invoice.id, { taxFacts: null });
  const { lines: linesTotal, discounts: discountTotal, net, tax, gross: total } = found.totals;
  const same = total === invoice.total;
  await putOnInvoice(tx, found.apart, null);
  await putParts(tx, invoice.id, {
    lines: found.lines.map((line) => ({ ...line, invoiceId: invoice.id })),
    taxes: found.taxes.map((one) => ({ ...one, invoiceId: invoice.id })),
  });
  const draft = await changeInvoice(tx, invoice.id, { linesTotal, discountTotal, net, tax, total, taxFacts: found.facts });
  if (invoice.cause === 'manual' && decision === 'wait' && !same) return backToDraft(ctx, tx, draft);
  if (decision !== 'try' && (await missingRate(ctx, tx, { of: draft, seller })) !== null) return draft;
  const start = invoice.periodStart?.getTime() ?? ctx.now();
  const due = row === null || row.state === 'incomplete' ? {} : dueIn(row, start - ctx.now());
  const numbered = await finalize(ctx, tx, { draft, seller, buyer, ...due, ...(decision === 'try' ? { rate: 'none' } : {}) });
  await goOn(ctx, tx, numbered);
  await ctx.bus.push(tx, { topic: `account:${invoice.accountId}`, kind: 'billing' });
  return numbered;
}

const seenValid = (ctx: Ctx, buyer: BuyerRow): BuyerRow => ({
  ...buyer,
  vatCheck: { check: 'valid', at: ctx.now(), requestId: null, name: null, address: null },
});

/** Claims that nobody waits for any more: they never had a number, and go without a trace but the note. */
export async function dropPending(ctx: Ctx, tx: Db, row: Pick<SubscriptionRow, 'id' | 'accountId' | 'sellerId'>): Promise<void> {
  for (const one of await pendingOf(tx, row.id)) await dropOnePending(ctx, tx, one);
}
/** One of them. */
export async function dropOnePending(ctx: Ctx, tx: Db, seen: InvoiceRow): Promise<void> {
  const locked = await lockInvoice(tx, seen.id);
  if (locked === null || locked.state !== 'pending_tax') return;
  const { accountId, sellerId, subscriptionId, cause } = locked;
  await changeInvoice(tx, seen.id, { state: 'draft' });
  await dropDraft(tx, seen.id);
  await note(ctx, tx, {
    accountId,
    sellerId,
    ...(subscriptionId === null ? {} : { subscriptionId }),
    kind: 'invoice.dropped',
    fromState: 'pending_tax',
    data: { cause },
  });
}

const PAGE = 100;
/**
 * Looks at the claims that wait, of one account or of all, and numbers those whose answer is here or whose time is over. Returns how many. One that
 * fails holds up none of the others; its error is thrown at the end.
 */
export async function settleTaxes(ctx: Ctx, accountId: string | null): Promise<number> {
  let done = 0;
  let after: string | null = null;
  const failed: unknown[] = [];
  for (;;) {
    const page: WaitingClaim[] = await waitingForTax(ctx.system.read, { accountId, after, limit: PAGE });
    for (const one of page) {
      if (await settleOne(ctx, one).catch((error: unknown) => void failed.push(error))) done += 1;
      after = one.id;
    }
    if (page.length < PAGE) break;
  }
  if (failed.length > 0) throw new AggregateError(failed, 'the tax of claims could not be settled');
  return done;
}

const settleOne = (ctx: Ctx, of: { id: string; subscriptionId: string | null }): Promise<boolean> =>
  ctx.system.write(async (tx) => {
    // in the order in which everybody here locks
    if (of.subscriptionId !== null) await lockSubscription(tx, of.subscriptionId);
    const invoice = await lockInvoice(tx, of.id);
    return invoice?.state === 'pending_tax' && (await settleTax(ctx, tx, { invoice, decision: 'wait' })).state !== 'pending_tax';
  });
