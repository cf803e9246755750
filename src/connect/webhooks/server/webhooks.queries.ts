import { and, count, desc, eq, gte, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { DeliveryRow } from './deliveries.queries.ts';
import { deliveries } from './deliveries.table.ts';
import { webhooks } from './webhooks.table.ts';

export type WebhookRow = typeof webhooks.$inferSelect;

export const webhooksOf = (db: Db, accountId: string): Promise<WebhookRow[]> =>
  db.select().from(webhooks).where(eq(webhooks.accountId, accountId)).orderBy(desc(webhooks.id));

export const allWebhooks = (db: Db): Promise<WebhookRow[]> => db.select().from(webhooks);
export async function webhookById(db: Db, id: string): Promise<WebhookRow | null> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  return row ?? null;
}
export async function lockWebhook(tx: Db, id: string): Promise<WebhookRow | null> {
  const [row] = await tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update');
  return row ?? null;
}
export async function insertWebhook(tx: Db, row: WebhookRow): Promise<void> {
  await tx.insert(webhooks).values(row);
}
export async function setWebhook(tx: Db, id: string, change: Partial<WebhookRow>): Promise<WebhookRow> {
  const [row] = await tx.update(webhooks).set(change).where(eq(webhooks.id, id)).returning();
  if (row === undefined) throw new Error('a held webhook is gone');
  return row;
}
export async function deleteWebhook(tx: Db, id: string): Promise<void> {
  await tx.delete(webhooks).where(eq(webhooks.id, id));
}
/** Until the end of the transaction nobody else adds one in this account, so that the count holds. */
export async function lockWebhooks(tx: Db, accountId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${accountId}`}, 0))`);
}
export async function countWebhooks(db: Db, accountId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(webhooks).where(eq(webhooks.accountId, accountId));
  return row?.n ?? 0;
}

/** The same of many accounts; accounts without any are left out. */
export async function webhookCounts(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: webhooks.accountId, n: count() })
    .from(webhooks)
    .where(inArray(webhooks.accountId, [...accountIds]))
    .groupBy(webhooks.accountId);
  return new Map(rows.map((row) => [row.id, row.n]));
}

/** Those of an account that want to hear of the event. */
export const listening = (db: Db, accountId: string, event: string): Promise<WebhookRow[]> =>
  db
    .select()
    .from(webhooks)
    .where(
      and(
        eq(webhooks.accountId, accountId),
        eq(webhooks.state, 'on'),
        or(eq(webhooks.events, []), sql`${event} = any (${webhooks.events})`),
      ),
    );

const ids = z.array(z.object({ id: z.string() }));
/** Which of these accounts have a webhook that is on, whatever rights `db` has; null: all accounts. */
export async function accountsThatListen(db: Db, accountIds: readonly string[] | null): Promise<Set<string>> {
  const asked = accountIds === null ? sql`null::uuid[]` : sql`${sql.param([...accountIds])}::uuid[]`;
  const found = await db.execute(sql`select accounts_with_webhooks(${asked}) as id`);
  return new Set(z.parse(ids, found.rows).map((one) => one.id));
}

/** A try that was taken ends the time of failures. */
export async function noteTaken(tx: Db, id: string, at: Date): Promise<void> {
  await tx
    .update(webhooks)
    .set({ failingSince: null, failingDays: 0, failedAt: null, lastTakenAt: at })
    .where(eq(webhooks.id, id));
}
/**
 * Counts since when and on how many days nothing was taken; turned off when that is before `limit` and on `days` days, or the receiver
 * is gone. Returns the row when this turned it off.
 */
export async function noteFailed(
  tx: Db,
  id: string,
  on: { at: Date; limit: Date; days: number; gone: 'gone' | 'there' },
): Promise<WebhookRow | null> {
  const at = sql`${on.at.toISOString()}::timestamptz`;
  const [row] = await tx
    .update(webhooks)
    .set({
      failingSince: sql`coalesce(${webhooks.failingSince}, ${at})`,
      failingDays: sql`${webhooks.failingDays} + case when (${webhooks.failedAt} at time zone 'UTC')::date = (${at} at time zone 'UTC')::date then 0 else 1 end`,
      failedAt: on.at,
    })
    .where(and(eq(webhooks.id, id), eq(webhooks.state, 'on')))
    .returning();
  const since = row?.failingSince ?? null;
  if (row === undefined || since === null) return null;
  if (on.gone === 'there' && (since > on.limit || row.failingDays < on.days)) return null;
  return setWebhook(tx, id, { state: 'failed' });
}

export type SentFilter = {
  accountId: string;
  state: DeliveryRow['state'] | null;
  kind: DeliveryRow['kind'] | null;
  webhookId: string | null;
  search: string | null;
};
const matching = (filter: SentFilter, more?: SQL) =>
  and(
    eq(deliveries.accountId, filter.accountId),
    filter.state === null ? undefined : eq(deliveries.state, filter.state),
    filter.kind === null ? undefined : eq(deliveries.kind, filter.kind),
    filter.webhookId === null ? undefined : eq(deliveries.webhookId, filter.webhookId),
    filter.search === null
      ? undefined
      : or(containsText(filter.search, deliveries.url, deliveries.event), eq(deliveries.eventId, filter.search)),
    more,
  );
/** Newest first. */
export const sentPage = (db: Db, filter: SentFilter, page: { before: string | null; limit: number }): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(deliveries)
    .where(matching(filter, page.before === null ? undefined : sql`${deliveries.id} < ${page.before}`))
    .orderBy(desc(deliveries.id))
    .limit(page.limit);
export const countSent = (db: Db, filter: SentFilter): Promise<number | undefined> => totalOf(db, deliveries, matching(filter));

const renewed = (now: Date) => ({ state: 'waiting' as const, tries: 0, nextAt: now, leasedUntil: null, endedAt: null });
const free = (now: Date) => or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, now));
/** Due at once with all its tries, whatever became of it; null while it is being tried. */
export async function renewDelivery(tx: Db, id: string, now: Date): Promise<DeliveryRow | null> {
  const [row] = await tx
    .update(deliveries)
    .set(renewed(now))
    .where(and(eq(deliveries.id, id), free(now)))
    .returning();
  return row ?? null;
}
/** The same for what one webhook was sent between two moments, the oldest first. */
export async function renewRange(
  tx: Db,
  of: { webhookId: string; from: Date; to: Date; states: readonly DeliveryRow['state'][]; most: number; now: Date },
): Promise<Pick<DeliveryRow, 'id' | 'accountId' | 'url'>[]> {
  const some = tx
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.webhookId, of.webhookId),
        gte(deliveries.createdAt, of.from),
        lte(deliveries.createdAt, of.to),
        inArray(deliveries.state, [...of.states]),
        sql`${deliveries.event} <> 'ping'`,
        free(of.now),
      ),
    )
    .orderBy(deliveries.id)
    .limit(of.most);
  const rows = await tx
    .update(deliveries)
    .set(renewed(of.now))
    .where(inArray(deliveries.id, some))
    .returning({ id: deliveries.id, accountId: deliveries.accountId, url: deliveries.url });
  return rows.toSorted((a, b) => a.id.localeCompare(b.id));
}
