import { and, eq } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type DefaultsRow, roomDefaults } from './rooms.table.ts';

export async function defaultsRow(db: Db, accountId: string): Promise<DefaultsRow | null> {
  const [row] = await db.select().from(roomDefaults).where(eq(roomDefaults.accountId, accountId));
  return row ?? null;
}

/** False when somebody else changed them since `version`; 0 = they were never set. */
export async function writeDefaults(tx: Db, row: DefaultsRow, version: number): Promise<boolean> {
  const next = { ...row, version: version + 1 };
  if (version === 0) return ((await tx.insert(roomDefaults).values(next).onConflictDoNothing()).rowCount ?? 0) > 0;
  const { value, changedAt } = row;
  const kept = await tx
    .update(roomDefaults)
    .set({ value, changedAt, version: next.version })
    .where(and(eq(roomDefaults.accountId, row.accountId), eq(roomDefaults.version, version)));
  return (kept.rowCount ?? 0) > 0;
}
