/** A vendor that sells in its own name answers its customer, finds a transfer that is said to be made, and ends what it sells. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { signIn } from '../steps.ts';

const live = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

describe('a vendor’s tools as a seller', () => {
  const { product, person, errors } = journey({ args: ['--demo'] });
  let vendor: Person;
  let customer: Person;
  const sales = () => vendor.page.getByRole('region', { name: 'Your invoices to customers' });

  beforeAll(async () => {
    const password = product().demoPassword;
    [vendor, customer] = [await person(), await person()];
    await signIn(vendor.page, { email: 'vendor@example.org', password });
    await signIn(customer.page, { email: 'ingrid@example.org', password });
  });

  test('its customer buys, does not agree, and says that it is paid', async () => {
    const { page } = customer;
    await live(page, '/purchase-plan');
    await page.getByRole('radio', { name: /Fjord Team 60/ }).check();
    await page.getByLabel('Street and number').fill('Torgallmenningen 8');
    await page.getByLabel('Postcode').fill('5014');
    await page.getByLabel('City').fill('Bergen');
    await page.getByLabel('I accept the terms').check();
    await page.getByRole('button', { name: 'Order with an invoice' }).click();
    await page.getByRole('link', { name: 'How to pay' }).click();
    await page.waitForURL(/\/invoices\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'I do not agree…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('What is wrong?').fill('We wanted the small plan');
    await dialog.getByRole('button', { name: 'Send' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'I have paid' }).click();
    const proof = { name: 'proof.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 the bank says so') };
    await dialog.locator('input[type=file]').setInputFiles(proof);
    await dialog.getByRole('button', { name: 'Tell them' }).click();
    await dialog.waitFor({ state: 'detached' });
  });

  test('the vendor finds both in its list, and answers', async () => {
    const { page } = vendor;
    await live(page, '/vendors?tab=sold');
    await sales().getByText('Does not agree').waitFor();
    await sales().getByText('Said to be paid').waitFor();
    await page.getByLabel('Show').selectOption('Does not agree');
    await page.waitForURL(/sales=objected/);
    expect(await violationsOf(page, 'all')).toEqual([]);
    await sales().getByRole('link').first().click();
    await page.getByText('We wanted the small plan').first().waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await page.getByRole('button', { name: 'Answer…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your answer').fill('The small one comes with the next period');
    await dialog.getByRole('button', { name: 'Send the answer' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('The objection was answered').waitFor();
  });

  test('it loads the proof, and says that the money did not come', async () => {
    const { page } = vendor;
    const button = page.getByRole('button', { name: 'Proof', exact: true });
    const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(file.suggestedFilename()).toMatch(/^FM\d{4}-\d{4}-proof\.pdf$/);
    await page.getByRole('button', { name: 'It has not arrived…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('nothing on the account');
    expect(await violationsOf(page, 'all')).toEqual([]);
    await dialog.getByRole('button', { name: 'Not arrived' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/^The transfer of .* has not arrived$/).waitFor();
    await page.getByRole('button', { name: 'Remind' }).click();
    await page.getByText('Reminder sent').waitFor();
  });

  test('once it is paid, days are given on top, and the plan ends with its period', async () => {
    const { page } = vendor;
    await page.getByRole('button', { name: 'Record a payment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Record a payment' }).click();
    await dialog.waitFor({ state: 'detached' });
    const plan = page.getByRole('region', { name: 'Subscription', exact: true });
    await plan.getByRole('button', { name: 'Extend…' }).click();
    await dialog.getByText('you owe the operator their lowest price').waitFor();
    await dialog.getByLabel('Days').fill('7');
    await dialog.getByLabel('Reason').fill('a week without service');
    await dialog.getByRole('button', { name: 'Extend', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await plan.getByRole('button', { name: 'End with the period…' }).click();
    await dialog.getByLabel('Reason').fill('as agreed');
    await dialog.getByRole('button', { name: 'End with the period' }).click();
    await dialog.waitFor({ state: 'detached' });
    await plan.getByText('Ends on').waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await live(page, '/vendors?tab=sold');
    const sold = page.getByRole('region', { name: 'What the customers subscribe to' });
    await sold.getByRole('link', { name: 'Hafen Music School' }).click();
    await page.getByText('Ends on').waitFor();
  });

  test('its bookkeeper’s file is made', async () => {
    const { page } = vendor;
    await live(page, '/vendors?tab=months');
    await page.getByRole('button', { name: 'Make the file' }).click();
    await page.getByRole('button', { name: 'Download' }).waitFor({ timeout: 60_000 });
    expect(await violationsOf(page, 'all')).toEqual([]);
    expect(errors()).toEqual([]);
  });
});
