import { expect, test } from 'vitest';
import { money } from '#kit/money.ts';
import { fromProvider, toProvider, whyNotByCard } from './card-amounts.rules.ts';

test('amounts as the provider counts them, and back', () => {
  const cases: [string, bigint, number | null][] = [
    ['EUR', 500n, 500],
    ['JPY', 500n, 500],
    ['KWD', 5120n, 5120],
    ['KWD', 5125n, null],
    ['ISK', 7n, 700],
    ['UGX', 1000n, 100_000],
    ['HUF', 17_550n, 17_550],
    ['TWD', 100n, 100],
    ['MGA', 500n, 5],
    ['MGA', 550n, null],
    ['LYD', 1000n, null],
    ['EUR', -1n, null],
    ['EUR', 100_000_000n, null],
  ];
  for (const [currency, minor, amount] of cases) {
    expect([currency, minor, toProvider(money(minor, currency))]).toEqual([currency, minor, amount]);
    if (amount !== null) expect(fromProvider(amount, currency.toLowerCase())).toEqual(money(minor, currency));
  }
  expect([fromProvider(701, 'isk'), fromProvider(1, 'xxx'), fromProvider(0.5, 'eur')]).toEqual([null, null, null]);
});

test('what is too small waits for the next claim', () => {
  expect([49n, 50n].map((minor) => whyNotByCard(money(minor, 'EUR')))).toEqual(['too_small', null]);
  expect(whyNotByCard(money(17_499n, 'HUF'))).toBe('too_small');
  expect(whyNotByCard(money(1n, 'KWD'))).toBe('not_taken');
  expect(whyNotByCard(money(0n, 'UAH'))).toBe('too_small');
});
