import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { iamUses } from './iam.table.ts';

/** Last use of each permission by that person, epoch milliseconds. */
export async function usesOf(db: Db, of: { accountId: string; userId: string }): Promise<Map<string, number>> {
  const rows = await db
    .select()
    .from(iamUses)
    .where(and(eq(iamUses.accountId, of.accountId), eq(iamUses.userId, of.userId)));
  return new Map(rows.map((row) => [row.permission, row.usedAt.getTime()]));
}

export type PermissionUse = { accountId: string; userId: string; permission: string; usedAt: Date };
export async function writeUses(db: Db, uses: readonly PermissionUse[]): Promise<void> {
  if (uses.length === 0) return;
  await db
    .insert(iamUses)
    .values([...uses])
    .onConflictDoUpdate({
      target: [iamUses.accountId, iamUses.userId, iamUses.permission],
      set: { usedAt: sql`greatest(${iamUses.usedAt}, excluded.used_at)` },
    });
}
export async function deleteUses(tx: Db, of: { accountId: string; userId: string }): Promise<void> {
  await tx.delete(iamUses).where(and(eq(iamUses.accountId, of.accountId), eq(iamUses.userId, of.userId)));
}
