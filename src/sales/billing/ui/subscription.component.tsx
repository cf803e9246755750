import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { overflowCalls } from '#sales/overflow/overflow.contract.ts';
import { type Offer, plansCalls } from '#sales/plans/plans.contract.ts';
import { billingCalls, type SubscriptionPage, type SubscriptionView } from '../billing.contract.ts';
import { comingCalls } from '../coming.contract.ts';
import { invoicesCalls } from '../invoices.contract.ts';
import { subscriptionsCalls } from '../subscriptions.contract.ts';
import * as screen from './subscription.screen.tsx';

const day = 86_400_000;
const id = '01890000-0000-7000-8000-000000000001';
const line = {
  kind: 'plan' as const,
  title: 'School 150',
  detail: '',
  quantity: 1,
  unit: 34_900,
  amount: 34_900,
  discount: 0,
  net: 34_900,
  category: 'S' as const,
  rate: 19_000,
  periodStart: now + 10 * day,
  periodEnd: now + 40 * day,
};
const subscription: SubscriptionView = {
  id,
  state: 'past_due',
  planId: id,
  planName: 'School 150',
  version: 1,
  currency: 'EUR',
  period: 'month',
  seats: 0,
  addons: [],
  startsAt: null,
  freeUntil: null,
  taxWaits: null,
  periodStart: now - 20 * day,
  periodEnd: now + 10 * day,
  trialEnd: null,
  cancelAtEnd: false,
  pending: null,
  changing: null,
  pausedUntil: null,
  payBy: 'transfer',
  manualId: null,
  manualGone: null,
  price: { amount: 34_900, inclusive: false },
  next: { at: now + 10 * day, net: 34_900, tax: 6631, total: 41_531, lines: [line] },
  minutes: null,
  openInvoice: { id, number: '2026-0007', remaining: 41_531, dueDate: '2026-03-01', overdue: true },
  restrictedAt: null,
  withdrawUntil: null,
  startedAt: now - 50 * day,
  endedAt: null,
  revision: 7,
  acts: ['change', 'cancel', 'pause'],
};
const use: SubscriptionPage['use'] = [
  { key: 'meetingsAtOnce', used: 9, max: 30 },
  { key: 'peopleAtOnce', used: 131, max: 150 },
  { key: 'rooms', used: 38, max: 60 },
  { key: 'people', used: 27, max: 40 },
  { key: 'webhooks', used: 0, max: 5 },
];
const late = { ...sampleOf(invoicesCalls.get.result, { id }), number: '2026-0007', state: 'open' as const, overdue: true };
const invoice = { ...late, kind: 'invoice' as const, remaining: 41_531, currency: 'EUR', dueDate: '2026-03-01' };
const calls = [
  onCall(billingCalls.subscription, () => ({
    ...sampleOf(billingCalls.subscription.result, {}),
    subscription,
    use,
    ways: ['transfer' as const],
    rights: { purchase: true },
  })),
  onCall(overflowCalls.mine, () => ({ items: [], rights: { choose: false } })),
  onCall(plansCalls.offers, () => ({ currency: 'EUR', currencies: ['EUR'], items: [] })),
  onCall(invoicesCalls.list, () => ({ items: [invoice], next: null, total: 1 })),
  onCall(comingCalls.ofSubscription, () => ({ waiting: null })),
];
const user = { scope: ['subscriptions.view', 'subscriptions.purchase', 'invoices.view'] };
const endOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect().bottom;

test.each(looks)('the plan: $locale $scheme $width', async (look) => {
  await mountScreen(screen, { calls, user, look, path: '/my-subscriptions' });
  await expect.element(page.getByText('131').first()).toBeVisible();
  await expectNoViolations();
});

test('what is late, the next invoice and the limits near their end are seen at once', async () => {
  await mountScreen(screen, { calls, user, path: '/my-subscriptions' });
  await expect.element(page.getByText('€349.00 per month, excl. tax')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Pay now: 2026-0007' })).toBeVisible();
  // the forecast of thirteen months is not asked for, and no answer to it is given here
  await expect.element(page.getByRole('region', { name: 'Next invoice' }).getByText('€415.31')).toBeVisible();
  const meters = page.getByRole('region', { name: 'Usage' }).getByRole('meter').elements();
  expect(meters.map((one) => one.getAttribute('aria-label'))).toEqual(['People at once', 'People in the account', 'Rooms']);
  expect(Math.max(endOf('Next invoice'), endOf('Usage'))).toBeLessThan(660);
  await expect.element(page.getByText('Webhooks')).not.toBeVisible();
  await page.getByText('Details').click();
  await expect.element(page.getByText('Webhooks')).toBeVisible();
});

test('on a phone what is late comes before everything that can wait', async () => {
  await mountScreen(screen, { calls, user, path: '/my-subscriptions', look: { locale: 'en-US', scheme: 'light', width: 360 } });
  await expect.element(page.getByRole('region', { name: 'Overdue' })).toBeVisible();
  expect(endOf('Overdue')).toBeLessThan(endOf('Usage'));
  expect(endOf('Usage')).toBeLessThan(endOf('Next invoice'));
});

const school300: Offer = {
  id: '01890000-0000-7000-8000-000000000002',
  kind: 'base',
  code: 'school-300',
  name: 'School 300',
  summary: '',
  visibility: 'public',
  version: 1,
  entitlements: { peopleAtOnce: 300 },
  trialDays: 0,
  trialNeedsMethod: false,
  hours: null,
  seatKey: null,
  seatMost: null,
  prices: [{ currency: 'EUR', period: 'month', amount: 59_900, setupFee: 0, seatAmount: null, inclusive: false }],
};
const quote = sampleOf(subscriptionsCalls.quoteChange.result, {
  id,
  expiresAt: now + 900_000,
  when: 'now',
  at: now,
  planId: school300.id,
  planName: 'School 300',
  currency: 'EUR',
  period: 'month',
  lines: [{ ...line, title: 'School 300', part: null }],
  net: 8333,
  tax: 1583,
  total: 9916,
  toPay: 9916,
});
const charge = { at: now + 10 * day, cause: 'period' as const, periodStart: null, periodEnd: null, planName: 'School 150' };
const charges = [0, 30].map((days) => ({
  ...charge,
  at: charge.at + days * day,
  ...{ net: 34_900, tax: 6631, total: 41_531, toPay: 41_531, lines: [] },
}));
const openCalls = [
  ...calls.filter(({ call }) => call !== plansCalls.offers),
  onCall(plansCalls.offers, () => ({ currency: 'EUR', currencies: ['EUR'], items: [school300] })),
  onCall(subscriptionsCalls.quoteChange, () => quote),
  onCall(subscriptionsCalls.forecast, () => ({ currency: 'EUR', charges, until: now + 400 * day })),
];

test.each(looks)('the price of a change stands there before it is ordered: $locale $scheme $width', async (look) => {
  await mountScreen(screen, { calls: openCalls, user, look, path: '/my-subscriptions?change=school-300' });
  await expect.element(page.getByRole('radio', { name: /School 300/ })).toBeChecked();
  await expect.element(page.getByRole('button', { name: /99/ })).toBeVisible();
  await expectNoViolations();
});

test('what thirteen months bring is asked for by a button, and added up', async () => {
  const look = { locale: 'en-US', scheme: 'dark', width: 360 } as const;
  await mountScreen(screen, { calls: openCalls, user, look, path: '/my-subscriptions' });
  await page.getByRole('button', { name: 'View forecast' }).click();
  const table = page.getByRole('region', { name: 'Next 13 months' }).getByRole('table');
  await expect.element(table.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total€830.62');
  await expectNoViolations();
});
