import { expect, test } from 'vitest';
import { newestDay, readList, troubleOf } from './rate-list.rules.ts';

const today = '2026-11-23';
const said = (text: string) =>
  readList(text, today).map((one) => ('rate' in one ? Object.values(one.rate).join(' ') : `${one.line}: ${one.trouble}`));

test('columns are parted by commas, semicolons or tabs; a first line of names, a mark and empty lines are passed over', () => {
  expect(said('\ufeffday,base,currency,rate\r\n2026-11-20, eur, usd, 1.0850\r\n\r\n2026-11-19,EUR,JPY,163\r\n')).toEqual([
    '2026-11-20 EUR USD 1.085',
    '2026-11-19 EUR JPY 163',
  ]);
  expect(said('2026-11-20;EUR;USD;1,085\n2026-11-20\tEUR\tPLN\t4,2793')).toEqual([
    '2026-11-20 EUR USD 1.085',
    '2026-11-20 EUR PLN 4.2793',
  ]);
  expect(said('"2026-11-20","EUR","USD","1.085"')).toEqual(['2026-11-20 EUR USD 1.085']);
});
test('each line says what is wrong with it, and holds up no other', () => {
  const text = [
    '2026-11-20,EUR,USD,1.085',
    '2026-11-20,EUR,USD',
    '20.11.2026,EUR,USD,1.1',
    '2026-02-30,EUR,USD,1.1',
    '2026-11-24,EUR,USD,1.1',
    '2026-11-20,EUR,XYZ,1.1',
    '2026-11-20,EUR,EUR,1.1',
    '2026-11-20,EUR,GBP,0',
    '2026-11-20,EUR,GBP,1.123456789',
    '2026-11-20,EUR,USD,1.09',
    '2026-11-20,EUR,1,085',
  ].join('\n');
  expect(said(text)).toEqual([
    '2026-11-20 EUR USD 1.085',
    '2: columns',
    '3: day',
    '4: day',
    '5: future',
    '6: currency',
    '7: same',
    '8: rate',
    '9: rate',
    '10: twice',
    '11: currency',
  ]);
  expect(said('')).toEqual([]);
});

test('a rate of today is taken from a seller whose day has begun, though not yet in UTC', () => {
  const newest = newestDay(Date.parse('2026-11-22T22:30:00Z'));
  const rate = { base: 'EUR', currency: 'PLN', rate: '4.3' };
  expect(troubleOf({ day: '2026-11-23', ...rate }, newest)).toBeNull();
  expect(troubleOf({ day: '2026-11-24', ...rate }, newest)).toBe('future');
});
