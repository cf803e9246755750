/**
 * Money: whole minor units and the currency they are in. Nothing here is a floating-point number; what crosses the wire is an integer up to
 * 2^53 − 1. Rounding is half away from zero, once for a line; parts of an amount add up to it.
 */
import { currencyDecimals } from './currencies.ts';
import { moneyTag } from './locale-tag.ts';

/** `minor`: cents of EUR, yen of JPY, fils of KWD. */
export type Money = { readonly minor: bigint; readonly currency: string };
/** As JSON: `{ "amount": 1999, "currency": "EUR" }`, in minor units too. */
export type MoneyJson = { amount: number; currency: string };

const decimalsOf = (currency: string): number => {
  const decimals = currencyDecimals.get(currency);
  if (decimals === undefined) throw new RangeError(`${currency} is not a currency of ISO 4217`);
  return decimals;
};

/** Whether it is the code of a currency that prices can be in. */
export const isCurrency = (text: string): boolean => currencyDecimals.has(text);

/** Throws `RangeError` for a code that ISO 4217 does not know. */
export function money(minor: bigint, currency: string): Money {
  decimalsOf(currency);
  return { minor, currency };
}
export const zero = (currency: string): Money => money(0n, currency);

function same(one: Money, other: Money): string {
  if (one.currency !== other.currency) throw new TypeError(`${one.currency} and ${other.currency} cannot be counted together`);
  return one.currency;
}

/** Throws `TypeError` when the currencies differ, as all of these do. */
export const plus = (one: Money, other: Money): Money => ({ minor: one.minor + other.minor, currency: same(one, other) });
export const minus = (one: Money, other: Money): Money => ({ minor: one.minor - other.minor, currency: same(one, other) });
export const negated = ({ minor, currency }: Money): Money => ({ minor: -minor, currency });
/** The sum; `currency` is that of an empty list. */
export const sum = (amounts: readonly Money[], currency: string): Money => amounts.reduce(plus, zero(currency));
/** Below, at or above zero when `one` is less than, as much as, or more than `other`. */
export function compare(one: Money, other: Money): -1 | 0 | 1 {
  same(one, other);
  return one.minor === other.minor ? 0 : one.minor < other.minor ? -1 : 1;
}

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** `value · part / whole`, rounded half away from zero. Throws `RangeError` unless `whole` is positive. */
export function portion(value: bigint, part: bigint, whole: bigint): bigint {
  if (whole <= 0n) throw new RangeError('a whole is more than nothing');
  const product = value * part;
  const rounded = (magnitude(product) * 2n + whole) / (whole * 2n);
  return product < 0n ? -rounded : rounded;
}

export const times = ({ minor, currency }: Money, quantity: bigint): Money => ({ minor: minor * quantity, currency });
/** That part of it: `share(price, 10n, 31n)` for ten days of thirty-one. */
export const share = ({ minor, currency }: Money, part: bigint, whole: bigint): Money => ({
  minor: portion(minor, part, whole),
  currency,
});

/**
 * Divides an amount by weights, by largest remainder: no minor unit is lost or made, each part is off by less than one, and of equal
 * remainders the earlier part gets the unit. All weights nothing: the first part gets all. Throws `RangeError` without parts or with a
 * negative weight.
 */
export function spread({ minor, currency }: Money, weights: readonly bigint[]): Money[] {
  if (weights.length === 0) throw new RangeError('nothing to spread over');
  if (weights.some((one) => one < 0n)) throw new RangeError('a weight is not negative');
  const whole = weights.reduce((a, b) => a + b, 0n);
  const amount = magnitude(minor);
  const [shares, total] = whole === 0n ? [weights.map((_one, at) => (at === 0 ? 1n : 0n)), 1n] : [weights, whole];
  // no fraction: weights, amount and total are big integers
  const parts = shares.map((weight, at) => ({ at, part: (amount * weight) / total, rest: (amount * weight) % total }));
  const left = Number(amount - parts.reduce((all, one) => all + one.part, 0n));
  const order = [...parts].sort((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1));
  const lucky = new Set(order.slice(0, left).map(({ at }) => at));
  const sign = minor < 0n ? -1n : 1n;
  return parts.map(({ at, part }) => ({ minor: sign * (part + (lucky.has(at) ? 1n : 0n)), currency }));
}

/** `12.34`, `-0.05`, `500`: with as many decimals as the currency has, and a point whatever the language. */
export function toDecimal({ minor, currency }: Money): string {
  const decimals = decimalsOf(currency);
  const digits = magnitude(minor)
    .toString()
    .padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${minor < 0n ? '-' : ''}${whole}${decimals === 0 ? '' : `.${digits.slice(-decimals)}`}`;
}

/** The amount that `toDecimal` wrote, or a shorter one (`12.5`, `12`). Null for anything else, as for more decimals than the currency has. */
export function fromDecimal(text: string, currency: string): Money | null {
  const decimals = decimalsOf(currency);
  const found = /^(-?)(\d{1,15})(?:\.(\d{1,3}))?$/.exec(text);
  if (found === null) return null;
  const [, sign, whole = '', rest = ''] = found;
  if (rest.length > decimals) return null;
  const minor = BigInt(whole + rest.padEnd(decimals, '0'));
  return { minor: sign === '-' ? -minor : minor, currency };
}

/** Throws `RangeError` beyond 2^53 − 1, which no price comes near. */
export function toJson({ minor, currency }: Money): MoneyJson {
  if (magnitude(minor) > BigInt(Number.MAX_SAFE_INTEGER)) throw new RangeError('the amount does not fit into a JSON integer');
  return { amount: Number(minor), currency };
}
/** Null when it is no whole number that fits, or no currency. */
export const fromJson = ({ amount, currency }: MoneyJson): Money | null =>
  Number.isSafeInteger(amount) && isCurrency(currency) ? { minor: BigInt(amount), currency } : null;

/** What was formatted, with a minus sign (U+2212) where most languages' data have a hyphen. */
export const withMinus = (parts: readonly Intl.NumberFormatPart[]): string =>
  parts.map(({ type, value }) => (type === 'minusSign' ? value.replace('-', '\u2212') : value)).join('');

/** In a language, with the currency's own decimals: `1.234,50 €`. Exact at any size. */
export function formatMoney(amount: Money, locale: string): string {
  const decimals = decimalsOf(amount.currency);
  const format = new Intl.NumberFormat(moneyTag(locale), {
    style: 'currency',
    currency: amount.currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  // cast: TypeScript knows the exact way, by a decimal text, only as a template type
  return withMinus(format.formatToParts(toDecimal(amount) as `${number}`));
}
