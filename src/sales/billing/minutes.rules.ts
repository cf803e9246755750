/** Participant minutes above what a plan holds, and what they cost. Pure; a rate is minor units for a thousand minutes. */
import { portion } from '#kit/money.ts';

/** Minutes for which a rate is. */
export const RATE_MINUTES = 1000;

/** What of the minutes is above the included ones. */
export const minutesAbove = (used: number, included: number): number => Math.max(0, used - included);

/** Minor units for so many minutes above, rounded half away from zero, once. */
export const minutesCost = (billed: number, rate: bigint): bigint => portion(BigInt(billed), rate, BigInt(RATE_MINUTES));

export type MinutesReckoned = { minutes: number; billed: number; amount: bigint };
/**
 * What is to be charged for a month by what is known now, less what was charged for it before: so all rows of a month together always come
 * to its minutes at its rate, whatever became known in which order. Less than nothing where too much was charged; null when nothing changed.
 */
export function minutesLeft(
  month: { used: number; included: number; rate: bigint },
  before: readonly MinutesReckoned[],
): MinutesReckoned | null {
  const billed = minutesAbove(month.used, month.included);
  const left = before.reduce(
    (all, one) => ({
      minutes: all.minutes - one.minutes,
      billed: all.billed - one.billed,
      amount: all.amount - one.amount,
    }),
    { minutes: month.used, billed, amount: minutesCost(billed, month.rate) },
  );
  return before.length > 0 && left.minutes === 0 ? null : left;
}
