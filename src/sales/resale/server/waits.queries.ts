import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { resaleWaits, type WaitRow } from './resale.table.ts';

export const waitsOf = (db: Db, vendorId: string): Promise<WaitRow[]> =>
  db
    .select()
    .from(resaleWaits)
    .where(eq(resaleWaits.accountId, vendorId))
    .orderBy(asc(resaleWaits.kind), asc(resaleWaits.currency));

export async function putWait(tx: Db, row: WaitRow): Promise<void> {
  const { month, reason, since } = row;
  await tx
    .insert(resaleWaits)
    .values(row)
    .onConflictDoUpdate({
      target: [resaleWaits.accountId, resaleWaits.kind, resaleWaits.currency],
      set: { month, reason, since },
    });
}

export async function dropWait(
  tx: Db,
  { accountId, kind, currency }: Pick<WaitRow, 'accountId' | 'kind' | 'currency'>,
): Promise<void> {
  await tx
    .delete(resaleWaits)
    .where(and(eq(resaleWaits.accountId, accountId), eq(resaleWaits.kind, kind), eq(resaleWaits.currency, currency)));
}
