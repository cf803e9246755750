/** A vendor that sells in its own name: above its lowest price, to its own customer, into its own account; and what both sides read of it. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';

/** The form of a plan in a price list. */
const planForm = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first().locator('form');

describe('resellers’ money', () => {
  const { errors, signedIn } = journey({ args: ['--demo'] });
  let operator: Person;
  let vendor: Person;
  let customer: Person;
  let vendorPath = '';

  beforeAll(async () => {
    operator = await signedIn('operator@example.org');
    vendor = await signedIn('vendor@example.org');
    customer = await signedIn('ingrid@example.org');
  });

  test('the operator lowers a lowest price, and cannot raise it above what the vendor asks', async () => {
    const { page } = operator;
    await open(page, '/vendors');
    await page.getByRole('link', { name: 'Fjord Meetings' }).first().click();
    await page.waitForURL('**/edit-vendor/**');
    vendorPath = new URL(page.url()).pathname;
    await open(page, `${vendorPath}?tab=prices`);
    const floor = planForm(page, 'Team 60').getByRole('textbox', { name: 'Minimum price', exact: true }).first();
    await floor.fill('99');
    await planForm(page, 'Team 60').getByRole('button', { name: 'Save minimum prices' }).click();
    await page.getByText('The reseller’s price is below this.').waitFor();
    await floor.fill('19.90');
    await planForm(page, 'Team 60').getByRole('button', { name: 'Save minimum prices' }).click();
    await planForm(page, 'Team 60').getByRole('button', { name: 'Save minimum prices', disabled: true }).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('the vendor is told when a price is too low, and sells at its own', async () => {
    const { page } = vendor;
    await open(page, '/vendors?tab=prices');
    const price = planForm(page, 'Team 60').getByRole('textbox', { name: 'Your price', exact: true }).first();
    await price.fill('19.80');
    await planForm(page, 'Team 60').getByRole('button', { name: 'Save prices' }).click();
    await page.getByText('Below the minimum price.').waitFor();
    await price.fill('34');
    await page.getByText('41.5%').waitFor();
    await planForm(page, 'Team 60').getByRole('button', { name: 'Save prices' }).click();
    await planForm(page, 'Team 60').getByRole('button', { name: 'Save prices', disabled: true }).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('its customer sees its offer alone, and buys by transfer from it', async () => {
    const { page } = customer;
    await open(page, '/purchase-plan');
    await page.getByRole('radio', { name: /Fjord Team 60/ }).check();
    expect(await page.getByRole('radio', { name: /School 300/ }).count()).toBe(0);
    await page.getByLabel('Street and number').fill('Torgallmenningen 8');
    await page.getByLabel('Postcode').fill('5014');
    await page.getByLabel('City').fill('Bergen');
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Order with invoice' }).click();
    await page.getByRole('heading', { name: /^Please transfer €42\.50/ }).waitFor();
    await page.getByRole('link', { name: 'How to pay' }).click();
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/);
    await page.getByText('Fjord Meetings AS').first().waitFor();
  });

  test('the vendor notes the money, and the operator never sees that invoice', async () => {
    const { page } = vendor;
    await open(page, '/vendors?tab=sold');
    await page.getByRole('button', { name: 'Record a payment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Record a payment' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Your invoices to customers' }).getByText('Paid', { exact: true }).waitFor();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await page.getByRole('region', { name: 'Your invoices to customers' }).getByRole('link').first().click();
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Credit note…' }).click();
    await dialog.getByText('Custom amount', { exact: true }).click();
    await dialog.getByLabel('Amount in EUR').fill('5');
    await dialog.getByLabel('Reason').fill('agreed by phone');
    await dialog.getByRole('button', { name: 'Create credit note' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^€5\.00 credited by credit note/).waitFor();
    const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()]);
    expect(paper.suggestedFilename()).toMatch(/^FM\d{4}-\d{4}\.pdf$/);
    expect(await violationsOf(page, 'all')).toEqual([]);
    await open(operator.page, '/all-invoices');
    expect(await operator.page.getByText('Hafen Music School').count()).toBe(0);
    await open(operator.page, `${vendorPath}?tab=sold`);
    await operator.page.getByText('Hafen Music School').waitFor();
    await operator.page.getByText('€19.90').waitFor();
    // the refusals above are errors of the console, too
    expect(errors().filter((one) => !one.includes('409'))).toEqual([]);
  });
});
