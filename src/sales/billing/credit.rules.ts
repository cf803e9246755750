/** What a credit note of a part of an invoice is made of, as it is shown before it is written. Pure; amounts are minor units. */
import { money, portion, spread } from '#kit/money.ts';

export type CreditTax = { category: string; rate: number; base: number; tax: number };
/**
 * The part of each tax group, for an amount with tax. Of the whole it is the invoice itself; else the amount is spread over the groups by what
 * they come to, and tax is taken out of each part.
 */
export function creditTaxes(taxes: readonly CreditTax[], amount: number, currency: string): CreditTax[] {
  if (taxes.length === 0) return [];
  const gross = (one: CreditTax) => BigInt(one.base + one.tax);
  const shares = spread(
    money(BigInt(amount), currency),
    taxes.map((one) => (gross(one) > 0n ? gross(one) : 0n)),
  );
  return taxes.flatMap((one, at) => {
    const part = shares[at]?.minor ?? 0n;
    if (part === 0n) return [];
    const base = part === gross(one) ? BigInt(one.base) : portion(part, 100_000n, 100_000n + BigInt(one.rate));
    return [{ ...one, base: Number(base), tax: Number(part - base) }];
  });
}

type Of = { total: number; creditNotes: readonly { total: number }[] };
/** What may still be given back: all credit notes together never come to more than the invoice. */
export const creditLeft = ({ total, creditNotes }: Of): number => creditNotes.reduce((left, one) => left - one.total, total);
