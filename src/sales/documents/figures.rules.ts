/** Figures and days as an invoice in that language writes them, always with the digits 0 to 9 and the Gregorian calendar. Amounts stay exact at any size. */
import { currencyDecimals } from '#kit/currencies.ts';
import { formatDay, formatDayRange } from '#kit/dates.ts';
import type { Locale } from '#kit/facts.ts';
import { type Money, toDecimal, withMinus } from '#kit/money.ts';
import { type DayRange, percentText, type Unit } from './documents.rules.ts';

const tagOf = (locale: Locale): string => `${locale}-u-nu-latn-ca-gregory`;

type Shape = { least: number; most: number };
function decimalOf(text: string, locale: Locale, { least, most }: Shape): string {
  const format = new Intl.NumberFormat(tagOf(locale), { minimumFractionDigits: least, maximumFractionDigits: most });
  // cast: TypeScript knows the exact way, by a decimal text, only as a template type
  return withMinus(format.formatToParts(text as `${number}`));
}

/** `1.234,50`, without the currency. */
export function figure(amount: Money, locale: Locale): string {
  const decimals = currencyDecimals.get(amount.currency) ?? 0;
  return decimalOf(toDecimal(amount), locale, { least: decimals, most: decimals });
}

/** `EUR 1.234,50`: the code in front, since `$` and `kr` are many currencies. */
export const amountText = (amount: Money, locale: Locale): string => `${amount.currency}\u00a0${figure(amount, locale)}`;

/** A price of one unit: with the decimals of the currency, and more where the price has more. */
export const priceText = (price: string, { currency, locale }: { currency: string; locale: Locale }): string =>
  decimalOf(price, locale, { least: currencyDecimals.get(currency) ?? 0, most: 6 });

/** `19 %`: thousandths of a percent in that language. */
export const percent = (rate: number, locale: Locale): string =>
  // cast: TypeScript knows the exact way, by a decimal text, only as a template type
  new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit: 'percent', maximumFractionDigits: 3 }).format(
    // cast: `percentText` writes digits and a point, which is such a text
    percentText(rate) as `${number}`,
  );

const measures: Readonly<Record<Unit, string | null>> = {
  C62: null,
  MON: 'month',
  ANN: 'year',
  DAY: 'day',
  HUR: 'hour',
  MIN: 'minute',
  E34: 'gigabyte',
};

/** `3`, or `3 hr` when it is no count of pieces. */
export function quantityText(quantity: string, unit: Unit, locale: Locale): string {
  const measure = measures[unit];
  if (measure === null) return decimalOf(quantity, locale, { least: 0, most: 6 });
  const format = new Intl.NumberFormat(tagOf(locale), { style: 'unit', unit: measure, maximumFractionDigits: 6 });
  // cast: TypeScript knows the exact way, by a decimal text, only as a template type
  return format.format(quantity as `${number}`);
}

/** `22 November 2026` of a `YYYY-MM-DD`. */
export const dayText = (day: string, locale: Locale): string => formatDay(day, 'longDay', locale);
export const rangeText = (range: DayRange, locale: Locale): string => formatDayRange(range, 'longDay', locale);

/** An IBAN in groups of four, as people read it out. */
export const ibanText = (iban: string): string => iban.replaceAll(/(.{4})(?=.)/g, '$1\u00a0');
