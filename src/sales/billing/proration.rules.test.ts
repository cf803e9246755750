import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money, plus, times } from '#kit/money.ts';
import { leftOf, prorate, switchRhythm, usedOf } from './proration.rules.ts';

const day = 86_400_000;
const start = Date.UTC(2027, 0, 1);
const january = { start, end: start + 31 * day };
const priced = (minor: bigint, quantity = 1n, currency = 'EUR') => ({ unit: money(minor, currency), quantity });
const eur = (minor: bigint) => money(minor, 'EUR');

test('999 of 31 days with 10 left: 322 come back, 677 were used', () => {
  const at = start + 21 * day;
  const { lines, net, direction } = prorate({ period: january, at, old: priced(999n), next: null });
  expect(lines).toEqual([
    {
      kind: 'credit',
      start: at,
      end: january.end,
      ...priced(999n),
      full: eur(999n),
      amount: eur(-322n),
      left: 864_000n,
      total: 2_678_400n,
    },
  ]);
  expect(usedOf(priced(999n), january, at)).toEqual(eur(677n));
  expect([net, direction]).toEqual([eur(-322n), 'credit']);
});

test('a dearer plan costs the difference, a cheaper one gives it back', () => {
  const at = start + 21 * day;
  const up = prorate({ period: january, at, old: priced(999n), next: priced(2999n) });
  expect(up.lines.map((line) => line.amount.minor)).toEqual([-322n, 967n]);
  expect([up.net, up.direction]).toEqual([eur(645n), 'charge']);
  const down = prorate({ period: january, at, old: priced(2999n), next: priced(999n) });
  expect([down.net, down.direction]).toEqual([eur(-645n), 'credit']);
  expect(prorate({ period: january, at, old: priced(5n), next: priced(5n) }).direction).toBe('even');
});

test('three seats more, two seats less: each is counted for the time that is left then', () => {
  const more = prorate({ period: january, at: start + 10 * day, old: priced(500n, 5n), next: priced(500n, 8n) });
  const less = prorate({ period: january, at: start + 20 * day, old: priced(500n, 8n), next: priced(500n, 6n) });
  expect([more.net.minor, less.net.minor]).toEqual([2710n - 1694n, 1065n - 1419n]);
  expect(more.lines.map((line) => line.quantity)).toEqual([5n, 8n]);
});

test('seconds count, parts of them do not, and the ends of the period are in order', () => {
  expect(leftOf(january, start + 1_999)).toEqual({ left: 31n * 86_400n - 1n, total: 31n * 86_400n });
  expect(prorate({ period: january, at: start, old: priced(999n), next: null }).net).toEqual(eur(-999n));
  expect(prorate({ period: january, at: january.end, old: priced(999n), next: priced(5n) }).direction).toBe('even');
  for (const at of [start - 1_000, january.end + 1_000])
    expect(() => prorate({ period: january, at, old: priced(1n), next: null })).toThrow(RangeError);
  expect(() => leftOf({ start, end: start }, start)).toThrow(RangeError);
  expect(() => prorate({ period: january, at: start, old: null, next: null })).toThrow(RangeError);
  expect(() => prorate({ period: january, at: start, old: priced(1n), next: priced(1n, 1n, 'USD') })).toThrow(TypeError);
});

test('from month to year, the rest comes back and a whole year begins', () => {
  const at = start + 21 * day;
  const nextPeriod = { start: at, end: Date.UTC(2028, 0, 22) };
  const { lines, net } = switchRhythm({ period: january, at, old: priced(999n), next: priced(9990n), nextPeriod });
  expect(lines.map((line) => line.amount.minor)).toEqual([-322n, 9990n]);
  expect(lines[1]).toMatchObject({ start: at, end: nextPeriod.end, full: eur(9990n) });
  expect(net).toEqual(eur(9668n));
});

describe('any change', () => {
  const prices = fc.bigInt({ min: 0n, max: 10n ** 9n });
  const quantities = fc.bigInt({ min: 0n, max: 1000n });
  const instants = fc.integer({ min: start, max: january.end });
  const currencies = fc.constantFrom('EUR', 'JPY', 'KWD');

  test('gives back what was not used, to the minor unit', () =>
    fc.assert(
      fc.property(prices, quantities, instants, (unit, quantity, at) => {
        const old = priced(unit, quantity);
        const [credit] = prorate({ period: january, at, old, next: null }).lines;
        const used = usedOf(old, january, at);
        expect(used.minor - (credit?.amount.minor ?? 0n)).toBe(unit * quantity);
        expect(used.minor).toBeGreaterThanOrEqual(0n);
      }),
    ));

  test('shows lines that come to its net, and back again it costs as much', () =>
    fc.assert(
      fc.property(
        fc.tuple(prices, prices),
        fc.tuple(quantities, quantities, currencies),
        instants,
        (units, [one, other, currency], at) => {
          const [old, next] = [priced(units[0], one, currency), priced(units[1], other, currency)];
          const there = prorate({ period: january, at, old, next });
          const back = prorate({ period: january, at, old: next, next: old });
          expect(there.lines.map((line) => line.amount).reduce(plus)).toEqual(there.net);
          expect(there.net.minor).toBe(-back.net.minor);
          for (const line of there.lines) {
            expect(line.full).toEqual(times(line.unit, line.quantity));
            expect(line.kind === 'credit' ? line.amount.minor <= 0n : line.amount.minor >= 0n).toBe(true);
          }
        },
      ),
    ));

  test('and a chain of changes costs what each price comes to for its own time', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(prices, instants), { minLength: 1, maxLength: 6 }), prices, (changes, first) => {
        const sorted = changes.toSorted((a, b) => a[1] - b[1]);
        let [held, paid, exact] = [first, first * 2_678_400n, first * 2_678_400n];
        for (const [unit, at] of sorted) {
          const { net } = prorate({ period: january, at, old: priced(held), next: priced(unit) });
          const { left } = leftOf(january, at);
          paid += net.minor * 2_678_400n;
          exact += (unit - held) * left;
          held = unit;
        }
        // two roundings for a change, each of less than one unit
        const off = paid > exact ? paid - exact : exact - paid;
        expect(off <= BigInt(sorted.length) * 2_678_400n).toBe(true);
      }),
    ));
});
