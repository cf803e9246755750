/** An invoice by hand from its draft to the last cent: the operator writes it, the school says that it paid, and the money comes in two parts. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { signIn } from '../steps.ts';

const live = (page: Page, path: string) => page.goto(path, { waitUntil: 'networkidle' });

describe('invoices', () => {
  const { product, person, errors } = journey({ args: ['--demo'] });
  let operator: Person;
  let owner: Person;
  let id = '';
  let number = '';

  beforeAll(async () => {
    [operator, owner] = [await person(), await person()];
    await signIn(operator.page, { email: 'operator@example.org', password: product().demoPassword });
    await signIn(owner.page, { email: 'miriam@example.org', password: product().demoPassword });
  });

  test('the operator finds the account, writes lines, and saves a draft with tax on it', async () => {
    const { page } = operator;
    await live(page, '/all-invoices');
    await page.getByRole('link', { name: 'New invoice' }).click();
    await page.getByRole('searchbox', { name: 'Account' }).fill('Nordl');
    await page.getByRole('button', { name: 'Nordlicht School' }).click();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByText('Some lines are not complete yet.').waitFor();
    await page.getByLabel('What', { exact: true }).fill('Training for teachers');
    await page.getByLabel('Quantity').fill('2');
    await page.getByLabel('Price', { exact: true }).fill('95,00');
    await page.getByText('Together €190.00, plus VAT').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}$/);
    await page.getByRole('heading', { level: 1, name: '€226.10' }).waitFor();
    id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    // a draft is nobody else's business
    await live(owner.page, `/invoices/${id}`);
    await owner.page.getByRole('heading', { name: 'This page could not be found' }).waitFor();
  });

  test('it is changed, then finalized: from then on it has a number and no way to be edited', async () => {
    const { page } = operator;
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Price', { exact: true }).fill('100');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await page.getByRole('heading', { level: 1, name: '€238.00' }).waitFor();
    await page.getByRole('button', { name: 'Finalize' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('From then on it never changes.').waitFor();
    await dialog.getByRole('button', { name: 'Finalize' }).click();
    await page.getByRole('button', { name: 'Record a payment' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
    number = (await page.title()).split(' ')[0] ?? '';
    expect(number).toMatch(/^\d{4}-\d{4}$/);
  });

  test('the school sees how to pay, downloads the papers, and says that it has paid', async () => {
    const { page } = owner;
    await live(page, '/invoices?state=open');
    await page.getByRole('link', { name: number }).click();
    await page.getByRole('heading', { level: 1, name: '€238.00 due' }).waitFor();
    await page.getByText('DE89 3704 0044 0532 0130 00').waitFor();
    await page.getByRole('img', { name: 'Code for your banking app' }).waitFor();
    for (const [button, file] of [
      ['PDF', `${number}.pdf`],
      ['XML for accounting programs', `${number}.cii.xml`],
      ['UBL for accounting programs', `${number}.ubl.xml`],
    ] as const) {
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: button, exact: true }).click();
      expect((await coming).suggestedFilename()).toBe(file);
    }
    await page.getByRole('button', { name: 'I have paid' }).click();
    await page.getByRole('dialog').getByLabel('Note').fill('on Friday');
    await page.getByRole('dialog').getByRole('button', { name: 'Tell them' }).click();
    await page.getByText('You said that this is paid.').waitFor();
  });

  test('the operator books what came, and the rest later; the school sees it paid', async () => {
    const { page } = operator;
    await live(page, `/all-invoices/${id}`);
    await page.getByText('The customer says that €238.00 are paid.').waitFor();
    const record = async (amount: string, follows: string) => {
      await page.getByRole('button', { name: 'Record a payment' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Amount in EUR').fill(amount);
      await dialog.getByText(follows).waitFor();
      await dialog.getByRole('button', { name: 'Record it' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await record('200', '€38.00 stay due.');
    await page.getByRole('heading', { level: 1, name: '€38.00 due' }).waitFor();
    await record('38', 'The invoice is paid with it.');
    await page.getByText('Paid in full').waitFor();
    await owner.page.getByText('Paid in full').waitFor();
    // the browser tells of the draft that the school may not see
    expect(errors().filter((one) => !/status of 404|Failure: not_found/.test(one))).toEqual([]);
  });
});
