/** When a change of plan, seats or rhythm counts: what costs more at once, what costs less with the next period (business rules §3). */
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { backKeys } from './use.rules.ts';

/** `full`: what a period of it costs, in minor units, before tax decisions and without coupons. */
export type Costing = { period: 'month' | 'year'; full: bigint };
export type ChangeTiming = 'now' | 'end';

/** A longer rhythm begins at once, a shorter one when what was paid for is over. */
export const timingOf = (from: Costing, to: Costing): ChangeTiming => {
  if (from.period !== to.period) return to.period === 'year' ? 'now' : 'end';
  return to.full >= from.full ? 'now' : 'end';
};

export type Use = { key: string; used: number | null; max: number | null };
/** Limits that are exceeded already as things are. */
export const brokenBy = (use: readonly Use[]): { key: string; used: number; max: number }[] =>
  use.flatMap(({ key, used, max }) => (used !== null && max !== null && used > max ? [{ key, used, max }] : []));

type Back = Pick<Entitlements, (typeof backKeys)[number]>;
/** What would be read less far back than it is now, and how many days. */
export const narrowerBy = (now: Back, then: Back): { key: (typeof backKeys)[number]; days: number }[] =>
  backKeys.flatMap((key) => {
    const [had, days] = [now[key], then[key]];
    return days !== null && (had === null || days < had) ? [{ key, days }] : [];
  });

/** Days for which a change waits for a transfer, and hours for a card; never beyond the period for which it was priced. */
export const CHANGE_DAYS = 14;
export const CHANGE_HOURS = 23;
export const lapsesAt = (of: { at: number; by: 'card' | 'transfer'; periodEnd: number }): number =>
  Math.min(of.at + (of.by === 'card' ? CHANGE_HOURS * 3_600_000 : CHANGE_DAYS * 86_400_000), of.periodEnd);
/**
 * End of the period for which a change was priced, in epoch milliseconds: after that its price no longer applies. One asked for in an
 * earlier period ended when the present period began.
 */
export const reckonedUntil = (of: { at: number; periodStart: number | null; periodEnd: number | null }): number | null =>
  of.periodStart !== null && of.at < of.periodStart ? of.periodStart : of.periodEnd;
