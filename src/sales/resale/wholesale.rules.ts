/** What a vendor owes of one period of a customer: when it began, and by each change inside of it. Amounts are minor units without tax. */
import { portion } from '#kit/money.ts';
import { leftOf } from '#sales/billing/proration.rules.ts';

type PeriodSpan = { start: number; end: number };
export type Had = {
  planId: string;
  version: number;
  period: 'month' | 'year' | 'once';
  seats: number;
  addons: readonly { planId: string; version: number; quantity: number }[];
};
/**
 * `at`: from when it counts, which is before its money came; `fromEnd`: the end of the period that was left, as it was before the change; `turn`: its
 * place in the order in which changes and days on top were noted.
 */
export type Made = { id: string; at: number; turn: number; from: Had; to: Had; fromEnd: number };
/** Days that the vendor gave on top, at an instant of the period. */
export type Extended = { id: string; at: number; turn: number; days: number };
/** `period` with the days that were given on top of it. `endedAt` null: it goes on. `cost`: of a whole period as it is sold; null: nothing was agreed about it. */
export type Lived = {
  period: PeriodSpan;
  had: Had;
  changes: readonly Made[];
  extended?: readonly Extended[];
  endedAt: number | null;
  cost: (had: Had) => bigint | null;
};
/** `kind` and `at` name it for ever, so that it is charged once. `span`: what of the time it is for. Negative: given back. */
export type Piece = { kind: string; at: number; span: PeriodSpan; amount: bigint; from: Had | null; to: Had | null };

const isSwitch = ({ from, to }: Made): boolean => from.period !== to.period;
const changesIn = ({ period, changes }: Lived): Made[] =>
  changes.filter((one) => one.at > period.start && (one.at < period.end || (one.at === period.end && isSwitch(one))));

/** Of a period as if no other rhythm had cut it: the days on top of it and of no other, and its seconds without them, which a price is for. */
type Whole = { days: Extended[]; sold: bigint };
const daySeconds = 86_400n;
function wholeOf(lived: Lived): Whole {
  const { period, changes, extended = [] } = lived;
  // what waited for its money counts from before days that were given meanwhile, on top of what it left
  const before = changes.find((one) => one.at === period.start && isSwitch(one));
  const after = changesIn(lived).find(isSwitch);
  const end = after?.fromEnd ?? period.end;
  const days = extended.filter(
    ({ at, turn }) =>
      at >= period.start &&
      at < end &&
      (before === undefined || turn > before.turn) &&
      (after === undefined || turn < after.turn),
  );
  const { total } = leftOf({ start: period.start, end }, period.start);
  const sold = total - days.reduce((sum, one) => sum + BigInt(one.days) * daySeconds, 0n);
  return { days, sold: sold > 0n ? sold : total };
}
const partOf = (amount: bigint, { span, at, sold }: { span: PeriodSpan; at: number; sold: bigint }): bigint =>
  portion(amount, leftOf(span, at).left, sold);

/**
 * Another rhythm leaves its period, whose rest comes back, and begins one that is charged as such; else the difference is owed for the rest as it
 * was then: days that were given later are charged by themselves.
 */
function changed({ period, cost }: Lived, made: Made, sold: bigint): Piece[] {
  const { id, at, from, to, fromEnd } = made;
  const switches = isSwitch(made);
  const [old, next] = [cost(from), switches ? 0n : cost(to)];
  if (old === null || next === null || at > fromEnd) return [];
  const span = { start: period.start, end: fromEnd };
  const amount = partOf(next - old, { span, at, sold });
  return amount === 0n ? [] : [{ kind: id, at, span: { start: at, end: span.end }, amount, from, to: switches ? null : to }];
}

/** What was held at an instant; `now`: what is held after all changes, which are in their order. */
export const hadAt = (changes: readonly Made[], at: number, now: Had): Had =>
  changes.filter((one) => one.at <= at).at(-1)?.to ?? changes.find((one) => one.at > at)?.from ?? now;

/**
 * All that a period comes to: the whole of it as it began, then what each change, days on top and an early end make of it. What is known of a piece
 * once stays so, whatever comes after it, as it may have been charged by then.
 */
export function piecesOf(lived: Lived): Piece[] {
  const { period, endedAt, cost } = lived;
  const inside = changesIn(lived);
  // what was held in an earlier period is what the next change, whenever it came, started from
  const first = lived.changes.find(({ at }) => at > period.start)?.from ?? lived.had;
  const last = inside.at(-1)?.to ?? first;
  const whole = cost(first);
  if (whole === null) return [];
  const { days, sold } = wholeOf(lived);
  const pieces: Piece[] = [{ kind: 'period', at: period.start, span: period, amount: whole, from: null, to: first }];
  for (const made of inside) pieces.push(...changed(lived, made, sold));
  for (const { id, at, turn, days: count } of days) {
    // a change that came later covers them, too, as its rest has them
    const to = inside.findLast((one) => one.turn < turn)?.to ?? first;
    const each = cost(to);
    if (each === null || each === 0n) continue;
    const amount = portion(each, BigInt(count) * daySeconds, sold);
    pieces.push({ kind: id, at, span: period, amount, from: null, to });
  }
  const rest = cost(last);
  if (endedAt !== null && endedAt < period.end && rest !== null && rest > 0n) {
    const at = Math.max(endedAt, period.start);
    pieces.push({
      kind: 'end',
      at,
      span: { start: at, end: period.end },
      amount: partOf(-rest, { span: period, at, sold }),
      from: last,
      to: null,
    });
  }
  return pieces;
}
