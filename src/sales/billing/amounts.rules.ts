/**
 * What an invoice comes to: lines, what discounts take off, tax by group, totals. The one place that knows it, for a preview as for what is charged.
 * Rounded half away from zero, once for each line or group; what is spread over lines goes by largest remainder, so that parts add up. Everything
 * that comes out fits EN 16931: sums are exact, and the tax of a group is its base times its rate to within one minor unit.
 */
import { money, portion, spread } from '#kit/money.ts';
import type { TaxCategory } from '#sales/tax/tax.rules.ts';

/** Thousandths of a percent in the whole. */
const WHOLE = 100_000n;

/** `unit` in minor units, negative for a credit; `rate` in thousandths of a percent. */
export type LineWish = {
  id: string;
  quantity: bigint;
  unit: bigint;
  tax: { category: TaxCategory; rate: number };
  discountable: boolean;
};
/** Each takes from what those before it left. `thousandths` of a percent: 12.5 % is 12500. */
export type DiscountWish = { id: string; kind: 'percent'; thousandths: number } | { id: string; kind: 'fixed'; minor: bigint };
/** `inclusive`: whether the prices of the lines, and fixed discounts, are with tax in them (`gross`) or without (`net`). */
export type InvoiceWish = {
  currency: string;
  inclusive: 'net' | 'gross';
  lines: readonly LineWish[];
  discounts: readonly DiscountWish[];
};

/** Amount before the discount, the discount (positive when it takes off), and the rest. */
export type Parts = { amount: bigint; discount: bigint; net: bigint };
/** Without tax. `shown`: the same as the prices are, with tax in them where they are so. */
export type LineAmounts = Parts & { id: string; shown: Parts };
export type TaxGroup = { category: TaxCategory; rate: number; base: bigint; tax: bigint };
export type InvoiceAmounts = {
  currency: string;
  lines: LineAmounts[];
  /** In the order in which they were given, as the prices are; less than wished where there was not more to take. */
  discounts: { id: string; amount: bigint }[];
  groups: TaxGroup[];
  /** `net` = `lines` − `discounts`; `gross` = `net` + `tax`: what is due. Below zero when credits outweigh the rest. */
  totals: { lines: bigint; discounts: bigint; net: bigint; tax: bigint; gross: bigint };
};

const total = (values: readonly bigint[]): bigint => values.reduce((sum, one) => sum + one, 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const atLeastNothing = (value: bigint): bigint => (value < 0n ? 0n : value);

function checked({ lines, discounts }: InvoiceWish): void {
  for (const { tax } of lines)
    if (!Number.isInteger(tax.rate) || tax.rate < 0) throw new RangeError('a rate is a whole number of thousandths of a percent');
  for (const one of discounts) {
    const wrong =
      one.kind === 'fixed'
        ? one.minor < 0n
        : !(Number.isInteger(one.thousandths) && one.thousandths >= 0 && one.thousandths <= 100_000);
    if (wrong) throw new RangeError('a discount takes off a part of the price, and no more than all of it');
  }
}

/** What each discount takes from each line. It never takes a line, or the sum with all credits, below nothing. */
function takeOff({ currency, lines, discounts }: InvoiceWish): { taken: bigint[]; applied: bigint[] } {
  const amounts = lines.map((line) => line.quantity * line.unit);
  const open = lines.map((line, at) => (line.discountable ? atLeastNothing(amounts[at] ?? 0n) : 0n));
  const taken = lines.map(() => 0n);
  let sum = total(amounts);
  const applied = discounts.map((discount) => {
    const there = total(open);
    const wish = discount.kind === 'fixed' ? discount.minor : portion(there, BigInt(discount.thousandths), WHOLE);
    const amount = least(least(wish, there), atLeastNothing(sum));
    if (amount === 0n) return 0n;
    for (const [at, part] of spread(money(amount, currency), open).entries()) {
      open[at] = (open[at] ?? 0n) - part.minor;
      taken[at] = (taken[at] ?? 0n) + part.minor;
    }
    sum -= amount;
    return amount;
  });
  return { taken, applied };
}

/** Whole parts whose sum is exactly `sum`; `exact` are the true ones, as multiples of 1/`whole`. Largest remainder, of either sign. */
function adding(exact: readonly bigint[], whole: bigint, sum: bigint): bigint[] {
  const parts = exact.map((value, at) => {
    const rest = ((value % whole) + whole) % whole;
    return { at, part: (value - rest) / whole, rest };
  });
  const left = Number(sum - total(parts.map((one) => one.part)));
  const order = [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  const lucky = new Set(order.slice(0, left).map((one) => one.at));
  return parts.map(({ at, part }) => part + (lucky.has(at) ? 1n : 0n));
}

type Member = { at: number; shown: Parts };
type Group = { category: TaxCategory; rate: number; members: Member[] };

function grouped(lines: readonly LineWish[], shown: readonly Parts[]): Group[] {
  const groups = new Map<string, Group>();
  for (const [at, { tax }] of lines.entries()) {
    const key = `${tax.category} ${tax.rate}`;
    const group = groups.get(key) ?? { ...tax, members: [] };
    group.members.push({ at, shown: shown[at] ?? { amount: 0n, discount: 0n, net: 0n } });
    groups.set(key, group);
  }
  return [...groups.values()];
}

type Counted = { group: TaxGroup; lines: (Parts & { at: number })[] };

function withoutTax({ category, rate, members }: Group): Counted {
  const base = total(members.map(({ shown }) => shown.net));
  return {
    group: { category, rate, base, tax: portion(base, BigInt(rate), WHOLE) },
    lines: members.map(({ at, shown }) => ({ at, ...shown })),
  };
}

/** Takes the tax out of prices that hold it: base and tax of the group are exactly what was advertised. */
function withTax({ category, rate, members }: Group): Counted {
  const whole = WHOLE + BigInt(rate);
  const gross = total(members.map(({ shown }) => shown.net));
  const base = portion(gross, WHOLE, whole);
  const nets = adding(
    members.map(({ shown }) => shown.net * WHOLE),
    whole,
    base,
  );
  const lines = members.map(({ at, shown }, index) => {
    const net = nets[index] ?? 0n;
    const discount = portion(shown.discount, WHOLE, whole);
    return { at, amount: net + discount, discount, net };
  });
  return { group: { category, rate, base, tax: gross - base }, lines };
}

/**
 * Counts an invoice. Throws `RangeError` for a rate or a discount that is none, and for a currency that ISO 4217 does not know. An amount
 * below zero in `totals.gross` is the account's to keep: it is no invoice.
 */
export function countInvoice(wish: InvoiceWish): InvoiceAmounts {
  checked(wish);
  const { currency } = money(0n, wish.currency);
  const { taken, applied } = takeOff(wish);
  const shown = wish.lines.map(({ quantity, unit }, at): Parts => {
    const [amount, discount] = [quantity * unit, taken[at] ?? 0n];
    return { amount, discount, net: amount - discount };
  });
  const counted = grouped(wish.lines, shown).map(wish.inclusive === 'gross' ? withTax : withoutTax);
  const byLine = new Map(counted.flatMap((one) => one.lines.map(({ at, ...parts }) => [at, parts] as const)));
  const nothing = { amount: 0n, discount: 0n, net: 0n };
  const lines = wish.lines.map(({ id }, at) => ({ id, ...(byLine.get(at) ?? nothing), shown: shown[at] ?? nothing }));
  const groups = counted.map((one) => one.group);
  const [net, tax] = [total(groups.map((one) => one.base)), total(groups.map((one) => one.tax))];
  return {
    currency,
    lines,
    discounts: wish.discounts.map(({ id }, at) => ({ id, amount: applied[at] ?? 0n })),
    groups,
    totals: {
      lines: total(lines.map((one) => one.amount)),
      discounts: total(lines.map((one) => one.discount)),
      net,
      tax,
      gross: net + tax,
    },
  };
}
