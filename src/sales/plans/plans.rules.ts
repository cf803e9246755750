/** Pure decisions about plans: what makes sense, what makes another version, what may be bought. Amounts are minor units of their currency. */
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { isCurrency } from '#kit/money.ts';
import { enforcedLimits, limitTrouble, type SeatKey } from './limits.rules.ts';

/** `base`: an account has one; `addon`: on top, for as long as it is paid; `pass`: on top, for some hours. */
export const planKinds = ['base', 'addon', 'pass'] as const;
export type PlanKind = (typeof planKinds)[number];
/** `private`: only for those who have its code. `archived`: not sold; its holders keep it. */
export const visibilities = ['public', 'private', 'archived'] as const;
export type Visibility = (typeof visibilities)[number];
export const periods = ['month', 'year', 'once'] as const;
export type Period = (typeof periods)[number];

/** What a coupon takes something off: the plan with its seats, what is bought with it, or both; passes and set-up fees never. */
export const couponCovers = ['plan', 'addons', 'both'] as const;
export type CouponCovers = (typeof couponCovers)[number];

export const planLimits = {
  name: 80,
  summary: 200,
  code: 60,
  coupon: { min: 3, max: 40 },
  /** Currencies times periods of one version. */
  prices: 60,
  trialDays: 365,
  hours: 8784,
  seats: 1_000_000,
  periods: 120,
  uses: 10_000_000,
} as const;
/** Largest amount of one price, in minor units. */
export const AMOUNT_MAX = 1_000_000_000_000;

export const isPlanCode = (text: string): boolean => /^[a-z0-9]([a-z0-9-]{0,58}[a-z0-9])?$/.test(text);
export const isCouponCode = (text: string): boolean => /^[A-Z0-9][A-Z0-9_-]{2,39}$/.test(text);
/** A code made of a name; empty when nothing of it fits. */
export const planCodeOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
    .replace(/-$/, '');

/** Days from the day on which money is due to each step, ascending; `restrict`: nothing new; `cancel`: the end. */
export type PlanDunning = { retries: number[]; reminders: number[]; restrict: number; cancel: number };
export type PlanPrice = {
  currency: string;
  period: Period;
  amount: number;
  setupFee: number;
  /** Of one more seat for one period; null: no seats are sold in it. */
  seatAmount: number | null;
  /** Of a thousand participant minutes above the included ones; null: none are charged. */
  minuteAmount?: number | null | undefined;
  /** Whether tax is in the amounts. */
  inclusive: boolean;
};
/** Most of one add-on on one subscription, and of different ones. */
export const ADDON_MOST = 1000;
export const ADDONS_MOST = 20;
/** How many of an add-on make sense: what adds no number is had or not. */
export const mostOf = (entitlements: LimitValues): number =>
  Object.values(entitlements).some((value) => typeof value === 'number') ? ADDON_MOST : 1;
/** Limits as they cross the wire: what is left out is `undefined` or not there. */
export type LimitValues = { [K in keyof Entitlements]?: Entitlements[K] | undefined };
/** What is never changed once it was sold. */
export type PlanTerms = {
  entitlements: LimitValues;
  trialDays: number;
  trialNeedsMethod: boolean;
  hours: number | null;
  seatKey: SeatKey | null;
  seatMost: number | null;
  dunning: PlanDunning | null;
  prices: PlanPrice[];
};

function limitTroubles(kind: PlanKind, entitlements: LimitValues): Record<string, string> {
  const held = new Map<string, unknown>(Object.entries(entitlements));
  const found: Record<string, string> = {};
  for (const limit of enforcedLimits) {
    const value = held.get(limit.key);
    // an add-on says only what it adds; a plan says everything, because what it leaves out would be a limit of nobody's
    const trouble = value === undefined ? (kind === 'base' ? 'limit_missing' : null) : limitTrouble(limit, value);
    if (trouble !== null) found[`entitlements.${limit.key}`] = trouble;
  }
  if (kind !== 'base' && held.size === 0) found['entitlements'] = 'adds_nothing';
  return found;
}

const isAmount = (amount: number): boolean => Number.isSafeInteger(amount) && amount >= 0 && amount <= AMOUNT_MAX;
function priceTrouble(kind: PlanKind, price: PlanPrice): [field: string, code: string] | null {
  if (!isCurrency(price.currency)) return ['currency', 'unknown_currency'];
  if ((kind === 'pass') !== (price.period === 'once')) return ['period', 'wrong_period'];
  if (!isAmount(price.amount)) return ['amount', 'wrong_amount'];
  if (!isAmount(price.setupFee)) return ['setupFee', 'wrong_amount'];
  if (price.seatAmount !== null && !isAmount(price.seatAmount)) return ['seatAmount', 'wrong_amount'];
  return price.minuteAmount == null || (isAmount(price.minuteAmount) && price.minuteAmount > 0)
    ? null
    : ['minuteAmount', 'wrong_amount'];
}

function priceTroubles(kind: PlanKind, prices: readonly PlanPrice[]): Record<string, string> {
  const found: Record<string, string> = {};
  const seen = new Set<string>();
  const inclusive = new Map<string, boolean>();
  const minutes = new Map<string, number | null>();
  for (const [at, price] of prices.entries()) {
    const trouble = priceTrouble(kind, price);
    if (trouble !== null) found[`prices.${at}.${trouble[0]}`] = trouble[1];
    const place = `${price.currency} ${price.period}`;
    if (seen.has(place)) found[`prices.${at}.period`] = 'price_twice';
    seen.add(place);
    // a month with tax beside a year without cannot be compared by anybody
    if ((inclusive.get(price.currency) ?? price.inclusive) !== price.inclusive) found[`prices.${at}.inclusive`] = 'tax_mixed';
    inclusive.set(price.currency, price.inclusive);
    // minutes are charged by the month, whatever the period of the plan is
    const minute = price.minuteAmount ?? null;
    if (minutes.has(price.currency) && minutes.get(price.currency) !== minute)
      found[`prices.${at}.minuteAmount`] = 'minutes_mixed';
    minutes.set(price.currency, minute);
  }
  return found;
}

const areSteps = (days: readonly number[]): boolean => days.every((day, at) => day > (days[at - 1] ?? 0));
/** Ascending, and nobody is restricted before the last reminder or canceled before being restricted. */
export function areDunningDays({ retries, reminders, restrict, cancel }: PlanDunning): boolean {
  return areSteps(retries) && areSteps(reminders) && Math.max(0, ...retries, ...reminders) <= restrict && restrict < cancel;
}

/** What is wrong with the terms: path of the field → code. Empty: nothing. */
export function termsTroubles(kind: PlanKind, terms: PlanTerms): Record<string, string> {
  const found = { ...limitTroubles(kind, terms.entitlements), ...priceTroubles(kind, terms.prices) };
  if ((kind === 'pass') !== (terms.hours !== null)) found['hours'] = kind === 'pass' ? 'required' : 'only_pass';
  if (kind !== 'base' && terms.trialDays > 0) found['trialDays'] = 'only_base';
  if (terms.seatKey !== null && kind !== 'base') found['seatKey'] = 'only_base';
  if (terms.seatKey === null && (terms.seatMost !== null || terms.prices.some((price) => price.seatAmount !== null)))
    found['seatKey'] = 'seats_of_what';
  if (terms.seatKey !== null && terms.entitlements[terms.seatKey] === null) found['seatKey'] = 'seats_without_limit';
  const { minutesPerMonth, minutesBeyond } = terms.entitlements;
  if (terms.prices.some((price) => price.minuteAmount != null)) {
    if (kind !== 'base') found['prices'] = 'only_base';
    // what is not limited has no minute above it, and what is refused there is not used
    else if (typeof minutesPerMonth !== 'number' || minutesBeyond !== true) found['prices'] = 'minutes_of_what';
  }
  if (terms.dunning !== null && !areDunningDays(terms.dunning)) found['dunning'] = 'wrong_days';
  return found;
}

const priceKey = (price: Pick<PlanPrice, 'currency' | 'period'>): string => `prices.${price.currency}.${price.period}`;
const flat = (terms: PlanTerms): Map<string, unknown> =>
  new Map<string, unknown>([
    ...enforcedLimits.map(({ key }): [string, unknown] => [`entitlements.${key}`, terms.entitlements[key]]),
    ['trialDays', terms.trialDays],
    ['trialNeedsMethod', terms.trialNeedsMethod],
    ['hours', terms.hours],
    ['seatKey', terms.seatKey],
    ['seatMost', terms.seatMost],
    ['dunning', terms.dunning === null ? null : JSON.stringify(orderedDunning(terms.dunning))],
    ...terms.prices.flatMap((price): [string, unknown][] => [
      [`${priceKey(price)}.amount`, price.amount],
      [`${priceKey(price)}.setupFee`, price.setupFee],
      [`${priceKey(price)}.seatAmount`, price.seatAmount],
      ...(price.minuteAmount == null
        ? []
        : [[`${priceKey(price)}.minuteAmount`, price.minuteAmount] satisfies [string, unknown]]),
      [`${priceKey(price)}.inclusive`, price.inclusive],
    ]),
  ]);
const orderedDunning = ({ retries, reminders, restrict, cancel }: PlanDunning) => [retries, reminders, restrict, cancel];

export type TermsChange = { field: string; from: unknown; to: unknown };
/** What differs between two versions, as paths of fields (`entitlements.rooms`, `prices.EUR.month.amount`). `undefined`: not there. */
export function termsChanges(from: PlanTerms, to: PlanTerms): TermsChange[] {
  const [before, after] = [flat(from), flat(to)];
  const fields = [...new Set([...before.keys(), ...after.keys()])];
  return fields.flatMap((field) =>
    before.get(field) === after.get(field) ? [] : [{ field, from: before.get(field), to: after.get(field) }],
  );
}

/** Whole percent that a year costs less than twelve months, rounded down; null when it does not. */
export function yearSaves(month: number, year: number): number | null {
  const twelve = month * 12;
  return twelve <= 0 || year >= twelve ? null : Math.floor(((twelve - year) * 100) / twelve) || null;
}

/** Whether a coupon can still be used at `now` (epoch ms). */
export type CouponState = 'active' | 'stopped' | 'expired' | 'used_up';
export function couponState(
  coupon: { stoppedAt: number | null; expiresAt: number | null; most: number | null; used: number },
  now: number,
): CouponState {
  if (coupon.stoppedAt !== null) return 'stopped';
  if (coupon.expiresAt !== null && coupon.expiresAt <= now) return 'expired';
  return coupon.most !== null && coupon.used >= coupon.most ? 'used_up' : 'active';
}
