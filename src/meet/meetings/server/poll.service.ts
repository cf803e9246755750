/** The poll: each server is asked once for all its meetings, and every list lives on what it said. Across accounts, hence the system's view. */
import type { Meeting } from '@atrium/bbb/meeting-reading';
import type { Ctx } from '#kit/server/ctx.ts';
import { isId } from '#kit/ids.ts';
import { setLive } from '#meet/rooms/server/live.service.ts';
import { clientFor, report, serverList, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { serverFacts } from '#meet/servers/servers.rules.ts';
import { type EndReason, meetingLimits, type SeenAttendee } from '../meetings.rules.ts';
import { syncAttendance } from './attendance.service.ts';
import {
  type MeetingRow,
  noteMissed,
  openMeetings,
  openMeetingsOn,
  overAmong,
  type PollResult,
  writePolls,
} from './meetings.queries.ts';
import { pushMeeting, settleEnded } from './settle.service.ts';
import { isTransport } from './start.service.ts';

/** The people of a meeting, each once: somebody in two tabs is one person. */
export function attendeesOf(seen: Pick<Meeting, 'attendees'>): SeenAttendee[] {
  const people = new Map<string, SeenAttendee>();
  for (const one of seen.attendees) {
    const known = people.get(one.userID);
    const role = one.role === 'MODERATOR' || known?.role === 'moderator' ? 'moderator' : 'viewer';
    people.set(one.userID, {
      key: one.userID,
      name: one.fullName,
      role,
      presenter: one.isPresenter || (known?.presenter ?? false),
      voice: one.hasJoinedVoice || (known?.voice ?? false),
      listenOnly: one.isListeningOnly || (known?.listenOnly ?? false),
      video: one.hasVideo || (known?.video ?? false),
    });
  }
  return [...people.values()];
}

type Seen = { row: MeetingRow; people: SeenAttendee[]; count: number };

function seenOf(row: MeetingRow, answer: Meeting): Seen {
  const people = attendeesOf(answer);
  // some proxies leave the list out of getMeetings but keep the count
  return { row, people, count: answer.attendees.length === 0 ? answer.participantCount : people.length };
}

function resultOf(ctx: Ctx, seen: Seen, total: number): PollResult {
  const at = new Date(ctx.now());
  return {
    id: seen.row.id,
    people: seen.count,
    moderators: seen.people.filter((one) => one.role === 'moderator').length,
    total: Math.max(total, seen.count),
    recording: seen.row.recording,
    polledAt: at,
    firstJoinAt: seen.row.firstJoinAt === null && seen.count > 0 ? at : null,
  };
}

/** Writes what was seen of the meetings that run: counts, who came and who left, and pushes where something changed. */
async function writeSeen(ctx: Ctx, seen: readonly Seen[]): Promise<void> {
  if (seen.length === 0) return;
  await ctx.system.write(async (tx) => {
    const totals = await syncAttendance(ctx, tx, seen);
    await writePolls(
      tx,
      seen.map((one) => resultOf(ctx, one, totals.get(one.row.id) ?? 0)),
    );
    for (const { row, count, people } of seen) {
      if (row.people === count && row.moderators === people.filter((one) => one.role === 'moderator').length) continue;
      if (row.roomId !== null && row.state === 'live')
        await setLive(tx, row.roomId, {
          meetingId: row.id,
          state: 'live',
          people: count,
          since: (row.startedAt ?? row.createdAt).getTime(),
        });
      await pushMeeting(ctx, tx, { ...row, people: count });
    }
  });
}

/** Why a meeting that its server does not list any more is over. */
export function reasonOf(
  row: Pick<MeetingRow, 'people' | 'peopleTotal' | 'startedAt' | 'createdAt' | 'maxMinutes'>,
  now: number,
): EndReason {
  const began = (row.startedAt ?? row.createdAt).getTime();
  const timeIsUp = row.maxMinutes !== null && now - began >= row.maxMinutes * 60_000 - meetingLimits.pollEvery * 2;
  if (timeIsUp) return 'server';
  if (row.people > 0) return 'server_lost';
  return row.peopleTotal === 0 ? 'never_joined' : 'server';
}

/** Meetings that were expected and not listed: once is forgiven, then they are over. */
async function settleMissing(ctx: Ctx, rows: readonly MeetingRow[]): Promise<void> {
  const live = rows.filter((row) => row.state === 'live');
  const first = live.filter((row) => row.missed < meetingLimits.missesAllowed);
  if (first.length > 0)
    await ctx.system.write((tx) =>
      noteMissed(
        tx,
        first.map((row) => row.id),
      ),
    );
  for (const row of live) if (row.missed >= meetingLimits.missesAllowed) await settleEnded(ctx, row.id, reasonOf(row, ctx.now()));
}

const isRunning = (meeting: Meeting) => !meeting.hasBeenForciblyEnded && meeting.endTime === 0;

/** Meetings of ours that go on somewhere although they are over for us: left from a time when the server could not be reached. */
async function endLeftovers(ctx: Ctx, server: ServerRow, listed: readonly Meeting[]): Promise<void> {
  const ids = listed.filter((one) => isRunning(one) && isId(one.meetingID)).map((one) => one.meetingID);
  // young ones are left alone: their end may be on its way to the server at this moment
  const over = await overAmong(ctx.system.read, ids, new Date(ctx.now() - 30_000));
  for (const meetingID of over) {
    await clientFor(ctx, server).end({ meetingID });
    ctx.log.info({ meeting: meetingID, server: server.name }, 'a meeting that was over was ended on its server');
  }
}

/** Meetings of a server that has not answered for long are given up, so that their rooms can start elsewhere. */
async function giveUp(ctx: Ctx, server: ServerRow, rows: readonly MeetingRow[]): Promise<void> {
  const heard = server.answeredAt?.getTime() ?? server.createdAt.getTime();
  for (const row of rows) {
    const since = Math.max(heard, (row.startedAt ?? row.createdAt).getTime());
    if (row.state === 'live' && ctx.now() - since >= meetingLimits.serverLostAfter) await settleEnded(ctx, row.id, 'server_lost');
  }
}

async function getMeetings(ctx: Ctx, server: ServerRow): Promise<Meeting[] | { failed: string }> {
  try {
    const answer = await clientFor(ctx, server).getMeetings();
    return answer.ok ? answer.meetings : { failed: answer.key === '' ? 'refused' : answer.key };
  } catch (error) {
    if (!isTransport(error)) throw error;
    return { failed: 'unreachable' };
  }
}

async function pollServer(ctx: Ctx, server: ServerRow, expected: readonly MeetingRow[]): Promise<void> {
  const answer = await getMeetings(ctx, server);
  if (!Array.isArray(answer)) {
    await report(ctx, { serverId: server.id, failed: answer.failed });
    return giveUp(ctx, server, expected);
  }
  const listed = new Map(answer.map((one) => [one.meetingID, one]));
  const seen: Seen[] = [];
  const missing: MeetingRow[] = [];
  for (const row of expected) {
    const found = listed.get(row.id);
    if (found === undefined) missing.push(row);
    else if (isRunning(found)) seen.push(seenOf(row, found));
    else if (row.state === 'live') await settleEnded(ctx, row.id, 'server');
  }
  await writeSeen(ctx, seen);
  await settleMissing(ctx, missing);
  await endLeftovers(ctx, server, answer);
  const running = answer.filter(isRunning);
  await report(ctx, {
    serverId: server.id,
    answered: { meetings: running.length, people: running.reduce((sum, one) => sum + one.participantCount, 0) },
  });
}

/** Asks every server that has something to tell: those with meetings each time, the others now and then for their health. */
export async function pollServers(ctx: Ctx): Promise<void> {
  const rows = await openMeetings(ctx.system.read);
  const due = (server: ServerRow) =>
    server.state !== 'disabled' &&
    (rows.some((row) => row.serverId === server.id) || ctx.now() - (server.checkedAt?.getTime() ?? 0) >= serverFacts.idleCheck);
  const servers = (await serverList(ctx)).filter(due);
  const outcomes = await Promise.allSettled(
    servers.map((server) =>
      pollServer(
        ctx,
        server,
        rows.filter((row) => row.serverId === server.id),
      ),
    ),
  );
  // one server's trouble must not keep the others from being heard; the first error still rises
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Ends what ran on a server that started anew at `at` (epoch milliseconds): it does not know its meetings any more. */
export async function loseServer(ctx: Ctx, serverId: string, at: number): Promise<void> {
  const rows = await openMeetingsOn(ctx.system.read, serverId);
  for (const row of rows) if (row.state === 'live' && row.createdAt.getTime() < at) await settleEnded(ctx, row.id, 'server_lost');
}
