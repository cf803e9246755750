import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount } from '#app/proof/testing-components.tsx';
import type { Offer } from '../plans.contract.ts';
import { PlanCompare } from './blocks/plan-compare.part.tsx';

const offer = (name: string, amount: number): Offer => ({
  id: name,
  kind: 'base',
  code: name.toLowerCase(),
  name,
  summary: '',
  visibility: 'public',
  version: 1,
  entitlements: { peopleAtOnce: 60, rooms: 20, branding: true, webhooks: 5 },
  trialDays: 0,
  trialNeedsMethod: false,
  hours: null,
  seatKey: null,
  seatMost: null,
  prices: [{ currency: 'EUR', period: 'month', amount, setupFee: 0, seatAmount: null, inclusive: false }],
});
const offers = [offer('Team', 2400), offer('School', 29_900), offer('Campus', 59_900)];
const act = (name: string) => page.getByRole('button', { name });

test.each(looks)('plans beside each other: $locale $scheme $width', async (look) => {
  await mount(<PlanCompare offers={offers} period="month" chosen="School" onChoose={() => {}} current="School" />, { look });
  await expect.element(page.getByText('School')).toBeVisible();
  await expectNoViolations();
});

test('the current plan is marked, the next one recommended, and the others say upgrade or downgrade', async () => {
  await mount(
    <PlanCompare offers={offers} period="month" current="School" changeAt={({ code }) => `/my-subscriptions?change=${code}`} />,
  );
  const heads = page.getByRole('columnheader');
  await expect.element(heads.filter({ hasText: 'School' }).getByText('Current plan')).toBeVisible();
  await expect.element(heads.filter({ hasText: 'Campus' }).getByText('Recommended')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Downgrade: Team' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Upgrade: Campus' }))
    .toHaveAttribute('href', '/my-subscriptions?change=campus');
  await expect.element(page.getByRole('link', { name: /: School$/ })).not.toBeInTheDocument();
});

test('guests choose by a button, and see five limits until they ask for all', async () => {
  const onChoose = vi.fn();
  await mount(<PlanCompare offers={offers} period="month" onChoose={onChoose} />);
  await act('Choose: School').click();
  expect(onChoose).toHaveBeenCalledWith('School');
  await expect.element(page.getByRole('radio', { name: /^School/ })).toHaveFocus();
  expect(page.getByRole('rowheader').elements()).toHaveLength(5);
  await expect.element(page.getByText('Webhooks')).not.toBeInTheDocument();
  await act('Compare all').click();
  await expect.element(page.getByText('Webhooks')).toBeVisible();
  expect(page.getByText(/concurrent_account/).elements()).toEqual([]);
});
