import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { allSubscriptionsCalls } from '#sales/billing/all-subscriptions.contract.ts';
import { SubscriptionDrawer } from './subscription-drawer.part.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const subscription = sampleOf(allSubscriptionsCalls.get.result, {
  id,
  accountId: id,
  accountName: 'Nordlicht School',
  state: 'active',
  planName: 'School 150',
  currency: 'EUR',
  payBy: 'card',
  periodEnd: now + 86_400_000,
});
const charge = { at: now + 86_400_000, cause: 'period' as const, periodStart: null, periodEnd: null, planName: 'School 150' };
const amounts = { net: 34_900, tax: 6631, total: 41_531, toPay: 41_531, lines: [] };
const calls = [
  onCall(allSubscriptionsCalls.get, () => subscription),
  onCall(allSubscriptionsCalls.forecast, () => ({
    currency: 'EUR',
    charges: [
      { ...charge, ...amounts },
      { ...charge, ...amounts, at: now + 32 * 86_400_000 },
    ],
    until: now + 400 * 86_400_000,
  })),
];

test.each(looks)('a subscription beside the list: $locale $scheme $width', async (look) => {
  await mount(<SubscriptionDrawer id={id} onOpen={() => {}} onClose={() => {}} />, { calls, look });
  await expect.element(page.getByRole('dialog').getByText('School 150').first()).toBeVisible();
  await expect.element(page.getByRole('table')).toBeVisible();
  await expectNoViolations();
});

test('it says whose it is and what thirteen months bring, and Escape leaves it', async () => {
  const onClose = vi.fn();
  await mount(<SubscriptionDrawer id={id} onOpen={() => {}} onClose={onClose} />, { calls });
  const drawer = page.getByRole('dialog', { name: /^Nordlicht School/ });
  await expect.element(drawer.getByRole('table').getByText('€830.62')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  expect(onClose).toHaveBeenCalledOnce();
});
