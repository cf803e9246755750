import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, not, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { IgnoredReason } from '../inbound.rules.ts';
import { inboundMailbox, type InboundMessage, inboundMessages } from './inbound.table.ts';

/** False: the message is known. */
export async function insertMessage(tx: Db, row: InboundMessage): Promise<boolean> {
  const result = await tx.insert(inboundMessages).values(row).onConflictDoNothing({ target: inboundMessages.messageKey });
  return (result.rowCount ?? 0) > 0;
}
export async function isKnownMessage(db: Db, messageKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(eq(inboundMessages.messageKey, messageKey));
  return rows.length > 0;
}

const waiting = eq(inboundMessages.state, 'waiting');
export async function waitingMessage(db: Db, id: string): Promise<InboundMessage | null> {
  const [row] = await db
    .select()
    .from(inboundMessages)
    .where(and(eq(inboundMessages.id, id), waiting));
  return row ?? null;
}
/** False: another worker has settled it. Until the end of the transaction nobody else does. */
export async function lockWaiting(tx: Db, id: string): Promise<boolean> {
  const rows = await tx
    .select({ id: inboundMessages.id })
    .from(inboundMessages)
    .where(and(eq(inboundMessages.id, id), waiting))
    .for('update');
  return rows.length > 0;
}
export async function settleMessage(tx: Db, id: string, outcome: Pick<InboundMessage, 'state' | 'reason'>): Promise<void> {
  await tx
    .update(inboundMessages)
    .set(outcome)
    .where(and(eq(inboundMessages.id, id), waiting));
}
export async function ignoreHandled(tx: Db, { id, reason }: Pick<InboundMessage, 'id' | 'reason'>): Promise<void> {
  await tx.update(inboundMessages).set({ state: 'ignored', reason }).where(eq(inboundMessages.id, id));
}
/** False: it was taken before, or there is none. */
export async function claimMessage(tx: Db, id: string, takenAt: Date): Promise<boolean> {
  const result = await tx
    .update(inboundMessages)
    .set({ takenAt })
    .where(and(eq(inboundMessages.id, id), isNull(inboundMessages.takenAt)));
  return (result.rowCount ?? 0) > 0;
}
export async function isMessage(db: Db, id: string): Promise<boolean> {
  const rows = await db.select({ id: inboundMessages.id }).from(inboundMessages).where(eq(inboundMessages.id, id));
  return rows.length > 0;
}
/** Those that wait since before, the oldest first. */
export const waitingSince = (db: Db, before: Date): Promise<InboundMessage[]> =>
  db
    .select()
    .from(inboundMessages)
    .where(and(waiting, lt(inboundMessages.receivedAt, before)))
    .orderBy(asc(inboundMessages.receivedAt))
    .limit(1_000);
/** Those of the named files that a message has. */
export async function storedAmong(db: Db, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .select({ stored: inboundMessages.stored })
    .from(inboundMessages)
    .where(inArray(inboundMessages.stored, [...names]));
  return new Set(rows.flatMap(({ stored }) => stored ?? []));
}
export async function storedOf(db: Db, id: string): Promise<string | null> {
  const [row] = await db.select({ stored: inboundMessages.stored }).from(inboundMessages).where(eq(inboundMessages.id, id));
  return row?.stored ?? null;
}
/** Originals of settled messages that came in before. */
export async function storedBefore(db: Db, before: Date): Promise<{ id: string; stored: string }[]> {
  const rows = await db
    .select({ id: inboundMessages.id, stored: inboundMessages.stored })
    .from(inboundMessages)
    .where(and(isNotNull(inboundMessages.stored), not(waiting), lt(inboundMessages.receivedAt, before)))
    .limit(1_000);
  return rows.flatMap(({ id, stored }) => (stored === null ? [] : [{ id, stored }]));
}
/** With it goes what is known of who sent it. */
export async function forgetOriginal(tx: Db, id: string): Promise<void> {
  const nothing = { stored: null, peerAddress: null, peerName: null, mailFrom: null };
  await tx.update(inboundMessages).set(nothing).where(eq(inboundMessages.id, id));
}
export async function deleteMessagesBefore(tx: Db, before: Date): Promise<void> {
  await tx.delete(inboundMessages).where(and(lt(inboundMessages.receivedAt, before), not(waiting)));
}

/** What became of reading the mailbox; `readAt` stays when there is none. */
export async function noteMailbox(tx: Db, note: { readAt: Date } | { error: string }): Promise<void> {
  const set = { error: null, ...note };
  await tx
    .insert(inboundMailbox)
    .values({ id: 1, ...set })
    .onConflictDoUpdate({ target: inboundMailbox.id, set });
}
export async function mailboxNote(db: Db): Promise<{ readAt: Date | null; error: string | null } | null> {
  const [row] = await db.select({ readAt: inboundMailbox.readAt, error: inboundMailbox.error }).from(inboundMailbox);
  return row ?? null;
}

export type InboundFigures = { bounces: number; unsubscribes: number; ignored: number; failed: number };
const countOf = (condition: SQL | undefined) => sql<number>`count(*) filter (where ${condition})::int`;
export async function inboundFigures(db: Db, since: Date): Promise<InboundFigures & { lastAt: Date | null }> {
  const lately = sql`${inboundMessages.receivedAt} >= ${since.toISOString()}::timestamptz`;
  const handled = (kind: 'bounce' | 'unsubscribe') =>
    countOf(and(lately, eq(inboundMessages.kind, kind), eq(inboundMessages.state, 'handled')));
  const [row] = await db
    .select({
      bounces: handled('bounce'),
      unsubscribes: handled('unsubscribe'),
      ignored: countOf(and(lately, eq(inboundMessages.state, 'ignored'))),
      failed: countOf(and(lately, eq(inboundMessages.state, 'failed'))),
      lastAt: sql<Date | null>`max(${inboundMessages.receivedAt})`.mapWith(inboundMessages.receivedAt),
    })
    .from(inboundMessages);
  return row ?? { bounces: 0, unsubscribes: 0, ignored: 0, failed: 0, lastAt: null };
}

/** What was ignored, or failed, by reason; the most frequent first. */
export async function ignoredByReason(db: Db, since: Date): Promise<{ reason: IgnoredReason; count: number }[]> {
  const rows = await db
    .select({ reason: inboundMessages.reason, count: count() })
    .from(inboundMessages)
    .where(and(gte(inboundMessages.receivedAt, since), inArray(inboundMessages.state, ['ignored', 'failed'])))
    .groupBy(inboundMessages.reason)
    .orderBy(desc(count()), asc(inboundMessages.reason));
  return rows.flatMap(({ reason, count: times }) => (reason === null ? [] : [{ reason, count: times }]));
}
