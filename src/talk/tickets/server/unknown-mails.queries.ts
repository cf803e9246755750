import { and, asc, count, desc, eq, inArray, lt, ne } from 'drizzle-orm';
import { rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { tickets, ticketUnknownMails, type UnknownMailRow } from './tickets.table.ts';
import type { ListPage } from './tickets.queries.ts';

/** False: the mail waits already. */
export async function insertUnknownMail(tx: Db, row: UnknownMailRow): Promise<boolean> {
  const done = await tx.insert(ticketUnknownMails).values(row).onConflictDoNothing();
  return (done.rowCount ?? 0) > 0;
}
type UnknownMailSurplus = { accountId: string; keepId: string; surplus: number };
/** Those of programs go first, then those whose sender is not verified, of each the oldest. Returns their ids. */
export async function deleteSurplusUnknownMails(tx: Db, of: UnknownMailSurplus): Promise<string[]> {
  const { id, accountId, automatic, verified, receivedAt } = ticketUnknownMails;
  const surplus = tx
    .select({ id })
    .from(ticketUnknownMails)
    .where(and(eq(accountId, of.accountId), ne(id, of.keepId)))
    .orderBy(desc(automatic), asc(verified), asc(receivedAt), asc(id))
    .limit(of.surplus)
    // of two at once each makes room for its own
    .for('update', { skipLocked: true });
  const gone = await tx.delete(ticketUnknownMails).where(inArray(id, surplus)).returning({ id });
  return gone.map((row) => row.id);
}
type UnknownMailKey = { id: string; accountId: string };
const ofSeller = ({ id, accountId }: UnknownMailKey) =>
  and(eq(ticketUnknownMails.id, id), eq(ticketUnknownMails.accountId, accountId));
export async function unknownMailById(db: Db, key: UnknownMailKey): Promise<UnknownMailRow | null> {
  const [row] = await db.select().from(ticketUnknownMails).where(ofSeller(key));
  return row ?? null;
}
/** Null: somebody else decided meanwhile. */
export async function deleteUnknownMail(tx: Db, key: UnknownMailKey): Promise<UnknownMailRow | null> {
  const [row] = await tx.delete(ticketUnknownMails).where(ofSeller(key)).returning();
  return row ?? null;
}
/** `search`: part of the sender or the subject; empty: all. */
export type UnknownMailFilter = { accountId: string; search: string };
function matching({ accountId, search }: UnknownMailFilter) {
  const { fromAddress, fromName, subject } = ticketUnknownMails;
  return and(eq(ticketUnknownMails.accountId, accountId), containsText(search, fromAddress, fromName, subject));
}
export async function countUnknownMails(db: Db, filter: UnknownMailFilter): Promise<number> {
  const [row] = await db.select({ n: count() }).from(ticketUnknownMails).where(matching(filter));
  return row?.n ?? 0;
}
/** With the number of the ticket whose address it was sent to; the newest first. */
export const unknownMailsPage = (
  db: Db,
  filter: UnknownMailFilter,
  { after, limit }: ListPage,
): Promise<{ mail: UnknownMailRow; number: number | null }[]> =>
  db
    .select({ mail: ticketUnknownMails, number: tickets.number })
    .from(ticketUnknownMails)
    .leftJoin(tickets, eq(tickets.id, ticketUnknownMails.ticketId))
    .where(
      and(
        matching(filter),
        after === null
          ? undefined
          : rowsAfter([ticketUnknownMails.receivedAt, after.at, 'desc'], [ticketUnknownMails.id, after.id, 'desc']),
      ),
    )
    .orderBy(desc(ticketUnknownMails.receivedAt), desc(ticketUnknownMails.id))
    .limit(limit);
export async function deleteUnknownMailsBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(ticketUnknownMails).where(lt(ticketUnknownMails.receivedAt, before));
}
