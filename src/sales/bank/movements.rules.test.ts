import { expect, test } from 'vitest';
import { type BankMovement, newMovements } from './movements.rules.ts';

const line = (print: string, change: Partial<BankMovement> = {}): BankMovement => ({
  print,
  account: null,
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

test('the same movement as a list and as a statement is one, whatever words the bank adds', () => {
  const list = line('a', { texts: ['GUTSCHR. UEBERWEISUNG', 'RE 2026-0001 EREF: E1'], payerName: 'ANA  LIMA' });
  const statement = line('b', { bankRef: '2026112700001', endToEnd: 'E1' });
  expect(prints([statement], [list])).toEqual([]);
  expect(prints([list], [statement])).toEqual([]);
  // without the payer's account in the list
  const bare = { ...list, payerIban: null };
  expect(prints([statement], [bare])).toEqual([]);
  expect(prints([bare], [statement])).toEqual([]);
  const wordless = [line('c', { texts: ['Gutschrift'] }), line('d', { texts: ['Spende'] })] as const;
  expect(prints([wordless[0]], [wordless[1]])).toEqual([]);
  // a payment with a number and one without are two
  expect(prints([statement], [wordless[0]])).toEqual(['b']);
});

test('the best fit is taken, whatever order lines come in, and accounts that differ are two', () => {
  const [one, two] = [line('k1', { endToEnd: 'E1' }), line('k2', { endToEnd: 'E2' })];
  const read = [line('r1'), line('r2', { endToEnd: 'E1' })];
  for (const kept of [[one], [one, two].slice(0, 1)]) expect(prints(read, kept)).toEqual(['r1']);
  expect(prints(read.toReversed(), [one])).toEqual(['r1']);
  expect(prints(read, [two, one])).toEqual([]);
  expect(prints([line('b', { account: 'DE1' })], [line('a', { account: 'DE2' })])).toEqual(['b']);
  expect(prints([line('b', { account: 'DE1' })], [line('a')])).toEqual([]);
});

test('words alone make no two lines one', () => {
  const fee = { payerName: null, payerIban: null, texts: ['Bareinzahlung'] };
  expect(prints([line('b', fee)], [line('a', fee)])).toEqual(['b']);
});

test('thousands of lines of one day and sum are compared within seconds', () => {
  const many = (name: string, words: string) =>
    Array.from({ length: 8000 }, (_none, at) => line(`${name}${at}`, { payerIban: null, texts: [`${words} RE 2026-${at}`] }));
  const began = performance.now();
  expect(prints(many('b', 'Gutschrift'), many('a', ''))).toEqual([]);
  const alike = (name: string) => Array.from({ length: 3000 }, (_none, at) => line(`${name}${at}`));
  expect(prints(alike('b'), alike('a'))).toEqual([]);
  expect(performance.now() - began).toBeLessThan(8000);
});
