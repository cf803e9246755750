/** What can be had on top of a plan: never what the plan has itself. */
import { expect, test } from 'vitest';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { addonOffers, addonsOf, keptAddons, shownAddons, wishedAddons } from './addons.hook.ts';

const offer = (id: string, kind: 'base' | 'addon', entitlements: Offer['entitlements']): Offer => ({
  ...{ id, kind, code: id, name: id, summary: '', visibility: 'public', version: 1, entitlements },
  ...{ trialDays: 0, trialNeedsMethod: false, hours: null, seatKey: null, seatMost: null },
  prices: [{ currency: 'EUR', period: 'month', amount: 900, setupFee: 0, seatAmount: null, inclusive: false }],
});
const small = offer('small', 'base', { branding: false, recordingGb: 25 });
const large = offer('large', 'base', { branding: true, customSlug: true, recordingGb: null });
const look = offer('look', 'addon', { branding: true, customSlug: true, recordingGb: 0 });
const storage = offer('storage', 'addon', { recordingGb: 50, branding: false });
const offers = [small, large, look, storage];
const at = (to?: Offer) => ({ period: 'month' as const, currency: 'EUR', to });
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
const held = [
  { planId: 'look', name: 'Look', quantity: 1 },
  { planId: 'gone', name: 'Gone', quantity: 2 },
];

test('a yes that the plan says, and a number above no limit, are not sold on top of it', () => {
  expect(ids(addonOffers(offers, at(small)))).toEqual(['look', 'storage']);
  expect(ids(addonOffers(offers, at(large)))).toEqual([]);
  expect(ids(addonOffers(offers, at()))).toEqual(['look', 'storage']);
  // one of two that is not in the plan is reason enough
  const half = offer('half', 'base', { branding: true, customSlug: false });
  expect(ids(addonOffers(offers, at(half)))).toEqual(['look', 'storage']);
});

test('an address that names one of them buys none of it', () => {
  expect(addonsOf('look,storage*3', { offers, at: at(large) })).toEqual([]);
  expect(addonsOf('look,storage*3', { offers, at: at(small) })).toEqual([
    { planId: 'look', quantity: 1 },
    { planId: 'storage', quantity: 3 },
  ]);
});

test('whoever changes to a plan that has it pays for it no more; what is sold no longer stays', () => {
  expect(wishedAddons(held, { offers, at: at(large), same: true })).toEqual([{ planId: 'gone', quantity: 2 }]);
  expect(wishedAddons(held, { offers, at: at(small), same: true })).toEqual([
    { planId: 'look', quantity: 1 },
    { planId: 'gone', quantity: 2 },
  ]);
  expect(wishedAddons(held, { offers, at: at(large), same: false })).toEqual([]);
  expect(keptAddons(held, { offers, at: at(large) }).map((one) => one.planId)).toEqual(['gone']);
});

test('one that is held beside a plan that has it can be given up', () => {
  expect(ids(shownAddons(offers, { at: at(large), chosen: [{ planId: 'look', quantity: 1 }] }))).toEqual(['look']);
  expect(ids(shownAddons(offers, { at: at(large), chosen: [] }))).toEqual([]);
});
