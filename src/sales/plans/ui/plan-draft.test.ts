/** What is typed in the plan editor, as terms: amounts in each currency's decimals, and nothing lost that nobody touched. */
import { expect, test } from 'vitest';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import type { PlanView } from '../plans.contract.ts';
import { type PlanKind, type PlanTerms, termsChanges } from '../plans.rules.ts';
import { draftOf, draftTroubles, minorOf, termsOfDraft } from './plan-draft.hook.ts';

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
  entitlements: { ...standardEntitlements, rooms: null },
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
    { ...base, trialDays: 0, seatKey: null, seatMost: null, entitlements: { rooms: null, recordingAllowed: false }, prices: [] },
  ],
  [
    'pass',
    {
      ...base,
      entitlements: { people: 5 },
      trialDays: 0,
      hours: 48,
      seatKey: null,
      seatMost: null,
      prices: [{ ...price, period: 'once', amount: 900 }],
    },
  ],
])('a %s that nobody touched is the same again', (kind, terms) => {
  const draft = draftOf(planOf(kind, terms));
  expect(draftTroubles(draft)).toEqual({});
  expect(termsChanges(terms, termsOfDraft(draft, terms))).toEqual([]);
});

test('another month leaves the other prices, their seats, fees and tax alone', () => {
  const draft = draftOf(planOf('base', base));
  const typed = { ...draft, prices: draft.prices.map((row) => (row.currency === 'EUR' ? { ...row, month: '25,00' } : row)) };
  expect(termsChanges(base, termsOfDraft(typed, base))).toEqual([{ field: 'prices.EUR.month.amount', from: 2400, to: 2500 }]);
});
