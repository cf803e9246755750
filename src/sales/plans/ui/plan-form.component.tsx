import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Input } from '#kit/contract.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mountScreen, onCall } from '#app/proof/testing-components.tsx';
import { plansCalls } from '../plans.contract.ts';
import { planFormScreen } from './plan-form.screen.tsx';
import { plansScreen } from './plans.screen.tsx';

const holders = () => ({ held: async () => [], move: async () => undefined, currency: async () => 'GBP', noticeDays: 30 });
const screen = planFormScreen({ holders });
const offers = onCall(plansCalls.offers, () => ({ currency: 'EUR', currencies: ['EUR', 'USD'], items: [] }));
const path = '/subscription-plans/add-plan';
const save = () => page.getByRole('button', { name: 'Add plan' });

// the bar of a form reaches into the space that a page has around it
beforeEach(() => {
  // drafts of the test before
  localStorage.clear();
  document.body.style.padding = '16px clamp(16px, 2.5vw, 32px)';
  onTestFinished(() => document.body.removeAttribute('style'));
});

test.each(looks)('a new plan: $locale $scheme $width', async (look) => {
  await mountScreen(screen, { look, path, calls: [offers] });
  await expect.element(page.getByRole('group', { name: 'GBP' })).toBeVisible();
  await expectNoViolations();
});

test('prices begin in the currency of the seller, and its other currencies come next', async () => {
  const create = vi.fn((_input: Input<typeof plansCalls.create>) => sampleOf(plansCalls.get.result, {}));
  await mountScreen(screen, { path, calls: [offers, onCall(plansCalls.create, create)] });
  const currency = page.getByLabelText('Currency', { exact: true });
  await expect.element(currency).toHaveValue('EUR');
  await page.getByRole('button', { name: 'Add currency' }).click();
  await expect.element(page.getByRole('group', { name: 'EUR' })).toBeVisible();
  await expect.element(currency).toHaveValue('USD');
  await page.getByLabelText('Name', { exact: true }).fill('Team');
  await page.getByRole('group', { name: 'GBP' }).getByLabelText('Month').fill('24');
  await save().click();
  await vi.waitFor(() => expect(create).toHaveBeenCalled());
  const { prices, entitlements } = create.mock.lastCall?.[0].body.terms ?? {};
  expect(prices).toMatchObject([{ currency: 'GBP', period: 'month', amount: 2400 }]);
  expect(entitlements).toMatchObject({ firstResponseMinutes: 0, minutesPerMonth: null });
});

test('what is wrong is said at its field, and the first one gets the focus', async () => {
  await mountScreen(screen, { path, calls: [offers] });
  const prices = page.getByRole('group', { name: 'GBP' });
  await prices.getByLabelText('Setup fee, yearly').fill('50');
  await page.getByLabelText('Name', { exact: true }).fill('Team');
  await page.getByLabelText('Short name for links').fill('team');
  await page.getByRole('group', { name: 'Support and history' }).getByLabelText('First response to tickets (minutes)').fill('');
  await expect.element(prices.getByLabelText('Year', { exact: true })).not.toHaveAttribute('aria-invalid', 'true');
  await save().click();
  await expect.element(prices.getByText('Enter the price of this period, or clear its fee and extra units.')).toBeVisible();
  await expect.element(prices.getByLabelText('Year', { exact: true })).toHaveFocus();
});

test('each price of the list has its period', async () => {
  const item = { ...sampleOf(plansCalls.get.result, { name: 'School 150' }), createdAt: 0 };
  const cost = { setupFee: 0, seatAmount: null, inclusive: false };
  const prices = [
    { ...cost, currency: 'EUR', period: 'month' as const, amount: 34_900 },
    { ...cost, currency: 'EUR', period: 'year' as const, amount: 349_000 },
    { ...cost, currency: 'USD', period: 'year' as const, amount: 385_000 },
  ];
  const list = onCall(plansCalls.list, () => ({ items: [{ ...item, prices }], next: null, total: 1 }));
  await mountScreen(plansScreen({}), { path: '/subscription-plans', calls: [list] });
  await expect.element(page.getByRole('cell', { name: '€349.00 / month · US$3,850.00 / year' })).toBeVisible();
});
