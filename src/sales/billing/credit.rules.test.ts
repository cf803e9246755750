import { describe, expect, test } from 'vitest';
import { portion } from '#kit/money.ts';
import { countInvoice } from './amounts.rules.ts';
import { type Charged, type Earlier, leftAfter } from './credit-left.rules.ts';
import { creditAmount, type Credited, creditLines, leftIn } from './credit.rules.ts';
import { creditLeft } from './creditable.rules.ts';

type Given = { quantity: bigint; unit: bigint; rate?: number; discountable?: boolean };
/** An invoice as it would be charged. */
function charged(
  currency: string,
  inclusive: 'net' | 'gross',
  given: readonly Given[] | { lines: readonly Given[]; off: bigint },
): Charged {
  const [wishes, off] = 'lines' in given ? [given.lines, given.off] : [given, 0n];
  const lines = wishes.map(({ quantity, unit, rate = 19_000, discountable = false }, at) => ({
    ...{ id: String(at), quantity, unit, discountable },
    tax: { category: rate === 0 ? ('AE' as const) : ('S' as const), rate },
  }));
  const discounts = off === 0n ? [] : [{ id: 'x', kind: 'fixed' as const, minor: off }];
  const found = countInvoice({ currency, inclusive, lines, discounts });
  return {
    currency,
    inclusive: inclusive === 'gross',
    lines: found.lines.map(({ net, discount }, position) => {
      const { quantity = 1n, unit = 0n, tax = { category: 'S' as const, rate: 0 } } = lines[position] ?? {};
      return { position, quantity, unit, discount, net, ...tax, refersTo: null };
    }),
    taxes: found.groups,
  };
}
/** A credit note as it is kept: one piece of what was shown. */
const kept = ({ lines, groups }: Credited): Earlier => ({
  lines: lines.map((line, position) => ({
    ...{ position, quantity: 1n, unit: line.shown, discount: 0n, net: line.net, refersTo: line.position },
    ...{ category: line.category, rate: line.rate },
  })),
  taxes: groups,
});
const must = (found: Credited | null): Credited => {
  if (found === null) throw new Error('refused');
  return found;
};

describe('lines', () => {
  const invoice = charged('EUR', 'net', [
    { quantity: 1n, unit: 2900n },
    { quantity: 3n, unit: 500n },
    { quantity: 1n, unit: 1000n, rate: 7000 },
  ]);
  test('are given back with their own tax, by pieces or by an amount', () => {
    const found = must(
      creditLines(leftAfter(invoice, []), [
        { position: 1, quantity: 2n },
        { position: 2, amount: 250n },
      ]),
    );
    expect(found.lines.map((line) => line.net)).toEqual([1000n, 250n]);
    expect(found.groups).toEqual([
      { category: 'S', rate: 19_000, base: 1000n, tax: 190n },
      { category: 'S', rate: 7000, base: 250n, tax: 18n },
    ]);
    expect(found.total).toBe(1458n);
  });
  test('are never given back twice, and no more of one than is left', () => {
    const first = must(creditLines(leftAfter(invoice, []), [{ position: 1, quantity: 2n }]));
    const left = leftAfter(invoice, [kept(first)]);
    expect(left.lines.map((line) => line.left)).toEqual([2900n, 500n, 1000n]);
    expect(creditLines(left, [{ position: 1, quantity: 2n }])).toBe(null);
    expect(creditLines(left, [{ position: 1, amount: 501n }])).toBe(null);
    expect(creditLines(left, [{ position: 1, amount: 0n }])).toBe(null);
    expect(creditLines(left, [{ position: 9, amount: 1n }])).toBe(null);
    expect(creditLines(left, [])).toBe(null);
    const twice = { position: 1, amount: 100n };
    expect(creditLines(left, [twice, twice])).toBe(null);
    expect(must(creditLines(left, [{ position: 1, quantity: 1n }])).total).toBe(595n);
  });
  test('with tax in their prices give back exactly what was advertised', () => {
    const of = charged('EUR', 'gross', [
      { quantity: 3n, unit: 999n },
      { quantity: 1n, unit: 500n },
    ]);
    const notes: Earlier[] = [];
    for (let at = 0; at < 3; at += 1) {
      const found = must(creditLines(leftAfter(of, notes), [{ position: 0, quantity: 1n }]));
      expect(found.total).toBe(999n);
      notes.push(kept(found));
    }
    expect(leftAfter(of, notes).lines.map((line) => line.left)).toEqual([0n, 500n]);
    expect(must(creditLines(leftAfter(of, notes), [{ position: 1, amount: 500n }])).total).toBe(500n);
  });
  test('of a discounted line: what was paid for it, and the last piece takes the crumb', () => {
    const of = charged('EUR', 'net', { lines: [{ quantity: 3n, unit: 500n, discountable: true }], off: 499n });
    const notes: Earlier[] = [];
    const totals = [1, 2, 3].map(() => {
      const found = must(creditLines(leftAfter(of, notes), [{ position: 0, quantity: 1n }]));
      notes.push(kept(found));
      return found.lines[0]?.net;
    });
    expect(totals).toEqual([334n, 334n, 333n]);
    expect(leftIn(leftAfter(of, notes))).toBe(0n);
  });
  test('under reverse charge carry none, in yen no decimals, in dinars three', () => {
    const [reverse, yen, dinar] = [
      charged('EUR', 'net', [{ quantity: 2n, unit: 1000n, rate: 0 }]),
      charged('JPY', 'gross', [{ quantity: 3n, unit: 333n, rate: 10_000 }]),
      charged('KWD', 'net', [{ quantity: 1n, unit: 5125n }]),
    ];
    expect(must(creditLines(leftAfter(reverse, []), [{ position: 0, quantity: 1n }]))).toMatchObject({
      groups: [{ category: 'AE', base: 1000n, tax: 0n }],
      total: 1000n,
    });
    expect(must(creditLines(leftAfter(yen, []), [{ position: 0, quantity: 1n }]))).toMatchObject({
      groups: [{ base: 303n, tax: 30n }],
      total: 333n,
    });
    expect(must(creditLines(leftAfter(dinar, []), [{ position: 0, amount: 1001n }]))).toMatchObject({
      groups: [{ base: 1001n, tax: 190n }],
    });
  });
  test('a deduction goes back with the whole alone, and caps what is above it', () => {
    const of = charged('EUR', 'net', [
      { quantity: 1n, unit: 2000n },
      { quantity: 1n, unit: -500n },
    ]);
    const left = leftAfter(of, []);
    expect(left.lines).toMatchObject([{ position: 0, whole: 2000n, left: 1500n }]);
    expect(must(creditLines(left, [{ position: 0, amount: 1500n }])).total).toBe(1785n);
  });
});

describe('an amount', () => {
  const invoice = charged('EUR', 'net', [
    { quantity: 1n, unit: 10_000n },
    { quantity: 1n, unit: 5000n, rate: 7000 },
  ]);
  test('is spread over the lines and adds up', () => {
    const found = must(creditAmount(leftAfter(invoice, []), 5000n));
    expect(found.groups).toEqual([
      { category: 'S', rate: 19_000, base: 2898n, tax: 551n },
      { category: 'S', rate: 7000, base: 1450n, tax: 101n },
    ]);
    expect(found.lines.map((line) => line.net)).toEqual([2898n, 1450n]);
  });
  test('takes from what notes of before left, also of those that named no line', () => {
    const first = must(creditAmount(leftAfter(invoice, []), 5000n));
    const nameless = { lines: kept(first).lines.map((line) => ({ ...line, refersTo: null })), taxes: first.groups };
    expect(leftAfter(invoice, [nameless]).lines.map((line) => line.net)).toEqual([7102n, 3550n]);
    const rest = must(creditAmount(leftAfter(invoice, [nameless]), leftIn(leftAfter(invoice, [nameless]))));
    expect(rest.total).toBe(17_250n - 5000n);
    expect(creditAmount(leftAfter(invoice, [nameless]), rest.total + 1n)).toBe(null);
    expect(creditAmount(leftAfter(invoice, []), 0n)).toBe(null);
  });
});

/** Numbers that look random and are the same in every run. */
function* numbers(seed: number): Generator<number> {
  for (let at = seed; ; ) {
    at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield at;
  }
}
const far = (one: bigint, other: bigint) => (one > other ? one - other : other - one);

test('whatever is given back in whatever order: parts add up, each note fits its rate, and in the end all is back', () => {
  const next = numbers(7);
  const draw = (below: number) => Math.floor((Number(next.next().value) / 2_147_483_648) * below);
  for (let round = 0; round < 300; round += 1) {
    const currency = ['EUR', 'JPY', 'KWD'][draw(3)] ?? 'EUR';
    const prices = draw(2) === 0 ? 'net' : 'gross';
    const given = Array.from({ length: 1 + draw(4) }, () => ({
      ...{ quantity: BigInt(1 + draw(5)), unit: BigInt(1 + draw(4000)) },
      ...{ rate: [19_000, 7000, 25_500, 0][draw(4)] ?? 0, discountable: draw(2) === 0 },
    }));
    const of = charged(currency, prices, { lines: given, off: BigInt(draw(3) * draw(300)) });
    const whole = of.taxes.reduce((all, one) => all + one.base + one.tax, 0n);
    const notes: Earlier[] = [];
    let back = 0n;
    for (let turn = 0; turn < 6; turn += 1) {
      const left = leftAfter(of, notes);
      const open = left.lines.filter((line) => line.left > 0n);
      const [line] = open.slice(draw(Math.max(open.length, 1)));
      if (line === undefined || leftIn(left) === 0n) break;
      const wish = BigInt(1 + draw(Number(line.left)));
      const found =
        turn === 5
          ? creditAmount(left, leftIn(left))
          : draw(2) === 0
            ? creditAmount(left, BigInt(1 + draw(Number(leftIn(left)))))
            : creditLines(left, [{ position: line.position, amount: wish }]);
      const one = must(found);
      for (const group of one.groups) {
        const lines = one.lines.filter((each) => each.category === group.category && each.rate === group.rate);
        expect(lines.reduce((all, each) => all + each.net, 0n)).toBe(group.base);
        expect(far(portion(group.base, BigInt(group.rate), 100_000n), group.tax)).toBeLessThanOrEqual(1n);
      }
      back += one.total;
      notes.push(kept(one));
      for (const after of leftAfter(of, notes).groups) expect([after.base >= 0n, after.tax >= 0n]).toEqual([true, true]);
      for (const line of of.lines) {
        const gone = notes.flatMap((note) => note.lines.filter((each) => each.refersTo === line.position));
        expect(gone.reduce((all, each) => all + each.net, 0n)).toBeLessThanOrEqual(line.net);
      }
    }
    expect(back + leftIn(leftAfter(of, notes))).toBe(whole);
  }
});

test('what was given back before counts', () => {
  expect(creditLeft({ total: 17_250, creditNotes: [{ total: 5000 }, { total: 250 }] })).toBe(12_000);
});
