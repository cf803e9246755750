/** The states of a meeting, each change in one transaction with everything that follows from it. Meetings change by servers and jobs, hence the system's hands. */
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isDuplicate, type DbScope } from '#kit/server/db/db.ts';
import { type AuditRecord, record, recordAll } from '#core/audit/server/audit.service.ts';
import { roomOf, setLive, sharersOf } from '#meet/rooms/server/live.service.ts';
import type { EndReason, LastSeen } from '../meetings.rules.ts';
import { closeAttendanceOf, reopenAttendanceOf } from './attendance/attendance.queries.ts';
import { beginExternals, openBreakouts } from './external/external.queries.ts';
import { endMeeting, holdFamily, lockMeeting, type MeetingRow, moveMeeting } from './meetings.queries.ts';
import type { MeetingCore } from './polling/pool.queries.ts';

/** What the polls saw of a meeting. */
export const lastSeen = (row: MeetingCore): LastSeen => ({
  people: row.people,
  total: row.peopleTotal,
  began: (row.startedAt ?? row.createdAt).getTime(),
  seenAt: row.polledAt?.getTime() ?? null,
  maxMinutes: row.maxMinutes,
});

/**
 * What meetings tell others. All carry `meetingId` and `roomId`; `ended` and `detached` also `reason`. `detached`: its server is
 * away; `resumed`: the server is back and it goes on. `analytics`: who was in a meeting of a customer's program, in `document` as the
 * JSON that its server sent. `people`: who came and who left in the meetings of customers' programs on one server, in `came` and `left`
 * as ids of attendance with commas between, and the server in `serverId`; no row is kept of these.
 */
export const meetingEvents = {
  started: 'meetings.started',
  detached: 'meetings.detached',
  resumed: 'meetings.resumed',
  ended: 'meetings.ended',
  failed: 'meetings.failed',
  analytics: 'meetings.analytics',
  people: 'meetings.people',
} as const;

/** The same for many meetings without a room, in one statement. */
export const pushExternals = (ctx: Ctx, tx: Db, rows: readonly MeetingCore[]): Promise<void> =>
  ctx.bus.pushAll(
    tx,
    rows.flatMap(({ id: meetingId, accountId, roomId, state, people }) =>
      [`account:${accountId}`, 'operator'].map((topic) => ({
        topic,
        kind: 'meeting',
        data: { meetingId, roomId, state, people },
      })),
    ),
  );

/** Tells open screens: lists and consoles of the account and of those who share the room, and everybody who waits at its link. */
export async function pushMeeting(ctx: Ctx, tx: Db, meeting: MeetingCore): Promise<void> {
  const { id: meetingId, roomId, state, people } = meeting;
  const sharers = roomId === null ? [] : await sharersOf(tx, roomId);
  // the operator's lists span all accounts, and a room may be shared with people of another one
  const topics = [`account:${meeting.accountId}`, 'operator', ...sharers.map((id) => `user:${id}`)];
  await ctx.bus.pushAll(
    tx,
    topics.map((topic) => ({ topic, kind: 'meeting', data: { meetingId, roomId, state, people } })),
  );
  const room = roomId === null ? null : await roomOf(tx, roomId);
  // what runs in the room now may be a later meeting than this one
  if (room !== null)
    await ctx.bus.push(tx, {
      topic: `room:${room.slug}`,
      kind: 'room',
      data: { state: room.liveState === 'live' ? 'live' : 'idle', people: room.liveState === 'live' ? room.livePeople : 0 },
    });
}

/** The room is free again, unless another meeting has begun in it. */
async function freeRoom(tx: Db, meeting: MeetingRow): Promise<void> {
  const room = meeting.roomId === null ? null : await roomOf(tx, meeting.roomId);
  if (room !== null && room.liveMeetingId === meeting.id) await setLive(tx, room.id, null);
}

function aboutOf(meeting: MeetingRow, name: string) {
  const { id: meetingId, roomId, accountId, endReason, endedBy } = meeting;
  const data = { meetingId, roomId, ...(endReason === null ? {} : { reason: endReason }) };
  const deed: AuditRecord = { action: name, subjectKind: 'meeting', subjectId: meetingId, accountId, data };
  return {
    deed: name === meetingEvents.ended && endedBy !== null ? { ...deed, userId: endedBy } : deed,
    news: { name, accountId, data },
  };
}

async function tell(ctx: Ctx, tx: Db, { meeting, name }: { meeting: MeetingRow; name: string }): Promise<void> {
  const { deed, news } = aboutOf(meeting, name);
  await record(ctx, tx, deed);
  await ctx.events.publish(ctx, tx, news);
  await pushMeeting(ctx, tx, meeting);
}

/** `at` in epoch milliseconds. */
export type BegunMeeting = { meeting: MeetingRow; created: { internalId: string; at: number } };

/** As `settleLive`, for many meetings of customers' programs in one transaction of `db`. */
export function settleAllLive(db: DbScope, all: readonly { ctx: Ctx; begun: BegunMeeting }[]): Promise<(MeetingRow | null)[]> {
  return db.write(async (tx) => {
    const [first] = all;
    if (first === undefined) return [];
    const rows = new Map(
      (
        await beginExternals(
          tx,
          all.map(({ begun }) => begun),
        )
      ).map((row) => [row.id, row]),
    );
    const told = all.flatMap(({ ctx, begun }) => {
      const meeting = rows.get(begun.meeting.id);
      return meeting === undefined ? [] : [{ ctx, meeting, about: aboutOf(meeting, meetingEvents.started) }];
    });
    // each with the address that it was asked from
    for (const [address, some] of Map.groupBy(told, ({ ctx }) => ctx.caller.address))
      await recordAll(
        { ...first.ctx, caller: { ...first.ctx.caller, address } },
        tx,
        some.map(({ about }) => about.deed),
      );
    await first.ctx.events.publishAll(first.ctx, tx, {
      name: meetingEvents.started,
      all: told.map(({ about }) => about.news),
    });
    await pushExternals(
      first.ctx,
      tx,
      told.map(({ meeting }) => meeting),
    );
    return all.map(({ begun }) => rows.get(begun.meeting.id) ?? null);
  });
}

/** The server has the meeting. Null when it is not starting on that server any more. `at` in epoch milliseconds. */
export const settleLive = (ctx: Ctx, meeting: MeetingRow, created: BegunMeeting['created']): Promise<MeetingRow | null> =>
  ctx.system.write((tx) => liveIn(ctx, tx, { meeting, created }));

async function liveIn(ctx: Ctx, tx: Db, { meeting, created }: BegunMeeting): Promise<MeetingRow | null> {
  const row = await moveMeeting(
    tx,
    { id: meeting.id, from: ['starting'], serverId: meeting.serverId },
    { state: 'live', internalId: created.internalId, startedAt: new Date(created.at) },
  );
  if (row === null) return null;
  if (row.roomId !== null) await setLive(tx, row.roomId, { meetingId: row.id, state: 'live', people: 0, since: created.at });
  await tell(ctx, tx, { meeting: row, name: meetingEvents.started });
  return row;
}

/** The meeting did not come to life. */
export function settleFailed(ctx: Ctx, meeting: MeetingRow, reason: EndReason): Promise<MeetingRow | null> {
  return ctx.system.write(async (tx) => {
    const row = await moveMeeting(
      tx,
      { id: meeting.id, from: ['starting'], serverId: meeting.serverId },
      { state: 'failed', endReason: reason, endedAt: new Date(ctx.now()) },
    );
    if (row === null) return null;
    await freeRoom(tx, row);
    await tell(ctx, tx, { meeting: row, name: meetingEvents.failed });
    return row;
  });
}

/**
 * Notes why a meeting is about to end and who asked for it, before its server is asked: the server's own news of the end may be here first.
 * Null takes the note back.
 */
export const noteEnding = (ctx: Ctx, meetingId: string, reason: EndReason | null): Promise<MeetingRow | null> =>
  ctx.system.write((tx) => {
    const by = ctx.actor.kind === 'user' ? (ctx.actor.impersonator?.userId ?? ctx.actor.userId) : null;
    const endedBy = reason === null ? null : by;
    return moveMeeting(tx, { id: meetingId, from: ['starting', 'live'] }, { endReason: reason, endedBy });
  });

/** `by`: the person who ended it for everybody, where its server says so. */
type MeetingEnd = { reason: EndReason; by: string | null };

/** The meeting and its breakout rooms are held. */
async function endIn(ctx: Ctx, tx: Db, of: MeetingEnd & { meetingId: string }): Promise<MeetingRow | null> {
  const endedAt = new Date(ctx.now());
  const row = await endMeeting(tx, of.meetingId, { endReason: of.reason, endedBy: of.by, endedAt });
  if (row === null) return null;
  await closeAttendanceOf(tx, row.id, endedAt);
  await freeRoom(tx, row);
  await tell(ctx, tx, { meeting: row, name: meetingEvents.ended });
  // servers end them with their parent
  if (row.externalId !== null)
    for (const room of await openBreakouts(tx, row)) await endIn(ctx, tx, { ...of, meetingId: room.id });
  return row;
}

/**
 * The meeting is over, and its breakout rooms with it: attendance is closed, the room is free. A reason that was noted before
 * counts. Null when it was over already.
 */
export const settleEnded = (ctx: Ctx, meetingId: string, end: EndReason | MeetingEnd): Promise<MeetingRow | null> =>
  ctx.system.write(async (tx) => {
    await holdFamily(tx, meetingId);
    return endIn(ctx, tx, { meetingId, ...(typeof end === 'string' ? { reason: end, by: null } : end) });
  });

/**
 * Its server does not answer any more: nobody can tell whether it goes on there. The room is free, so that the same link leads
 * to a new meeting elsewhere. Null when it is not live on that server any more.
 */
export function settleDetached(ctx: Ctx, meeting: Pick<MeetingCore, 'id' | 'serverId'>): Promise<MeetingRow | null> {
  return ctx.system.write(async (tx) => {
    const at = new Date(ctx.now());
    const row = await moveMeeting(
      tx,
      { id: meeting.id, from: ['live'], serverId: meeting.serverId },
      { state: 'detached', detachedAt: at, endReason: 'server_lost', people: 0, moderators: 0, info: null },
    );
    if (row === null) return null;
    await closeAttendanceOf(tx, row.id, at);
    await freeRoom(tx, row);
    await tell(ctx, tx, { meeting: row, name: meetingEvents.detached });
    return row;
  });
}

/**
 * The server is back and the meeting goes on there, as it did for the people inside. Null when it is not detached any more, or
 * another one has begun in its place.
 */
export async function settleResumed(ctx: Ctx, meeting: Pick<MeetingCore, 'id' | 'serverId'>): Promise<MeetingRow | null> {
  try {
    return await ctx.system.write(async (tx) => {
      const before = await lockMeeting(tx, meeting.id);
      const row = await moveMeeting(
        tx,
        { id: meeting.id, from: ['detached'], serverId: meeting.serverId },
        { state: 'live', detachedAt: null, endReason: null, endedBy: null, missed: 0 },
      );
      if (row === null) return null;
      // for them it never stopped; the next poll tells who left meanwhile
      if (before !== null && before.detachedAt !== null) await reopenAttendanceOf(tx, row.id, before.detachedAt);
      const since = (row.startedAt ?? row.createdAt).getTime();
      if (row.roomId !== null) await setLive(tx, row.roomId, { meetingId: row.id, state: 'live', people: 0, since });
      await tell(ctx, tx, { meeting: row, name: meetingEvents.resumed });
      return row;
    });
  } catch (error) {
    if (isDuplicate(error, 'meetings_one_per_room') || isDuplicate(error, 'meetings_one_per_external')) return null;
    throw error;
  }
}
