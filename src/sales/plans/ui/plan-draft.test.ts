/** What is typed in the plan editor, as terms: amounts in each currency's decimals, and nothing lost that nobody touched. */
import { expect, test } from 'vitest';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import type { PlanView } from '../plans.contract.ts';
import { type PlanKind, type PlanTerms, termsChanges } from '../plans.rules.ts';
import { enforcedLimits } from '../limits.rules.ts';
import { draftOf as draftIn, draftTroubles, emptyRow, limitGroups, minorOf, termsOfDraft } from './plan-draft.hook.ts';

const draftOf = (plan: PlanView) => draftIn(plan, 'EUR');

const price = { currency: 'EUR', setupFee: 0, seatAmount: null, inclusive: false } as const;
const planOf = (kind: PlanKind, terms: PlanTerms): PlanView => ({
  id: 'p',
  kind,
  code: 'team',
  name: 'Team',
  summary: '',
  visibility: 'public',
  version: 1,
  words: {},
  versions: [{ ...terms, version: 1, createdAt: 0 }],
  revision: 1,
  createdAt: 0,
});
const base: PlanTerms = {
  entitlements: { ...standardEntitlements, rooms: null, people: 30 },
  trialDays: 14,
  trialNeedsMethod: true,
  hours: null,
  seatKey: 'people',
  seatMost: 40,
  dunning: { retries: [2], reminders: [4], restrict: 9, cancel: 21 },
  prices: [
    { ...price, period: 'month', amount: 2400, setupFee: 500, seatAmount: 150 },
    { ...price, period: 'year', amount: 24_000, seatAmount: 1500 },
    { ...price, currency: 'KWD', period: 'year', amount: 71_250, seatAmount: 900, inclusive: true },
  ],
};

test.each([
  ['24', 'EUR', 2400],
  ['24.5', 'EUR', 2450],
  ['24,50', 'EUR', 2450],
  ['500', 'JPY', 500],
  ['500.5', 'JPY', null],
  ['1.234', 'KWD', 1234],
  ['1,234', 'KWD', 1234],
  ['1.2345', 'KWD', null],
  ['24.505', 'EUR', null],
  ['1.234,50', 'EUR', null],
  ['-1', 'EUR', null],
  ['', 'EUR', null],
])('%s %s is %s minor units', (text, currency, minor) => {
  expect(minorOf(text, currency)).toBe(minor);
});

test.each<[PlanKind, PlanTerms]>([
  ['base', base],
  ['base', { ...base, prices: base.prices.map((one) => ({ ...one, seatAmount: null })) }],
  [
    'addon',
    {
      ...base,
      trialDays: 0,
      trialNeedsMethod: false,
      seatKey: null,
      seatMost: null,
      entitlements: { rooms: null, recordingAllowed: false },
      prices: [],
    },
  ],
  [
    'pass',
    {
      ...base,
      entitlements: { people: 5 },
      trialDays: 0,
      trialNeedsMethod: false,
      hours: 48,
      seatKey: null,
      seatMost: null,
      prices: [{ ...price, period: 'once', amount: 900 }],
    },
  ],
])('a %s that nobody touched is the same again', (kind, terms) => {
  const draft = draftOf(planOf(kind, terms));
  expect(draftTroubles(draft, terms)).toEqual({});
  expect(termsChanges(terms, termsOfDraft(draft, terms))).toEqual([]);
});

test('another month leaves the other prices, their seats, fees and tax alone', () => {
  const draft = draftOf(planOf('base', base));
  const typed = { ...draft, prices: draft.prices.map((row) => (row.currency === 'EUR' ? { ...row, month: '25,00' } : row)) };
  expect(termsChanges(base, termsOfDraft(typed, base))).toEqual([{ field: 'prices.EUR.month.amount', from: 2400, to: 2500 }]);
});

test('each period has its own fee and seat, and each currency says whether tax is in it', () => {
  const draft = draftOf(planOf('base', base));
  const typed = {
    ...draft,
    prices: draft.prices.map((row) =>
      row.currency === 'EUR' ? { ...row, yearSetup: '7,50', yearSeat: '14' } : { ...row, inclusive: false },
    ),
  };
  expect(termsChanges(base, termsOfDraft(typed, base))).toEqual([
    { field: 'prices.EUR.year.setupFee', from: 0, to: 750 },
    { field: 'prices.EUR.year.seatAmount', from: 1500, to: 1400 },
    { field: 'prices.KWD.year.inclusive', from: true, to: false },
  ]);
});

test('without something that seats raise there are no seats, and with it it has to be limited', () => {
  const draft = draftOf(planOf('base', base));
  const none = termsOfDraft({ ...draft, seatKey: '' }, base);
  expect([none.seatKey, none.seatMost, none.prices.map((one) => one.seatAmount)]).toEqual([null, null, [null, null, null]]);
  expect(draftTroubles({ ...draft, seatKey: 'rooms' })).toEqual({ seatKey: 'seats_without_limit' });
  expect(draftTroubles({ ...draft, seatMost: '0' })).toEqual({ seatMost: 'limit_range' });
});

test('an own table of dunning is days that ascend to the end', () => {
  const draft = { ...draftOf(planOf('base', base)), retries: '1, 3', reminders: '2,5 7', restrict: '10', cancel: '30' };
  expect(draftTroubles(draft)).toEqual({});
  expect(termsOfDraft(draft, base).dunning).toEqual({ retries: [1, 3], reminders: [2, 5, 7], restrict: 10, cancel: 30 });
  const wrong = [{ cancel: '10' }, { retries: '5, 3' }, { reminders: '366' }, { reminders: '40' }, { restrict: '' }];
  expect(wrong.map((change) => Object.entries(draftTroubles({ ...draft, ...change })))).toEqual(
    ['cancel', 'retries', 'reminders', 'restrict', 'restrict'].map((field) => [[field, 'wrong_days']]),
  );
  expect(termsOfDraft({ ...draft, ownDunning: false }, base).dunning).toBeNull();
});

test('every limit stands under one heading', () => {
  expect(limitGroups.flatMap(({ keys }): string[] => [...keys]).sort()).toEqual(enforcedLimits.map(({ key }) => key).sort());
});

test('no minutes until a first response are no promise, and never "no limit"', () => {
  const promise = (firstResponseMinutes: number | null) => ({
    ...base,
    entitlements: { ...base.entitlements, firstResponseMinutes },
  });
  for (const minutes of [0, null]) {
    const draft = draftOf(planOf('base', promise(minutes)));
    expect(draft.limits['firstResponseMinutes']).toBe('');
    expect(termsChanges(promise(minutes), termsOfDraft(draft, promise(minutes)))).toEqual([]);
  }
  const cleared = { ...draftOf(planOf('base', promise(240))), limits: { ...draftOf(planOf('base', promise(240))).limits } };
  cleared.limits['firstResponseMinutes'] = '';
  expect(termsOfDraft(cleared, promise(240)).entitlements.firstResponseMinutes).toBe(0);
});

test('a new plan begins with one row of prices; a fee without its price is refused, an add-on adds something', () => {
  const draft = { ...draftIn(null, 'GBP'), name: 'Team', code: 'team' };
  expect(draft.prices).toEqual([emptyRow('GBP')]);
  expect(draftTroubles(draft)).toEqual({});
  expect(termsOfDraft(draft, undefined).prices).toEqual([]);
  const feeOnly = { ...draft, prices: [{ ...emptyRow('GBP'), yearSetup: '50' }] };
  expect(draftTroubles(feeOnly)).toEqual({ prices: 'price_missing' });
  expect(draftTroubles({ ...draft, kind: 'addon', limits: {}, included: {} })).toEqual({ included: 'adds_nothing' });
});
