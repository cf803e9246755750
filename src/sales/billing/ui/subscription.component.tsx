import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { overflowCalls } from '#sales/overflow/overflow.contract.ts';
import { plansCalls } from '#sales/plans/plans.contract.ts';
import { billingCalls, type SubscriptionPage, type SubscriptionView } from '../billing.contract.ts';
import { comingCalls } from '../coming.contract.ts';
import { invoicesCalls } from '../invoices.contract.ts';
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
