import { expect, test } from 'vitest';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { enforcedLimits, limitTrouble } from './limits.rules.ts';
import { couponState, isPlanCode, planCodeOf, type PlanTerms, termsChanges, termsTroubles, yearSaves } from './plans.rules.ts';

const price = { currency: 'EUR', period: 'month' as const, amount: 2400, setupFee: 0, seatAmount: null, inclusive: false };
const terms = (change: Partial<PlanTerms> = {}): PlanTerms => ({
  entitlements: { ...standardEntitlements },
  trialDays: 0,
  trialNeedsMethod: false,
  hours: null,
  seatKey: null,
  seatMost: null,
  dunning: null,
  prices: [price],
  ...change,
});
const troubles = (change: Partial<PlanTerms>) => termsTroubles('base', terms(change));

test('the editor offers every limit that accounts are held to, each once, and no other', () => {
  expect(enforcedLimits.map((limit) => limit.key).sort()).toEqual(Object.keys(standardEntitlements).sort());
});

test('a limit is a whole number that makes sense, or none', () => {
  const rooms = enforcedLimits.find((limit) => limit.key === 'rooms');
  const people = enforcedLimits.find((limit) => limit.key === 'peoplePerMeeting');
  const recording = enforcedLimits.find((limit) => limit.key === 'recordingAllowed');
  if (rooms === undefined || people === undefined || recording === undefined) throw new Error('a limit is missing');
  for (const good of [null, 0, 1, 1_000_000]) expect(limitTrouble(rooms, good)).toBeNull();
  for (const bad of [-1, 1_000_001]) expect(limitTrouble(rooms, bad)).toBe('limit_range');
  for (const bad of [1.5, Number.NaN, '7', true, undefined]) expect(limitTrouble(rooms, bad)).toBe('limit_kind');
  expect(limitTrouble(people, 0)).toBe('limit_range');
  expect(limitTrouble(recording, null)).toBe('limit_kind');
});

test('terms that make sense have no trouble; a plan says every limit, an add-on says one at least', () => {
  expect(troubles({})).toEqual({});
  const { rooms: _none, ...lacking } = standardEntitlements;
  expect(troubles({ entitlements: lacking })).toEqual({ 'entitlements.rooms': 'limit_missing' });
  expect(termsTroubles('addon', terms({ entitlements: { recordingGb: 50 } }))).toEqual({});
  expect(termsTroubles('addon', terms({ entitlements: {} }))).toEqual({ entitlements: 'adds_nothing' });
});

test('prices: an unknown currency, the same place twice, negative, fractional, not a number and too much are named', () => {
  expect(troubles({ prices: [{ ...price, currency: 'XXQ' }] })).toEqual({ 'prices.0.currency': 'unknown_currency' });
  expect(troubles({ prices: [price, price] })).toEqual({ 'prices.1.period': 'price_twice' });
  for (const amount of [-1, 0.5, Number.NaN, 1_000_000_000_001])
    expect(troubles({ prices: [{ ...price, amount }] })).toEqual({ 'prices.0.amount': 'wrong_amount' });
  expect(troubles({ prices: [price, { ...price, period: 'year', inclusive: true }] })).toEqual({
    'prices.1.inclusive': 'tax_mixed',
  });
  expect(troubles({ prices: [{ ...price, period: 'once' }] })).toEqual({ 'prices.0.period': 'wrong_period' });
});

test('minutes above cost something only where some are included and more is let through, and the same in every period', () => {
  const metered = { ...standardEntitlements, minutesPerMonth: 1000, minutesBeyond: true };
  const prices = [{ ...price, minuteAmount: 1250 }];
  expect(troubles({ entitlements: metered, prices })).toEqual({});
  for (const held of [{ minutesPerMonth: null }, { minutesBeyond: false }])
    expect(troubles({ entitlements: { ...metered, ...held }, prices })).toEqual({ prices: 'minutes_of_what' });
  const year = { ...price, period: 'year' as const };
  expect(troubles({ entitlements: metered, prices: [...prices, year] })).toEqual({ 'prices.1.minuteAmount': 'minutes_mixed' });
  for (const minuteAmount of [0, -1, 0.5])
    expect(troubles({ entitlements: metered, prices: [{ ...price, minuteAmount }] })).toEqual({
      'prices.0.minuteAmount': 'wrong_amount',
    });
  expect(termsTroubles('addon', terms({ entitlements: { recordingGb: 5 }, prices }))).toEqual({ prices: 'only_base' });
});

test('a pass has hours and one price, seats count one limit that there is', () => {
  const pass = { entitlements: { peopleAtOnce: 300 }, prices: [{ ...price, period: 'once' as const }] };
  expect(termsTroubles('pass', terms({ ...pass, hours: 48 }))).toEqual({});
  expect(termsTroubles('pass', terms(pass))).toEqual({ hours: 'required' });
  expect(troubles({ hours: 4 })).toEqual({ hours: 'only_pass' });
  expect(troubles({ prices: [{ ...price, seatAmount: 150 }] })).toEqual({ seatKey: 'seats_of_what' });
  const open = { ...standardEntitlements, peopleAtOnce: null };
  expect(troubles({ entitlements: open, seatKey: 'peopleAtOnce' })).toEqual({ seatKey: 'seats_without_limit' });
  expect(troubles({ dunning: { retries: [3, 3], reminders: [], restrict: 10, cancel: 30 } })).toEqual({ dunning: 'wrong_days' });
});

test('what changed between versions is told by field; the order of prices is no change', () => {
  const before = terms({ prices: [price, { ...price, currency: 'USD' }] });
  expect(termsChanges(before, { ...before, prices: [...before.prices].reverse() })).toEqual([]);
  const after = { ...before, entitlements: { ...before.entitlements, rooms: 80 }, prices: [{ ...price, amount: 3000 }] };
  expect(termsChanges(before, after).map((change) => [change.field, change.from, change.to])).toEqual([
    ['entitlements.rooms', 100, 80],
    ['prices.EUR.month.amount', 2400, 3000],
    ['prices.USD.month.amount', 2400, undefined],
    ['prices.USD.month.setupFee', 0, undefined],
    ['prices.USD.month.seatAmount', null, undefined],
    ['prices.USD.month.inclusive', false, undefined],
  ]);
});

test('a year saves whole percents, and never more than it does', () => {
  expect(yearSaves(36_900, 358_800)).toBe(18);
  expect(yearSaves(1000, 12_000)).toBeNull();
  expect(yearSaves(1000, 11_999)).toBeNull();
  expect(yearSaves(0, 0)).toBeNull();
});

test('codes of plans and states of coupons', () => {
  expect(planCodeOf('  School 150 – Größe M ')).toBe('school-150-gro-e-m');
  expect(planCodeOf('学校')).toBe('');
  for (const bad of ['', '-a', 'a-', 'A', 'a b', 'a'.repeat(61)]) expect(isPlanCode(bad)).toBe(false);
  const coupon = { stoppedAt: null, expiresAt: 10, most: 2, used: 0 };
  expect(couponState(coupon, 9)).toBe('active');
  expect(couponState(coupon, 10)).toBe('expired');
  expect(couponState({ ...coupon, used: 2 }, 9)).toBe('used_up');
  expect(couponState({ ...coupon, stoppedAt: 1 }, 9)).toBe('stopped');
});
