/** One payment on its own: its payer and its seller find it, read all of it, send a part back, and see what happened. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { startCardProvider } from '../card-provider/card-provider.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { buyByCard, open } from '../steps.ts';

const fake = await startCardProvider();
afterAll(() => fake.close());

const drawer = (page: Page) => page.getByRole('dialog');
const part = (page: Page, name: string) => drawer(page).getByRole('region', { name, exact: true });
const timeline = (page: Page) => part(page, 'Timeline').getByRole('listitem');
const idIn = (page: Page) => new URL(page.url()).searchParams.get('payment') ?? '';

describe('a payment', () => {
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  const { product, errors, signedIn } = journey({ args: ['--demo'], env });
  let operator: Person;
  let salma: Person;
  let payment = '';

  beforeAll(async () => {
    fake.deliverTo(`${product().url}/api/providers/card/events`);
    [operator, salma] = [await signedIn('operator@example.org'), await signedIn('salma@example.org')];
  });

  test('whoever paid by card finds it beside the invoices, with what it paid and what happened', async () => {
    const { page } = salma;
    await buyByCard(page, fake);
    await open(page, '/invoices');
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    const table = page.getByRole('table', { name: 'Payments' });
    await table.getByRole('cell', { name: 'Visa ·· 4242' }).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await table.getByRole('link', { name: '€34.51' }).click();
    await drawer(page)
      .getByRole('heading', { level: 2, name: /€34\.51\s*Received/ })
      .waitFor();
    payment = idIn(page);
    await part(page, 'Allocation').getByText('Applied to the invoice').waitFor();
    await timeline(page).filter({ hasText: 'Paid in full' }).waitFor();
    await timeline(page)
      .filter({ hasText: /^Email .*salma@example.org/ })
      .first()
      .waitFor();
    // the provider's ids and reports are nothing for the payer
    expect(
      await drawer(page)
        .getByText(/payment_intent|cus_|pi_/)
        .count(),
    ).toBe(0);
    expect(await drawer(page).getByRole('link', { name: 'Refund…' }).count()).toBe(0);
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('loading the page again keeps it, and going back closes it', async () => {
    const { page } = salma;
    await page.reload();
    await drawer(page)
      .getByRole('heading', { level: 2, name: /€34\.51/ })
      .waitFor();
    await page.goBack();
    await drawer(page).waitFor({ state: 'detached' });
    await page.goForward();
    await drawer(page)
      .getByRole('heading', { level: 2, name: /€34\.51/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await drawer(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?tab=payments');
  });

  test('its invoice leads to it, and it leads to its invoice', async () => {
    const { page } = salma;
    await open(page, `/invoices?tab=payments&payment=${payment}`);
    await drawer(page).getByRole('link', { name: 'Invoice and receipt' }).click();
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/);
    await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: 'Visa ·· 4242' }).click();
    await drawer(page)
      .getByRole('heading', { level: 2, name: /€34\.51/ })
      .waitFor();
    expect(idIn(page)).toBe(payment);
  });

  test('whoever is paid finds it by what the provider calls it, and reads what it told', async () => {
    const { page } = operator;
    await open(page, '/all-invoices?tab=payments');
    const intent = [...fake.things.values()].findLast(
      (one) => one['object'] === 'payment_intent' && one['status'] === 'succeeded',
    );
    await page
      .getByRole('textbox', { name: /^Search/ })
      .or(page.getByRole('searchbox', { name: /^Search/ }))
      .first()
      .fill(intent?.id ?? '');
    const rows = page.getByRole('table', { name: 'Payments' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.getByRole('link', { name: '€34.51' }).click();
    await part(page, 'At the card provider')
      .getByText(intent?.id ?? 'none')
      .waitFor();
    await timeline(page).filter({ hasText: 'payment_intent.succeeded' }).first().waitFor();
    expect(idIn(page)).toBe(payment);
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('a part of it goes back by the credit note of its invoice, and both sides read that', async () => {
    const { page } = operator;
    await drawer(page).getByRole('link', { name: 'Refund…' }).click();
    await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}\?refund=/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Custom amount', { exact: true }).click();
    await dialog.getByLabel('Amount in EUR').fill('10');
    expect(await dialog.getByLabel('Credit to').inputValue()).toBe('card');
    await dialog.getByLabel('Reason').fill('Half a week without service');
    await dialog.getByRole('button', { name: 'Create credit note' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.search === '');
    await fake.pumpWebhooks();
    await open(page, `/all-invoices?tab=payments&payment=${payment}`);
    await drawer(page)
      .getByRole('heading', { level: 2, name: /Partially refunded/ })
      .waitFor();
    await part(page, 'Refunds').getByRole('link', { name: /^C2/ }).waitFor();
    await timeline(page).filter({ hasText: '€10.00 refunded' }).waitFor();
    await open(salma.page, `/invoices?tab=payments&payment=${payment}`);
    await timeline(salma.page).filter({ hasText: '€10.00 refunded' }).waitFor();
    await part(salma.page, 'Allocation').getByText('−€10.00').waitFor();
  });

  test('the list is narrowed by links and chips, and comes as a file', async () => {
    const { page } = operator;
    await open(page, '/all-invoices?tab=payments&method=transfer');
    const table = page.getByRole('table', { name: 'Payments' });
    await table.waitFor();
    expect(await table.getByText('visa').count()).toBe(0);
    await open(page, '/all-invoices?tab=payments&state=refunded');
    await table.getByRole('link', { name: '€34.51' }).waitFor();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: /CSV/ }).click()]);
    expect(file.suggestedFilename()).toBe('payments.csv');
    await open(page, '/users');
    // the stand-in's page has no icon
    expect(errors().filter((text) => !text.includes('404'))).toEqual([]);
  });
});
