import { and, eq, inArray } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { accountPlacement } from './servers.table.ts';

export type PlacementRow = typeof accountPlacement.$inferSelect;

/** Those of these accounts for which something was decided. */
export const placementRows = (db: Db, accountIds: readonly string[]): Promise<PlacementRow[]> =>
  accountIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(accountPlacement)
        .where(inArray(accountPlacement.accountId, [...new Set(accountIds)]));

/** Stores what was decided, as long as it is still as the writer read it; false when it is not. */
export async function putPlacement(tx: Db, row: PlacementRow, readAt: number): Promise<boolean> {
  const { accountId, ...rest } = row;
  if (readAt === 0) {
    const made = await tx
      .insert(accountPlacement)
      .values(row)
      .onConflictDoNothing()
      .returning({ id: accountPlacement.accountId });
    return made.length > 0;
  }
  const changed = await tx
    .update(accountPlacement)
    .set(rest)
    .where(and(eq(accountPlacement.accountId, accountId), eq(accountPlacement.revision, readAt)))
    .returning({ id: accountPlacement.accountId });
  return changed.length > 0;
}
