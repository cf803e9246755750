/** What a change costs: the unused part of the old price back, the same part of the new one asked for, each as a line of its own. */
import { Failure } from '#kit/errors.ts';
import { money } from '#kit/money.ts';
import type { Db } from '#kit/server/db.ts';
import { wordsFrom } from '#kit/server/words.ts';
import { type Coupon, findCouponById, type Sold } from '#sales/plans/server/sold.service.ts';
import { countInvoice } from '../amounts.rules.ts';
import { type ChangeTiming, timingOf } from '../change.rules.ts';
import { type Period, periodAt } from '../period.rules.ts';
import { prorate, type ProrationLine } from '../proration.rules.ts';
import type { ProfileRow, SellerRow, SubscriptionRow } from './billing.table.ts';
import { invoiceOfPeriod, linesOf } from './invoices.queries.ts';
import type { InvoiceRow } from './invoices.table.ts';
import { type Item, planItems, type Priced, priced } from './price.service.ts';

/** What is held, and what is wanted instead. `at`: epoch milliseconds from which it is reckoned. */
export type Changing = {
  row: SubscriptionRow;
  from: Sold;
  to: Sold;
  seats: number;
  seller: SellerRow;
  buyer: ProfileRow;
  locale: string;
  at: number;
};
export type ReckonedChange = { when: ChangeTiming; span: Period; priced: Priced };

type Parts = { plan: bigint; seats: bigint };
type Held = { sold: Sold; seats: number };
/** What a period of it costs as the prices are, less what a coupon takes off. */
function partsOf({ sold, seats }: Held, coupon: Coupon | null): Parts {
  const { amount, seatAmount } = sold.price;
  const line = { tax: { category: 'O' as const, rate: 0 }, discountable: true };
  const { lines } = countInvoice({
    currency: sold.price.currency,
    inclusive: 'net',
    lines: [
      { ...line, id: 'plan', quantity: 1n, unit: amount },
      { ...line, id: 'seats', quantity: BigInt(seats), unit: seatAmount ?? 0n },
    ],
    discounts:
      coupon === null
        ? []
        : coupon.thousandths !== null
          ? [{ id: coupon.id, kind: 'percent', thousandths: coupon.thousandths }]
          : [{ id: coupon.id, kind: 'fixed', minor: coupon.amount ?? 0n }],
  });
  return { plan: lines[0]?.net ?? 0n, seats: lines[1]?.net ?? 0n };
}
const fullOf = (held: Held): bigint => {
  const { plan, seats } = partsOf(held, null);
  return plan + seats;
};

const folder = new URL('../text/', import.meta.url);
async function details(locale: string): Promise<{ unused: string; rest: string }> {
  const found = await wordsFrom(folder, { locale, keys: ['lines.unused', 'lines.rest'] });
  const [unused = '', rest = ''] = found?.words ?? [];
  return { unused, rest };
}

type Titles = Record<'plan' | 'seats', string>;
async function titlesOf({ sold }: Held, locale: string): Promise<Titles> {
  const items = await planItems({
    sold: { ...sold, price: { ...sold.price, seatAmount: 0n } },
    seats: 1,
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

/** Credits and charges, thing by thing; what stays as it is has no line. */
async function itemsOf(change: Changing, step: Step, claim: InvoiceRow | null): Promise<Item[]> {
  const { row, from, to, seats, locale, at } = change;
  const [words, before, after] = await Promise.all([
    details(locale),
    titlesOf({ sold: from, seats: row.seats }, locale),
    titlesOf({ sold: to, seats }, locale),
  ]);
  const same = from.plan.id === to.plan.id && from.version.version === to.version.version && step.period === step.next;
  const of = (minor: bigint) => (minor === 0n ? null : { unit: money(minor, row.currency), quantity: 1n });
  const facts = claim?.taxFacts ?? null;
  const tax = facts === null ? {} : { tax: { category: facts.category, rate: facts.rate, code: facts.code } };
  const coupon = step.coupon === null ? {} : { coupon: step.coupon.id };
  return (['plan', 'seats'] as const).flatMap((thing): Item[] => {
    const [old, next] = [of(step.old[thing]), of(step.now[thing])];
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
}

/** The one reckoning behind the price that is shown, what is charged, and the forecast. Throws `offer_gone`. */
export async function reckonChange(db: Db, change: Changing): Promise<ReckonedChange> {
  const { row, from, to, seats, seller, buyer, at } = change;
  // amounts with tax and amounts without it cannot stand on one invoice
  if (from.price.inclusive !== to.price.inclusive) throw new Failure('offer_gone');
  const every = to.price.period === 'year' ? 'year' : 'month';
  const when = timingOf(
    { period: row.period === 'year' ? 'year' : 'month', full: fullOf({ sold: from, seats: row.seats }) },
    { period: every, full: fullOf({ sold: to, seats }) },
  );
  const claim = await invoiceOfPeriod(db, { subscriptionId: row.id, startsAt: row.periodStart });
  const coupons = await couponsFor(db, change, claim);
  const period = spanOf(change);
  const switches = every !== row.period;
  const next: Period = switches ? periodAt({ anchor: at, every }, 0) : period;
  const old = partsOf({ sold: from, seats: row.seats }, coupons.before);
  const coupon = switches ? coupons.next : coupons.now;
  const now = partsOf({ sold: to, seats }, coupon);
  const items =
    when === 'now' && row.state !== 'trialing' ? await itemsOf(change, { period, next, old, now, coupon }, claim) : [];
  return {
    when,
    span: { start: at, end: next.end },
    priced: priced({
      seller,
      place: buyer,
      currency: row.currency,
      inclusive: to.price.inclusive,
      items,
      coupon: null,
      at,
    }),
  };
}
