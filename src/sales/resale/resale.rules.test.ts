import { expect, test } from 'vitest';
import { belowFloor, commissionOf, due, lastMonth, marginOf, monthBefore } from './resale.rules.ts';

test('a commission is rounded half away from zero, once', () => {
  expect([commissionOf(333n, 15_000), commissionOf(330n, 15_000), commissionOf(0n, 20_000)]).toEqual([50n, 50n, 0n]);
});

test('what is due leads to the agreed part from wherever it stands, and then nothing is due', () => {
  for (let kept = 0n; kept < 400n; kept += 7n)
    for (const rate of [1, 999, 15_000, 33_333, 100_000])
      for (const held of [0n, 1n, 50n, commissionOf(kept, rate)]) {
        const amount = due({ kept, rate, held }) ?? 0n;
        expect(held + amount).toBe(commissionOf(kept, rate));
        expect(due({ kept, rate, held: held + amount })).toBeNull();
        expect(held + amount <= kept).toBe(true);
      }
});

test('no price is below its floor, and none without one', () => {
  const floor = { currency: 'EUR', period: 'month' as const, amount: 1000, seatAmount: 100 };
  expect(belowFloor([{ ...floor }], [floor])).toBeNull();
  expect(belowFloor([{ ...floor, amount: 999 }], [floor])).toEqual({ at: 0, field: 'amount', least: 1000 });
  expect(belowFloor([{ ...floor, seatAmount: 99 }], [floor])).toEqual({ at: 0, field: 'seatAmount', least: 100 });
  expect(belowFloor([{ ...floor }], [{ ...floor, seatAmount: null }])).toEqual({ at: 0, field: 'seatAmount', least: null });
  expect(belowFloor([{ ...floor }, { ...floor, currency: 'JPY' }], [floor])).toEqual({ at: 1, field: 'amount', least: null });
});

test('the margin is a part of the price', () => {
  expect([marginOf(2000, 1500), marginOf(0, 0)]).toEqual([25_000, null]);
});

test('the month that is over is the one of the seller’s calendar', () => {
  expect([monthBefore('2027-01-31'), monthBefore('2027-12-01')]).toEqual(['2026-12', '2027-11']);
  const at = Date.parse('2027-02-28T23:30:00Z');
  expect([lastMonth(at, 'UTC').name, lastMonth(at, 'Europe/Berlin').name]).toEqual(['2027-01', '2027-02']);
  expect(lastMonth(at, 'Europe/Berlin').until.toISOString()).toBe('2027-02-28T23:00:00.000Z');
});
