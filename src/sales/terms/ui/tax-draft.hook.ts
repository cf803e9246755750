import { codesOf } from '#sales/tax/agreed.rules.ts';
import { rateOf, rateText } from '#sales/tax/own-rates.rules.ts';
import { type TaxCategory, taxCategories } from '#sales/tax/tax.rules.ts';

/** `category` empty: as the rules decide. Days are `YYYY-MM-DD`. */
export type TaxDraft = {
  category: string;
  rate: string;
  code: string;
  text: string;
  from: string;
  until: string;
  reason: string;
};
export type TaxSent = { category: TaxCategory; rate: number; code: string | null; text: string };
type Known = TaxSent & { from?: string; until?: string | null };

const REASON_MIN = 3;
export const categoryOf = ({ category }: Pick<TaxDraft, 'category'>): TaxCategory | null =>
  taxCategories.find((one) => one === category) ?? null;
export const isTaxed = (category: TaxCategory | null): boolean => category === 'S' || category === 'Z';

/** `today`: from when something new counts. */
export const taxDraftOf = (known: Known | null, today: string): TaxDraft => ({
  category: known?.category ?? '',
  rate: known === null || known.category !== 'S' ? '' : rateText(known.rate),
  code: known?.code ?? '',
  text: known?.text ?? '',
  from: known?.from ?? today,
  until: known?.until ?? '',
  reason: '',
});

/** What is wrong, as the code of each field. */
export function taxTroubles(draft: TaxDraft): Partial<Record<keyof TaxDraft, string>> {
  const category = categoryOf(draft);
  const rate = rateOf(draft.rate);
  return {
    ...(category === 'S' && (rate === null || rate === 0) && { rate: 'rate_needed' }),
    ...(category === 'E' && draft.text.trim() === '' && { text: 'text_needed' }),
    ...(category !== null && draft.until !== '' && draft.until < draft.from && { until: 'over' }),
    ...(draft.reason.trim().length < REASON_MIN && { reason: 'reason' }),
  };
}

/** What is sent: only what its category can carry; null: as the rules decide. */
export function taxOf(draft: TaxDraft): TaxSent | null {
  const category = categoryOf(draft);
  if (category === null) return null;
  const code = codesOf(category).find((one) => one === draft.code) ?? null;
  const rate = category === 'S' ? (rateOf(draft.rate) ?? 0) : 0;
  return { category, rate, code, text: isTaxed(category) ? '' : draft.text.trim() };
}
