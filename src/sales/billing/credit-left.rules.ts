/** What is left of an invoice's lines and groups of tax after its credit notes. Pure; amounts are minor units. */
import { money, portion, spread } from '#kit/money.ts';
import type { GroupLeft, Left, LineLeft } from './credit.rules.ts';

type Rated = Pick<LineLeft, 'category' | 'rate'>;
/** `refersTo`: the line of the invoice that one of a credit note gives back; null where it was written for a whole group of tax. */
type InvoicedLine = Rated & {
  position: number;
  quantity: bigint;
  unit: bigint;
  discount: bigint;
  net: bigint;
  refersTo: number | null;
};
export type Charged = { currency: string; inclusive: boolean; lines: readonly InvoicedLine[]; taxes: readonly GroupLeft[] };
export type Earlier = Pick<Charged, 'lines' | 'taxes'>;

const WHOLE = 100_000n;
const total = (values: readonly bigint[]): bigint => values.reduce((sum, one) => sum + one, 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const some = (value: bigint): bigint => (value > 0n ? value : 0n);
const same = (one: Rated, other: Rated): boolean => one.category === other.category && one.rate === other.rate;

/** Lines as their prices are. With tax in the prices, what a discount left of a line is its part of what the group's other lines leave. */
function shownOf({ currency, inclusive, lines, taxes }: Charged): bigint[] {
  if (!inclusive) return lines.map((line) => line.net);
  const shown = lines.map((line) => (line.discount === 0n ? line.quantity * line.unit : 0n));
  for (const group of taxes) {
    const reduced = lines.flatMap((line, at) => (same(line, group) && line.discount !== 0n ? [at] : []));
    if (reduced.length === 0) continue;
    const others = total(shown.filter((_one, at) => lines[at] !== undefined && same(lines[at], group)));
    const parts = spread(
      money(some(group.base + group.tax - others), currency),
      reduced.map((at) => some(lines[at]?.net ?? 0n)),
    );
    for (const [index, at] of reduced.entries()) shown[at] = parts[index]?.minor ?? 0n;
  }
  return shown;
}

const groupsLeft = (taxes: readonly GroupLeft[], earlier: readonly Earlier[]): GroupLeft[] =>
  taxes.map(({ category, rate, base, tax }) => {
    const gone = earlier.flatMap((note) => note.taxes.filter((one) => same(one, { category, rate })));
    return { category, rate, base: base - total(gone.map((one) => one.base)), tax: tax - total(gone.map((one) => one.tax)) };
  });

/** What was given back of a group without naming lines is taken from those that ask for something, each by what it comes to. */
function spreadOld(
  lines: LineLeft[],
  earlier: readonly Earlier[],
  of: Pick<Charged, 'currency' | 'inclusive' | 'taxes'>,
): LineLeft[] {
  const nets = new Map<number, bigint>();
  for (const group of of.taxes) {
    const gone = total(
      earlier.flatMap((note) => note.lines.filter((one) => one.refersTo === null && same(one, group)).map((one) => one.net)),
    );
    const ours = lines.filter((line) => same(line, group) && line.net > 0n);
    if (gone === 0n || ours.length === 0) continue;
    const parts = spread(
      money(gone, of.currency),
      ours.map((line) => line.net),
    );
    for (const [at, line] of ours.entries()) nets.set(line.position, parts[at]?.minor ?? 0n);
  }
  return lines.map((line) => {
    const net = nets.get(line.position) ?? 0n;
    const shown = of.inclusive ? portion(net, WHOLE + BigInt(line.rate), WHOLE) : net;
    return { ...line, net: some(line.net - net), left: some(line.left - shown) };
  });
}

/** Lines that ask for something, with what of each can still be given back, and the groups; deductions go back with the whole alone. */
export function leftAfter(charged: Charged, earlier: readonly Earlier[]): Left {
  const { currency, inclusive, lines, taxes } = charged;
  const shown = shownOf(charged);
  const groups = groupsLeft(taxes, earlier);
  const own = lines.flatMap((line, at): LineLeft[] => {
    const whole = shown[at] ?? 0n;
    if (line.net <= 0n || whole <= 0n) return [];
    const gone = earlier.flatMap((note) => note.lines.filter((one) => one.refersTo === line.position));
    const net = line.net - total(gone.map((one) => one.net));
    const back = total(gone.map((one) => (inclusive ? one.quantity * one.unit : one.net)));
    const { position, quantity, category, rate } = line;
    return [{ position, quantity, category, rate, whole, net: some(net), left: net <= 0n ? 0n : some(whole - back) }];
  });
  const capped = spreadOld(own, earlier, charged).map((line) => {
    const group = groups.find((one) => same(one, line));
    const [base, gross] = group === undefined ? [0n, 0n] : [some(group.base), some(group.base + group.tax)];
    return { ...line, net: least(line.net, base), left: least(line.left, inclusive ? gross : base) };
  });
  return { currency, inclusive: inclusive ? 'gross' : 'net', lines: capped, groups };
}
