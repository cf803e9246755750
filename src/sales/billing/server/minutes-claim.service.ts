/** Minutes on invoices: with the next period, or on an invoice of their own where no period comes soon. Each stands on one invoice, once. */
import { formatDay } from '#kit/dates.ts';
import { formatMoney, money } from '#kit/money.ts';
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { addDays, monthEnd } from '#meet/usage/usage.rules.ts';
import { startOf } from '../days.rules.ts';
import { RATE_MINUTES } from '../minutes.rules.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import type { Coupon, Sold } from '#sales/plans/server/sold.service.ts';
import { countInvoice } from '../amounts.rules.ts';
import { claim } from './claim.service.ts';
import type { MinuteChargeRow } from './minutes.table.ts';
import { leftToGive } from './minutes-over.service.ts';
import { fitsTax } from './minutes-tax.service.ts';
import { putOnInvoice, taxOfMonth, waitingCharges, withoutInvoice } from './minutes.queries.ts';
import { CHARGE_JOB } from './pay.service.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import { discountsOf, type Item, priced, takesOff, taxFor } from './price.service.ts';
import type { TaxDecision } from '#sales/tax/tax.rules.ts';
import { changeSubscription, lockSubscription } from './subscriptions.queries.ts';

const folder = new URL('../text/', import.meta.url);
const keys = ['lines.minutes', 'lines.minutesLate', 'lines.used', 'lines.included', 'lines.perThousand'];
const dayMs = 86_400_000;
/** Days within which a period has to come for its invoice to take minutes up. */
const SOON_DAYS = 31;
/** Days after which minutes that no invoice took up get one of their own, or a credit note. */
export const OLD_DAYS = 40;
const BATCH = 100;

const monthSpan = (month: string, zone: string) => ({
  start: startOf(month, zone),
  end: startOf(addDays(monthEnd(month), 1), zone),
});
const isNothing = (one: Item): boolean => one.unit === 0n;

/** One line for a row. What is given back carries the tax that was asked for it. */
export async function itemOf(db: Db, one: MinuteChargeRow, { locale, zone }: { locale: string; zone: string }): Promise<Item> {
  const found = await wordsFrom(folder, { locale, keys });
  const [title = '', late = '', usedWord = '', includedWord = '', rateWord = ''] = found?.words ?? [];
  const number = new Intl.NumberFormat(locale);
  const month = formatDay(one.month, 'month', locale);
  const of = (word: string, value: string) => `${word}: ${value}`;
  const used = of(usedWord, number.format(one.minutes));
  const rate = of(rateWord, formatMoney(money(one.rate, one.currency), locale));
  const parts = one.turn === 0 ? [month, used, of(includedWord, number.format(one.included)), rate] : [month, used, rate];
  const tax = one.amount < 0n ? await taxOfMonth(db, one) : null;
  return {
    kind: 'minutes',
    title: one.turn === 0 ? title : late,
    detail: parts.join(' · '),
    quantity: 1n,
    unit: one.amount,
    discountable: false,
    span: monthSpan(one.month, zone),
    explained: {
      ...{ month: one.month, turn: one.turn, minutes: one.minutes, included: one.included, billed: one.billed },
      ...{ rate: Number(one.rate), per: RATE_MINUTES },
    },
    ...(tax === null ? {} : { tax }),
  };
}

type MinuteItems = { items: Item[]; ids: string[] };
/** `today`: the tax that the claim is asked with. */
type Claiming = {
  row: SubscriptionRow;
  items: readonly Item[];
  coupon: Coupon | null;
  inclusive: boolean;
  locale: string;
  zone: string;
  today: TaxDecision | null;
};
/** What lines come to as their prices are, less what a coupon takes off: it takes nothing off what is given back. */
function sumOf(items: readonly Item[], { currency, coupon }: { currency: string; coupon: Coupon | null }): bigint {
  const lines = items.map((one, at) => ({
    ...{ id: String(at), quantity: one.quantity, unit: one.unit, tax: { category: 'O' as const, rate: 0 } },
    discountable: one.discountable && takesOff(coupon, one.kind),
  }));
  return countInvoice({ currency, inclusive: 'net', lines, discounts: discountsOf(coupon) }).totals.net;
}

/**
 * What waits, as lines beside those of a claim. What is given back stays away where the claim would come to less than nothing, and waits for the
 * next one; so does what was priced with tax in it, or in another currency, where the claim is not.
 */
async function minuteItems(db: Db, { row, items, coupon, inclusive, locale, zone, today }: Claiming): Promise<MinuteItems> {
  const found: MinuteItems = { items: [], ids: [] };
  let sum = sumOf(items, { currency: row.currency, coupon });
  const rows = (await waitingCharges(db, row.id)).filter((one) => one.currency === row.currency && one.inclusive === inclusive);
  // what was credited meanwhile is no line: a note settles what is left of it
  const left = await leftToGive(db, rows);
  const [asked, back] = [rows.filter((one) => one.amount > 0n), rows.filter((one) => left.get(one.id) === -one.amount)];
  for (const one of [...asked, ...back]) {
    if (sum + one.amount < 0n) continue;
    const item = await itemOf(db, one, { locale, zone });
    if (!fitsTax(item.tax, today)) continue;
    sum += one.amount;
    found.items.push(item);
    found.ids.push(one.id);
  }
  return found;
}
export const bindMinutes = putOnInvoice;

type Charged = Omit<Claiming, 'inclusive' | 'zone' | 'today'> & {
  cause: 'start' | 'period';
  price: Pick<Sold['price'], 'minuteAmount' | 'inclusive'>;
  seller: SellerRow;
};
/** The lines of a claim with those of minutes after them; a plan whose minutes cost nothing more costs no look. */
export async function withMinutes(db: Db, { row, cause, price, items, coupon, locale, seller }: Charged): Promise<MinuteItems> {
  if (cause !== 'period' || price.minuteAmount === null) return { items: [...items], ids: [] };
  const place = await profileOf(db, row.accountId);
  const at = row.periodEnd?.getTime() ?? seller.changedAt.getTime();
  const today = place === null ? null : taxFor({ seller, place, at }, 'charge');
  const found = await minuteItems(db, { row, items, coupon, inclusive: price.inclusive, locale, zone: seller.zone, today });
  return { items: [...items, ...found.items], ids: found.ids };
}

/** An invoice of what waits, priced in the same way; nothing when it does not come to more than nothing. */
async function claimMinutes(
  ctx: Ctx,
  tx: Db,
  { row, currency, inclusive }: { row: SubscriptionRow; currency: string; inclusive: boolean },
): Promise<void> {
  const seller = await sellerById(tx, row.sellerId);
  const buyer = await profileOf(tx, row.accountId);
  const account = await findStanding(tx, row.accountId);
  if (seller === null || buyer === null || account === null) return;
  const { locale } = account;
  const today = taxFor({ seller, place: buyer, at: ctx.now() }, 'charge');
  const waiting = { row: { ...row, currency }, items: [], coupon: null, inclusive, locale, zone: seller.zone, today };
  const waits = await minuteItems(tx, waiting);
  if (waits.items.every(isNothing) || waits.items.reduce((sum, one) => sum + one.unit, 0n) <= 0n) return;
  const spans = waits.items.flatMap((one) => (one.span === null ? [] : [one.span]));
  const invoice = await claim(ctx, tx, {
    ...{ seller, buyer, cause: 'use', currency, inclusive, locale, subscriptionId: row.id },
    priced: priced({ seller, place: buyer, currency, inclusive, items: waits.items, coupon: null, at: ctx.now() }),
    span: { start: Math.min(...spans.map((one) => one.start)), end: Math.max(...spans.map((one) => one.end)) },
    ...(row.payBy === 'card' && row.endedAt === null ? { dueDays: 0 } : {}),
  });
  await putOnInvoice(tx, waits.ids, invoice.id);
  if (invoice.state !== 'open') return;
  if (row.payBy === 'card' && row.endedAt === null)
    await ctx.jobs.enqueue(tx, { job: CHARGE_JOB, payload: { id: invoice.id }, key: invoice.id });
  // the engine looks at what is due, and at the days on which it is
  if (['active', 'paused', 'canceled'].includes(row.state)) await changeSubscription(tx, row.id, { nextAt: new Date(ctx.now()) });
}

/** Writes invoices for minutes that no period takes up soon. Returns of how many subscriptions; one that fails holds up no other. */
export async function billMinutes(ctx: Ctx): Promise<number> {
  if (ctx.actor.kind !== 'system') throw notAllowed('subscriptions.manage');
  const of = { far: new Date(ctx.now() + SOON_DAYS * dayMs), old: new Date(ctx.now() - OLD_DAYS * dayMs), limit: BATCH };
  const failed: unknown[] = [];
  let done = 0;
  const bill = (id: string) =>
    ctx.system
      .write(async (tx) => {
        const row = await lockSubscription(tx, id);
        if (row === null) return;
        const kinds = new Map((await waitingCharges(tx, id)).map((one) => [`${one.currency} ${one.inclusive}`, one] as const));
        for (const { currency, inclusive } of kinds.values()) await claimMinutes(ctx, tx, { row, currency, inclusive });
      })
      .catch((error: unknown) => void failed.push(error));
  for (let after: string | null = null, left = true; left; ) {
    const ids: string[] = await withoutInvoice(ctx.system.read, { ...of, after });
    for (const id of ids) await bill(id);
    done += ids.length;
    after = ids.at(-1) ?? null;
    left = ids.length === BATCH;
  }
  if (failed.length > 0) throw new AggregateError(failed, 'minutes could not be billed');
  return done;
}
