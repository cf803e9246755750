import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { booksCalls } from '../books.contract.ts';
import { FindingsDialog } from './findings-dialog.part.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const finding = {
  id,
  rule: 'invoice_paid' as const,
  subject: 'invoice' as const,
  subjectId: id,
  expected: 35_700,
  found: 0,
  currency: 'EUR',
  since: now,
};
const found = onCall(booksCalls.findings, () => ({ at: now, items: [finding] }));

test.each(looks)('what the books found: $locale $scheme $width', async (look) => {
  await mount(<FindingsDialog onClose={() => {}} />, { look, calls: [found] });
  await expect.element(page.getByRole('dialog').getByRole('link')).toHaveAttribute('href', `/all-invoices/${id}`);
  await expectNoViolations();
});

test('books in order are checked again at once', async () => {
  const check = vi.fn(() => ({ done: true as const }));
  const calls = [onCall(booksCalls.findings, () => ({ at: now, items: [] })), onCall(booksCalls.check, check)];
  await mount(<FindingsDialog onClose={() => {}} />, { calls });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('No problems')).toBeVisible();
  await dialog.getByRole('button', { name: 'Check now' }).click();
  await expect.element(dialog.getByText('The check is running. Its result appears here.')).toBeVisible();
  expect(check).toHaveBeenCalledOnce();
});
