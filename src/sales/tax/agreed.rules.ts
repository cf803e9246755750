/**
 * A tax that a seller decides itself, for one customer or one draft: which of them an e-invoice can carry, and when it counts. Whether the law
 * allows it is the seller's and their accountant's to know.
 */
import { mostRate } from './own-rates.rules.ts';
import type { TaxCategory, TaxOverride } from './tax.rules.ts';

export type AgreedTax = {
  category: TaxCategory;
  /** Thousandths of a percent. */
  rate: number;
  /** Of the VATEX list. */
  code: string | null;
  /** What stands on the paper; empty: the sentence of its category. */
  text: string;
  /** Days of the tax point, `YYYY-MM-DD`, both of them with it; `until` null: without an end. */
  from: string;
  until: string | null;
  reason: string;
  /** Id of the person who decided it, and when, in epoch milliseconds. */
  by: string;
  at: number;
};

const letters = (from: string, to: string) =>
  Array.from({ length: to.charCodeAt(0) - from.charCodeAt(0) + 1 }, (_one, at) => String.fromCharCode(from.charCodeAt(0) + at));
/** Why something is exempt: the VATEX list of the European Commission, after its articles of Directive 2006/112/EC; those of goods alone are left out. */
export const exemptionCodes: readonly string[] = [
  'VATEX-EU-79-C',
  'VATEX-EU-132',
  ...letters('A', 'Q').map((one) => `VATEX-EU-132-1${one}`),
  'VATEX-EU-143',
  'VATEX-EU-144',
  'VATEX-EU-148',
  'VATEX-EU-151',
  ...['A', 'AA', 'B', 'C', 'D', 'E'].map((one) => `VATEX-EU-151-1${one}`),
  'VATEX-EU-309',
  'VATEX-FR-CNWVAT',
  'VATEX-FR-FRANCHISE',
];
const onlyCode: Partial<Record<TaxCategory, string>> = { AE: 'VATEX-EU-AE', O: 'VATEX-EU-O' };
/** The codes that a category can carry; none where a tax is asked for. */
export const codesOf = (category: TaxCategory): readonly string[] =>
  category === 'E' ? exemptionCodes : [onlyCode[category] ?? []].flat();

export type AgreedWish = Pick<AgreedTax, 'category' | 'rate' | 'code' | 'text' | 'from' | 'until'>;
export type AgreedTrouble = {
  field: 'category' | 'rate' | 'code' | 'text' | 'until';
  why:
    | 'seller_number'
    | 'buyer_number'
    | 'rate_needed'
    | 'rate_forbidden'
    | 'code_forbidden'
    | 'text_needed'
    | 'text_forbidden'
    | 'over';
};
/** What EN 16931 asks of the parties. `seller`: has a VAT or tax number; `buyer`: has a VAT number. */
export type AgreedParties = { seller: 'numbered' | 'unknown'; buyer: 'numbered' | 'unknown' };

/** Null when every e-invoice with it can be valid: rules BR-S, BR-Z, BR-E, BR-AE and BR-O -02, -05 and -10. `today`: `YYYY-MM-DD`. */
export function agreedTrouble(
  wish: AgreedWish,
  { seller, buyer, today }: AgreedParties & { today: string },
): AgreedTrouble | null {
  const { category, rate, code, text, from, until } = wish;
  if (category !== 'O' && seller === 'unknown') return { field: 'category', why: 'seller_number' };
  if (category === 'AE' && buyer === 'unknown') return { field: 'category', why: 'buyer_number' };
  if (category === 'S' && (rate <= 0 || rate > mostRate)) return { field: 'rate', why: 'rate_needed' };
  if (category !== 'S' && rate !== 0) return { field: 'rate', why: 'rate_forbidden' };
  if (code !== null && !codesOf(category).includes(code)) return { field: 'code', why: 'code_forbidden' };
  const isTaxed = category === 'S' || category === 'Z';
  if (isTaxed && text !== '') return { field: 'text', why: 'text_forbidden' };
  if (category === 'E' && text === '') return { field: 'text', why: 'text_needed' };
  return until !== null && (until < from || until < today) ? { field: 'until', why: 'over' } : null;
}

/**
 * What counts on a day, as the decision takes it; the first of several. What is reverse charged asks for the buyer's VAT number: without one the rules
 * decide again.
 */
export function agreedOn(
  terms: readonly AgreedTax[],
  { on, buyer }: { on: string } & Pick<AgreedParties, 'buyer'>,
): TaxOverride | null {
  const found = terms.find(
    ({ from, until, category }) => from <= on && (until === null || on <= until) && (category !== 'AE' || buyer === 'numbered'),
  );
  if (found === undefined) return null;
  const { category, rate, code, text, reason, by, at } = found;
  return { category, rate, code: code ?? onlyCode[category] ?? null, agreed: { by, at, reason, text } };
}
