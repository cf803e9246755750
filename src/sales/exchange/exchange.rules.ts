/**
 * Exchange rates for the one thing that they are for: the tax of an invoice once more in the currency of the seller's books (Art. 91 and 230 of
 * Directive 2006/112/EC). Whole numbers only; a rate is a number of hundred-millionths.
 */
import { currencyDecimals } from '#kit/currencies.ts';
import { isCurrency, type Money, money, portion } from '#kit/money.ts';

export const RATE_DECIMALS = 8;
const SCALE = 10n ** BigInt(RATE_DECIMALS);
/** Days for which the last published rate still counts: holidays are shorter, a service that fell silent is not. */
export const MAX_AGE_DAYS = 10;
/** Reference rates of the European Central Bank are for one euro. */
export const PIVOT = 'EUR';

export const rateSources = ['ecb', 'own'] as const;
export type RateSource = (typeof rateSources)[number];
/** One of `base` is `rate` hundred-millionths of `currency`, as published on `day` (`YYYY-MM-DD`). `origin`: who published an own one. */
export type Quote = { base: string; currency: string; day: string; rate: bigint; source: RateSource; origin: string };
/** An amount of the first currency times `numerator` over `denominator` is one of the second; `quotes` are what that follows from. */
export type Conversion<Q extends Quote = Quote> = {
  numerator: bigint;
  denominator: bigint;
  day: string;
  source: RateSource;
  origin: string;
  quotes: readonly Q[];
};

/** `1.085`, `163`: null for nothing, for less than nothing, and for more figures than are kept. */
export function readRate(text: string): bigint | null {
  const found = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(text);
  if (found === null) return null;
  const [, whole = '', rest = ''] = found;
  const rate = BigInt(whole + rest.padEnd(RATE_DECIMALS, '0'));
  return rate > 0n ? rate : null;
}
/** What `readRate` read, without noughts at its end. */
export function rateText(rate: bigint): string {
  const digits = rate.toString().padStart(RATE_DECIMALS + 1, '0');
  const rest = digits.slice(-RATE_DECIMALS).replace(/(?<!0)0+$/, '');
  return `${digits.slice(0, -RATE_DECIMALS)}${rest === '' ? '' : `.${rest}`}`;
}

type Written = { base: string; currency: string; rate: string };
/** `1 EUR = 1.085 USD`. */
export const quoteText = ({ base, currency, rate }: Written): string => `1 ${base} = ${rate} ${currency}`;
/** All that a conversion rests on: `1 EUR = 1.085 USD, 1 EUR = 4.2 PLN`. */
export const quotesText = (quotes: readonly Written[]): string => quotes.map(quoteText).join(', ');

/** How much of `to` one of `from` is by a quote, as a fraction; null where it is about other currencies. */
const stepOf = (quote: Quote, from: string, to: string): readonly [bigint, bigint] | null =>
  quote.base === from && quote.currency === to
    ? [quote.rate, SCALE]
    : quote.base === to && quote.currency === from
      ? [SCALE, quote.rate]
      : null;

type CurrencyPair = { from: string; to: string };
/** By quotes that were published together: for both currencies at once, else by way of the euro. */
function pathIn<Q extends Quote>(
  quotes: readonly Q[],
  { from, to }: CurrencyPair,
): Pick<Conversion<Q>, 'numerator' | 'denominator' | 'quotes'> | null {
  const legOf = (one: string, other: string) => {
    for (const quote of quotes) {
      const step = stepOf(quote, one, other);
      if (step !== null) return { quote, step };
    }
    return null;
  };
  const whole = legOf(from, to);
  if (whole !== null) return { numerator: whole.step[0], denominator: whole.step[1], quotes: [whole.quote] };
  const [away, back] = [legOf(from, PIVOT), legOf(PIVOT, to)];
  if (away === null || back === null) return null;
  return {
    numerator: away.step[0] * back.step[0],
    denominator: away.step[1] * back.step[1],
    quotes: [away.quote, back.quote],
  };
}

const dayMs = 86_400_000;
/** The day so many days before another. */
export const daysBefore = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - days * dayMs).toISOString().slice(0, 10);

/**
 * The rate that counts on a day: the newest that was published on it or before, of one publisher; what the operator entered comes before what the bank
 * published on the same day. Null where the newest is older than `MAX_AGE_DAYS`.
 */
export function conversionOn<Q extends Quote>(
  quotes: readonly Q[],
  { from, to, on }: CurrencyPair & { on: string },
): Conversion<Q> | null {
  const oldest = daysBefore(on, MAX_AGE_DAYS);
  const sets = new Map<string, Q[]>();
  for (const quote of quotes) {
    if (quote.day > on || quote.day < oldest) continue;
    const key = `${quote.day} ${quote.source === 'own' ? 1 : 0} ${quote.origin}`;
    sets.set(key, [...(sets.get(key) ?? []), quote]);
  }
  for (const key of [...sets.keys()].sort().reverse()) {
    const together = sets.get(key) ?? [];
    const [first] = together;
    const path = pathIn(together, { from, to });
    if (first !== undefined && path !== null) return { ...path, day: first.day, source: first.source, origin: first.origin };
  }
  return null;
}

/** The same amount in another currency, rounded half away from zero once. Throws `RangeError` for what is no currency. */
export function converted(amount: Money, to: string, by: Pick<Conversion, 'numerator' | 'denominator'>): Money {
  const decimals = (currency: string) => BigInt(currencyDecimals.get(money(0n, currency).currency) ?? 0);
  const part = by.numerator * 10n ** decimals(to);
  const whole = by.denominator * 10n ** decimals(amount.currency);
  return money(portion(amount.minor, part, whole), to);
}
/** How much of the first currency one of the second is, to eight decimals: what bookkeepers call the rate. */
export const perUnit = ({ numerator, denominator }: Pick<Conversion, 'numerator' | 'denominator'>): string =>
  rateText(portion(denominator, SCALE, numerator));

const byCountry: Readonly<Record<string, string>> = {
  EUR: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK',
  AED: 'AE',
  AUD: 'AU',
  CHF: 'CH LI',
  CZK: 'CZ',
  DKK: 'DK',
  GBP: 'GB IM',
  HUF: 'HU',
  ISK: 'IS',
  JPY: 'JP',
  NOK: 'NO',
  NZD: 'NZ',
  PLN: 'PL',
  RON: 'RO',
  RSD: 'RS',
  SAR: 'SA',
  SEK: 'SE',
  SGD: 'SG',
  THB: 'TH',
  TRY: 'TR',
  UAH: 'UA',
  ZAR: 'ZA',
};
const currencyByCountry: ReadonlyMap<string, string> = new Map(
  Object.entries(byCountry).flatMap(([currency, countries]) => countries.split(' ').map((country) => [country, currency])),
);
/** The currency in which a country asks for the tax on invoices (as of 2026); null where we know of no such rule. */
export const currencyOfCountry = (country: string): string | null => currencyByCountry.get(country) ?? null;

/** Null: as the country has it. `none`: the seller wants no such line. */
export type AccountingChoice = string | null;
/**
 * Second currency in which the invoice states the tax. `waits`: whether a claim waits where no rate is known, which it does only for a seller who
 * decided on a currency: an installation whose operator never heard of rates sells as before.
 */
export function accountingOf(seller: {
  country: string;
  accountingCurrency: AccountingChoice;
}): { currency: string; waits: boolean } | null {
  const chosen = seller.accountingCurrency;
  if (chosen === 'none') return null;
  const currency = chosen ?? currencyOfCountry(seller.country);
  return currency === null || !isCurrency(currency) ? null : { currency, waits: chosen !== null };
}
