/** The bank from the operator's side: a statement pays one invoice exactly, one too little and one too much; then the month goes to the bookkeeper. */
import fs from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { zipEntries } from '../../src/operate/ownership/server/zip.factory.ts';
import { camtOf } from '../../src/sales/bank/server/statement-file.factory.ts';
import { journey } from '../journey.ts';
import type { Person } from '../people.ts';
import { signIn } from '../steps.ts';

describe('the bank', () => {
  const { product, person, errors } = journey({ args: ['--demo'] });
  let operator: Person;
  let owner: Person;
  const numbers: string[] = [];
  const live = (who: Person, path: string) => who.page.goto(path, { waitUntil: 'networkidle' });

  beforeAll(async () => {
    [operator, owner] = [await person(), await person()];
    await signIn(operator.page, { email: 'operator@example.org', password: product().demoPassword });
    await signIn(owner.page, { email: 'miriam@example.org', password: product().demoPassword });
  });

  test('three invoices of 119.00 are written', async () => {
    const { page } = operator;
    for (let n = 0; n < 3; n += 1) {
      await live(operator, '/all-invoices/new');
      await page.getByRole('searchbox', { name: 'Account' }).fill('Nordl');
      await page.getByRole('button', { name: 'Nordlicht School' }).click();
      await page.getByLabel('What', { exact: true }).fill('Training');
      await page.getByLabel('Quantity').fill('1');
      await page.getByLabel('Price', { exact: true }).fill('100');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.waitForURL(/\/all-invoices\/[0-9a-f-]{36}$/);
      await page.getByRole('button', { name: 'Finalize' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Finalize' }).click();
      await page.getByRole('button', { name: 'Record a payment' }).waitFor();
      numbers.push((await page.title()).split(' ')[0] ?? '');
    }
    expect(new Set(numbers).size).toBe(3);
  });

  test('a file that is none says what to do; the statement is shown before it is kept', async () => {
    const { page } = operator;
    await live(operator, '/all-invoices?tab=bank');
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\u0000') });
    await page.getByText('This is no bank statement').waitFor();
    const statement = camtOf([
      { amount: '119.00', text: `RE ${numbers[0]}`, name: 'Nordlicht School' },
      { amount: '100.00', text: `part of ${numbers[1]}`, name: 'Nordlicht School' },
      { amount: '120.00', text: `rounded up ${numbers[2]}`, name: 'Nordlicht School' },
      { amount: '-4.90', text: 'account fee' },
    ]);
    await file.setInputFiles({ name: 'november.xml', mimeType: 'text/xml', buffer: Buffer.from(statement) });
    await page.getByText('4 lines, 4 new').waitFor();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Book 1 payment' }).waitFor();
    // the same file again brings nothing
    await file.setInputFiles({ name: 'november.xml', mimeType: 'text/xml', buffer: Buffer.from(statement) });
    await page.getByText('Everything in it is known already.').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  test('the sure one is booked, the others are decided about', async () => {
    const { page } = operator;
    await page.getByRole('button', { name: 'Book 1 payment' }).click();
    await page.getByRole('button', { name: 'Book 1 payment' }).waitFor({ state: 'detached' });
    const line = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    const decide = async (text: string, follows: string) => {
      await line(text).getByRole('button', { name: 'Check' }).click();
      await line(text).getByText(follows).first().waitFor();
      await line(text).getByRole('button', { name: 'Confirm' }).click();
      await line(text).waitFor({ state: 'detached' });
    };
    await decide('part of', '€100.00 came, €19.00 are missing.');
    await decide('rounded up', '€1.00 more than due');
    await page.getByRole('heading', { name: 'Nothing waits' }).waitFor();
    for (const [at, state] of ['Paid', 'Partly paid', 'Paid'].entries()) {
      await live(owner, `/invoices?q=${numbers[at]}`);
      await owner.page
        .getByRole('row')
        .filter({ hasText: numbers[at] ?? '' })
        .getByText(state, { exact: true })
        .waitFor();
    }
  });

  test('the month goes to the bookkeeper in one file', async () => {
    const { page } = operator;
    await live(operator, '/all-invoices?tab=export');
    // documents have the date of their seller's zone
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(new Date());
    await page.getByLabel('First day').fill(`${today.slice(0, 8)}01`);
    await page.getByLabel('Last day').fill(today);
    await page.getByRole('button', { name: 'Make the file' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click({ timeout: 60_000 });
    const files = zipEntries(fs.readFileSync(await (await coming).path()));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining(['documents.csv', 'payments.csv', 'postings.csv', 'numbers.csv', `papers/${numbers[0]}.pdf`]),
    );
    const payments = files.get('payments.csv')?.toString() ?? '';
    for (const [at, sum] of ['119.00', '100.00', '120.00'].entries())
      expect(payments).toMatch(new RegExp(`${sum},EUR,${numbers[at]}`));
    expect(files.get('numbers.csv')?.toString()).not.toContain('missing');
    expect(errors().filter((one) => !/status of 422/.test(one))).toEqual([]);
  });
});
