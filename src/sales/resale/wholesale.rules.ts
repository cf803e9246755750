/** What a vendor owes of one period of a customer: when it began, and by each change inside of it. Amounts are minor units without tax. */
import { portion } from '#kit/money.ts';
import { leftOf } from '#sales/billing/proration.rules.ts';

type Span = { start: number; end: number };
export type Had = {
  planId: string;
  version: number;
  period: 'month' | 'year' | 'once';
  seats: number;
  addons: readonly { planId: string; version: number; quantity: number }[];
};
/** `fromEnd`: the end of the period that was left, as it was before the change. */
export type Made = { id: string; at: number; from: Had; to: Had; fromEnd: number };
/** Days that the vendor gave on top, at an instant of the period. */
export type Extended = { id: string; at: number; days: number };
/** `period` with the days that were given on top of it. `endedAt` null: it goes on. `cost`: of a whole period as it is sold; null: nothing was agreed about it. */
export type Lived = {
  period: Span;
  had: Had;
  changes: readonly Made[];
  extended?: readonly Extended[];
  endedAt: number | null;
  cost: (had: Had) => bigint | null;
};
/** `kind` and `at` name it for ever, so that it is charged once. `span`: what of the time it is for. Negative: given back. */
export type Piece = { kind: string; at: number; span: Span; amount: bigint; from: Had | null; to: Had | null };

const daySeconds = 86_400n;
const daysIn = ({ period, extended = [] }: Lived): Extended[] =>
  extended.filter(({ at }) => at >= period.start && at < period.end);
/** Seconds of a period without the days on top: a price is for as many. */
const soldSeconds = (lived: Lived, span: Span): bigint => {
  const { total } = leftOf(span, span.start);
  const sold = total - daysIn(lived).reduce((sum, one) => sum + BigInt(one.days) * daySeconds, 0n);
  return sold > 0n ? sold : total;
};
const partOf = (amount: bigint, { span, at, sold }: { span: Span; at: number; sold: bigint }): bigint =>
  portion(amount, leftOf(span, at).left, sold);

/** Another rhythm leaves its period, whose rest comes back, and begins one that is charged as such; else the difference for the rest is owed. */
function changed(lived: Lived, made: Made): Piece[] {
  const { period, cost } = lived;
  const { id, at, from, to, fromEnd } = made;
  const switches = from.period !== to.period;
  const [old, next] = [cost(from), switches ? 0n : cost(to)];
  if (old === null || next === null) return [];
  const span = { start: period.start, end: switches ? fromEnd : period.end };
  if (at > span.end) return [];
  const amount = partOf(next - old, { span, at, sold: soldSeconds(lived, span) });
  return amount === 0n ? [] : [{ kind: id, at, span: { start: at, end: span.end }, amount, from, to: switches ? null : to }];
}

/** What was had at an instant; `now`: what is had after all changes, which are in their order. */
export const hadAt = (changes: readonly Made[], at: number, now: Had): Had =>
  changes.filter((one) => one.at <= at).at(-1)?.to ?? changes.find((one) => one.at > at)?.from ?? now;

/** All that a period comes to: the whole of it as it began, then what each change, days on top and an early end make of it. */
export function piecesOf(lived: Lived): Piece[] {
  const { period, endedAt, cost } = lived;
  const inside = lived.changes.filter(
    ({ at, from, to }) => at > period.start && (at < period.end || (at === period.end && from.period !== to.period)),
  );
  // what was had in an earlier period is what the next change, whenever it came, began from
  const first = lived.changes.find(({ at }) => at > period.start)?.from ?? lived.had;
  const last = inside.at(-1)?.to ?? first;
  const whole = cost(first);
  if (whole === null) return [];
  const pieces: Piece[] = [{ kind: 'period', at: period.start, span: period, amount: whole, from: null, to: first }];
  for (const made of inside) pieces.push(...changed(lived, made));
  for (const { id, at, days } of daysIn(lived)) {
    const to = hadAt(inside, at, last);
    const each = cost(to);
    if (each === null || each === 0n) continue;
    const amount = portion(each, BigInt(days) * daySeconds, soldSeconds(lived, period));
    pieces.push({ kind: id, at, span: period, amount, from: null, to });
  }
  const rest = cost(last);
  if (endedAt !== null && endedAt < period.end && rest !== null && rest > 0n) {
    const at = Math.max(endedAt, period.start);
    pieces.push({
      kind: 'end',
      at,
      span: { start: at, end: period.end },
      amount: partOf(-rest, { span: period, at, sold: soldSeconds(lived, period) }),
      from: last,
      to: null,
    });
  }
  return pieces;
}
