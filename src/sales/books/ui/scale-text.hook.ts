import { money, toDecimal, withMinus } from '#kit/money.ts';

/** Amounts beside a scale, in minor units: short, because they only say how high it is, and never two of them alike. */
export function scaleText(currency: string, tag: string): (minor: number) => string {
  const short = new Intl.NumberFormat(tag, { style: 'currency', currency, notation: 'compact', maximumSignificantDigits: 2 });
  return (minor) => (minor === 0 ? '0' : withMinus(short.formatToParts(Number(toDecimal(money(BigInt(minor), currency))))));
}
