import { and, asc, eq, gt, inArray, lte, or, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { accountsSql, isNotEndedSql } from '#core/accounts/server/accounts.sql.ts';
import { releaseConversationFiles } from '#core/files/server/leaving.service.ts';
import { mailboxItemsSql } from '#talk/mailbox/server/mailbox.sql.ts';
import { accountClosings } from './ownership.table.ts';

export type ClosingRow = typeof accountClosings.$inferSelect;

export async function insertClosing(tx: Db, row: typeof accountClosings.$inferInsert): Promise<void> {
  await tx.insert(accountClosings).values(row);
}
export async function lockWaiting(tx: Db, accountId: string): Promise<ClosingRow | null> {
  const [row] = await tx
    .select()
    .from(accountClosings)
    .where(and(eq(accountClosings.accountId, accountId), eq(accountClosings.state, 'waiting')))
    .for('update');
  return row ?? null;
}
/** The same once its erasure has begun, too. */
export async function lockOpenClosing(tx: Db, accountId: string): Promise<ClosingRow | null> {
  const [row] = await tx
    .select()
    .from(accountClosings)
    .where(and(eq(accountClosings.accountId, accountId), inArray(accountClosings.state, ['waiting', 'erasing'])))
    .for('update');
  return row ?? null;
}
export async function setClosingRow(tx: Db, id: string, change: Partial<ClosingRow>): Promise<void> {
  await tx.update(accountClosings).set(change).where(eq(accountClosings.id, id));
}
/** Those whose grace is over, and those that were begun; fifty, from the id `after` on. */
export const dueClosings = (db: Db, now: Date, after: string | null): Promise<ClosingRow[]> =>
  db
    .select()
    .from(accountClosings)
    .where(
      and(
        or(eq(accountClosings.state, 'erasing'), and(eq(accountClosings.state, 'waiting'), lte(accountClosings.eraseAt, now))),
        after === null ? undefined : gt(accountClosings.id, after),
      ),
    )
    .orderBy(asc(accountClosings.id))
    .limit(50);

const counted = z.array(z.object({ n: z.coerce.number() }));
/** Customers of a vendor that are open, or whose end can still be undone. */
export async function customersOf(tx: Db, vendorAccountId: string): Promise<number> {
  const found = await tx.execute(sql`
    select count(*) as n from ${accountsSql} a
    where a.vendor_account_id = ${vendorAccountId}::uuid and ${isNotEndedSql(sql`a`)}`);
  return z.parse(counted, found.rows)[0]?.n ?? 0;
}

/** Takes addresses and browsers of somebody who was erased out of what was written down about them. */
export async function stripPerson(tx: Db, userId: string): Promise<void> {
  await tx.execute(sql`select strip_person(${userId}::uuid)`);
}
export async function deletePersonRows(tx: Db, table: string, userId: string): Promise<void> {
  await tx.execute(sql`delete from ${sql.identifier(table)} where user_id = ${userId}::uuid`);
}
/** Files that only the person who leaves saw: uploaded and not sent, or of mails of which nobody else has a copy or will get one. */
export const releaseOwnFiles = (tx: Db, of: { accountId: string; userId: string; at: Date }): Promise<void> =>
  releaseConversationFiles(
    tx,
    of,
    sql`exists (
      select 1 from ${mailboxItemsSql} i where (i.user_id <> ${of.userId}::uuid and i.kind = 'people' and i.mail_id = f.conversation_id
          or i.id = f.conversation_id and i.send_at is not null)
        and i.files @> jsonb_build_array(jsonb_build_object('id', f.id)))`,
  );
