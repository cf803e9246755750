import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { portion } from '#kit/money.ts';
import { countInvoice, type DiscountWish, type InvoiceWish, type LineWish } from './amounts.rules.ts';

const standard = { category: 'S', rate: 19_000 } as const;
const line = (unit: bigint, more: Partial<LineWish> = {}): LineWish => ({
  id: 'plan',
  quantity: 1n,
  unit,
  tax: standard,
  discountable: true,
  ...more,
});
const wish = (lines: readonly LineWish[], more: Partial<InvoiceWish> = {}): InvoiceWish => ({
  currency: 'EUR',
  inclusive: 'net',
  lines,
  discounts: [],
  ...more,
});
const fixed = (minor: bigint): DiscountWish => ({ id: 'fixed', kind: 'fixed', minor });
const percent = (thousandths: number): DiscountWish => ({ id: 'percent', kind: 'percent', thousandths });

describe('prices without tax', () => {
  test('the tax is counted for a group of lines, not for each of them', () => {
    const { lines, groups, totals } = countInvoice(
      wish([line(1999n), line(333n, { quantity: 3n }), line(100n, { tax: { category: 'S', rate: 7_000 } })]),
    );
    expect(lines.map((one) => one.net)).toEqual([1999n, 999n, 100n]);
    expect(groups).toEqual([
      { category: 'S', rate: 19_000, base: 2998n, tax: 570n },
      { category: 'S', rate: 7_000, base: 100n, tax: 7n },
    ]);
    expect(totals).toEqual({ lines: 3098n, discounts: 0n, net: 3098n, tax: 577n, gross: 3675n });
  });

  test("a rate with half a percent is exact: Finland's 25.5 %", () => {
    const { totals } = countInvoice(wish([line(1000n, { tax: { category: 'S', rate: 25_500 } })]));
    expect(totals).toMatchObject({ net: 1000n, tax: 255n });
  });

  test('currencies of no and three decimals are counted in their own minor unit', () => {
    expect(countInvoice(wish([line(505n, { tax: { category: 'S', rate: 10_000 } })], { currency: 'JPY' })).totals.tax).toBe(51n);
    expect(countInvoice(wish([line(5120n)], { currency: 'KWD' })).totals.gross).toBe(6093n);
  });

  test('an invoice about nothing comes to nothing', () => {
    expect(countInvoice(wish([])).totals).toEqual({ lines: 0n, discounts: 0n, net: 0n, tax: 0n, gross: 0n });
    expect(countInvoice(wish([line(0n)])).groups).toEqual([{ category: 'S', rate: 19_000, base: 0n, tax: 0n }]);
  });
});

describe('prices with tax', () => {
  test('what was advertised is what is charged', () => {
    const { lines, groups, totals } = countInvoice(wish([line(1190n)], { inclusive: 'gross' }));
    expect(groups).toEqual([{ category: 'S', rate: 19_000, base: 1000n, tax: 190n }]);
    expect(lines).toEqual([
      { id: 'plan', amount: 1000n, discount: 0n, net: 1000n, shown: { amount: 1190n, discount: 0n, net: 1190n } },
    ]);
    expect(totals.gross).toBe(1190n);
  });

  test('the net of a group is spread over its lines, and adds up', () => {
    const { lines, totals } = countInvoice(wish([line(999n), line(999n), line(999n)], { inclusive: 'gross' }));
    expect(totals).toMatchObject({ net: 2518n, tax: 479n, gross: 2997n });
    expect(lines.map((one) => one.net)).toEqual([840n, 839n, 839n]);
  });

  test('a discount is taken from the advertised price', () => {
    const { lines, totals } = countInvoice(wish([line(1190n)], { inclusive: 'gross', discounts: [percent(10_000)] }));
    expect(lines[0]).toEqual({
      id: 'plan',
      amount: 1000n,
      discount: 100n,
      net: 900n,
      shown: { amount: 1190n, discount: 119n, net: 1071n },
    });
    expect(totals).toEqual({ lines: 1000n, discounts: 100n, net: 900n, tax: 171n, gross: 1071n });
  });
});

describe('discounts', () => {
  test('take nothing from lines that are not theirs, and are spread by largest remainder', () => {
    const lines = [line(100n), line(100n), line(100n), line(500n, { discountable: false })];
    const { lines: counted, totals } = countInvoice(wish(lines, { discounts: [fixed(100n)] }));
    expect(counted.map((one) => one.discount)).toEqual([34n, 33n, 33n, 0n]);
    expect(totals).toMatchObject({ lines: 800n, discounts: 100n, net: 700n });
  });

  test('come one after the other', () => {
    const { discounts } = countInvoice(wish([line(1000n)], { discounts: [percent(50_000), percent(50_000), fixed(100n)] }));
    expect(discounts.map((one) => one.amount)).toEqual([500n, 250n, 100n]);
  });

  test('larger than the invoice take it to nothing and no further', () => {
    const { discounts, totals } = countInvoice(
      wish([line(1000n), line(200n, { discountable: false })], { discounts: [fixed(5000n)] }),
    );
    expect(discounts).toEqual([{ id: 'fixed', amount: 1000n }]);
    expect(totals.gross).toBe(238n);
    expect(countInvoice(wish([line(1000n)], { discounts: [percent(100_000)] })).totals.gross).toBe(0n);
  });

  test('do not turn a credit into a larger one', () => {
    const lines = [line(1000n), line(-800n, { id: 'credit' })];
    expect(countInvoice(wish(lines, { discounts: [fixed(500n)] })).totals).toMatchObject({ discounts: 200n, net: 0n });
    const owed = [line(500n), line(-800n)];
    expect(countInvoice(wish(owed, { discounts: [fixed(500n)] })).totals).toMatchObject({ discounts: 0n, net: -300n });
  });

  test('a credit counts the same by its quantity as by its price', () => {
    const by = (quantity: bigint, unit: bigint) =>
      countInvoice(wish([line(1000n), line(unit, { quantity })], { discounts: [percent(10_000)] }));
    expect(by(-1n, 300n)).toEqual(by(1n, -300n));
  });

  test('that are none are refused', () => {
    for (const one of [fixed(-1n), percent(-1), percent(100_001), percent(0.5), percent(Number.NaN)])
      expect(() => countInvoice(wish([line(1n)], { discounts: [one] }))).toThrow(RangeError);
    for (const rate of [-1, 0.5, Number.NaN])
      expect(() => countInvoice(wish([line(1n, { tax: { category: 'S', rate } })]))).toThrow(RangeError);
    expect(() => countInvoice(wish([line(1n)], { currency: 'DEM' }))).toThrow('DEM');
  });
});

const taxes = fc.constantFrom<LineWish['tax']>(
  standard,
  { category: 'S', rate: 25_500 },
  { category: 'S', rate: 8_100 },
  { category: 'AE', rate: 0 },
  { category: 'O', rate: 0 },
);
const lines = fc.array(
  fc.record({
    id: fc.string({ maxLength: 3 }),
    // a credit may be a negative quantity at a positive price, as e-invoices have it
    quantity: fc.bigInt({ min: -10n, max: 1000n }),
    unit: fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n }),
    tax: taxes,
    discountable: fc.boolean(),
  }),
  { maxLength: 8 },
);
const discounts = fc.array(
  fc.oneof(fc.integer({ min: 0, max: 100_000 }).map(percent), fc.bigInt({ min: 0n, max: 10n ** 12n }).map(fixed)),
  { maxLength: 4 },
);
const wishes: fc.Arbitrary<InvoiceWish> = fc.record({
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  inclusive: fc.constantFrom('net', 'gross'),
  lines,
  discounts,
});
const sum = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n);
const far = (one: bigint, other: bigint) => (one > other ? one - other : other - one);

describe('any invoice', () => {
  test('adds up as EN 16931 asks (BR-CO-10 to 17, BR-S-8)', () =>
    fc.assert(
      fc.property(wishes, (given) => {
        const counted = countInvoice(given);
        const { totals, groups } = counted;
        expect(counted.lines.every((one) => one.amount - one.discount === one.net)).toBe(true);
        expect(sum(counted.lines.map((one) => one.amount))).toBe(totals.lines);
        expect(sum(counted.lines.map((one) => one.discount))).toBe(totals.discounts);
        expect(totals.lines - totals.discounts).toBe(totals.net);
        expect(sum(groups.map((one) => one.tax))).toBe(totals.tax);
        expect(totals.net + totals.tax).toBe(totals.gross);
        for (const { category, rate, base, tax } of groups) {
          const own = counted.lines.filter((_one, at) => {
            const wished = given.lines[at]?.tax;
            return wished?.category === category && wished.rate === rate;
          });
          expect(sum(own.map((one) => one.net))).toBe(base);
          expect(far(tax, portion(base, BigInt(rate), 100_000n))).toBeLessThanOrEqual(given.inclusive === 'gross' ? 1n : 0n);
        }
      }),
    ));

  test('keeps what was advertised, and takes off what it says', () =>
    fc.assert(
      fc.property(wishes, (given) => {
        const { lines: counted, discounts: applied, totals } = countInvoice(given);
        const shown = sum(counted.map((one) => one.shown.net));
        expect(given.inclusive === 'gross' ? totals.gross : totals.net).toBe(shown);
        expect(sum(counted.map((one) => one.shown.discount))).toBe(sum(applied.map((one) => one.amount)));
        for (const [at, one] of counted.entries()) {
          expect(one.shown.amount).toBe((given.lines[at]?.quantity ?? 0n) * (given.lines[at]?.unit ?? 0n));
          if (given.lines[at]?.discountable !== true) expect(one.shown.discount).toBe(0n);
          if (one.shown.amount >= 0n) expect(one.shown.net).toBeGreaterThanOrEqual(0n);
        }
      }),
    ));

  test('is never taken below nothing by a discount', () =>
    fc.assert(
      fc.property(wishes, (given) => {
        const [bare, less] = [countInvoice({ ...given, discounts: [] }), countInvoice(given)];
        const before = sum(bare.lines.map((one) => one.shown.net));
        const after = sum(less.lines.map((one) => one.shown.net));
        expect(after).toBeLessThanOrEqual(before);
        expect(after).toBeGreaterThanOrEqual(before < 0n ? before : 0n);
      }),
    ));

  test('is the same in any order of its groups', () =>
    fc.assert(
      fc.property(wishes, (given) => {
        const turned = countInvoice({ ...given, discounts: [], lines: given.lines.toReversed() });
        expect(turned.totals).toEqual(countInvoice({ ...given, discounts: [] }).totals);
      }),
    ));
});
