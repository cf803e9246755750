import { and, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { networkCodes, networkPartners, type PartnerRow } from './network.table.ts';

const touching = (accountId: string) => or(eq(networkPartners.accountId, accountId), eq(networkPartners.partnerId, accountId));

/** Newest first; at most as many as an account may have. */
export function partnersOf(db: Db, accountId: string, limit: number): Promise<PartnerRow[]> {
  return db.select().from(networkPartners).where(touching(accountId)).orderBy(desc(networkPartners.id)).limit(limit);
}
export const countPartners = (db: Db, accountId: string): Promise<number> => db.$count(networkPartners, touching(accountId));

export async function insertPartner(tx: Db, row: PartnerRow): Promise<void> {
  await tx.insert(networkPartners).values(row);
}
/** The account that was asked agrees; null when there is no such question. */
export async function acceptPartner(
  tx: Db,
  key: { id: string; partnerId: string },
  by: { userId: string; at: Date },
): Promise<PartnerRow | null> {
  const [row] = await tx
    .update(networkPartners)
    .set({ state: 'accepted', answeredBy: by.userId, answeredAt: by.at })
    .where(
      and(eq(networkPartners.id, key.id), eq(networkPartners.partnerId, key.partnerId), ne(networkPartners.state, 'accepted')),
    )
    .returning();
  return row ?? null;
}
/** Either side ends it; null when the account has no part in it. */
export async function deletePartner(tx: Db, key: { id: string; accountId: string }): Promise<PartnerRow | null> {
  const [row] = await tx
    .delete(networkPartners)
    .where(and(eq(networkPartners.id, key.id), touching(key.accountId)))
    .returning();
  return row ?? null;
}

export async function codeOfAccount(db: Db, accountId: string): Promise<string | null> {
  const [row] = await db.select().from(networkCodes).where(eq(networkCodes.accountId, accountId));
  return row?.code ?? null;
}
export async function accountOfCode(db: Db, code: string): Promise<string | null> {
  const [row] = await db.select().from(networkCodes).where(eq(networkCodes.code, code));
  return row?.accountId ?? null;
}
export async function putCode(tx: Db, row: { accountId: string; code: string; madeAt: Date }): Promise<void> {
  await tx
    .insert(networkCodes)
    .values(row)
    .onConflictDoUpdate({ target: networkCodes.accountId, set: { code: row.code, madeAt: row.madeAt } });
}

/** Whether the database counts the two as one network. */
export async function areOneNetwork(db: Db, one: string, other: string): Promise<boolean> {
  const found = await db.execute<{ yes: boolean }>(sql`select in_network(${one}::uuid, ${other}::uuid) as yes`);
  return found.rows[0]?.yes === true;
}
