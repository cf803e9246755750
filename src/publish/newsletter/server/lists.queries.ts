import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { type ListRow, newsletterLists } from './newsletter.table.ts';

export const allLists = (db: Db): Promise<ListRow[]> =>
  db
    .select()
    .from(newsletterLists)
    .orderBy(sql`${newsletterLists.archivedAt} is not null`, asc(newsletterLists.position), asc(newsletterLists.id));
export const openLists = (db: Db): Promise<ListRow[]> =>
  db
    .select()
    .from(newsletterLists)
    .where(isNull(newsletterLists.archivedAt))
    .orderBy(asc(newsletterLists.position), asc(newsletterLists.id));
export async function listById(db: Db, id: string): Promise<ListRow | null> {
  const [row] = await db.select().from(newsletterLists).where(eq(newsletterLists.id, id));
  return row ?? null;
}
/** Of two who change the lists at once, one comes first. */
export async function lockLists(tx: Db): Promise<ListRow[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('newsletter_lists', 0))`);
  return allLists(tx);
}
export async function insertList(tx: Db, row: ListRow): Promise<void> {
  await tx.insert(newsletterLists).values(row);
}
export async function setList(tx: Db, id: string, change: Partial<Omit<ListRow, 'id' | 'revision'>>): Promise<void> {
  await tx
    .update(newsletterLists)
    .set({ ...change, revision: sql`${newsletterLists.revision} + 1` })
    .where(eq(newsletterLists.id, id));
}
/** Confirmed and pending subscriptions of each list; suppressed addresses count as neither. */
export async function listCounts(db: Db): Promise<Map<string, { confirmed: number; pending: number }>> {
  const { rows } = await db.execute<{ id: string; confirmed: number; pending: number }>(sql`
    select s.list_id as id, count(*) filter (where s.state = 'confirmed')::int as confirmed,
      count(*) filter (where s.state = 'pending')::int as pending
    from newsletter_subscriptions s join newsletter_subscribers p on p.id = s.subscriber_id and p.state = 'active'
    where s.state <> 'unsubscribed' group by s.list_id`);
  return new Map(rows.map(({ id, ...counts }) => [id, counts]));
}
