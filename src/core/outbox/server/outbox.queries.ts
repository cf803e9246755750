import { and, asc, count, desc, eq, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { amongIds, fewOf, totalOf } from '#kit/server/db/total.ts';
import { usersSql } from '#core/accounts/server/accounts.sql.ts';
import type { MailState } from '../outbox.rules.ts';
import { type MailRecord, outboxMails } from './outbox.table.ts';

/** False when a mail with the same `onceKey` is already there. */
export async function insertMail(tx: Db, row: MailRecord): Promise<boolean> {
  const result = await tx.insert(outboxMails).values(row).onConflictDoNothing({ target: outboxMails.onceKey });
  return (result.rowCount ?? 0) > 0;
}

/** The ids of those that were written: a mail whose `onceKey` is there already is left out. */
export async function insertMails(tx: Db, rows: readonly MailRecord[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const written = await tx
    .insert(outboxMails)
    .values([...rows])
    .onConflictDoNothing({ target: outboxMails.onceKey })
    .returning({ id: outboxMails.id });
  return written.map((row) => row.id);
}

/** Mails about one thing by state. */
export async function countMailsAbout(db: Db, aboutId: string): Promise<Partial<Record<MailState, number>>> {
  const rows = await db
    .select({ state: outboxMails.state, n: count() })
    .from(outboxMails)
    .where(eq(outboxMails.aboutId, aboutId))
    .groupBy(outboxMails.state);
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
}

/** Queued mails about one thing, counted up to `most`. */
export async function countQueuedAbout(db: Db, aboutId: string, most: number): Promise<number> {
  const rows = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(and(eq(outboxMails.aboutId, aboutId), eq(outboxMails.state, 'queued')))
    .limit(most);
  return rows.length;
}

/** Mails about any of these things, the oldest first, without their texts. */
export const mailsAbout = (db: Db, ids: readonly string[]) =>
  db
    .select({
      id: outboxMails.id,
      aboutId: outboxMails.aboutId,
      onceKey: outboxMails.onceKey,
      recipient: outboxMails.recipient,
      subject: outboxMails.subject,
      state: outboxMails.state,
      createdAt: outboxMails.createdAt,
      sentAt: outboxMails.sentAt,
    })
    .from(outboxMails)
    .where(inArray(outboxMails.aboutId, [...ids]))
    .orderBy(asc(outboxMails.id))
    .limit(200);

export async function mailById(db: Db, id: string): Promise<MailRecord | null> {
  const [row] = await db.select().from(outboxMails).where(eq(outboxMails.id, id));
  return row ?? null;
}

/** Takes a queued mail for this worker until `until`; null when it is not queued or another worker holds it. */
export async function claimMail(tx: Db, id: string, times: { now: Date; until: Date }): Promise<MailRecord | null> {
  const free = or(isNull(outboxMails.claimedUntil), lt(outboxMails.claimedUntil, times.now));
  const [row] = await tx
    .update(outboxMails)
    .set({ attempts: sql`${outboxMails.attempts} + 1`, claimedUntil: times.until })
    .where(and(eq(outboxMails.id, id), eq(outboxMails.state, 'queued'), free))
    .returning();
  return row ?? null;
}

export async function settleMail(
  tx: Db,
  id: string,
  facts: Partial<Pick<MailRecord, 'state' | 'lastError' | 'sentAt' | 'bodyText' | 'bodyHtml' | 'calendar'>>,
): Promise<void> {
  await tx
    .update(outboxMails)
    .set({ ...facts, claimedUntil: null })
    // another worker may have delivered it meanwhile: what was sent stays sent
    .where(and(eq(outboxMails.id, id), eq(outboxMails.state, 'queued')));
}

/** Also when it had been sent: a report comes later. */
export async function failMail(tx: Db, id: string, lastError: string): Promise<void> {
  await tx.update(outboxMails).set({ state: 'failed', lastError, claimedUntil: null }).where(eq(outboxMails.id, id));
}

/** A failed or kept mail becomes a queued one; null when it is neither. */
export async function requeueMail(tx: Db, id: string): Promise<MailRecord | null> {
  const [row] = await tx
    .update(outboxMails)
    .set({ state: 'queued', attempts: 0, lastError: null, claimedUntil: null })
    .where(and(eq(outboxMails.id, id), inArray(outboxMails.state, ['failed', 'kept'])))
    .returning();
  return row ?? null;
}

/** Ids of mails that wait since before `at` and that nobody holds. */
export async function forgottenMails(db: Db, at: Date): Promise<string[]> {
  const rows = await db
    .select({ id: outboxMails.id })
    .from(outboxMails)
    .where(
      and(
        eq(outboxMails.state, 'queued'),
        lt(outboxMails.createdAt, at),
        or(isNull(outboxMails.claimedUntil), lt(outboxMails.claimedUntil, at)),
      ),
    )
    .limit(1000);
  return rows.map((row) => row.id);
}

export async function emptyBodiesBefore(tx: Db, at: Date): Promise<void> {
  await tx
    .update(outboxMails)
    .set({ bodyText: '', bodyHtml: '', calendar: null })
    .where(and(lt(outboxMails.createdAt, at), ne(outboxMails.bodyText, ''), ne(outboxMails.state, 'queued')));
}

export async function deleteMailsBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(outboxMails).where(and(lt(outboxMails.createdAt, at), ne(outboxMails.state, 'queued')));
}

export type MailFilter = {
  state: MailState | null;
  search: string | null;
  /** Nothing but these. */
  ids?: readonly string[] | undefined;
};
function matching(filter: MailFilter) {
  return and(
    filter.state === null ? undefined : eq(outboxMails.state, filter.state),
    containsText(filter.search, outboxMails.recipient, outboxMails.subject),
    amongIds(outboxMails.id, filter.ids),
  );
}
/** The same with the ids of what is searched for, where they are few. */
export async function narrowedMails(db: Db, filter: MailFilter): Promise<MailFilter> {
  if (filter.search === null) return filter;
  return { ...filter, ids: await fewOf(db, { from: outboxMails, id: outboxMails.id }, matching(filter)) };
}

/** Newest first; `before` is the id of the last mail of the page before. */
export function mailsPage(db: Db, filter: MailFilter, page: { before: string | null; limit: number }): Promise<MailRecord[]> {
  const older = page.before === null ? undefined : lt(outboxMails.id, page.before);
  return db
    .select()
    .from(outboxMails)
    .where(and(matching(filter), older))
    .orderBy(desc(outboxMails.id))
    .limit(page.limit);
}

export const countMails = (db: Db, filter: MailFilter): Promise<number | undefined> => totalOf(db, outboxMails, matching(filter));

/** Mails that were not sent by state, for the operator's dashboard. */
export async function mailCounts(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: outboxMails.state, n: count() })
    .from(outboxMails)
    .where(sql`${outboxMails.state} <> 'sent'`)
    .groupBy(outboxMails.state);
  return Object.fromEntries(rows.map((row) => [row.state, row.n]));
}

export async function deleteMailsTo(tx: Db, userId: string, but: string): Promise<void> {
  await tx.execute(sql`
    delete from outbox_mails where template <> ${but} and (user_id = ${userId}::uuid
      or lower(recipient) = (select lower(email) from ${usersSql} u where id = ${userId}::uuid))`);
}
