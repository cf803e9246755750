/** Amounts as the card provider counts them: its exponents differ from ISO 4217, and it takes nothing below a minimum (business rules §4.2, §4.3). */
import { currencyDecimals } from '#kit/currencies.ts';
import type { Money } from '#kit/money.ts';

/** Decimals in the provider's integers where they are not ISO's. ISK and UGX have two for old times' sake, and both must be nothing. */
const ownDecimals: ReadonlyMap<string, number> = new Map([
  ['ISK', 2],
  ['UGX', 2],
  ['MGA', 0],
]);
/** Three decimals of which the last is nothing. Others with three it does not take. */
const withThree: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

/** Smallest charge in minor units of ISO 4217. Currencies that are not named have none that is published. */
const smallest: ReadonlyMap<string, bigint> = new Map(
  Object.entries({
    AED: 200n,
    AUD: 50n,
    BRL: 50n,
    CAD: 50n,
    CHF: 50n,
    CZK: 1500n,
    DKK: 250n,
    EUR: 50n,
    GBP: 30n,
    HKD: 400n,
    HUF: 17500n,
    INR: 50n,
    JPY: 50n,
    MXN: 1000n,
    MYR: 200n,
    NOK: 300n,
    NZD: 50n,
    PLN: 200n,
    RON: 200n,
    SEK: 300n,
    SGD: 50n,
    THB: 1000n,
    USD: 50n,
  }),
);
/** Most digits of an amount are eight; a few currencies of small units have more, which no plan comes near. */
const largest = 99_999_999n;

/** The provider's integer. Null: it cannot say that amount (a currency it does not take, a fraction it does not know). */
export function toProvider({ minor, currency }: Money): number | null {
  const iso = currencyDecimals.get(currency);
  if (iso === undefined || minor < 0n) return null;
  if (iso === 3 && (!withThree.has(currency) || minor % 10n !== 0n)) return null;
  const decimals = ownDecimals.get(currency) ?? iso;
  if (decimals < iso && minor % 10n ** BigInt(iso - decimals) !== 0n) return null;
  const amount = decimals >= iso ? minor * 10n ** BigInt(decimals - iso) : minor / 10n ** BigInt(iso - decimals);
  return amount > largest ? null : Number(amount);
}

/** The amount behind the provider's integer and its small-lettered code. Null for a currency or fraction that we do not know. */
export function fromProvider(amount: number, code: string): Money | null {
  const currency = code.toUpperCase();
  const iso = currencyDecimals.get(currency);
  if (iso === undefined || !Number.isSafeInteger(amount)) return null;
  const decimals = ownDecimals.get(currency) ?? iso;
  const exact = BigInt(amount);
  if (decimals <= iso) return { minor: exact * 10n ** BigInt(iso - decimals), currency };
  const scale = 10n ** BigInt(decimals - iso);
  return exact % scale === 0n ? { minor: exact / scale, currency } : null;
}

/** What keeps a card from being charged with it: then the claim stays open and waits for the next one, or for a transfer. */
export function whyNotByCard(amount: Money): 'too_small' | 'not_taken' | null {
  if (toProvider(amount) === null) return 'not_taken';
  return amount.minor < (smallest.get(amount.currency) ?? 1n) ? 'too_small' : null;
}
