import { expect, test } from 'vitest';
import { taxDraftOf, taxOf, taxTroubles } from './tax-draft.hook.ts';

const first = { ...taxDraftOf(null, '2026-06-01'), reason: 'embassy' };

test('nothing chosen is as the rules decide, and needs a reason alone', () => {
  expect(taxOf(first)).toBe(null);
  expect(taxTroubles(first)).toEqual({});
  expect(taxTroubles({ ...first, reason: ' x ' })).toEqual({ reason: 'reason' });
});

test('what a category cannot carry is not sent, though it was filled in before', () => {
  const filled = { ...first, category: 'S', rate: '5,5', code: 'VATEX-EU-151', text: 'why' };
  expect(taxOf(filled)).toEqual({ category: 'S', rate: 5500, code: null, text: '' });
  expect(taxOf({ ...filled, category: 'E' })).toEqual({ category: 'E', rate: 0, code: 'VATEX-EU-151', text: 'why' });
  expect(taxOf({ ...filled, category: 'O' })).toEqual({ category: 'O', rate: 0, code: null, text: 'why' });
});

test('troubles stand at their fields', () => {
  for (const rate of ['', '0', '51', '-1', '1.2345'])
    expect(taxTroubles({ ...first, category: 'S', rate })).toEqual({ rate: 'rate_needed' });
  expect(taxTroubles({ ...first, category: 'E' })).toEqual({ text: 'text_needed' });
  expect(taxTroubles({ ...first, category: 'Z', until: '2026-05-31' })).toEqual({ until: 'over' });
  expect(taxTroubles({ ...first, category: 'Z', until: '2026-06-01' })).toEqual({});
});

test('what is known comes back as it was typed', () => {
  const known = { category: 'S', rate: 5500, code: null, text: '', from: '2026-01-01', until: null } as const;
  expect(taxDraftOf(known, '2026-06-01')).toMatchObject({ category: 'S', rate: '5.5', from: '2026-01-01', until: '' });
});
