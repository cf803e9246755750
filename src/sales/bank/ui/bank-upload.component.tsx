import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { bankCalls } from '../bank.contract.ts';
import type { StatementMapping, StatementView } from '../statement-file.contract.ts';
import { Upload } from './bank-upload.part.tsx';

const statement: StatementView = {
  id: null,
  file: 'november.csv',
  format: 'CSV',
  account: 'DE89370400440532013000',
  from: '2026-11-27',
  to: '2026-11-30',
  currency: 'EUR',
  opening: null,
  closing: null,
  lines: 2,
  added: 2,
  leftOut: { pending: 1, cancelled: 2, other: 3, unclear: [{ word: 'Zorp', lines: 2 }] },
  readAt: null,
  by: null,
};
const user = { scope: ['invoices.manage'] };
type Input = { body: { mapping?: StatementMapping | undefined } };
const chosen = () => page.getByRole('button', { name: /./ }).first();
/** What the file dialog would give. */
async function choose(): Promise<void> {
  await expect.element(chosen()).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('there is nothing to choose a file with');
  const files = new DataTransfer();
  files.items.add(new File(['x'], 'november.csv'));
  input.files = files.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test.each(looks)('what a file brings and what it leaves out: $locale $scheme $width', async (look) => {
  await mount(<Upload />, { look, user, calls: [onCall(bankCalls.preview, () => ({ statements: [statement] }))] });
  await choose();
  await expect.element(page.getByText('Zorp')).toBeVisible();
  await expectNoViolations();
});

test('a word of the bank that is not known is asked, and the file is read again with the answer', async () => {
  const preview = vi.fn(({ body }: Input) => {
    const isAnswered = body.mapping?.states?.['Zorp'] !== undefined;
    return { statements: [isAnswered ? { ...statement, lines: 4, added: 4, leftOut: null } : statement] };
  });
  await mount(<Upload />, { user, calls: [onCall(bankCalls.preview, preview)] });
  await choose();
  await expect.element(page.getByText('1 pending line left out')).toBeVisible();
  await expect.element(page.getByText('2 canceled lines left out')).toBeVisible();
  await expect.element(page.getByText('3 lines without a transaction skipped')).toBeVisible();
  await page.getByText('Booked', { exact: true }).click();
  await expect.element(page.getByText('4 lines, 4 new')).toBeVisible();
  expect(preview.mock.lastCall?.[0].body.mapping).toEqual({ states: { Zorp: 'booked' } });
});

test('a file that does not say its currency is asked for it', async () => {
  const preview = vi.fn(({ body }: Input) => {
    if (body.mapping?.currency === undefined)
      throw new Failure('statement_refused', { data: { reason: 'unknown_currency', line: 2 } });
    return { statements: [{ ...statement, currency: body.mapping.currency, leftOut: null }] };
  });
  await mount(<Upload />, { user, calls: [onCall(bankCalls.preview, preview)] });
  await choose();
  await expect.element(page.getByText('The file does not say its currency. Enter it below.')).toBeVisible();
  await expectNoViolations();
  await page.getByLabelText(/Currency of all lines/).fill('chf');
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect.element(page.getByText('CSV · CHF')).toBeVisible();
});

test('a file whose dates can be read in two ways is asked for their order', async () => {
  const preview = vi.fn(({ body }: Input) => {
    if (body.mapping?.days === undefined) throw new Failure('statement_refused', { data: { reason: 'unknown_days', line: 0 } });
    return { statements: [{ ...statement, leftOut: null }] };
  });
  await mount(<Upload />, { user, calls: [onCall(bankCalls.preview, preview)] });
  await choose();
  await expect.element(page.getByText('The dates in this file can be read in two ways. Choose their order below.')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Month before day' }).click();
  await expect.element(page.getByText('2 lines, 2 new')).toBeVisible();
  expect(preview.mock.lastCall?.[0].body.mapping).toEqual({ days: 'month-first' });
});

test('formats that are known and not read are named', async () => {
  const refuse = () => {
    throw new Failure('statement_refused', { data: { reason: 'mt940', line: 0 } });
  };
  await mount(<Upload />, { user, calls: [onCall(bankCalls.preview, refuse)] });
  await choose();
  await expect.element(page.getByText(/Download the statement as CAMT\.053/)).toBeVisible();
});
