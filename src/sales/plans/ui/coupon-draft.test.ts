import { expect, test } from 'vitest';
import { couponOfDraft, couponTroubles, emptyCoupon, thousandthsOf } from './coupon-draft.hook.ts';

test.each([
  ['10', 10_000],
  ['12.5', 12_500],
  ['12,345', 12_345],
  ['100', 100_000],
  ['0.001', 1],
  ['0', null],
  ['100.001', null],
  ['12.3456', null],
  ['', null],
])('%s percent is %s thousandths', (text, thousandths) => {
  expect(thousandthsOf(text)).toBe(thousandths);
});

test('a part or an amount, never both; the last day counts to its end where the reader is', () => {
  const part = { ...emptyCoupon, code: 'autumn-26', part: '20', amount: '5', expiresAt: '2026-12-31' };
  expect(couponTroubles(part)).toEqual({});
  expect(couponOfDraft(part, 'Europe/Berlin')).toEqual({
    code: 'AUTUMN-26',
    covers: 'plan',
    thousandths: 20_000,
    off: null,
    periods: 1,
    most: null,
    planIds: null,
    expiresAt: Date.parse('2026-12-31T23:00:00Z'),
  });
  const amount = { ...part, kind: 'amount' as const, currency: 'JPY', periods: '', most: '3', planIds: ['p'], expiresAt: '' };
  expect(couponOfDraft(amount, 'UTC')).toMatchObject({
    thousandths: null,
    off: { amount: 5, currency: 'JPY' },
    periods: null,
    most: 3,
    planIds: ['p'],
    expiresAt: null,
  });
});

test('what makes no coupon is told at its field', () => {
  expect(couponTroubles({ ...emptyCoupon, code: 'x', part: '120', periods: '0', most: 'many' })).toEqual({
    code: 'coupon_code',
    part: 'part_range',
    periods: 'limit_range',
    most: 'limit_range',
  });
  expect(couponTroubles({ ...emptyCoupon, code: 'FIVE', kind: 'amount', amount: '0' })).toEqual({ amount: 'wrong_amount' });
});
