/** The books from the operator's side: a plan is given away, made longer, credited and ended; a credit note; figures and their check. */
import { beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from '../axe.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { signIn } from '../steps.ts';

describe('the books', () => {
  const { product, person, errors } = journey({ args: ['--demo'] });
  let operator: Person;
  const live = (path: string) => operator.page.goto(path, { waitUntil: 'networkidle' });

  beforeAll(async () => {
    operator = await person();
    await signIn(operator.page, { email: 'operator@example.org', password: product().demoPassword });
  });
  /** Fills the dialog that is in front and sends it. */
  const answer = async (verb: string, reason: string) => {
    const dialog = operator.page.getByRole('dialog').last();
    await dialog.getByLabel('Reason').fill(reason);
    await dialog.getByRole('button', { name: verb, exact: true }).click();
    await dialog.getByLabel('Reason').waitFor({ state: 'detached' });
  };

  test('a plan is given to an account that has none', async () => {
    const { page } = operator;
    await live('/subscription-plans?tab=subscriptions');
    await page.getByRole('button', { name: 'Give a plan…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('searchbox', { name: 'Account' }).fill('النور');
    await dialog.getByRole('button', { name: /أكاديمية النور/ }).click();
    await dialog.getByRole('button', { name: 'Give it', exact: true }).click();
    await dialog.getByText('At least three').or(dialog.getByText('Please say why')).first().waitFor();
    await answer('Give it', 'partner of the music festival');
    await page.getByText('partner of the music festival').waitFor();
  });

  test('it is made longer, credited, and ended now', async () => {
    const { page } = operator;
    await page.getByRole('button', { name: 'Extend…' }).click();
    await page.getByRole('dialog').last().getByLabel('Days').fill('14');
    await answer('Extend', 'the festival was put off');
    await page.getByText('Made 14 days longer').waitFor();
    await page.getByRole('button', { name: 'Credit…' }).click();
    await page.getByRole('dialog').last().getByLabel('Amount in EUR').fill('12.50');
    await answer('Give credit', 'for waiting so long');
    await page.getByText('€12.50 credited').waitFor();
    await page.getByRole('button', { name: 'End now…' }).click();
    await answer('End now', 'the festival is over');
    await page.getByText('Ended by you').waitFor();
    await page.getByRole('button', { name: 'Take up again…' }).waitFor();
  });

  test('a credit note gives back a part of an invoice', async () => {
    const { page } = operator;
    await live('/all-invoices?state=overdue');
    await page
      .getByRole('link', { name: /^2026-|^20\d\d-/ })
      .first()
      .click();
    await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}$/);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Credit note…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('An amount', { exact: true }).click();
    await dialog.getByLabel('Amount in EUR').fill('9999');
    await dialog.getByLabel('Reason').fill('half a day less');
    await dialog.getByRole('button', { name: 'Write credit note' }).click();
    await dialog.getByText('More than is left of the invoice.').waitFor();
    await dialog.getByLabel('Amount in EUR').fill('119');
    await dialog.getByText('€19.00').waitFor();
    await answer('Write credit note', 'half a day less');
    await page.getByText(/€119.00 given back by credit note/).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Credit note…' }).click();
    await dialog.getByText('Lines', { exact: true }).click();
    await dialog.getByRole('button', { name: 'Write credit note' }).click();
    await dialog.getByText('Please choose at least one line.').waitFor();
    await dialog.getByRole('checkbox').first().check();
    await dialog.getByLabel('Amount in EUR, without VAT').fill('10');
    await dialog.getByText('€11.90', { exact: true }).waitFor();
    expect(await violationsOf(page, 'all')).toEqual([]);
    await answer('Write credit note', 'one line less');
    await page.getByText(/€11.90 given back by credit note/).waitFor();
  });

  test('the home page tells the figures, as a picture and as a table, and the books are in order', async () => {
    const { page } = operator;
    await live('/dashboard');
    const chart = page.getByRole('slider', { name: 'Recurring revenue, EUR' });
    await chart.focus();
    await page.keyboard.press('Home');
    expect(await chart.getAttribute('aria-valuenow')).toBe('1');
    await page.getByText('Table', { exact: true }).click();
    await page.getByRole('columnheader', { name: 'New and raised' }).waitFor();
    await page.getByRole('button', { name: 'Check now' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Check now' }).click();
    await dialog.getByText('The check is running.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('In order').waitFor();
    expect(errors()).toEqual([]);
  });
});
