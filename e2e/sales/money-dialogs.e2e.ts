/** Dialogs and panels of money that no other journey opens: each is opened, looked at by axe, and closed without a change. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { open } from '../steps.ts';

const clean = async (page: Page) => expect(await violationsOf(page, 'all')).toEqual([]);
/** Looks at the dialog that is open and leaves it. */
async function look(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  await clean(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

describe('dialogs of money', () => {
  const { errors, signedIn } = journey({ args: ['--demo'], steps: 'independent' });
  let operator: Person;
  let customer: Person;

  beforeAll(async () => {
    operator = await signedIn('operator@example.org');
    customer = await signedIn('miriam@example.org', { phone: 'phone', dark: 'dark' });
  });

  test('vendors in figures, and the pool of one as bars', async () => {
    const { page } = operator;
    await open(page, '/vendors');
    const figures = page.getByRole('region', { name: 'Reseller overview' });
    await figures.getByText('Customers of resellers').waitFor();
    await figures.getByText('Applications to review').waitFor();
    await clean(page);
    await page.getByRole('link', { name: 'Fjord Meetings' }).first().click();
    await page.waitForURL('**/edit-vendor/**');
    await page.getByRole('meter', { name: 'People at once' }).waitFor();
    await clean(page);
  });

  test('plans: a copy, the versions beside each other, and the move of those who hold one', async () => {
    const { page } = operator;
    await open(page, '/subscription-plans');
    await page.getByRole('link', { name: 'School 150' }).click();
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await look(page);
    await page.getByRole('group', { name: 'EUR' }).getByLabel('Month', { exact: true }).fill('359');
    await page.getByRole('button', { name: 'Publish version 2' }).click();
    await page.getByText('Version 2 is on sale').waitFor();
    await page.getByRole('button', { name: '1 change' }).click();
    await look(page);
    await page
      .getByRole('button', { name: /^Migrate/ })
      .first()
      .click();
    await look(page);
  });

  test('a subscription in its drawer, and the question before an invoice is void', async () => {
    const { page } = operator;
    await open(page, '/subscription-plans?tab=subscriptions');
    await page.getByRole('button', { name: 'Nordlicht School' }).first().click();
    await page.getByRole('dialog').getByText('School 150').first().waitFor();
    await look(page);
    await open(page, '/all-invoices?state=overdue');
    await page
      .getByRole('link', { name: /^20\d\d-/ })
      .first()
      .click();
    await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Void…' }).click();
    await look(page);
  });

  test('on a phone in the dark: the price of a change, and 13 months', async () => {
    const { page } = customer;
    await open(page, '/my-subscriptions');
    await page.getByRole('button', { name: 'Change plan' }).click();
    const panel = page.getByRole('region', { name: 'Change plan' });
    await panel.getByRole('radio', { name: /School 300/ }).check();
    await panel.getByRole('button', { name: /^Change with an invoice for / }).waitFor();
    await clean(page);
    await open(page, '/my-subscriptions');
    await page.getByRole('button', { name: 'View forecast' }).click();
    await page.getByRole('region', { name: 'Next 13 months' }).getByRole('table').waitFor();
    await clean(page);
    expect(errors()).toEqual([]);
  });
});
