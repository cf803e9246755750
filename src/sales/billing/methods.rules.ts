/** Notes about a stored card before it fails. */

const brandNames: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  sepa_debit: 'SEPA',
  unionpay: 'UnionPay',
};
/** A card's brand as its holder knows it, for the provider's word; proper names are the same in all languages. */
export const brandName = (brand: string): string =>
  brandNames[brand] ?? brand.slice(0, 1).toUpperCase() + brand.slice(1).replaceAll('_', ' ');

/** `ends`: not valid any more when the next charge comes, or within a month; `ended`: not valid now. */
export type CardLook = 'fine' | 'ends' | 'ended';
const MONTH_MS = 31 * 86_400_000;

/** First moment (epoch ms) at which a card of `expires` (YYYY-MM) is not taken any more; null for what does not end. */
export function endOfCard(expires: string | null): number | null {
  const [year, month] = (expires ?? '').split('-').map(Number);
  return year === undefined || month === undefined || Number.isNaN(year + month) ? null : Date.UTC(year, month, 1);
}

/** `now` and `next` in epoch ms; `next`: when it is charged the next time, null when nobody knows. */
export function cardLook(expires: string | null, { now, next }: { now: number; next: number | null }): CardLook {
  const end = endOfCard(expires);
  if (end === null) return 'fine';
  if (end <= now) return 'ended';
  return end <= Math.max(now + MONTH_MS, next ?? 0) ? 'ends' : 'fine';
}

type Known = { id: string; first: boolean };
/** Why a card cannot be forgotten now: others are there and this one is used first, or it pays a running plan. Null: it can. */
export function whyKept(card: Known, { cards, pays }: { cards: readonly Known[]; pays: boolean }): 'first' | 'pays' | null {
  if (!card.first) return null;
  if (cards.length > 1) return 'first';
  return pays ? 'pays' : null;
}
