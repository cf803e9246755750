import { expect, test } from 'vitest';
import { type BankMovement, newMovements } from './bank.rules.ts';

const line = (print: string, change: Partial<BankMovement> = {}): BankMovement => ({
  print,
  bookedOn: '2026-11-27',
  amount: 11_900n,
  currency: 'EUR',
  payerName: 'Ana Lima',
  payerIban: 'NL91ABNA0417164300',
  bankRef: null,
  endToEnd: null,
  texts: ['RE 2026-0001'],
  ...change,
});
const prints = (read: readonly BankMovement[], kept: readonly BankMovement[]) =>
  newMovements(read, kept).map(({ print }) => print);

test('a movement that was kept with fewer words of the bank is known', () => {
  const more = line('b', { texts: ['Credit transfer', 'RE 2026-0001'], bankRef: 'B1' });
  expect(prints([more], [line('a')])).toEqual([]);
  expect(prints([line('a')], [more])).toEqual([]);
  expect(prints([line('a')], [line('a')])).toEqual([]);
});

test('another movement of the same day and sum is new', () => {
  expect(prints([line('b', { texts: ['RE 2026-0002'] })], [line('a')])).toEqual(['b']);
  expect(prints([line('b', { payerIban: 'DE02100500000054540402' })], [line('a')])).toEqual(['b']);
  expect(prints([line('b', { bankRef: 'B2' })], [line('a', { bankRef: 'B1' })])).toEqual(['b']);
  expect(prints([line('b', { endToEnd: 'E2' })], [line('a', { endToEnd: 'E1' })])).toEqual(['b']);
  expect(prints([line('b', { amount: 1n })], [line('a')])).toEqual(['b']);
  expect(prints([line('b', { bookedOn: '2026-11-28' })], [line('a')])).toEqual(['b']);
  // who says nothing is like nobody
  const bare = { payerName: null, payerIban: null, texts: [] };
  expect(prints([line('b', bare)], [line('a', bare)])).toEqual(['b']);
});

test('each kept line stands for one', () => {
  const twice = [line('b'), line('c')];
  expect(prints(twice, [line('a')])).toEqual(['c']);
  expect(prints(twice, [line('b')])).toEqual(['c']);
  expect(prints(twice, [line('a'), line('d')])).toEqual([]);
});
