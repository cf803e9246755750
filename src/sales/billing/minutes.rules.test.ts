import { expect, test } from 'vitest';
import { minutesAbove, minutesCost, minutesLeft, type MinutesReckoned } from './minutes.rules.ts';

test('only what is above the included minutes costs something, by the thousand and rounded once', () => {
  expect([minutesAbove(999, 1000), minutesAbove(1000, 1000), minutesAbove(1234, 1000)]).toEqual([0, 0, 234]);
  expect([minutesCost(234, 1200n), minutesCost(1, 1200n), minutesCost(5, 100n), minutesCost(0, 1200n)]).toEqual([
    281n,
    1n,
    1n,
    0n,
  ]);
});

test('a month that was closed is charged once; what is known later is the difference, of either sign', () => {
  const month = { included: 1000, rate: 1200n };
  const rows: MinutesReckoned[] = [];
  const add = (used: number) => {
    const left = minutesLeft({ ...month, used }, rows);
    if (left !== null) rows.push(left);
    return left;
  };
  expect(add(1234)).toEqual({ minutes: 1234, billed: 234, amount: 281n });
  expect(add(1234)).toBeNull();
  expect(add(1300)).toEqual({ minutes: 66, billed: 66, amount: 79n });
  expect(add(900)).toEqual({ minutes: -400, billed: -300, amount: -360n });
  expect(rows.reduce((sum, one) => sum + one.amount, 0n)).toBe(0n);
});

test('a month without anything above is known, too: what comes later is counted from there', () => {
  const first = minutesLeft({ used: 900, included: 1000, rate: 1200n }, []);
  expect(first).toEqual({ minutes: 900, billed: 0, amount: 0n });
  expect(minutesLeft({ used: 1100, included: 1000, rate: 1200n }, first === null ? [] : [first])).toEqual({
    minutes: 200,
    billed: 100,
    amount: 120n,
  });
});
