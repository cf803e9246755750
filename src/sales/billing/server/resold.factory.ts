/** What a reseller's month reads, as the statement that it is. */
import { owedPeriods, putAwayPeriods } from './resold.queries.ts';

export const periodsOwed = owedPeriods;
export const putPeriodsAway = putAwayPeriods;
