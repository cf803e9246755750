import { expect, test } from 'vitest';
import { money } from '#kit/money.ts';
import { isSameName, matchEntries, type OpenClaim } from './matching.rules.ts';
import type { StatementEntry } from './statements.rules.ts';

const claim = (number: string, minor: bigint, more: Partial<OpenClaim> = {}): OpenClaim => ({
  id: number,
  accountId: `of-${number}`,
  number,
  reference: null,
  remaining: money(minor, 'EUR'),
  names: [],
  ibans: [],
  ...more,
});
const entry = (text: string, minor: bigint, more: Partial<StatementEntry> = {}): StatementEntry => ({
  id: text,
  bankRef: null,
  bookedOn: '2026-11-16',
  valueOn: null,
  amount: money(minor, 'EUR'),
  payerName: null,
  payerIban: null,
  texts: [text],
  endToEndId: null,
  ...more,
});
const iban = 'DE89370400440532013000';
const one = (given: StatementEntry, claims: readonly OpenClaim[]) => matchEntries([given], claims)[0];

test('number and sum are sure, with or without the account', () => {
  const claims = [claim('2026-0046', 142_800n, { ibans: [iban] }), claim('2026-0051', 71_281n)];
  expect(one(entry('RE 2026-0046 KD 1093', 142_800n, { payerIban: iban }), claims)).toMatchObject({
    group: 'sure',
    score: 100,
    reason: 'named_amount_account',
    claimIds: ['2026-0046'],
    left: money(0n, 'EUR'),
  });
  for (const text of ['2026-0051 HHST 2950', 'RE20260051', 'Rechnung 2026 0051', '2026/0051.'])
    expect(one(entry(text, 71_281n), claims)).toMatchObject({ group: 'sure', reason: 'named_amount' });
  for (const text of ['12026-0051', '2026-00512', 'ATRIUM']) expect(one(entry(text, 100n), claims)?.group).toBe('none');
  const withReference = [claim('X', 500n, { reference: 'RF18539007547034' })];
  expect(one(entry('rf18 5390 0754 7034', 500n), withReference)?.group).toBe('sure');
});

test.each(['Reversal', 'Rücküberweisung', 'RUECKUEBERWEISUNG KONTO ERLOSCHEN', 'Devolución', 'Возврат', '退款'])(
  'money that comes back is looked at, though it names the number and has the sum: %s',
  (word) => {
    const claims = [claim('2026-0051', 71_281n)];
    expect(one(entry(`${word} 2026-0051`, 71_281n), claims)).toMatchObject({ group: 'check', claimIds: ['2026-0051'] });
  },
);

test('another sum, another currency and two customers are looked at', () => {
  const claims = [claim('2026-0038', 71_281n), claim('2026-0039', 100n)];
  expect(one(entry('FATT 2026-0038 MENO SPESE', 70_781n), claims)).toMatchObject({
    group: 'check',
    reason: 'named_less',
    left: money(500n, 'EUR'),
  });
  expect(one(entry('2026-0038', 71_381n), [claims[0] ?? claim('', 0n)])).toMatchObject({
    reason: 'named_more',
    left: money(-100n, 'EUR'),
  });
  expect(one(entry('2026-0038 2026-0039', 71_381n), claims)).toMatchObject({ group: 'check', reason: 'named_twice' });
  expect(one(entry('2026-0038', 71_281n, { amount: money(71_281n, 'USD') }), claims)).toMatchObject({
    group: 'none',
    reason: 'other_currency',
  });
  const again = matchEntries([entry('2026-0038', 71_281n), entry('2026-0038 ', 71_281n)], claims);
  expect(again.map(({ group }) => group)).toEqual(['sure', 'check']);
});

test('without a number it is a guess, by account before name', () => {
  const kiel = { accountId: 'kiel', names: ['Volkshochschule Kiel'] };
  const claims = [
    claim('2026-0049', 30_000n, kiel),
    claim('2026-0055', 14_982n, kiel),
    claim('2026-0053', 29_750n, { ibans: [iban], names: ['Yogahaus Brandt'] }),
  ];
  expect(one(entry('OKTOBER UND NOVEMBER', 44_982n, { payerName: 'VHS Volkshochschule Kiel e.V.' }), claims)).toMatchObject({
    group: 'check',
    reason: 'sum_name',
    claimIds: ['2026-0049', '2026-0055'],
  });
  expect(one(entry('ATRIUM', 12_000n, { payerName: 'K. Brandt', payerIban: iban }), claims)).toMatchObject({
    group: 'check',
    reason: 'part_account',
    left: money(17_750n, 'EUR'),
  });
  expect(one(entry('DANKE', 29_750n, { payerIban: iban }), claims)?.reason).toBe('amount_account');
  expect(one(entry('DANKE', 29_750n, { payerName: 'Brandt' }), claims)?.reason).toBe('amount_name');
  expect(one(entry('DANKE', 29_750n), claims)).toMatchObject({ group: 'check', reason: 'amount_only' });
  expect(one(entry('USt-Erstattung 09/26', 110_440n, { payerName: 'Finanzkasse Hamburg-Nord' }), claims)).toMatchObject({
    group: 'none',
    reason: 'nobody',
    left: null,
  });
  expect(one(entry('2026-0049', -30_000n), claims)).toMatchObject({ group: 'out', claimIds: [] });
  const [sure, guess] = matchEntries([entry('2026-0053', 29_750n), entry('DANKE', 29_750n, { payerIban: iban })], claims);
  expect([sure?.group, guess?.group]).toEqual(['sure', 'none']);
});

test('names are the same without forms, accents and order', () => {
  expect(isSameName('Müller GmbH', 'MULLER')).toBe(true);
  expect(isSameName('Brandt, Katja', 'Katja Brandt')).toBe(true);
  expect(isSameName('GmbH', 'AG')).toBe(false);
  expect(isSameName('Anna Schmidt', 'Otto Schmidt')).toBe(false);
  expect(one(entry('('.repeat(100_000), 5n), [claim('((((', 5n), claim('2026-1', 9n)])?.reason).toBe('amount_only');
});
