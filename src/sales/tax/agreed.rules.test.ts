import { describe, expect, test } from 'vitest';
import { agreedOn, type AgreedTax, agreedTrouble, type AgreedWish, codesOf, exemptionCodes } from './agreed.rules.ts';
import { taxCategories } from './tax.rules.ts';

const wish = (change: Partial<AgreedWish>): AgreedWish => ({
  category: 'E',
  rate: 0,
  code: null,
  text: 'Art. 151',
  from: '2026-01-01',
  until: null,
  ...change,
});
const parties = { seller: 'numbered', buyer: 'numbered', today: '2026-06-01' } as const;
const said = (change: Partial<AgreedWish>, of: Partial<Parameters<typeof agreedTrouble>[1]> = {}) => {
  const found = agreedTrouble(wish(change), { ...parties, ...of });
  return found === null ? 'fine' : `${found.field} ${found.why}`;
};

describe('what no e-invoice could carry is refused with its field', () => {
  test('by category', () => {
    expect(said({ category: 'S', rate: 7000, text: '' })).toBe('fine');
    expect(said({ category: 'S', rate: 0, text: '' })).toBe('rate rate_needed');
    expect(said({ category: 'S', rate: 7000, text: 'why' })).toBe('text text_forbidden');
    expect(said({ category: 'Z', text: '' })).toBe('fine');
    expect(said({ category: 'Z', rate: 1, text: '' })).toBe('rate rate_forbidden');
    expect(said({})).toBe('fine');
    expect(said({ code: 'VATEX-EU-151' })).toBe('fine');
    expect(said({ code: 'VATEX-EU-AE' })).toBe('code code_forbidden');
    expect(said({ text: '', code: 'VATEX-EU-151' })).toBe('text text_needed');
    expect(said({ category: 'AE', text: '', code: 'VATEX-EU-AE' })).toBe('fine');
    expect(said({ category: 'O', text: '' })).toBe('fine');
    expect(said({ category: 'O', code: 'VATEX-EU-151' })).toBe('code code_forbidden');
  });

  test('by who sells and who buys', () => {
    expect(said({}, { seller: 'unknown' })).toBe('category seller_number');
    expect(said({ category: 'O', text: '' }, { seller: 'unknown' })).toBe('fine');
    expect(said({ category: 'AE', text: '' }, { buyer: 'unknown' })).toBe('category buyer_number');
  });

  test('by its days', () => {
    expect(said({ until: '2026-06-01' })).toBe('fine');
    expect(said({ until: '2026-05-31' })).toBe('until over');
    expect(said({ from: '2027-01-01', until: '2026-12-31' })).toBe('until over');
  });

  test('each code is known once, and only of categories that ask for no tax', () => {
    expect(new Set(exemptionCodes).size).toBe(exemptionCodes.length);
    expect(taxCategories.filter((one) => codesOf(one).length > 0)).toEqual(['E', 'AE', 'O']);
  });
});

describe('what counts on a day', () => {
  const term = (change: Partial<AgreedTax>): AgreedTax => ({ ...wish({}), reason: 'embassy', by: 'p', at: 1, ...change });
  const on = (day: string, terms: AgreedTax[], buyer: 'numbered' | 'unknown' = 'numbered') =>
    agreedOn(terms, { on: day, buyer })?.category ?? null;

  test('both ends with it, and the first of several', () => {
    const terms = [term({ from: '2026-03-01', until: '2026-03-31' }), term({ category: 'Z', from: '2026-03-31' })];
    expect(['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map((day) => on(day, terms))).toEqual([null, 'E', 'E', 'Z']);
  });

  test('reverse charge waits for the buyer’s number, and has its code without anybody naming it', () => {
    const terms = [term({ category: 'AE', text: '' })];
    expect(on('2026-03-01', terms, 'unknown')).toBe(null);
    expect(agreedOn(terms, { on: '2026-03-01', buyer: 'numbered' })).toEqual({
      category: 'AE',
      rate: 0,
      code: 'VATEX-EU-AE',
      agreed: { by: 'p', at: 1, reason: 'embassy', text: '' },
    });
  });
});
