/** What meetings need of rooms: the room of a link, the rooms of a list, and telling a room what runs in it. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { askerOf, eyesOf, type RoomView, viewed } from './access.service.ts';
import {
  accountRoomCount,
  accountRoomCounts,
  idsWithTags,
  roomById,
  roomBySlug,
  type RoomRow,
  roomsByIds,
  roomsOfPerson,
  setOpenRoom,
  setRoom,
} from './rooms.queries.ts';
import { personsOfRoom } from './shares.queries.ts';

export type { RoomRow } from './rooms.queries.ts';

/** Ids of the account's rooms with one of these tags, for conditions on what belongs to rooms. */
export const taggedRooms = (accountId: string, keys: readonly string[]) => idsWithTags(accountId, keys);

/** The room behind a public link; null for the bin too. A visitor has no account, hence the system's eyes. */
export async function publicRoomOf(ctx: Ctx, slug: string): Promise<RoomView | null> {
  const asker = askerOf(ctx);
  const seen = await roomBySlug(ctx.system.read, slug, asker?.userId ?? null);
  return seen === null ? null : viewed(asker, seen);
}

/** A room as the system sees it, for jobs and callbacks. */
export async function roomOf(db: Db, id: string): Promise<RoomRow | null> {
  return (await roomById(db, id, null))?.room ?? null;
}

/** The rooms of these ids that the asking person can see, the bin included. `db`: a transaction that reads them. */
export async function visibleRooms(ctx: Ctx, ids: readonly string[], db: Db = eyesOf(ctx)): Promise<Map<string, RoomView>> {
  const asker = askerOf(ctx);
  const seen = await roomsByIds(db, [...new Set(ids)], asker?.userId ?? null);
  return new Map(seen.map((one) => [one.room.id, viewed(asker, one)]));
}

/** Rooms by id for a list of another domain that knows why it may show them; those in the bin are left out. `db` decides whose eyes look. */
export async function roomsById(db: Db, ids: readonly string[]): Promise<Map<string, RoomRow>> {
  if (ids.length === 0) return new Map();
  const seen = await roomsByIds(db, [...new Set(ids)], null);
  return new Map(seen.filter(({ room }) => room.deletedAt === null).map(({ room }) => [room.id, room]));
}

/** The rooms that a person owns or that are shared with them, last used first. */
export async function myRooms(ctx: Ctx, limit: number): Promise<RoomView[]> {
  const asker = askerOf(ctx);
  if (asker === null) return [];
  return (await roomsOfPerson(ctx.db.read, asker, limit)).map((one) => viewed(asker, one));
}

/** Ids of the people, of whichever account, who took a share of the room. */
export const sharersOf = (db: Db, roomId: string): Promise<string[]> => personsOfRoom(db, roomId);

export type LiveNews = { meetingId: string; state: 'starting' | 'live'; people: number; since: number };

/** Writes into the room what runs in it; null = nothing. Does not change the room's version: nobody edited it. */
export async function setLive(tx: Db, roomId: string, news: LiveNews | null): Promise<void> {
  if (news === null) return setRoom(tx, roomId, { liveMeetingId: null, liveState: null, livePeople: 0, liveSince: null });
  const since = new Date(news.since);
  return setRoom(tx, roomId, {
    liveMeetingId: news.meetingId,
    liveState: news.state,
    livePeople: news.people,
    liveSince: since,
    ...(news.state === 'live' ? { lastMeetingAt: since } : {}),
  });
}

/** Holds the room for a meeting that is about to start. False when it is in the bin or gone, or rests. */
export const holdForStart = (tx: Db, roomId: string, meeting: { id: string; at: number }): Promise<boolean> =>
  setOpenRoom(tx, roomId, { liveMeetingId: meeting.id, liveState: 'starting', livePeople: 0, liveSince: new Date(meeting.at) });

/** Rooms that count against the plan. */
export const roomCount = (db: Db, accountId: string): Promise<number> => accountRoomCount(db, accountId);
/** The same of many accounts, one question for all of them. */
export async function roomCounts(db: Db, accountIds: readonly string[]): Promise<Map<string, number>> {
  if (accountIds.length === 0) return new Map();
  return new Map((await accountRoomCounts(db, accountIds)).map((one) => [one.id, one.n]));
}
