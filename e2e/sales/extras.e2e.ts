/** What is bought on top of a plan: an add-on with the plan, another one later, an event pass without any; all of it seen by the operator. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillAddress, open } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
/** What stands on the invoice, the terms, and the card that pays. */
async function payByCard(page: Page): Promise<void> {
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.waitForURL(`${fake.url}/**`);
  await page.getByRole('button', { name: 'Card that pays' }).click();
  await heading(page, 'Thank you for your payment').waitFor();
}

describe('add-ons and event passes', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, signedIn } = journey({ args: ['--demo'], env });
  let salma: Person;
  let operator: Person;

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    [salma, operator] = [await signedIn('salma@example.org'), await signedIn('operator@example.org')];
  });

  test('an event pass is bought without a plan, and counts at once', async () => {
    const { page } = salma;
    await open(page, '/my-subscriptions');
    const panel = page.getByRole('region', { name: 'Event passes' });
    await panel.getByRole('link', { name: 'Event pass…' }).click();
    await page.getByRole('radio', { name: /Congress 300/ }).check();
    await fillAddress(page);
    await page.getByText('€177.31').first().waitFor();
    await payByCard(page);
    await open(page, '/my-subscriptions');
    const row = panel.getByRole('listitem').filter({ hasText: 'Congress 300' });
    await row.getByText('Active').waitFor();
    await page.getByText('Details', { exact: true }).click();
    await page.getByText('/ 500').filter({ visible: true }).first().waitFor();
  });

  test('an add-on is bought with a plan, line by line', async () => {
    const { page } = salma;
    await open(page, '/purchase-plan?plan=team-60');
    await page.getByRole('button', { name: 'More of Storage 50' }).click();
    await page.getByRole('button', { name: 'More of Storage 50' }).click();
    await page.waitForURL(/addons=storage-50/);
    await page.getByText('2 × €9.00').first().waitFor();
    await payByCard(page);
    await open(page, '/my-subscriptions');
    await heading(page, 'Team 60').waitFor();
    await page.getByText('Storage 50 × 2').first().waitFor();
  });

  test('another one is added later, at the price that was shown', async () => {
    const { page } = salma;
    await open(page, '/my-subscriptions');
    await page.getByRole('button', { name: 'Change plan' }).click();
    const panel = page.getByRole('region', { name: 'Change plan' });
    await panel.getByRole('switch', { name: 'Own look' }).press(' ');
    const verb = panel.getByRole('button', { name: /^Pay .* and change$/ });
    const sum = /€[\d.,]+/.exec(await verb.innerText())?.[0] ?? 'none';
    await verb.click();
    await page.waitForURL(`${fake.url}/**`);
    await page.getByRole('button', { name: 'Card that pays' }).click();
    await heading(page, 'Thank you for your payment').waitFor();
    await open(page, '/invoices');
    await page.getByText(sum).filter({ visible: true }).first().waitFor();
    await open(page, '/my-subscriptions');
    await page.getByText(/Storage 50 × 2.*Own look/).waitFor();
  });

  test('one that is taken away stays until the end of the period', async () => {
    const { page } = salma;
    await open(page, '/my-subscriptions?change=');
    const panel = page.getByRole('region', { name: 'Change plan' });
    await panel.getByRole('switch', { name: 'Own look' }).press(' ');
    await panel.getByRole('button', { name: /^Change on / }).click();
    await page.getByRole('button', { name: 'Cancel change' }).waitFor();
    await page.getByText(/Storage 50 × 2.*Own look/).waitFor();
  });

  test('the operator sees both beside the subscription', async () => {
    const { page } = operator;
    await open(page, '/subscription-plans?tab=subscriptions');
    await page.getByRole('row').filter({ hasText: 'Team 60' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('Storage 50 × 2').waitFor();
    await drawer.getByText('Congress 300').waitFor();
    expect(await drawer.getByRole('heading', { name: 'Event passes' }).count()).toBe(1);
  });
});
