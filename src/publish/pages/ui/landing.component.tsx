import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Offer } from '#sales/plans/plans.contract.ts';
import { expectNoViolations, looks, mountScreen } from '#app/proof/testing-components.tsx';
import { Screen } from './landing.screen.tsx';

const offer = (name: string, entitlements: Offer['entitlements']): Offer => ({
  ...{ id: name, kind: 'base', code: name.toLowerCase(), name, summary: 'For one school.', visibility: 'public', version: 1 },
  ...{ entitlements, trialDays: 14, trialNeedsMethod: false, hours: null, seatKey: null, seatMost: null, prices: [] },
});
const price = { currency: 'EUR', setupFee: 0, seatAmount: null, inclusive: false };
const school = { peopleAtOnce: 150, rooms: null, minutesPerMeeting: 240, recordingGb: 100, branding: true };
const data = {
  policy: 'open' as const,
  plans: [
    { offer: offer('Start', { ...school, recordingGb: 0 }), price: { ...price, period: 'month' as const, amount: 1_900 } },
    { offer: offer('School', school), price: { ...price, period: 'year' as const, amount: 99_000 } },
  ],
  posts: [],
  lists: [
    { id: '1', name: 'Product news', description: 'What changed.', rhythm: 'Once a month.' },
    { id: '2', name: 'Maintenance', description: 'When rooms will be closed.', rhythm: '' },
  ],
};
const landing = { Screen, load: async () => data };

test.each(looks)('plans, the menu and the newsletter: $locale $scheme $width', async (look) => {
  await mountScreen(landing, { look, path: '/' });
  await expect.element(page.getByText('Product news')).toBeVisible();
  await expectNoViolations();
});

test('a plan names its period and what it holds, and the menu leads to plans', async () => {
  await mountScreen(landing, { path: '/' });
  const card = page.getByRole('listitem').filter({ hasText: 'For one school.' }).filter({ hasText: 'School' }).last();
  await expect.element(card.getByText('per year')).toBeVisible();
  for (const held of ['990.00', 'People at once150', 'Roomsno limit', 'Minutes per meeting240', 'Recording storage in GB100'])
    expect(card.element().textContent).toContain(held);
  await expect
    .element(card.getByRole('link', { name: 'Choose School' }))
    .toHaveAttribute('href', '/purchase-plan?plan=school&currency=EUR&period=year');
  await expect
    .element(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Plans' }))
    .toHaveAttribute('href', '/#prices');
});

test('the first newsletter alone is offered, and only the way into a meeting is filled', async () => {
  await mountScreen(landing, { path: '/' });
  await expect.element(page.getByRole('heading', { name: 'Product news' })).toBeVisible();
  await expect.element(page.getByText('Maintenance')).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: 'All newsletters' })).toHaveAttribute('href', '/newsletter');
  expect(document.querySelectorAll('[data-variant="filled"]')).toHaveLength(1);
});
