/** The tax of an invoice in the currency of the seller's books: rates are taken and entered, and a claim that waits for one gets its number. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { startFakeEcb } from '../fake-ecb.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';

const ecb = await startFakeEcb();
afterAll(() => ecb.close());
const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

describe('exchange rates', () => {
  const { product, errors, signedIn } = journey({ args: ['--demo'], env: { EXCHANGE_RATES_ADDRESS: ecb.url } });
  let operator: Person;
  beforeAll(async () => {
    operator = await signedIn('operator@example.org');
  });

  test('nothing is taken before it is turned on; then the bank’s rates stand in the list, and trouble is told', async () => {
    const { page } = operator;
    ecb.publish({ day: day(1), rates: { PLN: '4.2793', CHF: '0.9381' } }, { day: day(2), rates: { PLN: '4.28', CHF: '0.94' } });
    await open(page, '/settings?tab=rates');
    await page.getByText('No rates yet').waitFor();
    expect(ecb.asked).toEqual([]);
    expect(await violationsOf(page, 'all')).toEqual([]);
    await page.getByText('Fetch rates daily').click();
    await page.getByText('1 EUR = 4.2793 PLN').waitFor();
    await page.getByText('Last fetched').waitFor();
    ecb.mood = 'page';
    await page.getByRole('button', { name: 'Fetch now' }).click();
    await page.getByText('could not be read').waitFor();
    ecb.mood = 'up';
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('a seller who decided on a currency has drafts refused with the way to go on, and the invoice shows what it rests on', async () => {
    const { page } = operator;
    await open(page, '/settings?tab=payment');
    // names of countries come with the scripts of the page
    await page.getByRole('option', { name: 'Germany' }).first().waitFor({ state: 'attached' });
    await page.getByLabel('Also show VAT in').selectOption('EUR');
    await page.getByRole('button', { name: /^Save(?! reg)/ }).click();
    await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(product().demoPassword);
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Saved. New invoices').waitFor();
    await open(page, '/all-invoices/new');
    await page.getByRole('searchbox', { name: 'Account' }).fill('Nordl');
    await page.getByRole('button', { name: 'Nordlicht School' }).click();
    await page.getByLabel('Currency').selectOption('USD');
    await page.getByLabel('Description', { exact: true }).fill('Training for teachers');
    await page.getByLabel('Price', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}$/);
    const invoice = page.url();
    await page.getByRole('button', { name: 'Finalize' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Finalize' }).click();
    await dialog.getByText('The exchange rate from USD to EUR is missing').waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await dialog.getByRole('link', { name: 'Enter rate' }).click();
    await page.getByText(/^No rates to EUR are known today from:.*USD/).waitFor();
    await page.getByRole('button', { name: 'Enter rates' }).click();
    await dialog.getByLabel('Published by').fill('Bundesbank');
    await dialog.getByLabel('Rates', { exact: true }).fill(`${day(0)},EUR,USD,1.085`);
    await dialog.getByRole('button', { name: 'Enter 1 rate' }).click();
    await page.getByText('1 EUR = 1.085 USD').waitFor();
    await open(page, invoice);
    await page.getByRole('button', { name: 'Finalize' }).click();
    await dialog.getByRole('button', { name: 'Finalize' }).click();
    await page.getByText(/VAT in EUR:.*17\.51.*exchange rate.*1 EUR = 1\.085 USD.*Bundesbank/).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
  });

  test('nothing went wrong in the browser', () => {
    // the proof that was asked for, and the refused draft
    expect(errors().filter((one) => !/status of 40[39]/.test(one))).toEqual([]);
  });
});
