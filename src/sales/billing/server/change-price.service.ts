/** What a change costs: the unused part of the old price back, the same part of the new one asked for, each as a line of its own. */
import { Failure } from '#kit/errors.ts';
import { money } from '#kit/money.ts';
import type { Db } from '#kit/server/db/db.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { type Coupon, findCouponById, type Sold } from '#sales/plans/server/sold.service.ts';
import { countInvoice } from '../amounts.rules.ts';
import { type ChangeTiming, timingOf } from '../change.rules.ts';
import { type Period, periodAt } from '../period.rules.ts';
import { prorate, type ProrationLine } from '../proration.rules.ts';
import { type AddonSold, addonTitle } from './addons.service.ts';
import type { GivenBack, SellerRow, SubscriptionRow } from './billing.table.ts';
import type { BuyerRow } from './parties.queries.ts';
import { invoiceOfPeriod, linesOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { addonSetups, discountsOf, type Item, planItems, type Priced, priced, takesOff, taxFor } from './price.service.ts';
import { uncheckedBy } from './tax-waiting.service.ts';

/** What is held, and what is wanted instead. `at`: epoch milliseconds from which it is priced. */
export type Changing = {
  row: SubscriptionRow;
  from: Sold;
  to: Sold;
  seats: number;
  addons: { from: readonly AddonSold[]; to: readonly AddonSold[] };
  seller: SellerRow;
  buyer: BuyerRow;
  locale: string;
  at: number;
};
/**
 * `back`: what goes back by a credit note of its own. `charged`: what is asked for, by itself, where more is given back than that: no invoice
 * comes to less than nothing.
 */
export type PricedChange = { when: ChangeTiming; span: Period; priced: Priced; charged: Priced | null; back: GivenBack | null };

/** `addons`: by their plan. */
type Parts = { plan: bigint; seats: bigint; addons: ReadonlyMap<string, bigint> };
type PricedPlan = { sold: Sold; seats: number; addons: readonly AddonSold[] };
/** What a period of it costs as the prices are, less what a coupon takes off. */
function partsOf({ sold, seats, addons }: PricedPlan, coupon: Coupon | null): Parts {
  const { amount, seatAmount } = sold.price;
  const line = (kind: 'plan' | 'seats' | 'addon') => ({
    tax: { category: 'O' as const, rate: 0 },
    discountable: takesOff(coupon, kind),
  });
  const { lines } = countInvoice({
    currency: sold.price.currency,
    inclusive: 'net',
    lines: [
      { ...line('plan'), id: 'plan', quantity: 1n, unit: amount },
      { ...line('seats'), id: 'seats', quantity: BigInt(seats), unit: seatAmount ?? 0n },
      ...addons.map((one) => ({
        ...line('addon'),
        ...{ id: one.sold.plan.id, quantity: BigInt(one.quantity), unit: one.sold.price.amount },
      })),
    ],
    discounts: discountsOf(coupon),
  });
  const [plan, own, ...rest] = lines;
  return { plan: plan?.net ?? 0n, seats: own?.net ?? 0n, addons: new Map(rest.map((one) => [one.id, one.net])) };
}
const fullOf = (held: PricedPlan): bigint => {
  const { plan, seats, addons } = partsOf(held, null);
  return [...addons.values()].reduce((sum, one) => sum + one, plan + seats);
};

const folder = new URL('../text/', import.meta.url);
async function details(locale: string): Promise<{ unused: string; rest: string }> {
  const found = await wordsFrom(folder, { locale, keys: ['lines.unused', 'lines.rest'] });
  const [unused = '', rest = ''] = found?.words ?? [];
  return { unused, rest };
}

type Titles = Record<'plan' | 'seats', string>;
async function titlesOf(sold: Sold, locale: string): Promise<Titles> {
  const items = await planItems({
    sold: { ...sold, price: { ...sold.price, seatAmount: 0n } },
    seats: 1,
    addons: [],
    locale,
    span: null,
    first: 'no',
  });
  return { plan: items[0]?.title ?? '', seats: items[1]?.title ?? '' };
}
const itemOf = (line: ProrationLine, title: string, detail: string): Item => ({
  kind: line.kind,
  title,
  detail,
  quantity: 1n,
  unit: line.amount.minor,
  discountable: false,
  span: { start: line.start, end: line.end },
  explained: { full: Number(line.full.minor), left: Number(line.left), total: Number(line.total) },
});

/** The coupon as it counted for the present period, and as it counts for another plan. */
async function couponsFor(db: Db, { row, to }: Changing, claim: InvoiceRow | null) {
  const coupon = row.couponId === null ? null : await findCouponById(db, row.couponId);
  const lines = coupon === null || claim === null ? [] : await linesOf(db, claim.id);
  const counted = (claim?.discountTotal ?? 0n) > 0n || lines.some((line) => line.explained?.coupon !== undefined);
  const counts = counted ? coupon : null;
  const covers = (one: Coupon | null) => (one?.planIds != null && !one.planIds.includes(to.plan.id) ? null : one);
  return { before: counts, now: covers(counts), next: covers(row.couponLeft === 0 ? null : coupon) };
}

type Step = { period: Period; next: Period; old: Parts; now: Parts; coupon: Coupon | null };
const spanOf = ({ row }: Changing): Period => ({ start: row.periodStart?.getTime() ?? 0, end: row.periodEnd?.getTime() ?? 0 });

type Words = { words: { unused: string; rest: string }; tax: Pick<Item, 'tax'> };
/** The same of add-ons, each by itself; one that is new is set up. */
async function addonItems({ row, addons, locale, at }: Changing, step: Step, { words, tax }: Words): Promise<Item[]> {
  const of = (amount: bigint) => (amount === 0n ? null : { unit: money(amount, row.currency), quantity: 1n });
  const coupon = step.coupon !== null && takesOff(step.coupon, 'addon') ? { coupon: step.coupon.id } : {};
  const like = (one: AddonSold) => (other: AddonSold) => other.sold.plan.id === one.sold.plan.id;
  const added = addons.to.filter((one) => !addons.from.some(like(one)));
  const lines = [...addons.from, ...added].flatMap((one): Item[] => {
    const [was, is] = [step.old, step.now].map((parts) => parts.addons.get(one.sold.plan.id) ?? 0n);
    if (was === undefined || is === undefined || (step.period === step.next && was === is)) return [];
    const [before, after] = [of(was), of(is)];
    const back = before === null ? [] : prorate({ period: step.period, at, old: before, next: null }).lines;
    const start = Math.max(at, step.next.start);
    const asked = after === null ? [] : prorate({ period: step.next, at: start, old: null, next: after }).lines;
    const title = addonTitle(one, locale);
    return [
      ...back.map((line) => ({ ...itemOf(line, title, words.unused), ...tax })),
      ...asked.map((line) => {
        const item = itemOf(line, title, step.next === step.period ? words.rest : '');
        return { ...item, explained: { ...item.explained, ...coupon } };
      }),
    ];
  });
  return [...lines, ...(await addonSetups(added, locale))];
}

/** Credits and charges, thing by thing; what stays as it is has no line. */
async function itemsOf(change: Changing, step: Step, claim: InvoiceRow | null): Promise<Item[]> {
  const { row, from, to, locale, at } = change;
  const [words, before, after] = await Promise.all([details(locale), titlesOf(from, locale), titlesOf(to, locale)]);
  const same = from.plan.id === to.plan.id && from.version.version === to.version.version && step.period === step.next;
  const of = (minor: bigint) => (minor === 0n ? null : { unit: money(minor, row.currency), quantity: 1n });
  const facts = claim?.taxFacts ?? null;
  const tax = facts === null ? {} : { tax: { category: facts.category, rate: facts.rate, code: facts.code } };
  const coupon = step.coupon === null ? {} : { coupon: step.coupon.id };
  const ofAddons = await addonItems(change, step, { words, tax });
  // a period that a coupon pays for begins with an invoice as well: what counts in it is read there
  const free = step.period !== step.next && step.coupon !== null && to.price.amount > 0n;
  const ofPlan = (['plan', 'seats'] as const).flatMap((thing): Item[] => {
    const old = of(step.old[thing]);
    const next = free && thing === 'plan' ? { unit: money(step.now.plan, row.currency), quantity: 1n } : of(step.now[thing]);
    if (same && step.old[thing] === step.now[thing]) return [];
    const back = old === null ? [] : prorate({ period: step.period, at, old, next: null }).lines;
    const asked = next === null ? [] : prorate({ period: step.next, at: Math.max(at, step.next.start), old: null, next }).lines;
    return [
      ...back.map((line) => ({ ...itemOf(line, before[thing], words.unused), ...tax })),
      ...asked.map((line) => {
        const item = itemOf(line, after[thing], step.next === step.period ? words.rest : '');
        return { ...item, explained: { ...item.explained, ...coupon } };
      }),
    ];
  });
  return [...ofPlan, ...ofAddons];
}

/** Whether add-ons go and nothing else changes: they were had until the end of the period, whatever they cost. */
function onlyLess({ row, from, to, seats, addons }: Changing): boolean {
  const grows = addons.to.some(
    (one) => (addons.from.find((held) => held.sold.plan.id === one.sold.plan.id)?.quantity ?? 0) < one.quantity,
  );
  const same = from.plan.id === to.plan.id && from.price.period === to.price.period && seats === row.seats;
  return same && from.version.version === to.version.version && !grows;
}

/**
 * What is given back carries the tax that was asked for it. Where another category counts today both cannot stand on one claim: it goes back
 * by a credit note on the claim that asked for it, once the change counts.
 */
function takenApart(change: Changing, claim: InvoiceRow | null, items: readonly Item[]) {
  const { row, seller, buyer, to, at } = change;
  const today = taxFor({ seller, place: buyer, at }, 'charge');
  const asked = claim?.taxFacts ?? null;
  const of = { seller, place: buyer, currency: row.currency, inclusive: to.price.inclusive, coupon: null, at };
  // another rate of the same category may stand beside it, as long as the claim comes to something
  const fits =
    today.kind !== 'decided' ||
    (asked?.category === today.category && (asked.rate === today.rate || priced({ ...of, items }).totals.gross >= 0n));
  const old = items.filter((one) => one.tax !== undefined);
  if (claim === null || asked === null || fits || old.length === 0) return { items, back: null };
  const { gross } = priced({ ...of, items: old }).totals;
  const back = gross < 0n ? { invoiceId: claim.id, amount: Number(-gross) } : null;
  return { items: items.filter((one) => one.tax === undefined), back };
}

/** Preview, charge and forecast share this calculation. Throws `offer_gone`. */
export async function reckonChange(db: Db, change: Changing): Promise<PricedChange> {
  const { row, from, to, seats, addons, seller, buyer, at } = change;
  // amounts with tax and amounts without it cannot stand on one invoice
  if (from.price.inclusive !== to.price.inclusive) throw new Failure('offer_gone');
  const every = to.price.period === 'year' ? 'year' : 'month';
  const when = onlyLess(change)
    ? 'end'
    : timingOf(
        {
          period: row.period === 'year' ? 'year' : 'month',
          full: fullOf({ sold: from, seats: row.seats, addons: addons.from }),
        },
        { period: every, full: fullOf({ sold: to, seats, addons: addons.to }) },
      );
  const claim = await invoiceOfPeriod(db, { subscriptionId: row.id, startsAt: row.periodStart });
  const coupons = await couponsFor(db, change, claim);
  const period = spanOf(change);
  const switches = every !== row.period;
  const next: Period = switches ? periodAt({ anchor: at, every, zone: row.anchorZone }, 0) : period;
  const old = partsOf({ sold: from, seats: row.seats, addons: addons.from }, coupons.before);
  const coupon = switches ? coupons.next : coupons.now;
  const now = partsOf({ sold: to, seats, addons: addons.to }, coupon);
  const all = when === 'now' && row.state !== 'trialing' ? await itemsOf(change, { period, next, old, now, coupon }, claim) : [];
  const { items, back } = takenApart(change, claim, all);
  const unchecked = uncheckedBy({ seller, since: buyer.changedAt, now: at });
  const of = { seller, place: buyer, currency: row.currency, inclusive: to.price.inclusive, coupon: null, at, unchecked };
  const whole = priced({ ...of, items });
  const asked = items.filter((one) => one.kind !== 'credit');
  const charged = whole.totals.gross < 0n && asked.length > 0 ? priced({ ...of, items: asked }) : null;
  return { when, back, span: { start: at, end: next.end }, priced: whole, charged };
}
