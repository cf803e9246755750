import { expect, test } from 'vitest';
import type { InvoiceItem } from '#sales/billing/invoices.contract.ts';
import { firstDue } from './owed-data.hook.ts';

const invoice = (id: string, part: Partial<InvoiceItem>): InvoiceItem => ({
  id,
  kind: 'invoice',
  number: `2026-${id}`,
  state: 'open',
  overdue: false,
  partly: false,
  accountId: 'account',
  accountName: 'Harbour School',
  cause: 'period',
  currency: 'EUR',
  total: 4900,
  remaining: 4900,
  issueDate: '2026-11-01',
  dueDate: '2026-11-15',
  createdAt: 0,
  ...part,
});

test('what is due first stands first, a settled one not at all, and no more than four are shown', () => {
  const items = [
    invoice('1', { dueDate: '2026-12-15' }),
    invoice('2', { dueDate: null }),
    invoice('3', { dueDate: '2026-10-15', overdue: true }),
    invoice('4', { remaining: 0, dueDate: '2026-01-01' }),
    invoice('5', {}),
    invoice('6', { dueDate: '2027-01-15' }),
  ];
  expect(firstDue(items).map((one) => one.id)).toEqual(['3', '5', '1', '6']);
});
