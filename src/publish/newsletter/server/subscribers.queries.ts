import { and, desc, eq, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { totalOf } from '#kit/server/db/total.ts';
import type { SubscriptionState } from '../newsletter.rules.ts';
import {
  newsletterSubscribers,
  newsletterSubscriptions,
  type SubscriberRow,
  type SubscriptionRow,
  type UnsubscribedBy,
} from './newsletter.table.ts';

export async function subscriberById(db: Db, id: string): Promise<SubscriberRow | null> {
  const [row] = await db.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
  return row ?? null;
}
/** What is decided about one subscriber is decided one after another. */
export async function lockSubscriber(tx: Db, id: string): Promise<SubscriberRow | null> {
  const [row] = await tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.id, id)).for('update');
  return row ?? null;
}
export async function lockSubscriberByEmail(tx: Db, email: string): Promise<SubscriberRow | null> {
  const [row] = await tx.select().from(newsletterSubscribers).where(eq(newsletterSubscribers.email, email)).for('update');
  return row ?? null;
}
/** The row of the address, made where there is none, locked. */
export async function takeSubscriber(tx: Db, row: SubscriberRow): Promise<SubscriberRow> {
  await tx.insert(newsletterSubscribers).values(row).onConflictDoNothing({ target: newsletterSubscribers.email });
  return (await lockSubscriberByEmail(tx, row.email)) ?? row;
}
export async function setSubscriber(tx: Db, id: string, change: Partial<Omit<SubscriberRow, 'id' | 'email'>>): Promise<void> {
  await tx.update(newsletterSubscribers).set(change).where(eq(newsletterSubscribers.id, id));
}
export async function deleteSubscriber(tx: Db, id: string): Promise<void> {
  await tx.delete(newsletterSubscribers).where(eq(newsletterSubscribers.id, id));
}
export async function deleteSubscriptions(tx: Db, subscriberId: string): Promise<void> {
  await tx.delete(newsletterSubscriptions).where(eq(newsletterSubscriptions.subscriberId, subscriberId));
}

export const subscriptionsOf = (db: Db, ids: readonly string[]): Promise<SubscriptionRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(newsletterSubscriptions)
        .where(inArray(newsletterSubscriptions.subscriberId, [...ids]));
/** Writes the subscription, or replaces the one to the same list. */
export async function putSubscription(tx: Db, row: SubscriptionRow): Promise<void> {
  const { subscriberId: _subscriber, listId: _list, ...change } = row;
  await tx
    .insert(newsletterSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: [newsletterSubscriptions.subscriberId, newsletterSubscriptions.listId], set: change });
}

type SubscriberConfirmation = { subscriberId: string; askedUntil: Date; at: Date; address: string };
/** Confirms what was asked for until then; the lists. */
export async function confirmPending(
  tx: Db,
  { subscriberId, askedUntil, at, address }: SubscriberConfirmation,
): Promise<string[]> {
  const rows = await tx
    .update(newsletterSubscriptions)
    .set({ state: 'confirmed', confirmedAt: at, confirmedAddress: address, unsubscribedAt: null, unsubscribedBy: null })
    .where(
      and(
        eq(newsletterSubscriptions.subscriberId, subscriberId),
        eq(newsletterSubscriptions.state, 'pending'),
        sql`${newsletterSubscriptions.askedAt} <= ${askedUntil.toISOString()}::timestamptz`,
      ),
    )
    .returning({ listId: newsletterSubscriptions.listId });
  return rows.map((row) => row.listId);
}

type SubscriberLeaving = { subscriberId: string; lists: readonly string[] | null; at: Date; by: UnsubscribedBy };
/** Leaves these lists, or all; those that were left by it. */
export async function unsubscribe(tx: Db, { subscriberId, lists, at, by }: SubscriberLeaving): Promise<string[]> {
  const rows = await tx
    .update(newsletterSubscriptions)
    .set({ state: 'unsubscribed', unsubscribedAt: at, unsubscribedBy: by })
    .where(
      and(
        eq(newsletterSubscriptions.subscriberId, subscriberId),
        ne(newsletterSubscriptions.state, 'unsubscribed'),
        lists === null ? undefined : inArray(newsletterSubscriptions.listId, [...lists]),
      ),
    )
    .returning({ listId: newsletterSubscriptions.listId });
  return rows.map((row) => row.listId);
}

/** What was never confirmed goes; somebody who had left before counts as unsubscribed again. Then addresses that are on no list. */
export async function forgetPending(tx: Db, before: Date): Promise<number> {
  const old = and(
    eq(newsletterSubscriptions.state, 'pending'),
    lt(newsletterSubscriptions.askedAt, before),
    // it waits as long as the last link that was mailed for it
    sql`not exists (select 1 from newsletter_subscribers p where p.id = ${newsletterSubscriptions.subscriberId}
      and p.opt_in_sent_at >= ${before.toISOString()}::timestamptz)`,
  );
  await tx
    .update(newsletterSubscriptions)
    .set({ state: 'unsubscribed' })
    .where(and(old, sql`${newsletterSubscriptions.unsubscribedAt} is not null`));
  const gone = await tx.delete(newsletterSubscriptions).where(old);
  await tx.execute(sql`
    delete from newsletter_subscribers p where p.state = 'active' and p.created_at < ${before.toISOString()}::timestamptz
      and not exists (select 1 from newsletter_subscriptions s where s.subscriber_id = p.id)`);
  return gone.rowCount ?? 0;
}

export type SubscriberFilter = { search?: string; list?: string; state?: SubscriptionState | 'suppressed' };
function matching({ search, list, state }: SubscriberFilter): SQL | undefined {
  const subscription = [
    sql`s.subscriber_id = ${newsletterSubscribers.id}`,
    ...(list === undefined ? [] : [sql`s.list_id = ${list}`]),
    ...(state === undefined || state === 'suppressed' ? [] : [sql`s.state = ${state}`]),
  ];
  return and(
    search === undefined ? undefined : sql`position(${search.toLowerCase()} in ${newsletterSubscribers.email}) > 0`,
    state === 'suppressed' ? ne(newsletterSubscribers.state, 'active') : undefined,
    subscription.length === 1
      ? undefined
      : sql`exists (select 1 from newsletter_subscriptions s where ${sql.join(subscription, sql` and `)})`,
  );
}
type SubscribersPage = { before: string | null; limit: number };
/** Newest first; `before`: the id of the last of the page before. */
export const subscribersPage = (db: Db, filter: SubscriberFilter, page: SubscribersPage): Promise<SubscriberRow[]> =>
  db
    .select()
    .from(newsletterSubscribers)
    .where(and(matching(filter), page.before === null ? undefined : lt(newsletterSubscribers.id, page.before)))
    .orderBy(desc(newsletterSubscribers.id))
    .limit(page.limit);
export const countSubscribers = (db: Db, filter: SubscriberFilter): Promise<number | undefined> =>
  totalOf(db, newsletterSubscribers, matching(filter));

export type SubscriberFigures = {
  confirmed: number;
  confirmedLately: number;
  pending: number;
  unsubscribed: number;
  bounced: number;
  suppressed: number;
};
/** Addresses, not subscriptions: somebody on three lists counts once. `since`: of what is counted as lately. */
export async function subscriberFigures(db: Db, since: Date): Promise<SubscriberFigures> {
  const at = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<SubscriberFigures>(sql`
    select count(*) filter (where p.state = 'active' and confirmed)::int as confirmed,
      count(*) filter (where p.state = 'active' and confirmed and first_confirmed >= ${at})::int as "confirmedLately",
      count(*) filter (where p.state = 'active' and pending and not confirmed)::int as pending,
      count(*) filter (where left_at >= ${at})::int as unsubscribed,
      count(*) filter (where p.state = 'bounced' and p.state_since >= ${at})::int as bounced,
      count(*) filter (where p.state <> 'active')::int as suppressed
    from newsletter_subscribers p left join lateral (
      select coalesce(bool_or(s.state = 'confirmed'), false) as confirmed, coalesce(bool_or(s.state = 'pending'), false) as pending,
        min(s.confirmed_at) as first_confirmed, max(s.unsubscribed_at) filter (where s.state = 'unsubscribed') as left_at
      from newsletter_subscriptions s where s.subscriber_id = p.id) s on true`);
  return rows[0] ?? { confirmed: 0, confirmedLately: 0, pending: 0, unsubscribed: 0, bounced: 0, suppressed: 0 };
}
