/** What waits: a plan that begins later, months for nothing, and a claim whose VAT number nobody has answered for. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { violationsOf } from '../axe.ts';
import { startFakeVies } from '../fake-vies.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { fillAddress, signIn } from '../steps.ts';

const vies = await startFakeVies(() => Date.now());
vies.switches.mood = 'down';
afterAll(() => vies.close());

/** The day so many days from now, as a date field takes it. */
const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

describe('what waits', () => {
  const { product, person, errors } = journey({ args: ['--demo'], env: { VAT_CHECK_ADDRESS: vies.url } });
  let operator: Person;
  let salma: Person;

  beforeAll(async () => {
    [operator, salma] = [await person(), await person()];
    const password = product().demoPassword;
    await signIn(operator.page, { email: 'operator@example.org', password });
    await signIn(salma.page, { email: 'salma@example.org', password });
  });

  test('months for nothing are given from a day to come, and called off', async () => {
    const { page } = operator;
    await page.goto('/subscription-plans?tab=subscriptions', { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Give a plan…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Account' }).fill('النور');
    await dialog.getByRole('button', { name: /أكاديمية النور/ }).click();
    await dialog.getByLabel('For how long').selectOption('end');
    await dialog.getByLabel('Months (1–36)').fill('40');
    await dialog.getByLabel('First day').fill(inDays(10));
    await dialog.getByLabel('Reason').fill('a winter of concerts');
    await dialog.getByRole('button', { name: 'Give it', exact: true }).click();
    await dialog.getByText('Between 1 and 36.').waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await dialog.getByLabel('Months (1–36)').fill('3');
    await dialog.getByRole('button', { name: 'Give it', exact: true }).click();
    await page.getByText('a winter of concerts').waitFor();
    await page.getByText('Free until').waitFor();
    await page.getByText('Begins later').first().waitFor();
    await page.getByRole('button', { name: 'End now…' }).click();
    const last = page.getByRole('dialog').last();
    await last.getByLabel('Reason').fill('the concerts were put off');
    await last.getByRole('button', { name: 'End now', exact: true }).click();
    await page.getByText('Ended by you').waitFor();
  });

  test('a plan is bought for a day to come, owes nothing, and is called off for nothing', async () => {
    const { page } = salma;
    await page.goto(`/purchase-plan?plan=team-60&start=${inDays(30)}`, { waitUntil: 'networkidle' });
    await page.getByText(/^It begins on /).waitFor();
    await fillAddress(page);
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Order with an invoice' }).click();
    await heading(page, /^Your plan begins on /).waitFor();
    await page.reload();
    await heading(page, /^Your plan begins on /).waitFor();
    await page.goto('/my-subscriptions', { waitUntil: 'networkidle' });
    await page.getByText(/^Begins on .*, then €34.51/).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await page.getByRole('button', { name: 'Cancel', exact: false }).first().click();
    await page.getByText('It has not begun yet').waitFor();
    await page.getByRole('button', { name: 'Cancel now' }).click();
    await page.getByText(/^Ended on /).waitFor();
    await page.goto('/invoices', { waitUntil: 'networkidle' });
    expect(await page.locator('main a[href^="/invoices/"]:visible').count()).toBe(0);
  });

  test('an order whose VAT number nobody answers for is kept, and a person decides', async () => {
    const { page } = salma;
    await page.goto('/purchase-plan?plan=team-60', { waitUntil: 'networkidle' });
    await page.getByLabel('Country').selectOption('AT');
    await page.getByLabel('Postcode').fill('1010');
    await page.getByLabel('City').fill('Wien');
    await page.getByLabel('VAT number').fill('ATU12345675');
    await page.getByLabel('I accept the terms').check();
    const order = page.getByRole('button', { name: 'Order with an invoice' });
    await order.click();
    await heading(page, 'Your order is kept')
      .or(page.getByText(/The price/))
      .first()
      .waitFor();
    if (!(await heading(page, 'Your order is kept').isVisible())) await order.click();
    await heading(page, 'Your order is kept').waitFor();
    const id = new URL(page.url()).searchParams.get('invoice') ?? '';
    await page.goto('/my-subscriptions', { waitUntil: 'networkidle' });
    await page.getByText('The tax on your invoice is not settled yet.').waitFor();
    await page.getByRole('link', { name: 'See the invoice' }).click();
    await page.waitForURL(`**/invoices/${id}`);
    await page.getByText('Tax not settled yet').first().waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await operator.page.goto(`/all-invoices?state=pending_tax`, { waitUntil: 'networkidle' });
    expect(await operator.page.locator(`main a[href="/all-invoices/${id}"]:visible`).count()).toBe(1);
    await operator.page.goto(`/all-invoices/${id}`, { waitUntil: 'networkidle' });
    await operator.page.getByRole('button', { name: 'Decide the tax…' }).click();
    const dialog = operator.page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /I have seen the proof/ }).check();
    await dialog.getByRole('button', { name: 'Give it its number' }).click();
    await dialog.getByText('Please say why').or(dialog.getByText('At least three')).first().waitFor();
    expect(await violationsOf(operator.page, 'all')).toEqual([]);
    await dialog.getByLabel('Reason').fill('letter of their tax office');
    await dialog.getByRole('button', { name: 'Give it its number' }).click();
    await operator.page.getByRole('button', { name: 'Record a payment' }).waitFor();
    await page.reload();
    await page.getByText('€29.00').first().waitFor();
    expect(errors()).toEqual([]);
  });
});
