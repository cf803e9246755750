/**
 * What a credit note is made of: some lines of an invoice, or an amount of it, and never more of a line, or of a group of tax, than is left
 * after earlier ones. The preview and the credit note share this calculation. Pure; amounts are minor units of the invoice's currency.
 */
import { money, portion, spread } from '#kit/money.ts';
import type { TaxCategory } from '#sales/tax/tax.rules.ts';

/** Thousandths of a percent in the whole. */
const WHOLE = 100_000n;

type Rated = { category: TaxCategory; rate: number };
/** A line with what is left of it: `left` as its prices are (with tax in them or not), `net` without tax; `whole` as it was charged. */
export type LineLeft = Rated & { position: number; quantity: bigint; whole: bigint; left: bigint; net: bigint };
export type GroupLeft = Rated & { base: bigint; tax: bigint };
/** `inclusive`: whether the prices of the lines are with tax (`gross`) or without (`net`). */
export type Left = { currency: string; inclusive: 'net' | 'gross'; lines: readonly LineLeft[]; groups: readonly GroupLeft[] };
/** Some pieces of a line, or an amount as its prices are. */
export type CreditChoice = { position: number; quantity?: bigint; amount?: bigint };
export type CreditedLine = Rated & { position: number; shown: bigint; net: bigint };
export type Credited = { lines: CreditedLine[]; groups: GroupLeft[]; total: bigint };

const total = (values: readonly bigint[]): bigint => values.reduce((sum, one) => sum + one, 0n);
const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const some = (value: bigint): bigint => (value > 0n ? value : 0n);
const off = (one: bigint, other: bigint): bigint => (one > other ? one - other : other - one);
const same = (one: Rated, other: Rated): boolean => one.category === other.category && one.rate === other.rate;
export const grossOf = ({ base, tax }: Pick<GroupLeft, 'base' | 'tax'>): bigint => base + tax;
/** How far a group is from its base times its rate. */
const drift = ({ base, tax, rate }: GroupLeft): bigint => off(portion(base, BigInt(rate), WHOLE), tax);

/** What can still be given back, with tax. */
export const leftIn = ({ groups }: Left): bigint => total(groups.map(grossOf));

/**
 * The first candidate after which what is given and what stays are both within one minor unit of their rate, as the standard asks of every
 * document; where there is none, the one that is nearest.
 */
function fitting(group: GroupLeft, candidates: readonly { base: bigint; tax: bigint }[]): GroupLeft {
  const tried = candidates
    .filter(({ base, tax }) => base >= 0n && tax >= 0n && base <= group.base && tax <= group.tax)
    .map((part) => {
      const stays = { ...group, base: group.base - part.base, tax: group.tax - part.tax };
      const [given, rest] = [drift({ ...group, ...part }), drift(stays)];
      return { part: { ...group, ...part }, worst: given > rest ? given : rest };
    });
  const good = tried.find(({ worst }) => worst <= 1n) ?? [...tried].sort((a, b) => Number(a.worst - b.worst))[0];
  return good?.part ?? group;
}
const steps = [0n, -1n, 1n, -2n, 2n];

/** A part of a group by its base. */
function byBase(group: GroupLeft, base: bigint): GroupLeft {
  if (base === group.base) return group;
  const tax = portion(base, BigInt(group.rate), WHOLE);
  return fitting(
    group,
    [...steps.map((step) => tax + step), least(tax, group.tax)].map((one) => ({ base, tax: one })),
  );
}
/** A part of a group by what it comes to with tax. */
function byGross(group: GroupLeft, gross: bigint): GroupLeft {
  if (gross === grossOf(group)) return group;
  const base = portion(gross, WHOLE, WHOLE + BigInt(group.rate));
  return fitting(
    group,
    [...steps.map((step) => base + step), least(gross, group.base)].map((one) => ({ base: one, tax: gross - one })),
  );
}

/** What of a choice is taken, as the prices are; null when it is nothing, or more than is left. A last crumb of rounding goes with it. */
function wanted(line: LineLeft, { quantity, amount }: CreditChoice): bigint | null {
  const asked = quantity === undefined ? (amount ?? 0n) : portion(line.whole, quantity, line.quantity);
  if (asked <= 0n) return null;
  const over = off(asked, line.left);
  if (quantity !== undefined && over > 0n && over * 2n <= line.quantity) return line.left;
  return asked > line.left ? null : asked;
}

type Taken = { line: LineLeft; shown: bigint };
/** Without tax, of lines whose prices hold it: what is taken whole takes its net whole, the others share what the base leaves them. */
function netsOf(taken: readonly Taken[], { base, currency }: { base: bigint; currency: string }): bigint[] {
  const whole = ({ line, shown }: Taken) => shown === line.left;
  const fixed = total(taken.map((one) => (whole(one) ? one.line.net : 0n)));
  const weights = taken.map((one) => (whole(one) ? 0n : one.shown));
  if (total(weights) === 0n) return taken.map((one) => one.line.net);
  const shares = spread(money(some(base - fixed), currency), weights);
  return taken.map((one, at) => (whole(one) ? one.line.net : least(shares[at]?.minor ?? 0n, one.line.net)));
}

function ofGroup(left: Left, group: GroupLeft, taken: readonly Taken[]): { lines: CreditedLine[]; group: GroupLeft } | null {
  const { currency } = left;
  const shown = total(taken.map((one) => one.shown));
  if (shown > (left.inclusive === 'gross' ? grossOf(group) : group.base)) return null;
  const nets =
    left.inclusive === 'net'
      ? taken.map((one) => one.shown)
      : shown === grossOf(group)
        ? spread(
            money(group.base, currency),
            taken.map(({ line }) => line.net),
          ).map((one) => one.minor)
        : netsOf(taken, { base: byGross(group, shown).base, currency });
  const base = total(nets);
  const part = left.inclusive === 'net' ? byBase(group, base) : { ...group, base, tax: shown - base };
  if (part.tax < 0n || part.tax > group.tax || part.base > group.base) return null;
  const lines = taken.map(({ line, shown: of }, at) => ({
    ...{ position: line.position, category: line.category, rate: line.rate },
    shown: of,
    net: nets[at] ?? 0n,
  }));
  return { lines, group: part };
}

const inOrder = (lines: readonly CreditedLine[]): CreditedLine[] => [...lines].sort((a, b) => a.position - b.position);

/** The chosen lines. Null when one of them is not there or chosen twice, asks for nothing, or for more than is left. */
export function creditLines(left: Left, choices: readonly CreditChoice[]): Credited | null {
  if (choices.length === 0 || new Set(choices.map((one) => one.position)).size !== choices.length) return null;
  const taken: Taken[] = [];
  for (const choice of choices) {
    const line = left.lines.find((one) => one.position === choice.position);
    const shown = line === undefined ? null : wanted(line, choice);
    if (line === undefined || shown === null) return null;
    taken.push({ line, shown });
  }
  const parts = left.groups.flatMap((group) => {
    const of = taken.filter(({ line }) => same(line, group));
    return of.length === 0 ? [] : [ofGroup(left, group, of)];
  });
  const found = parts.flatMap((part) => part ?? []);
  if (found.length !== parts.length) return null;
  const groups = found.map((one) => one.group);
  return { lines: inOrder(found.flatMap((one) => one.lines)), groups, total: total(groups.map(grossOf)) };
}

/** An amount with tax, spread over what is left by largest remainder. Null when it is nothing, or more than is left. */
export function creditAmount(left: Left, amount: bigint): Credited | null {
  if (amount <= 0n || amount > leftIn(left)) return null;
  const { currency, lines } = left;
  const shares = spread(
    money(amount, currency),
    left.groups.map((group) => some(grossOf(group))),
  );
  const groups = left.groups.flatMap((group, at) => {
    const gross = shares[at]?.minor ?? 0n;
    return gross === 0n ? [] : [byGross(group, gross)];
  });
  const credited = groups.flatMap((group) => {
    const of = lines.filter((line) => same(line, group) && line.net > 0n);
    if (of.length === 0) return [];
    const by = (minor: bigint, weights: readonly bigint[]) => spread(money(minor, currency), weights);
    const nets = by(
      group.base,
      of.map((line) => line.net),
    );
    const shown =
      left.inclusive === 'net'
        ? nets
        : by(
            grossOf(group),
            of.map((line) => line.left),
          );
    return of.map(({ position, category, rate }, at) => {
      const net = nets[at]?.minor ?? 0n;
      return { position, category, rate, shown: shown[at]?.minor ?? 0n, net };
    });
  });
  return { lines: inOrder(credited).filter((line) => line.net > 0n), groups, total: amount };
}
