/** What is promised to an account, and the clock of a ticket as its row keeps it. */
import type { Db } from '#kit/server/db/db.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { type OpeningHours, standardDays, type TicketClock, urgentAt } from '../promise.rules.ts';
import type { TicketPromise } from '../tickets-views.contract.ts';
import { hoursRow } from './desk.queries.ts';
import type { TicketRow } from './tickets.table.ts';

/** `db` must see the seller. */
export async function hoursOf(db: Db, sellerId: string): Promise<OpeningHours> {
  const row = await hoursRow(db, sellerId);
  if (row !== null) return { timeZone: row.timeZone, days: row.days };
  return { timeZone: (await findStanding(db, sellerId))?.timeZone ?? 'UTC', days: standardDays };
}
export type SupportPlan = { minutes: number | null; level: 'standard' | 'priority' };
/** `minutes`: of business hours until an answer; null: nothing is promised. */
export async function supportOf(db: Db, accountId: string): Promise<SupportPlan> {
  const { firstResponseMinutes: minutes, prioritySupport } = await entitlementsFor(db, accountId);
  return { minutes: minutes === null || minutes <= 0 ? null : minutes, level: prioritySupport ? 'priority' : 'standard' };
}

type ClockColumns = Pick<TicketRow, 'clockKind' | 'clockMinutes' | 'clockUsed' | 'clockSince' | 'dueAt'>;
export const clockOf = (row: ClockColumns): TicketClock => ({
  kind: row.clockKind,
  minutes: row.clockMinutes,
  used: row.clockUsed,
  since: row.clockSince?.getTime() ?? null,
  dueAt: row.dueAt?.getTime() ?? null,
});
const moment = (at: number | null): Date | null => (at === null ? null : new Date(at));
export const clockColumns = ({ kind, minutes, used, since, dueAt }: TicketClock): ClockColumns => ({
  ...{ clockKind: kind, clockMinutes: minutes, clockUsed: used },
  ...{ clockSince: moment(since), dueAt: moment(dueAt) },
});
type UrgencyColumns = Pick<TicketRow, 'state' | 'priority' | 'dueAt' | 'lastAt'>;
export const urgencyOf = ({ state, priority, dueAt, lastAt }: UrgencyColumns, { level }: SupportPlan): Date =>
  new Date(urgentAt({ state, priority, dueAt: dueAt?.getTime() ?? null, lastAt: lastAt.getTime(), supportLevel: level }));

export function promiseOf(row: TicketRow, now: number): TicketPromise {
  const { firstMinutes, firstTook } = row;
  return {
    kind: row.clockKind,
    minutes: row.clockMinutes ?? firstMinutes,
    dueAt: row.dueAt?.getTime() ?? null,
    late: row.dueAt !== null && row.dueAt.getTime() < now,
    firstTook,
    firstKept: firstTook === null || firstMinutes === null ? null : firstTook <= firstMinutes,
  };
}
