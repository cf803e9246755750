/**
 * What a change of price inside a period costs: the unused part of the old price is given back, the same part of the new one is asked for, both
 * shown as a line. Parts are counted in whole seconds of the half-open period and rounded once each; what was used and what is given back add up
 * to the full price.
 */
import { type Money, minus, negated, share, times, zero } from '#kit/money.ts';
import type { Period } from './period.rules.ts';

/** The price of one for the whole period, without what a discount took off, and how many. */
export type Priced = { unit: Money; quantity: bigint };
export type ProrationLine = {
  kind: 'credit' | 'charge';
  /** Epoch milliseconds: from the change to the end of the period. */
  start: number;
  end: number;
  unit: Money;
  quantity: bigint;
  /** What all of it costs for the whole period; positive. */
  full: Money;
  /** What is given back (negative) or asked for (positive). */
  amount: Money;
  /** Seconds of the span and of the whole period: how the amount came about. */
  left: bigint;
  total: bigint;
};
export type Proration = { lines: ProrationLine[]; net: Money; direction: 'charge' | 'credit' | 'even' };

const seconds = (ms: number): bigint => BigInt(Math.floor(ms / 1000));

/** Seconds of the period in all, and from `at` on. Throws `RangeError` for an instant outside of the period, or a period without length. */
export function leftOf({ start, end }: Period, at: number): { left: bigint; total: bigint } {
  const total = seconds(end) - seconds(start);
  const left = seconds(end) - seconds(at);
  if (total <= 0n || left < 0n || left > total) throw new RangeError('the change does not lie in the period');
  return { left, total };
}

type Change = { period: Period; at: number; old: Priced | null; next: Priced | null };

function lineOf(kind: ProrationLine['kind'], priced: Priced, { period, at }: Change): ProrationLine {
  const { left, total } = leftOf(period, at);
  const full = times(priced.unit, priced.quantity);
  const part = share(full, left, total);
  const span = { start: Math.floor(at / 1000) * 1000, end: period.end };
  return { kind, ...span, ...priced, full, amount: kind === 'credit' ? negated(part) : part, left, total };
}

function prorationOf(lines: ProrationLine[], currency: string): Proration {
  const net = lines.reduce((sum, line) => minus(sum, negated(line.amount)), zero(currency));
  return { lines, net, direction: net.minor > 0n ? 'charge' : net.minor < 0n ? 'credit' : 'even' };
}

const currencyOf = ({ old, next }: Pick<Change, 'old' | 'next'>): string => {
  const one = old ?? next;
  if (one === null) throw new RangeError('nothing changes');
  return one.unit.currency;
};

/**
 * A change from one price or quantity to another at an instant of the period. `old` null: something is added; `next` null: it is taken away.
 * Throws `TypeError` when the currencies differ.
 */
export function prorate(change: Change): Proration {
  const { old, next } = change;
  const credit = old === null ? [] : [lineOf('credit', old, change)];
  const charge = next === null ? [] : [lineOf('charge', next, change)];
  return prorationOf([...credit, ...charge], currencyOf(change));
}

/** A change to another rhythm, month to year or back: the rest is given back, and a period of the new price begins in full at `at`. */
export function switchRhythm(change: { period: Period; at: number; old: Priced; next: Priced; nextPeriod: Period }): Proration {
  const { period, at, old, next, nextPeriod } = change;
  const credit = lineOf('credit', old, { period, at, old, next });
  const charge = lineOf('charge', next, { period: nextPeriod, at: nextPeriod.start, old, next });
  return prorationOf([credit, charge], currencyOf(change));
}

/** What was used of a full price until `at`: the rest of what `prorate` gives back for it. */
export function usedOf(priced: Priced, period: Period, at: number): Money {
  const { left, total } = leftOf(period, at);
  const full = times(priced.unit, priced.quantity);
  return minus(full, share(full, left, total));
}
