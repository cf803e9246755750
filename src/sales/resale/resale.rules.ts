/** Pure decisions about resellers' money. Amounts are minor units; rates are thousandths of a percent. */
import { portion } from '#kit/money.ts';
import type { CouponCovers, PlanKind } from '#sales/plans/plans.rules.ts';
import { dayIn, startOf } from '#sales/billing/days.rules.ts';

export const models = ['commission', 'wholesale'] as const;
export type Model = (typeof models)[number];
export const commissionStates = ['accrued', 'locked', 'payable', 'paid', 'reversed'] as const;
export type CommissionState = (typeof commissionStates)[number];
export const resaleLimits = { name: 80, bankRef: 140, lockDays: 180, rate: 100_000, prices: 200 } as const;
/** Largest amount of one price. */
export const AMOUNT_MAX = 1_000_000_000_000;

/** The part of what was kept of an invoice's net: never of tax, rounded half away from zero once. */
export const commissionOf = (net: bigint, rate: number): bigint => portion(net, BigInt(rate), 100_000n);

/**
 * What to book so that a claim's commission is the agreed part of what is kept of it: a positive amount is earned, a negative one taken back;
 * null: it is right already. `held`: what stands for it.
 */
export function due(of: { kept: bigint; rate: number; held: bigint }): bigint | null {
  const wanted = commissionOf(of.kept, of.rate);
  return wanted === of.held ? null : wanted - of.held;
}

/** A price as both sides look at it; `seatAmount` null: no seats are sold at it; `minuteAmount`: of a thousand minutes above, null: none are charged. */
export type Price = {
  currency: string;
  period: 'month' | 'year' | 'once';
  amount: number;
  seatAmount: number | null;
  minuteAmount?: number | null | undefined;
};
const keyOf = (one: Pick<Price, 'currency' | 'period'>): string => `${one.currency} ${one.period}`;
type Below = { at: number; field: 'amount' | 'seatAmount' | 'minuteAmount'; least: number | null };
/** The first price that asks for less than its floor, or has none, with the least that may be asked. Minutes that are owed for are asked for. */
export function belowFloor(prices: readonly Price[], floors: readonly Price[]): Below | null {
  const by = new Map(floors.map((one) => [keyOf(one), one]));
  for (const [at, one] of prices.entries()) {
    const floor = by.get(keyOf(one));
    if (floor === undefined) return { at, field: 'amount', least: null };
    if (one.amount < floor.amount) return { at, field: 'amount', least: floor.amount };
    if (one.seatAmount !== null && (floor.seatAmount === null || one.seatAmount < floor.seatAmount))
      return { at, field: 'seatAmount', least: floor.seatAmount };
    const [asked, least] = [one.minuteAmount ?? null, floor.minuteAmount ?? null];
    if ((asked === null) !== (least === null) || (asked !== null && least !== null && asked < least))
      return { at, field: 'minuteAmount', least };
  }
  return null;
}

/** What a coupon takes off: thousandths of a percent, or an amount of one currency. */
export type Off = { thousandths: number | null; off: { amount: number; currency: string } | null };
/** The first price whose minutes are not what other prices of its currency have: they are charged by the month, whatever the period is. */
export function minutesMixed(prices: readonly Pick<Price, 'currency' | 'minuteAmount'>[]): number | null {
  const first = new Map<string, number | null>();
  for (const [at, { currency, minuteAmount = null }] of prices.entries()) {
    if ((first.get(currency) ?? minuteAmount) !== minuteAmount || (first.get(currency) === null && minuteAmount !== null))
      return at;
    first.set(currency, minuteAmount);
  }
  return null;
}

/**
 * Whether a coupon makes the price of such a thing less. An amount comes off a plan with its add-ons as a whole, so that it is the plan that has
 * to bear it.
 */
export function makesLess(coupon: { covers: CouponCovers; thousandths: number | null }, kind: PlanKind): boolean {
  if (kind === 'base') return coupon.covers !== 'addons';
  return kind === 'addon' && (coupon.covers === 'addons' || (coupon.covers === 'both' && coupon.thousandths !== null));
}
/** What is left of a price; a part is rounded up, so that no sum of reduced prices ends below the sum of their floors. */
export function reduced(amount: number, { thousandths, off }: Off): number {
  if (thousandths === null) return Math.max(0, amount - (off?.amount ?? 0));
  return Number(BigInt(amount) - (BigInt(amount) * BigInt(thousandths) + 99_999n) / 100_000n);
}
/** The prices as a coupon leaves them; those that it does not count for are left out. An amount comes off the price, not off its seats. */
export const reducedPrices = (prices: readonly Price[], coupon: Off): Price[] =>
  prices
    .filter((one) => coupon.off === null || coupon.off.currency === one.currency)
    .map((one) => ({
      ...one,
      amount: reduced(one.amount, coupon),
      seatAmount: one.seatAmount === null || coupon.thousandths === null ? one.seatAmount : reduced(one.seatAmount, coupon),
    }));

/** What a vendor keeps of a price, in thousandths of a percent of it; null of a price of nothing. */
export const marginOf = (price: number, floor: number): number | null =>
  price === 0 ? null : Number(portion(BigInt(price - floor), 100_000n, BigInt(price)));

/** `2026-10` of a day in November 2026: the newest month that is over. */
export function monthBefore(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
}
/** The first days of a month and of the one after it. */
export function daysOf(month: string): { from: string; until: string } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { from: `${month}-01`, until: `${next}-01` };
}

export type Month = { name: string; from: Date; until: Date; day: string };
/** The newest month that is over in a time zone. `day`: today there. */
export function lastMonth(now: number, zone: string): Month {
  const day = dayIn(now, zone);
  const name = monthBefore(day);
  const { from, until } = daysOf(name);
  return { name, from: new Date(startOf(from, zone)), until: new Date(startOf(until, zone)), day };
}

/**
 * Why a month of a vendor is not settled yet. `vat`: nobody says whether its VAT number is valid. `tax`: no rate of tax is known. `rate`: no exchange
 * rate is. `paper`: what stands on an invoice was not entered.
 */
export const waitReasons = ['vat', 'tax', 'rate', 'paper'] as const;
export type WaitReason = (typeof waitReasons)[number];
