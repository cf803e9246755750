/**
 * Starting a meeting: reserve (transaction) → ask the server → settle (transaction). Rooms are started by guests too, and
 * placement is across accounts, hence the system's hands; who may start was decided before.
 */
import { BbbBadAnswer, BbbUnreachable } from '@atrium/bbb/client-answer';
import { Failure, notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { type Entitlements, fits } from '#core/accounts/accounts.rules.ts';
import { holdForStart, roomOf, type RoomRow } from '#meet/rooms/server/live.service.ts';
import { clientFor, placeMeeting, report, serverOf, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { meetingLimits } from '../meetings.rules.ts';
import { createParams } from './create-params.service.ts';
import {
  insertMeeting,
  lockAccountMeetings,
  meetingById,
  type MeetingRow,
  moveMeeting,
  openMeetingCount,
  openMeetingOf,
  stuckStarts,
} from './meetings.queries.ts';
import { pushMeeting, settleFailed, settleLive } from './settle.service.ts';

/** The smaller of two limits; null = none. */
const tighter = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.min(a, b));

type Reservation = { room: RoomRow; by: string | null; server: ServerRow; plan: Entitlements };

/** One row per room may be open, so of two people who press start at once one makes it and the other finds it. */
function reserve(ctx: Ctx, { room, by, server, plan }: Reservation): Promise<MeetingRow> {
  return ctx.system.write(async (tx) => {
    await lockAccountMeetings(tx, room.accountId);
    const running = await openMeetingOf(tx, room.id);
    if (running !== null) return running;
    const used = await openMeetingCount(tx, room.accountId);
    if (!fits(plan.meetingsAtOnce, used))
      throw new Failure('limit_reached', { data: { limit: 'meetingsAtOnce', max: plan.meetingsAtOnce, used } });
    const id = newId(ctx.now());
    if (!(await holdForStart(tx, room.id, { id, at: ctx.now() }))) throw notFound();
    const row = await insertMeeting(tx, {
      id,
      accountId: room.accountId,
      roomId: room.id,
      serverId: server.id,
      name: room.name,
      state: 'starting',
      startedBy: by,
      createdAt: new Date(ctx.now()),
      recording: room.record,
      maxPeople: tighter(room.maxPeople, plan.peoplePerMeeting),
      maxMinutes: tighter(room.maxMinutes, plan.minutesPerMeeting),
    });
    await pushMeeting(ctx, tx, row);
    return row;
  });
}

type Asked = { result: 'created'; internalId: string; at: number } | { result: 'refused' | 'unreachable' };

export const isTransport = (error: unknown): boolean => error instanceof BbbUnreachable || error instanceof BbbBadAnswer;

async function ask(ctx: Ctx, meeting: MeetingRow, from: { room: RoomRow; server: ServerRow }): Promise<Asked> {
  try {
    const outcome = await clientFor(ctx, from.server).create(createParams(ctx, meeting, from));
    if (outcome.ok) return { result: 'created', internalId: outcome.internalMeetingID, at: outcome.createTime };
    ctx.log.warn({ meeting: meeting.id, server: from.server.name, key: outcome.key }, 'a server refused a meeting');
    return { result: 'refused' };
  } catch (error) {
    if (!isTransport(error)) throw error;
    ctx.log.warn({ meeting: meeting.id, server: from.server.name, error }, 'a server could not be asked for a meeting');
    await report(ctx, { serverId: from.server.id, failed: error instanceof BbbBadAnswer ? 'bad_answer' : 'unreachable' });
    return { result: 'unreachable' };
  }
}

/** Puts the waiting meeting on another server. Null when it is not waiting on the first any more. */
const moveTo = (ctx: Ctx, meeting: MeetingRow, server: ServerRow): Promise<MeetingRow | null> =>
  ctx.system.write((tx) =>
    moveMeeting(tx, { id: meeting.id, from: ['starting'], serverId: meeting.serverId }, { serverId: server.id }),
  );

/** What became of a meeting that somebody else settled meanwhile. */
async function asItIs(ctx: Ctx, meeting: MeetingRow): Promise<MeetingRow> {
  const row = await meetingById(ctx.system.read, meeting.id);
  if (row?.state === 'live') return row;
  throw new Failure('server_failed');
}

/** Brings a reserved meeting to life, on another server when the first cannot be reached. May be called twice at once. */
async function launch(ctx: Ctx, room: RoomRow, reserved: MeetingRow): Promise<MeetingRow> {
  const tried: string[] = [];
  let meeting = reserved;
  for (;;) {
    const server = meeting.serverId === null ? null : await serverOf(ctx, meeting.serverId);
    if (server === null) throw new Failure('no_server');
    const asked = await ask(ctx, meeting, { room, server });
    if (asked.result === 'created') return (await settleLive(ctx, meeting, asked)) ?? asItIs(ctx, meeting);
    tried.push(server.id);
    const next = asked.result === 'unreachable' ? await placeMeeting(ctx, tried) : null;
    const moved = next === null ? null : await moveTo(ctx, meeting, next);
    if (next !== null && moved === null) return asItIs(ctx, meeting);
    if (moved === null) {
      await settleFailed(ctx, meeting, asked.result === 'refused' ? 'server_refused' : 'server_unreachable');
      return asItIs(ctx, meeting);
    }
    meeting = moved;
  }
}

/** The room's running meeting, started when there is none. Throws `no_server`, `server_failed`, `limit_reached`. */
export async function ensureRunning(ctx: Ctx, room: RoomRow, by: string | null): Promise<MeetingRow> {
  const running = await openMeetingOf(ctx.system.read, room.id);
  if (running?.state === 'live') return running;
  if (running !== null) return launch(ctx, room, running);
  const server = await placeMeeting(ctx);
  if (server === null) throw new Failure('no_server');
  const plan = await entitlementsFor(ctx.system.read, room.accountId);
  const meeting = await reserve(ctx, { room, by, server, plan });
  return meeting.state === 'live' ? meeting : launch(ctx, room, meeting);
}

async function recoverOne(ctx: Ctx, meeting: MeetingRow): Promise<void> {
  const server = meeting.serverId === null ? null : await serverOf(ctx, meeting.serverId);
  const room = meeting.roomId === null ? null : await roomOf(ctx.system.read, meeting.roomId);
  if (server === null || room === null) return void (await settleFailed(ctx, meeting, 'abandoned'));
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
