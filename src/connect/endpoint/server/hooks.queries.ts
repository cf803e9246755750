import { and, asc, count, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { endpointHooks } from './endpoint.table.ts';

export type HookRow = typeof endpointHooks.$inferSelect;

/** Null when the account has one for this address and meeting already. */
export async function insertHook(db: Db, row: Omit<HookRow, 'number'>): Promise<HookRow | null> {
  const [made] = await db.insert(endpointHooks).values(row).onConflictDoNothing().returning();
  return made ?? null;
}

export async function sameHook(db: Db, of: Pick<HookRow, 'accountId' | 'callbackUrl' | 'meeting'>): Promise<HookRow | null> {
  const meeting = of.meeting === null ? isNull(endpointHooks.meeting) : eq(endpointHooks.meeting, of.meeting);
  const [row] = await db
    .select()
    .from(endpointHooks)
    .where(and(eq(endpointHooks.accountId, of.accountId), eq(endpointHooks.callbackUrl, of.callbackUrl), meeting));
  return row ?? null;
}

/** Oldest first. */
export const hooksOf = (db: Db, accountId: string): Promise<HookRow[]> =>
  db.select().from(endpointHooks).where(eq(endpointHooks.accountId, accountId)).orderBy(asc(endpointHooks.number));

export async function countHooks(db: Db, accountId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(endpointHooks).where(eq(endpointHooks.accountId, accountId));
  return row?.n ?? 0;
}

export async function isAnyHook(db: Db): Promise<boolean> {
  return (await db.select({ id: endpointHooks.id }).from(endpointHooks).limit(1)).length > 0;
}

/** Those of these accounts that have any hook. */
export async function accountsWithHooks(db: Db, accountIds: readonly string[]): Promise<Set<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ accountId: endpointHooks.accountId })
    .from(endpointHooks)
    .where(inArray(endpointHooks.accountId, [...new Set(accountIds)]));
  return new Set(rows.map((row) => row.accountId));
}

export async function deleteHook(db: Db, of: { accountId: string; number: number }): Promise<boolean> {
  const rows = await db
    .delete(endpointHooks)
    .where(and(eq(endpointHooks.accountId, of.accountId), eq(endpointHooks.number, of.number)))
    .returning({ id: endpointHooks.id });
  return rows.length > 0;
}
