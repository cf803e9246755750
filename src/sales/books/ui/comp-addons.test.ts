import { expect, test } from 'vitest';
import type { PlanItem } from '#sales/plans/plans.contract.ts';
import { addonsAt, addonsTyped } from './comp-addons.part.tsx';

const price = { currency: 'EUR', period: 'month' as const, amount: 1, setupFee: 0, seatAmount: null, inclusive: false };
const item = (id: string, more: Partial<PlanItem> = {}): PlanItem => ({
  ...{ id, kind: 'addon', code: id, name: id, summary: '', visibility: 'public', version: 1, createdAt: 0 },
  prices: [price],
  ...more,
});

test('what is given is what is sold in that rhythm and currency, as many as were typed', () => {
  const plans = [
    item('storage'),
    item('private', { visibility: 'private' }),
    item('gone', { visibility: 'archived' }),
    item('plan', { kind: 'base' }),
    item('yearly', { prices: [{ ...price, period: 'year' }] }),
    item('yen', { prices: [{ ...price, currency: 'JPY' }] }),
  ];
  const offers = addonsAt(plans, { currency: 'EUR', period: 'month' });
  expect(offers.map((one) => one.id)).toEqual(['storage', 'private']);
  expect(addonsTyped(offers, { storage: ' 3 ', private: 'x', gone: '2' })).toEqual([{ planId: 'storage', quantity: 3 }]);
  expect(addonsTyped(offers, { storage: '0', private: '1001' })).toEqual([]);
});
