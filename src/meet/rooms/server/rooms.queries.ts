import {
  and,
  arrayOverlaps,
  asc,
  count,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { idsNamed, keysNamed, reachSql } from '#kit/server/db/reach-sql.ts';
import type { Reach } from '#kit/reach.ts';
import { COUNTED_TO } from '#kit/counted.ts';
import { type KeyPosition, rowsAfter } from '#kit/server/db/cursor.ts';
import { containsText } from '#kit/server/db/search.ts';
import type { ShareRole } from '../rooms.rules.ts';
import { roomShares, rooms } from './rooms.table.ts';

export type RoomRow = typeof rooms.$inferSelect;
export type NewRoomRow = typeof rooms.$inferInsert;
/** What a list shows of a room. */
export type RoomLine = Omit<
  RoomRow,
  | 'welcome'
  | 'moderatorCode'
  | 'muteOnStart'
  | 'record'
  | 'maxPeople'
  | 'maxMinutes'
  | 'updatedAt'
  | 'deletedBy'
  | 'changedBy'
  | 'suspendedWhy'
>;
/** A room with the asking person's accepted share. */
export type SeenRoom<R = RoomRow> = { room: R; share: ShareRole | null };

/** `userId` null = nobody: no share is looked up. */
const sharedWith = (userId: string | null) =>
  and(
    eq(roomShares.roomId, rooms.id),
    userId === null ? sql`false` : eq(roomShares.userId, userId),
    eq(roomShares.state, 'accepted'),
  );
const withShare = (db: Db, userId: string | null) =>
  db.select({ room: rooms, share: roomShares.role }).from(rooms).leftJoin(roomShares, sharedWith(userId)).$dynamic();

/** One room, the bin included. */
export async function roomById(db: Db, id: string, userId: string | null): Promise<SeenRoom | null> {
  const [row] = await withShare(db, userId).where(eq(rooms.id, id));
  return row ?? null;
}

/** A room that is not in the bin, by its link. */
export async function roomBySlug(db: Db, slug: string, userId: string | null): Promise<SeenRoom | null> {
  const [row] = await withShare(db, userId).where(and(eq(rooms.slug, slug), isNull(rooms.deletedAt)));
  return row ?? null;
}

export const roomsByIds = (db: Db, ids: readonly string[], userId: string | null): Promise<SeenRoom[]> =>
  ids.length === 0 ? Promise.resolve([]) : withShare(db, userId).where(inArray(rooms.id, [...ids]));

export async function roomForUpdate(db: Db, id: string): Promise<RoomRow | null> {
  const [row] = await db.select().from(rooms).where(eq(rooms.id, id)).for('update');
  return row ?? null;
}

export type RoomFilter = {
  view: 'all' | 'mine' | 'shared' | 'bin';
  /** Whose rooms: the account, or null for all accounts (operator). */
  accountId: string | null;
  userId: string;
  /** `own`: only what this person owns, for the bin of somebody without the right over colleagues' rooms. */
  bin: 'account' | 'own';
  search: string | undefined;
  state: 'live' | 'idle' | 'resting' | undefined;
  /** Keys of tags, one of which a room of the asker's account has: those of other accounts are not theirs to look through. */
  tagged?: { accountId: string; keys: readonly string[] };
  /** What statements leave of the person's own account; left out: all of it. */
  reach?: { accountId: string; see: Reach; lead: Reach };
};
export type RoomSort = 'recent' | 'name' | 'created';
const lastUse = sql<Date>`coalesce(${rooms.lastMeetingAt}, ${rooms.createdAt})`;
const byName = sql`${rooms.name} collate people_order`;

function viewOf(filter: RoomFilter): SQL | undefined {
  const account = filter.accountId === null ? undefined : eq(rooms.accountId, filter.accountId);
  const own = and(account, eq(rooms.ownerId, filter.userId));
  if (filter.view === 'bin') return and(isNotNull(rooms.deletedAt), filter.bin === 'own' ? own : account);
  const kept = isNull(rooms.deletedAt);
  if (filter.view === 'all') return and(kept, account);
  return filter.view === 'mine' ? and(kept, or(own, isNotNull(roomShares.id))) : and(kept, isNotNull(roomShares.id));
}

const namedRooms = (names: readonly string[]): SQL => {
  const [ids, keys] = [idsNamed(names, 'room'), keysNamed(names)];
  const itself = ids.length === 0 ? sql`false` : inArray(rooms.id, ids);
  return keys.length === 0 ? itself : sql`(${itself} or ${arrayOverlaps(rooms.tagKeys, keys)})`;
};

export const idsWithTags = (accountId: string, keys: readonly string[]): SQL =>
  sql`(select ${rooms.id} from ${rooms} where ${rooms.accountId} = ${accountId} and ${arrayOverlaps(rooms.tagKeys, [...keys])})`;

/** Rooms of other accounts that are shared with the person are not what the statements of this account speak of. */
function reached({ reach, userId, view }: RoomFilter): SQL | undefined {
  if (reach === undefined) return undefined;
  const leads = reachSql(reach.lead, { own: sql`false`, named: namedRooms });
  const own = sql`(${rooms.ownerId} = ${userId} or ${leads} or ${view === 'bin' ? sql`false` : isNotNull(roomShares.id)})`;
  return or(ne(rooms.accountId, reach.accountId), reachSql(reach.see, { own, named: namedRooms }));
}

export function matching(filter: RoomFilter): SQL | undefined {
  const { search, state, tagged } = filter;
  const words = containsText(search, rooms.name, rooms.slug);
  const states = {
    live: isNotNull(rooms.liveMeetingId),
    idle: and(isNull(rooms.liveMeetingId), isNull(rooms.suspendedAt)),
    resting: isNotNull(rooms.suspendedAt),
  };
  const live = state === undefined ? undefined : states[state];
  const labelled = tagged && and(eq(rooms.accountId, tagged.accountId), arrayOverlaps(rooms.tagKeys, [...tagged.keys]));
  return and(viewOf(filter), reached(filter), words, live, labelled);
}

/** The rows after the last one seen; `key` is what `pageKey` gave for it. */
function after(sort: RoomSort, last: KeyPosition | null): SQL | undefined {
  if (last === null) return undefined;
  if (sort === 'name') return rowsAfter([byName, last.key, 'asc'], [rooms.id, last.id, 'asc']);
  if (sort === 'created') return lt(rooms.id, last.id);
  return rowsAfter([lastUse, last.key, 'desc'], [rooms.id, last.id, 'desc']);
}

/** The sort key of a row, for the cursor. Ids sort by time of creation. */
export function pageKey(sort: RoomSort, room: Pick<RoomRow, 'name' | 'lastMeetingAt' | 'createdAt'>): string {
  if (sort === 'name') return room.name;
  return sort === 'created' ? '' : (room.lastMeetingAt ?? room.createdAt).toISOString();
}

const orders: Readonly<Record<RoomSort, SQL[]>> = {
  name: [sql`${byName} asc`, asc(rooms.id)],
  created: [desc(rooms.id)],
  recent: [desc(lastUse), desc(rooms.id)],
};

type RoomsPage = { sort: RoomSort; last: KeyPosition | null; limit: number };
export const seenBy = (filter: RoomFilter) => sql`from rooms left join room_shares on ${sharedWith(filter.userId)}`;
/** Ids of the rooms that fit one of these filters of one person, for conditions on what belongs to rooms. */
export const idsMatching = (first: RoomFilter, second: RoomFilter): SQL =>
  sql`(select ${rooms.id} ${seenBy(first)} where ${or(matching(first), matching(second)) ?? sql`false`})`;
const counted = (filter: RoomFilter) =>
  sql`select count(*)::int n from (select 1 ${seenBy(filter)} where ${matching(filter) ?? sql`true`} limit ${COUNTED_TO + 1}) fit`;
const toldOf = (n: number) => (n > COUNTED_TO ? undefined : n);

/** Times of a line as they are asked for: epoch milliseconds. */
type RoomTimes = 'createdAt' | 'lastMeetingAt' | 'deletedAt' | 'liveSince' | 'suspendedAt';
type RoomLineView = Omit<RoomLine, RoomTimes> & { createdAt: number } & Record<Exclude<RoomTimes, 'createdAt'>, number | null> & {
    share: ShareRole | null;
    total: number;
  };
const ms = (column: string) => `(extract(epoch from rooms.${column}) * 1000)::float8`;
// written out: putting fifty rows together by the table's columns took as long as drawing ten of them
const line = sql.raw(`rooms.id, rooms.account_id "accountId", rooms.owner_id "ownerId", rooms.name, rooms.slug,
  rooms.viewer_code "viewerCode", rooms.lobby, rooms.anyone_can_start "anyoneCanStart", rooms.sign_in_required "signInRequired",
  rooms.version, ${ms('created_at')} "createdAt", ${ms('last_meeting_at')} "lastMeetingAt", ${ms('deleted_at')} "deletedAt",
  rooms.live_meeting_id "liveMeetingId", rooms.live_state "liveState", rooms.live_people "livePeople", ${ms('live_since')} "liveSince",
  ${ms('suspended_at')} "suspendedAt",
  rooms.tags, rooms.tag_keys "tagKeys", room_shares.role "share"`);

const timeOf = (at: number | null) => (at === null ? null : new Date(at));
function seenOf({ share, total: _, ...told }: RoomLineView): SeenRoom<RoomLine> {
  const room = {
    ...told,
    createdAt: new Date(told.createdAt),
    lastMeetingAt: timeOf(told.lastMeetingAt),
    deletedAt: timeOf(told.deletedAt),
    liveSince: timeOf(told.liveSince),
    suspendedAt: timeOf(told.suspendedAt),
  };
  return { room, share };
}

type RoomsAnswer = { rows: SeenRoom<RoomLine>[]; total: number | undefined };
/** A page of the list, and how many rooms fit in all: one question, because two take the server longer. */
export async function listRooms(db: Db, filter: RoomFilter, page: RoomsPage): Promise<RoomsAnswer> {
  const { rows } = await db.execute<RoomLineView>(sql`select ${line}, (${counted(filter)}) total ${seenBy(filter)}
    where ${and(matching(filter), after(page.sort, page.last)) ?? sql`true`}
    order by ${sql.join(orders[page.sort], sql`, `)} limit ${page.limit}`);
  const [first] = rows;
  if (first !== undefined) return { rows: rows.map(seenOf), total: toldOf(first.total) };
  // behind the last row there is none that could tell
  const all = page.last === null ? [] : (await db.execute<{ n: number }>(counted(filter))).rows;
  return { rows: [], total: toldOf(all[0]?.n ?? 0) };
}

/** Rooms that count against the plan: those in the bin do not. */
export async function accountRoomCount(db: Db, accountId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(rooms)
    .where(and(eq(rooms.accountId, accountId), isNull(rooms.deletedAt)));
  return row?.n ?? 0;
}

/** The same of many accounts; accounts without any are left out. */
export async function accountRoomCounts(db: Db, accountIds: readonly string[]): Promise<{ id: string; n: number }[]> {
  return db
    .select({ id: rooms.accountId, n: count() })
    .from(rooms)
    .where(and(inArray(rooms.accountId, [...accountIds]), isNull(rooms.deletedAt)))
    .groupBy(rooms.accountId);
}

/** Held until the end of the transaction, so that two rooms made at once cannot both be the last one of a plan. */
export async function lockAccountRooms(db: Db, accountId: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`rooms:${accountId}`}, 0))`);
}

/** The slugs of this list that are taken, in any account and the bin. Needs the system's view. */
export async function takenSlugs(db: Db, slugs: readonly string[]): Promise<{ id: string; slug: string }[]> {
  return db
    .select({ id: rooms.id, slug: rooms.slug })
    .from(rooms)
    .where(inArray(rooms.slug, [...slugs]));
}

export async function insertRoom(db: Db, row: NewRoomRow): Promise<RoomRow> {
  const [made] = await db.insert(rooms).values(row).returning();
  if (made === undefined) throw new Error('the room was not stored');
  return made;
}

/** Changes a room only when it still has that version; null when it has not. */
export async function changeRoom(
  db: Db,
  at: { id: string; version: number },
  change: Partial<NewRoomRow>,
): Promise<RoomRow | null> {
  const [row] = await db
    .update(rooms)
    .set({ ...change, version: at.version + 1 })
    .where(and(eq(rooms.id, at.id), eq(rooms.version, at.version), isNull(rooms.deletedAt)))
    .returning();
  return row ?? null;
}

export async function setRoom(db: Db, id: string, change: Partial<NewRoomRow>): Promise<void> {
  await db.update(rooms).set(change).where(eq(rooms.id, id));
}

/** Changes a room that is neither in the bin nor rests; false when it is or does. */
export async function setOpenRoom(db: Db, id: string, change: Partial<NewRoomRow>): Promise<boolean> {
  const changed = await db
    .update(rooms)
    .set(change)
    .where(and(eq(rooms.id, id), isNull(rooms.deletedAt), isNull(rooms.suspendedAt)))
    .returning({ id: rooms.id });
  return changed.length > 0;
}

export async function deleteRooms(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.delete(rooms).where(inArray(rooms.id, [...ids]));
}

/** Rooms whose time in the bin is over. */
export const roomsToPurge = (db: Db, { deletedBefore, now }: { deletedBefore: Date; now: Date }): Promise<RoomRow[]> =>
  db
    .select()
    .from(rooms)
    .where(
      or(
        and(isNotNull(rooms.deletedAt), lt(rooms.deletedAt, deletedBefore)),
        and(isNotNull(rooms.eraseAt), lte(rooms.eraseAt, now), isNull(rooms.liveMeetingId)),
      ),
    )
    .limit(500);

/** Rooms that this person owns or that are shared with them, last used first. */
export const roomsOfPerson = (db: Db, who: { accountId: string; userId: string }, limit: number): Promise<SeenRoom[]> =>
  withShare(db, who.userId)
    .where(
      and(
        isNull(rooms.deletedAt),
        or(and(eq(rooms.accountId, who.accountId), eq(rooms.ownerId, who.userId)), isNotNull(roomShares.id)),
      ),
    )
    .orderBy(desc(lastUse), desc(rooms.id))
    .limit(limit);
