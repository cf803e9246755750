import { and, asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { mailLimits } from '../mailbox.rules.ts';
import type { MailboxOwner } from './mailbox.queries.ts';
import { type LabelRow, mailboxItems, mailboxLabels as labels } from './mailbox.table.ts';

const mine = ({ userId, accountId }: MailboxOwner) => and(eq(labels.userId, userId), eq(labels.accountId, accountId));

export const labelsOf = (db: Db, owner: MailboxOwner): Promise<LabelRow[]> =>
  db.select().from(labels).where(mine(owner)).orderBy(asc(labels.name), asc(labels.id)).limit(mailLimits.labels);
export async function insertLabel(tx: Db, row: LabelRow): Promise<void> {
  await tx.insert(labels).values(row);
}
export async function setLabel(
  tx: Db,
  owner: MailboxOwner,
  { id, ...change }: Pick<LabelRow, 'id' | 'name' | 'hue'>,
): Promise<LabelRow | null> {
  const [row] = await tx
    .update(labels)
    .set(change)
    .where(and(eq(labels.id, id), mine(owner)))
    .returning();
  return row ?? null;
}
/** With it off all mails. False: there is none. */
export async function deleteLabel(tx: Db, owner: MailboxOwner, id: string): Promise<boolean> {
  const done = await tx.delete(labels).where(and(eq(labels.id, id), mine(owner)));
  if ((done.rowCount ?? 0) === 0) return false;
  await tx
    .update(mailboxItems)
    .set({ labels: sql`array_remove(${mailboxItems.labels}, ${id}::uuid)` })
    .where(
      and(
        eq(mailboxItems.userId, owner.userId),
        eq(mailboxItems.accountId, owner.accountId),
        sql`${id}::uuid = any(${mailboxItems.labels})`,
      ),
    );
  return true;
}
