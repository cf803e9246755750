/**
 * The unused part of a claim: each line by the seconds that are left of its own time. Minutes and setup fees were used in full when they
 * were claimed. Pure; amounts are minor units of the claim's currency.
 */
import { portion } from '#kit/money.ts';
import type { LineKind, TaxCategory } from './invoices.contract.ts';
import { type Period, periodAt } from './period.rules.ts';
import { leftOf } from './proration.rules.ts';

/** Thousandths of a percent in the whole. */
const WHOLE = 100_000n;
/** Seconds that are left of all. */
export type Share = { left: bigint; total: bigint };
const none: Share = { left: 0n, total: 1n };
const all: Share = { left: 1n, total: 1n };

type Timed = { kind: LineKind; span: Period | null };
/** What is left of a line at an instant, in epoch milliseconds. */
export function shareLeft({ kind, span }: Timed, now: number): Share {
  if (kind === 'minutes' || kind === 'setup' || span === null || now >= span.end) return none;
  return now <= span.start ? all : leftOf(span, now);
}

type Lined = {
  kind: LineKind;
  periodStart: Date | null;
  periodEnd: Date | null;
  explained: Readonly<Record<string, string | number>> | null;
};
/** `begun`: the period that a claim began: what it was asked for without a time is for it, and what was made longer is had longer. */
export function timeOf(
  { periodStart, periodEnd, explained }: Lined,
  { begun, zone }: { begun: Period | null; zone: string },
): Period | null {
  const own = periodStart === null || periodEnd === null ? null : { start: periodStart.getTime(), end: periodEnd.getTime() };
  const every = explained?.period;
  if (begun === null || (every !== 'month' && every !== 'year')) return own ?? begun;
  const { start, end } = own ?? periodAt({ anchor: begun.start, every, zone }, 0);
  const other = periodAt({ anchor: begun.start, every: every === 'month' ? 'year' : 'month', zone }, 0);
  // cut short, or of another rhythm since: a change has given back the rest of this one
  const longer = start === begun.start && begun.end > end && begun.end !== other.end;
  return { start, end: longer ? begun.end : end };
}

type Rated = { category: TaxCategory; rate: number };
type Group = Rated & { base: bigint; tax: bigint };
type Shared = Rated & { net: bigint; share: Share };
const same = (one: Rated, other: Rated): boolean => one.category === other.category && one.rate === other.rate;
const sumOf = (values: readonly bigint[]): bigint => values.reduce((sum, one) => sum + one, 0n);
const alike = (one: Share, other: Share): boolean => one.left * other.total === other.left * one.total;

/** With tax; of all lines of a group it is what the group comes to. */
function grossOf(some: readonly Shared[], lines: readonly Shared[], groups: readonly Group[]): bigint {
  return sumOf(
    groups.map((group) => {
      const ours = some.filter((line) => same(line, group));
      if (ours.length === lines.filter((line) => same(line, group)).length) return group.base + group.tax;
      const net = sumOf(ours.map((line) => line.net));
      return net + portion(net, BigInt(group.rate), WHOLE);
    }),
  );
}

/** Lines with the same share are rounded together, once. Less than nothing where deductions outweigh the rest. */
export function unusedAmount(lines: readonly Shared[], groups: readonly Group[]): bigint {
  const shares = lines.map((line) => line.share).filter((one, at, every) => every.findIndex((two) => alike(one, two)) === at);
  return sumOf(
    shares.map((share) =>
      portion(
        grossOf(
          lines.filter((line) => alike(line.share, share)),
          lines,
          groups,
        ),
        share.left,
        share.total,
      ),
    ),
  );
}

/** Whether it is given back by line: where some of it was used more than the rest, and nothing is deducted. */
export const isByLine = (lines: readonly Shared[]): boolean =>
  lines.every((line) => line.net >= 0n) && lines.some((line) => lines[0] !== undefined && !alike(line.share, lines[0].share));
