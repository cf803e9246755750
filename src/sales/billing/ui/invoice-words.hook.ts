import { useMemo } from 'react';
import { formatDate } from '#kit/dates.ts';
import { fromDecimal, money, toDecimal } from '#kit/money.ts';
import { intlTag } from '#kit/ui/text/locale.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** `12.34` whatever the language: for fields and files. */
export const decimalOf = (minor: number, currency: string): string => toDecimal(money(BigInt(minor), currency));

/** Zeros of the digits that people here type: Latin, Arabic, Persian and Urdu, Devanagari. */
const zeros = [0x30, 0x660, 0x6f0, 0x966];
const latin = (text: string): string =>
  [...text]
    .map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      const zero = zeros.find((one) => code >= one && code <= one + 9);
      return zero === undefined ? sign : String(code - zero);
    })
    .join('');

/**
 * What somebody typed as an amount, in minor units; null when it cannot be one. A point or a comma stands before the decimals; what could
 * mean two things, such as `1.234,50`, is not guessed.
 */
export function typedAmount(text: string, currency: string): number | null {
  const plain = latin(text)
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/[,\u066b]/g, '.');
  const found = fromDecimal(plain, currency);
  return found === null || found.minor > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(found.minor);
}

/** From one moment to the last day before another, epoch milliseconds. */
export function useSpanText(): (from: number, to: number) => string {
  const { locale, zone } = useReader();
  return useMemo(() => {
    const day = (at: number) => formatDate(at, 'day', { locale, zone });
    return (from: number, to: number) => `${day(from)} – ${day(Math.max(from, to - 1))}`;
  }, [locale, zone]);
}

/** A rate in thousandths of a percent: 19000 is `19 %`. */
export function useRateText(): (rate: number) => string {
  const tag = intlTag(useReader().locale);
  return (rate) => new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 3 }).format(rate / 100_000);
}
