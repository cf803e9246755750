/** What hangs on recordings: text tracks, links, the account's rule; and what meetings know of them. */
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { roomsSql } from '#meet/rooms/server/rooms.sql.ts';
import { recordingCaptions, recordingLinks, recordingRules } from './recordings.table.ts';

export type CaptionRow = typeof recordingCaptions.$inferSelect;

export const captionsOf = (db: Db, recordingIds: readonly string[]): Promise<CaptionRow[]> =>
  recordingIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(recordingCaptions)
        .where(inArray(recordingCaptions.recordingId, [...recordingIds]))
        .orderBy(asc(recordingCaptions.lang), asc(recordingCaptions.kind));

/** Stores a text track in the place of the one of the same kind and language. Returns the one that was there. */
export async function putCaption(db: Db, row: typeof recordingCaptions.$inferInsert): Promise<CaptionRow | null> {
  // two uploads at once would both find nothing to replace
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`captions ${row.recordingId}`}, 0))`);
  const [before] = await db
    .delete(recordingCaptions)
    .where(
      and(
        eq(recordingCaptions.recordingId, row.recordingId),
        eq(recordingCaptions.kind, row.kind),
        eq(recordingCaptions.lang, row.lang),
      ),
    )
    .returning();
  await db.insert(recordingCaptions).values(row);
  return before ?? null;
}

export async function dropCaption(db: Db, at: { recordingId: string; captionId: string }): Promise<CaptionRow | null> {
  const [row] = await db
    .delete(recordingCaptions)
    .where(and(eq(recordingCaptions.id, at.captionId), eq(recordingCaptions.recordingId, at.recordingId)))
    .returning();
  return row ?? null;
}

export async function insertLink(db: Db, row: typeof recordingLinks.$inferInsert): Promise<void> {
  await db.insert(recordingLinks).values(row);
}

export async function dropLinks(db: Db, recordingId: string): Promise<number> {
  return (await db.delete(recordingLinks).where(eq(recordingLinks.recordingId, recordingId)).returning()).length;
}

export async function dropOldLinks(db: Db, before: Date): Promise<void> {
  await db.delete(recordingLinks).where(lt(recordingLinks.expiresAt, before));
}

export async function isLinkOf(db: Db, link: { hash: string; recordingId: string; now: Date }): Promise<boolean> {
  const rows = await db
    .select({ hash: recordingLinks.hash })
    .from(recordingLinks)
    .where(
      and(
        eq(recordingLinks.hash, link.hash),
        eq(recordingLinks.recordingId, link.recordingId),
        gt(recordingLinks.expiresAt, link.now),
      ),
    );
  return rows.length > 0;
}

/** The account's wish; undefined when it never had one. */
export async function keepDaysWish(db: Db, accountId: string): Promise<number | null> {
  const [row] = await db.select().from(recordingRules).where(eq(recordingRules.accountId, accountId));
  return row?.keepDays ?? null;
}

export async function setKeepDaysWish(db: Db, accountId: string, wish: { days: number | null; at: Date }): Promise<void> {
  const change = { keepDays: wish.days, updatedAt: wish.at };
  await db
    .insert(recordingRules)
    .values({ accountId, ...change })
    .onConflictDoUpdate({ target: recordingRules.accountId, set: change });
}

const meetingFacts = z.object({
  id: z.string(),
  account_id: z.string(),
  room_id: z.nullable(z.string()),
  started_by: z.nullable(z.string()),
  external_id: z.nullable(z.string()),
  owner_id: z.nullable(z.string()),
  from_course: z.boolean(),
});
export type MeetingFacts = z.output<typeof meetingFacts>;

/** The meeting that a server's recording is of: by its internal id or by its own one. Without a server: of any. */
export async function meetingOfRecording(
  db: Db,
  by: { serverId: string | null; internalId: string; meetingId: string | null },
): Promise<MeetingFacts | null> {
  const found = await db.execute(sql`
    select m.id, m.account_id, m.room_id, m.started_by, m.external_id, r.owner_id, m.from_course
    from ${meetingsSql} m left join ${roomsSql} r on r.id = m.room_id and r.account_id = m.account_id
    where (${by.serverId}::uuid is null or m.server_id = ${by.serverId}::uuid)
      and (m.internal_id = ${by.internalId} or m.id = ${by.meetingId}::uuid)
    limit 1`);
  return z.parse(z.array(meetingFacts), found.rows)[0] ?? null;
}

const awaitedFacts = z.array(z.object({ id: z.string(), server_id: z.string() }));

/** Recorded meetings that ended since then, of which nothing was heard yet; a recording of one of its groups has another external id. */
export async function meetingsAwaited(db: Db, since: Date): Promise<{ id: string; serverId: string }[]> {
  const found = await db.execute(sql`
    select m.id, m.server_id from ${meetingsSql} m
    where m.state = 'ended' and m.recording and m.ended_at >= ${since.toISOString()}::timestamptz and m.server_id is not null
      and not exists (select 1 from recordings r where r.meeting_id = m.id and (m.external_id is not null or r.external_id = m.id::text))
    order by m.ended_at desc limit 5000`);
  return z.parse(awaitedFacts, found.rows).map((row) => ({ id: row.id, serverId: row.server_id }));
}

/** Recordings of groups whose main room's recording is among these; the main room's has the meeting's own id. */
export async function recordingsOfGroups(db: Db, ids: readonly string[]): Promise<string[]> {
  const found = await db.execute(sql`
    select g.id from recordings main join recordings g on g.meeting_id = main.meeting_id and g.account_id = main.account_id
    where main.id = any(${sql.param([...ids])}::uuid[]) and main.external_id = main.meeting_id::text and g.external_id <> main.external_id`);
  return z.parse(z.array(z.object({ id: z.string() })), found.rows).map(({ id }) => id);
}
