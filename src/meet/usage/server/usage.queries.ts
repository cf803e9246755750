import { and, asc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { usageAdjustments, type UsageAdjustmentRow, usageDays, type UsageDayRow } from './usage.table.ts';

/** Both days counted. */
type UsageSpan = { accountId: string; from: string; until: string };

export const daysOf = (db: Db, { accountId, from, until }: UsageSpan): Promise<UsageDayRow[]> =>
  db
    .select()
    .from(usageDays)
    .where(and(eq(usageDays.accountId, accountId), gte(usageDays.day, from), lte(usageDays.day, until)))
    .orderBy(asc(usageDays.day));

/** Participant minutes of a span of days. */
export async function minutesOf(db: Db, { accountId, from, until }: UsageSpan): Promise<number> {
  const [row] = await db
    .select({ n: sql<string>`coalesce(sum(${usageDays.minutes}), 0)` })
    .from(usageDays)
    .where(and(eq(usageDays.accountId, accountId), gte(usageDays.day, from), lte(usageDays.day, until)));
  return Number(row?.n ?? 0);
}

/** What became known late, by when it did; the day after `until` is left out. */
export const adjustmentsOf = (db: Db, of: { accountId: string; from: Date; until: Date }): Promise<UsageAdjustmentRow[]> =>
  db
    .select()
    .from(usageAdjustments)
    .where(
      and(
        eq(usageAdjustments.accountId, of.accountId),
        gte(usageAdjustments.notedAt, of.from),
        lt(usageAdjustments.notedAt, of.until),
      ),
    )
    .orderBy(asc(usageAdjustments.notedAt), asc(usageAdjustments.day), asc(usageAdjustments.id));

export async function insertAdjustments(tx: Db, rows: readonly UsageAdjustmentRow[]): Promise<void> {
  if (rows.length > 0) await tx.insert(usageAdjustments).values([...rows]);
}

/** Minutes of closed months, with what became known of these days later. */
export async function minutesWithLate(db: Db, { accountId, from, until }: UsageSpan): Promise<number> {
  const [late] = await db
    .select({ n: sql<string>`coalesce(sum(${usageAdjustments.minutes}), 0)` })
    .from(usageAdjustments)
    .where(and(eq(usageAdjustments.accountId, accountId), gte(usageAdjustments.day, from), lte(usageAdjustments.day, until)));
  return (await minutesOf(db, { accountId, from, until })) + Number(late?.n ?? 0);
}
