/** How refusals because of a plan are read. */
import { enforcedLimits } from './limits.rules.ts';

/** How much an entitlement is, so that it compares: no limit is more than every number, included is 1, what is not named is nothing. */
export function rateOf(value: number | boolean | null | undefined): number {
  if (value === null) return Number.POSITIVE_INFINITY;
  return typeof value === 'number' ? value : value === true ? 1 : 0;
}

/** The limit of that entitlement; undefined for limits that no plan carries. */
export const limitNamed = (key: unknown) => enforcedLimits.find((limit) => limit.key === key);

/** Figures as they stand in a failure; `max` null = there was none. */
export type Figures = { used: number | null; wanted: number | null; max: number };
/** What a plan must have at least so that what was refused goes through. */
export const needOf = ({ used, wanted, max }: Figures): number => Math.max(max + 1, wanted ?? 0, used === null ? 0 : used + 1);

/** Which sentence to show: `absent` for what the plan does not include, `most` where a limit shapes one thing, else the figures. */
export const sentenceOf = ({ used, max }: Figures): 'absent' | 'most' | 'used' =>
  max === 0 ? 'absent' : used === null ? 'most' : 'used';
