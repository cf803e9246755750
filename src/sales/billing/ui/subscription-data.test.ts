import { expect, test } from 'vitest';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { firstWish, isSame, liftOf } from './subscription-data.hook.ts';

const offer = (id: string, amount: number, rooms: number | null): Offer => ({
  id,
  kind: 'base',
  code: id,
  name: id,
  summary: '',
  visibility: 'public',
  version: 1,
  entitlements: { rooms },
  trialDays: 0,
  trialNeedsMethod: false,
  hours: null,
  seatKey: null,
  seatMost: null,
  prices: [{ currency: 'EUR', period: 'month', amount, setupFee: 0, seatAmount: null, inclusive: false }],
});
const offers = [offer('large', 900, null), offer('small', 100, 3), offer('middle', 500, 10)];
const held = {
  planId: 'small',
  period: 'month',
  seats: 2,
  addons: [{ planId: 'more', name: 'More', quantity: 2 }],
  currency: 'EUR',
} as const;

test('the cheapest plan that allows more lifts a limit', () => {
  const lift = (max: number) => liftOf(offers, { held, limit: { key: 'rooms', max } });
  expect(lift(3)).toMatchObject({ offer: { id: 'middle' }, allowed: 10 });
  expect(lift(10)).toMatchObject({ offer: { id: 'large' }, allowed: null });
  expect(liftOf(offers, { held: { ...held, currency: 'USD' }, limit: { key: 'rooms', max: 3 } })).toBeNull();
});

test('a change begins with the plan of the address, without the seats of another one', () => {
  expect(firstWish(held, offers, 'large')).toEqual({
    planId: 'large',
    period: 'month',
    seats: 0,
    addons: [{ planId: 'more', quantity: 2 }],
  });
  expect(isSame(held, { ...firstWish(held, offers, null), addons: [] })).toBe(false);
  for (const code of ['small', 'gone', '', null]) expect(isSame(held, firstWish(held, offers, code))).toBe(true);
});
