import { expect, test } from 'vitest';
import { documentCells, documentColumns, type DocumentIn } from './period-columns.rules.ts';

const doc: DocumentIn = {
  ...{ number: '2026-0042', kind: 'invoice', state: 'open', issueDate: '2026-11-22', dueDate: '2026-12-06' },
  ...{ currency: 'USD', net: 10_000n, tax: 1900n, total: 11_900n, paid: 0n, credited: 0n, balanceUsed: 0n, remaining: 11_900n },
  ...{ buyer: null, seller: null, refersTo: null, taxes: [] },
  ...{ accountingCurrency: null, accountingTax: null, accountingRate: null },
};
const cellsOf = (of: DocumentIn) =>
  Object.fromEntries(documentCells(of).map((cell, at) => [documentColumns[at] ?? 'too many', cell]));
const eur = (rate: string, currency: string) => ({ base: 'EUR', currency, rate });

test('a document in the currency of the books says nothing of rates, and every column has its cell', () => {
  expect(documentCells(doc)).toHaveLength(documentColumns.length);
  expect(cellsOf(doc)).toMatchObject({ total: '119.00', accounting_currency: '', accounting_tax: '', exchange_rate: '' });
});
test('in another currency: the tax in the seller’s, and so much of the document’s currency for one of that', () => {
  const rate = { day: '2026-11-20', source: 'ecb' as const, origin: '', quotes: [eur('1.085', 'USD')] };
  expect(cellsOf({ ...doc, accountingCurrency: 'EUR', accountingTax: 1751n, accountingRate: rate })).toMatchObject({
    ...{ accounting_currency: 'EUR', accounting_tax: '17.51', exchange_rate: '1.085' },
    ...{ exchange_rate_source: 'ECB', exchange_rate_date: '2026-11-20' },
  });
  const both = { ...rate, source: 'own' as const, origin: 'NBP', quotes: [eur('1.085', 'USD'), eur('4.2793', 'PLN')] };
  expect(cellsOf({ ...doc, accountingCurrency: 'PLN', accountingTax: 7494n, accountingRate: both })).toMatchObject({
    ...{ accounting_currency: 'PLN', accounting_tax: '74.94', exchange_rate: '0.25354614', exchange_rate_source: 'NBP' },
  });
});
