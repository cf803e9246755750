import { and, asc, count, desc, eq, gte, inArray, isNotNull, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { type KeyPosition, rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { amongIds, fewOf, totalOf } from '#kit/server/db/total.ts';
import { type RecordingSort, type RecordingState, recordingStates, type RecordingVisibility } from '../recordings.rules.ts';
import { countedRecordings } from './program.queries.ts';
import { recordings } from './recordings.table.ts';
import { reached, type RecordingSight, type SightReach } from './sight.queries.ts';

export type RecordingRow = typeof recordings.$inferSelect;
export type NewRecording = typeof recordings.$inferInsert;

export async function recordingById(db: Db, id: string): Promise<RecordingRow | null> {
  const [row] = await db.select().from(recordings).where(eq(recordings.id, id));
  return row ?? null;
}

/** The recording, held until the end of the transaction. */
export async function lockRecording(db: Db, id: string): Promise<RecordingRow | null> {
  const [row] = await db.select().from(recordings).where(eq(recordings.id, id)).for('update');
  return row ?? null;
}

export const recordingsByIds = (db: Db, ids: readonly string[]): Promise<RecordingRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(recordings)
        .where(inArray(recordings.id, [...ids]));

export async function recordingByRecordId(db: Db, recordId: string): Promise<RecordingRow | null> {
  const [row] = await db.select().from(recordings).where(eq(recordings.recordId, recordId));
  return row ?? null;
}

/** Inserts; null when there is one of that recordID already. */
export async function insertRecording(db: Db, row: NewRecording): Promise<RecordingRow | null> {
  const [made] = await db.insert(recordings).values(row).onConflictDoNothing({ target: recordings.recordId }).returning();
  return made ?? null;
}

export async function setRecording(db: Db, id: string, change: Partial<NewRecording>): Promise<RecordingRow | null> {
  const [row] = await db.update(recordings).set(change).where(eq(recordings.id, id)).returning();
  return row ?? null;
}

/** Changes it only while it is in one of these states; null when it is not any more. */
export async function moveRecording(
  db: Db,
  at: { id: string; from: readonly RecordingState[] },
  change: Partial<NewRecording>,
): Promise<RecordingRow | null> {
  const [row] = await db
    .update(recordings)
    .set({ ...change, revision: sql`${recordings.revision} + 1` })
    .where(and(eq(recordings.id, at.id), inArray(recordings.state, [...at.from])))
    .returning();
  return row ?? null;
}

export async function countView(db: Db, id: string): Promise<void> {
  await db
    .update(recordings)
    .set({ views: sql`${recordings.views} + 1` })
    .where(eq(recordings.id, id));
}

export type RecordingFilter = {
  /** Null: all accounts. */
  accountId: string | null;
  /** `everything`: the reader may see all of it. */
  sight: RecordingSight | 'everything';
  bin: 'in' | 'out';
  state?: RecordingState | undefined;
  visibility?: RecordingVisibility | undefined;
  roomId?: string | undefined;
  meetingId?: string | undefined;
  since?: Date | undefined;
  search?: string | undefined;
  /** Nothing but these. */
  ids?: readonly string[] | undefined;
  reach?: SightReach;
};

function matching(filter: RecordingFilter): SQL | undefined {
  const { state, visibility, roomId, meetingId, since, search } = filter;
  return and(
    filter.accountId === null ? undefined : eq(recordings.accountId, filter.accountId),
    filter.bin === 'in' ? eq(recordings.state, 'recycled') : ne(recordings.state, 'deleted'),
    filter.bin === 'in' ? undefined : sql`${recordings.state} not in ('recycled', 'deleting')`,
    reached(filter),
    state === undefined ? undefined : eq(recordings.state, state),
    visibility === undefined ? undefined : eq(recordings.visibility, visibility),
    roomId === undefined ? undefined : eq(recordings.roomId, roomId),
    meetingId === undefined ? undefined : eq(recordings.meetingId, meetingId),
    since === undefined ? undefined : gte(recordings.startedAt, since),
    containsText(search, recordings.name),
    amongIds(recordings.id, filter.ids),
  );
}

/** The same with the ids of what is searched for, where they are few. */
export async function narrowedRecordings(system: Db, filter: RecordingFilter): Promise<RecordingFilter> {
  if (filter.search === undefined || filter.search === '') return filter;
  return { ...filter, ids: await fewOf(system, { from: recordings, id: recordings.id }, matching(filter)) };
}

export type RecordingOrder = { sort: RecordingSort; dir: 'up' | 'down' };
const sortName = sql<string>`lower(${recordings.name})`;

/** Where a page ends: what the next one begins after. */
export function pageKey(sort: RecordingSort, row: RecordingRow): string {
  if (sort === 'name') return row.name.toLowerCase();
  if (sort === 'size') return String(row.bytes);
  return sort === 'length' ? String(row.lengthMs) : row.startedAt.toISOString();
}

/** The column that is sorted by, and what a key of it is compared as. */
const sortBy = {
  recent: { column: sql`${recordings.startedAt}`, key: (key: string) => sql`${key}::timestamptz` },
  name: { column: sortName, key: (key: string) => sql`lower(${key})` },
  size: { column: sql`${recordings.bytes}`, key: (key: string) => sql`${key}::bigint` },
  length: { column: sql`${recordings.lengthMs}`, key: (key: string) => sql`${key}::bigint` },
} as const;

function behind({ sort, dir }: RecordingOrder, after: KeyPosition | null): SQL | undefined {
  if (after === null) return undefined;
  const { column, key } = sortBy[sort];
  const direction = dir === 'up' ? 'asc' : 'desc';
  return rowsAfter([column, key(after.key), direction], [recordings.id, after.id, direction]);
}

export function listRecordings(
  db: Db,
  filter: RecordingFilter,
  page: RecordingOrder & { after: KeyPosition | null; limit: number },
): Promise<RecordingRow[]> {
  const inOrder = page.dir === 'up' ? asc : desc;
  return db
    .select()
    .from(recordings)
    .where(and(matching(filter), behind(page, page.after)))
    .orderBy(inOrder(sortBy[page.sort].column), inOrder(recordings.id))
    .limit(page.limit);
}

const kept = recordingStates.filter((state) => !['recycled', 'deleting', 'deleted'].includes(state));
/** Nothing but the account and the bin narrows it down. */
function isWhole(filter: RecordingFilter): boolean {
  const { state, visibility, roomId, meetingId, since, search } = filter;
  const narrowed = [state, visibility, roomId, meetingId, since, search || undefined].some((one) => one !== undefined);
  return !narrowed && filter.sight === 'everything';
}

/** To the end where the account's are counted as they change; undefined: too many of the others. */
export async function countRecordings(db: Db, filter: RecordingFilter): Promise<number | undefined> {
  const { accountId } = filter;
  if (accountId !== null && isWhole(filter))
    return countedRecordings(db, { accountId, states: filter.bin === 'in' ? ['recycled'] : kept });
  return totalOf(db, recordings, matching(filter));
}

const bytesWhere = (condition: SQL) =>
  sql<number>`coalesce(sum(${recordings.bytes}) filter (where ${condition}), 0)`.mapWith(Number);

/** Bytes by where they lie, and those of recordings since then. */
export async function bytesOf(db: Db, accountId: string, since: Date) {
  const [row] = await db
    .select({
      published: bytesWhere(sql`${recordings.state} = 'published'`),
      bin: bytesWhere(sql`${recordings.state} in ('recycled', 'deleting')`),
      unpublished: bytesWhere(sql`${recordings.state} not in ('published', 'recycled', 'deleting', 'deleted')`),
      grown: bytesWhere(sql`${recordings.state} <> 'deleted' and ${recordings.createdAt} >= ${since.toISOString()}::timestamptz`),
    })
    .from(recordings)
    .where(eq(recordings.accountId, accountId));
  return row ?? { published: 0, bin: 0, unpublished: 0, grown: 0 };
}

/** Those that their servers are still making. */
export const beingMade = (db: Db): Promise<{ serverId: string | null; recordId: string }[]> =>
  db
    .select({ serverId: recordings.serverId, recordId: recordings.recordId })
    .from(recordings)
    .where(and(eq(recordings.state, 'processing'), eq(recordings.held, 'server'), isNotNull(recordings.serverId)));

/** Those of a server whose files are there alone. */
export const lyingOn = (db: Db, serverId: string): Promise<{ id: string; recordId: string }[]> =>
  db
    .select({ id: recordings.id, recordId: recordings.recordId })
    .from(recordings)
    .where(
      and(
        eq(recordings.serverId, serverId),
        eq(recordings.held, 'server'),
        inArray(recordings.state, ['processing', 'published', 'unpublished', 'failed', 'recycled']),
      ),
    );

/** All formats of it are here: nothing of it is lost with its server. */
const wholeHere = sql`jsonb_array_length(${recordings.formats}) > 0 and not exists (
  select 1 from jsonb_array_elements(${recordings.formats}) one where one -> 'here' is null)`;

/** How many of them would be lost with it: failed ones are no loss, those being erased are there still. */
export async function countHeldOn(db: Db, serverId: string): Promise<number> {
  const alive = and(notInArray(recordings.state, ['deleted', 'failed']), sql`not (${wholeHere})`);
  const [row] = await db
    .select({ n: count() })
    .from(recordings)
    .where(and(eq(recordings.serverId, serverId), eq(recordings.held, 'server'), alive));
  return row?.n ?? 0;
}

/** Those of a server of which something is here, held until the end of the transaction. */
export const partlyHere = (db: Db, serverId: string): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(
      and(
        eq(recordings.serverId, serverId),
        eq(recordings.held, 'server'),
        notInArray(recordings.state, ['deleting', 'deleted']),
        sql`exists (select 1 from jsonb_array_elements(${recordings.formats}) one where one -> 'here' is not null)`,
      ),
    )
    .for('update');

export const inState = (db: Db, state: RecordingState, limit: number): Promise<RecordingRow[]> =>
  db.select().from(recordings).where(eq(recordings.state, state)).orderBy(asc(recordings.updatedAt)).limit(limit);

/** Published ones of these servers whose files are still to be fetched. */
export const toFetch = (db: Db, serverIds: readonly string[]): Promise<RecordingRow[]> =>
  serverIds.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(recordings)
        .where(and(inArray(recordings.serverId, [...serverIds]), inArray(recordings.state, ['published', 'unpublished'])))
        .limit(200);

/** The recordings of a room that are not erased yet, locked until the end of the transaction. */
export const lockErasable = (db: Db, of: { accountId: string; roomId: string }): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(
      and(
        eq(recordings.accountId, of.accountId),
        eq(recordings.roomId, of.roomId),
        notInArray(recordings.state, ['deleting', 'deleted']),
      ),
    )
    .orderBy(recordings.id)
    .for('update');

const openIn = (roomIds: readonly string[]) =>
  and(
    inArray(recordings.roomId, [...roomIds]),
    eq(recordings.state, 'published'),
    eq(recordings.protect, false),
    inArray(recordings.visibility, ['link', 'public']),
  );
/** Those of a room that play for everybody with their address, the youngest first. */
export const openOfRoom = (db: Db, roomId: string, limit: number): Promise<RecordingRow[]> =>
  db
    .select()
    .from(recordings)
    .where(openIn([roomId]))
    .orderBy(desc(recordings.startedAt), desc(recordings.id))
    .limit(limit);
export async function openCounts(db: Db, roomIds: readonly string[]): Promise<Map<string, number>> {
  if (roomIds.length === 0) return new Map();
  const rows = await db
    .select({ id: recordings.roomId, n: count() })
    .from(recordings)
    .where(openIn(roomIds))
    .groupBy(recordings.roomId);
  return new Map(rows.flatMap(({ id, n }) => (id === null ? [] : [[id, n] as const])));
}
