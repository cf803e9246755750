/** The states of a meeting, each change in one transaction with everything that follows from it. Meetings change by servers and jobs, hence the system's hands. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { roomOf, setLive } from '#meet/rooms/server/live.service.ts';
import type { EndReason } from '../meetings.rules.ts';
import { closeAttendanceOf } from './attendance.queries.ts';
import { endMeeting, type MeetingRow, moveMeeting } from './meetings.queries.ts';

/** What meetings tell others. All carry `meetingId` and `roomId`; `ended` also `reason`. */
export const meetingEvents = { started: 'meetings.started', ended: 'meetings.ended', failed: 'meetings.failed' } as const;

/** Tells open screens: lists and consoles of the account, and everybody who waits at the room's link. */
export async function pushMeeting(ctx: Ctx, tx: Db, meeting: MeetingRow): Promise<void> {
  const { id: meetingId, roomId, state, people } = meeting;
  // the operator's lists span all accounts
  for (const topic of [`account:${meeting.accountId}`, 'operator'])
    await ctx.bus.push(tx, { topic, kind: 'meeting', data: { meetingId, roomId, state, people } });
  const room = roomId === null ? null : await roomOf(tx, roomId);
  if (room !== null)
    await ctx.bus.push(tx, {
      topic: `room:${room.slug}`,
      kind: 'room',
      data: { state: state === 'live' ? 'live' : 'idle', people },
    });
}

async function tell(ctx: Ctx, tx: Db, { meeting, name }: { meeting: MeetingRow; name: string }): Promise<void> {
  const data = {
    meetingId: meeting.id,
    roomId: meeting.roomId,
    ...(meeting.endReason === null ? {} : { reason: meeting.endReason }),
  };
  await record(ctx, tx, { action: name, subjectKind: 'meeting', subjectId: meeting.id, accountId: meeting.accountId, data });
  await ctx.events.publish(ctx, tx, { name, accountId: meeting.accountId, data });
  await pushMeeting(ctx, tx, meeting);
}

/** The server has the meeting. Null when it is not starting on that server any more. `at` in epoch milliseconds. */
export function settleLive(
  ctx: Ctx,
  meeting: MeetingRow,
  created: { internalId: string; at: number },
): Promise<MeetingRow | null> {
  return ctx.system.write(async (tx) => {
    const row = await moveMeeting(
      tx,
      { id: meeting.id, from: ['starting'], serverId: meeting.serverId },
      { state: 'live', internalId: created.internalId, startedAt: new Date(created.at) },
    );
    if (row === null) return null;
    if (row.roomId !== null) await setLive(tx, row.roomId, { meetingId: row.id, state: 'live', people: 0, since: created.at });
    await tell(ctx, tx, { meeting: row, name: meetingEvents.started });
    return row;
  });
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
    if (row.roomId !== null) await setLive(tx, row.roomId, null);
    await tell(ctx, tx, { meeting: row, name: meetingEvents.failed });
    return row;
  });
}

/**
 * Notes why a meeting is about to end, before its server is asked: the server's own news of the end may be here first.
 * Null takes the note back.
 */
export const noteEnding = (ctx: Ctx, meetingId: string, reason: EndReason | null): Promise<MeetingRow | null> =>
  ctx.system.write((tx) => moveMeeting(tx, { id: meetingId, from: ['starting', 'live'] }, { endReason: reason }));

/** The meeting is over: attendance is closed, the room is free. A reason that was noted before counts. Null when it was over already. */
export function settleEnded(ctx: Ctx, meetingId: string, reason: EndReason): Promise<MeetingRow | null> {
  return ctx.system.write(async (tx) => {
    const endedAt = new Date(ctx.now());
    const row = await endMeeting(tx, meetingId, { endReason: reason, endedAt });
    if (row === null) return null;
    await closeAttendanceOf(tx, row.id, endedAt);
    if (row.roomId !== null) await setLive(tx, row.roomId, null);
    await tell(ctx, tx, { meeting: row, name: meetingEvents.ended });
    return row;
  });
}
