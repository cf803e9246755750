import { formatMoney } from '#kit/money.ts';
import { useReader } from '#kit/ui/text/reader.tsx';

/** An amount in minor units, in the reader's language with the currency's own decimals. */
export function useMoney(): (amount: number, currency: string) => string {
  const { locale } = useReader();
  return (amount, currency) => formatMoney({ minor: BigInt(amount), currency }, locale);
}

/** A number with hyphens, such as 2026-0042, for a sentence: text from right to left would turn its parts around. */
export const leftToRight = (text: string): string => (text === '' ? '' : `\u2066${text}\u2069`);
