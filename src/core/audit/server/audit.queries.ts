import { and, count, desc, eq, lt } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { auditEntries, type AuditRow } from './audit.table.ts';

export async function insertEntries(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(auditEntries).values([...rows]);
}

export type AuditFilter = { accountId: string; action: string | undefined; subjectId: string | undefined };

const matching = (filter: AuditFilter) =>
  and(
    eq(auditEntries.accountId, filter.accountId),
    filter.action === undefined ? undefined : eq(auditEntries.action, filter.action),
    filter.subjectId === undefined ? undefined : eq(auditEntries.subjectId, filter.subjectId),
  );

/** Newest first; `before` is the id of the last entry of the page before. */
export function entriesOf(db: Db, filter: AuditFilter, page: { before: string | null; limit: number }): Promise<AuditRow[]> {
  const older = page.before === null ? undefined : lt(auditEntries.id, page.before);
  return db
    .select()
    .from(auditEntries)
    .where(and(matching(filter), older))
    .orderBy(desc(auditEntries.id))
    .limit(page.limit);
}

export async function countEntries(db: Db, filter: AuditFilter): Promise<number> {
  const [row] = await db.select({ n: count() }).from(auditEntries).where(matching(filter));
  return row?.n ?? 0;
}

/** Deletes entries older than `at`; returns how many. */
export async function deleteEntriesBefore(db: Db, at: Date): Promise<number> {
  const result = await db.delete(auditEntries).where(lt(auditEntries.at, at));
  return result.rowCount ?? 0;
}
