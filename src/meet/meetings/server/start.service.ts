/**
 * Starting a room: reserve (transaction) → ask the servers → settle (transaction). Rooms are started by guests too, and
 * placement is across accounts, hence the system's hands; who may start was decided before.
 */
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { mustBeOpen } from '#core/accounts/server/closing.service.ts';
import { type Entitlements, fits } from '#core/accounts/accounts.rules.ts';
import { limitReached } from '#core/accounts/refusal.rules.ts';
import { mustHaveMinutes } from './attendance/minutes.service.ts';
import { documentsFor } from '#meet/presentations/server/meeting-presentations.service.ts';
import { groupsParam, preparedModules } from '#meet/presentations/server/prepared-modules.service.ts';
import { holdForStart, roomOf, type RoomRow } from '#meet/rooms/server/live.service.ts';
import { restingFailure } from '#meet/rooms/server/rest.service.ts';
import { clientFor, serverOf } from '#meet/servers/server/servers.service.ts';
import { meetingLimits } from '../meetings.rules.ts';
import { createParams } from './create-params.service.ts';
import { isTransport, launch } from './launch.service.ts';
import {
  insertMeeting,
  lockAccountMeetings,
  type MeetingRow,
  openMeetingCount,
  openMeetingOf,
  stuckStarts,
} from './meetings.queries.ts';
import { askTheIll, type PlaceAsk, placeIn, sizeSources } from './place.service.ts';
import { type RecordingChoice, recordingFor, refusedRecordingNote } from './recording.service.ts';
import { pushMeeting, settleFailed, settleLive } from './settle.service.ts';

/** The smaller of two limits; null = none. */
const tighter = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

/** `without`: servers that were just found dead. */
export type StartWish = { room: RoomRow; by: string | null; without?: readonly string[] };
/** Throws `limit_reached` for a room that rests; the room's page shows the reason. */
export async function mustNotRest(db: Db, room: RoomRow): Promise<void> {
  if (room.suspendedAt !== null) throw await restingFailure(db, room);
}
/** It went into the bin, or rests, in the same moment. */
async function notToStart(tx: Db, roomId: string): Promise<Failure> {
  const room = await roomOf(tx, roomId);
  return room === null || room.suspendedAt === null ? notFound() : restingFailure(tx, room);
}

type StartReservation = StartWish & { plan: Entitlements; recording: RecordingChoice; ask: Omit<PlaceAsk, 'key'> };

/**
 * One row per room may be open, so of two people who press start at once one makes it and the other finds it. Null when no
 * server may take it.
 */
function reserve(ctx: Ctx, { room, by, plan, recording, ask }: StartReservation): Promise<MeetingRow | null> {
  return ctx.system.write(async (tx) => {
    await lockAccountMeetings(tx, room.accountId);
    const running = await openMeetingOf(tx, room.id);
    if (running !== null) return running;
    const used = await openMeetingCount(tx, room.accountId);
    if (!fits(plan.meetingsAtOnce, used))
      throw limitReached({ accountId: room.accountId, limit: 'meetingsAtOnce', max: plan.meetingsAtOnce, used });
    const id = newId(ctx.now());
    const place = await placeIn(ctx, tx, { ...ask, key: id });
    if (place === null) return null;
    if (!(await holdForStart(tx, room.id, { id, at: ctx.now() }))) throw await notToStart(tx, room.id);
    const at = new Date(ctx.now());
    const row = await insertMeeting(tx, {
      id,
      accountId: room.accountId,
      roomId: room.id,
      serverId: place.server.id,
      expectedPeople: place.expectedPeople,
      placedAt: at,
      name: room.name,
      state: 'starting',
      startedBy: by,
      fromCourse: room.inCourse,
      createdAt: at,
      recording: recording === 'yes',
      maxPeople: tighter(room.maxPeople, plan.peoplePerMeeting),
      maxMinutes: tighter(room.maxMinutes, plan.minutesPerMeeting),
    });
    await pushMeeting(ctx, tx, row);
    return row;
  });
}

async function askOf(
  ctx: Ctx,
  { room, without = [] }: StartWish,
  given: { plan: Entitlements; recording: RecordingChoice },
): Promise<Omit<PlaceAsk, 'key'>> {
  const { plan, recording } = given;
  const minutes = tighter(room.maxMinutes, plan.minutesPerMeeting);
  const size = await sizeSources(ctx.system.read, {
    runs: { accountId: room.accountId, roomId: room.id },
    hint: null,
    maximum: tighter(room.maxPeople, plan.peoplePerMeeting),
  });
  return {
    accountId: room.accountId,
    size,
    record: recording === 'yes',
    tried: without,
    ...(minutes === null ? {} : { minutes }),
  };
}

async function bringToLife(
  ctx: Ctx,
  room: RoomRow,
  how: { meeting: MeetingRow; recording: RecordingChoice; ask: Omit<PlaceAsk, 'key'> },
): Promise<MeetingRow> {
  const { meeting, ask } = how;
  const note = await refusedRecordingNote(ctx, room.accountId, how.recording);
  const launched = await launch(ctx, meeting, {
    create: async (server, row) => {
      const documents = await documentsFor(ctx, row);
      const isEngine = server.kind === 'engine';
      // other servers know no prepared polls, and one set of groups
      const lists = isEngine ? await preparedModules(ctx, row) : null;
      const groups = isEngine ? {} : await groupsParam(ctx, row);
      const modules = (documents ?? lists) ? { ...documents, ...lists } : undefined;
      return clientFor(ctx, server).create({ ...createParams(ctx, row, { room, server, note }), ...groups }, modules);
    },
    ask: { ...ask, key: meeting.id },
  });
  if (launched.result === 'live') return launched.meeting;
  throw new Failure('server_failed');
}

/** The room's running meeting, started when there is none. Throws `no_server`, `server_failed`, `limit_reached`. */
export async function ensureRunning(ctx: Ctx, wish: StartWish): Promise<MeetingRow> {
  const { room } = wish;
  const running = await openMeetingOf(ctx.system.read, room.id);
  if (running?.state === 'live') return running;
  await mustBeOpen(ctx.system.read, room.accountId);
  if (running === null) await mustNotRest(ctx.system.read, room);
  const plan = await entitlementsFor(ctx.system.read, room.accountId);
  if (running === null) await mustHaveMinutes(ctx, { accountId: room.accountId, plan });
  const recording = await recordingFor(ctx, { accountId: room.accountId, plan, record: room.record });
  const ask = await askOf(ctx, wish, { plan, recording });
  const reservation = { ...wish, plan, recording, ask };
  const first = running ?? (await reserve(ctx, reservation));
  const meeting = first ?? ((await askTheIll(ctx)) === 'better' ? await reserve(ctx, reservation) : null);
  if (meeting === null) throw new Failure('no_server');
  return meeting.state === 'live' ? meeting : bringToLife(ctx, room, { meeting, recording, ask });
}

async function recoverOne(ctx: Ctx, meeting: MeetingRow): Promise<void> {
  const server = meeting.serverId === null ? null : await serverOf(ctx, meeting.serverId);
  const gone = meeting.roomId !== null && (await roomOf(ctx.system.read, meeting.roomId)) === null;
  if (server === null || gone) return void (await settleFailed(ctx, meeting, 'abandoned'));
  try {
    const found = await clientFor(ctx, server).getMeetingInfo(meeting.id);
    if (found.ok)
      return void (await settleLive(ctx, meeting, { internalId: found.meeting.internalMeetingID, at: found.meeting.createTime }));
    return void (await settleFailed(ctx, meeting, 'abandoned'));
  } catch (error) {
    if (!isTransport(error)) throw error;
    await settleFailed(ctx, meeting, 'server_unreachable');
  }
}

/**
 * Looks after starts whose process died between asking and settling: the server is asked, and the row follows what it says.
 * Returns how many there were.
 */
export async function recoverStarts(ctx: Ctx): Promise<number> {
  const stuck = await stuckStarts(ctx.system.read, new Date(ctx.now() - meetingLimits.startingAfter));
  for (const meeting of stuck) await recoverOne(ctx, meeting);
  return stuck.length;
}
