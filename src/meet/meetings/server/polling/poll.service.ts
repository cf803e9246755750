/** The poll: each server is asked once for all its meetings, and every list lives on what it said. Across accounts, hence the system's view. */
import type { Meeting } from '@atrium/bbb/meeting-reading';
import { personName } from '@atrium/bbb/person-name';
import type { Ctx } from '#kit/server/ctx.ts';
import { setLive } from '#meet/rooms/server/live.service.ts';
import {
  askServer,
  type HealthReport,
  reportAll,
  serverList,
  serverOf,
  type ServerRow,
} from '#meet/servers/server/servers.service.ts';
import { meetingLimits, type SeenAttendee, whyEnded } from '#meet/meetings/meetings.rules.ts';
import { syncAttendance } from '#meet/meetings/server/attendance/attendance.service.ts';
import { askedId, detachSilent, detachUnwatched, endStrays, forgetDetached, isRunning, settleReturned } from './lost.service.ts';
import { holdMeetings } from '#meet/meetings/server/meetings.queries.ts';
import { noteMissed, type PollResult, writePolls } from './polls.queries.ts';
import { type MeetingCore, watchedMeetings, watchedMeetingsOn } from './pool.queries.ts';
import { saidOf } from '#meet/meetings/server/said.service.ts';
import { lastSeen, pushMeeting, settleEnded } from '#meet/meetings/server/settle.service.ts';

/** The people of a meeting, each once: somebody in two tabs is one person. */
export function attendeesOf(seen: Pick<Meeting, 'attendees'>): SeenAttendee[] {
  const people = new Map<string, SeenAttendee>();
  for (const one of seen.attendees) {
    const known = people.get(one.userID);
    const role = one.role === 'MODERATOR' || known?.role === 'moderator' ? 'moderator' : 'viewer';
    people.set(one.userID, {
      key: one.userID,
      name: personName(one.fullName),
      role,
      presenter: one.isPresenter || (known?.presenter ?? false),
      voice: one.hasJoinedVoice || (known?.voice ?? false),
      listenOnly: one.isListeningOnly || (known?.listenOnly ?? false),
      video: one.hasVideo || (known?.video ?? false),
      talkedMs: null,
      speaking: false,
      handAt: null,
    });
  }
  return [...people.values()];
}

type SeenPoll = { row: MeetingCore; answer: Meeting; people: SeenAttendee[]; count: number };

function seenOf(row: MeetingCore, answer: Meeting): SeenPoll {
  const people = attendeesOf(answer);
  // some proxies leave the list out of getMeetings but keep the count
  return { row, answer, people, count: answer.attendees.length === 0 ? answer.participantCount : people.length };
}

function resultOf(ctx: Ctx, seen: SeenPoll, total: number): PollResult {
  const at = new Date(ctx.now());
  return {
    id: seen.row.id,
    people: seen.count,
    moderators: seen.people.filter((one) => one.role === 'moderator').length,
    total: Math.max(total, seen.count),
    recording: seen.row.recording,
    polledAt: at,
    firstJoinAt: seen.row.firstJoinAt === null && seen.count > 0 ? at : null,
    said: saidOf(seen.answer),
  };
}

/** Writes what was seen of the meetings that run: counts, who came and who left, and pushes where something changed. */
async function writeSeen(ctx: Ctx, all: readonly SeenPoll[]): Promise<void> {
  if (all.length === 0) return;
  await ctx.system.write(async (tx) => {
    // before their people, as all who end a meeting do; one that ended meanwhile has nobody in it any more
    const running = await holdMeetings(
      tx,
      all.map((one) => one.row.id),
    );
    const seen = all.filter((one) => running.has(one.row.id));
    if (seen.length === 0) return;
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

/** Meetings that were expected and not listed: once is forgiven, then they are over. */
async function settleMissing(ctx: Ctx, rows: readonly MeetingCore[]): Promise<void> {
  const live = rows.filter((row) => row.state === 'live');
  const first = live.filter((row) => row.missed < meetingLimits.missesAllowed);
  if (first.length > 0)
    await ctx.system.write((tx) =>
      noteMissed(
        tx,
        first.map((row) => row.id),
      ),
    );
  for (const row of live)
    if (row.missed >= meetingLimits.missesAllowed)
      await settleEnded(ctx, row.id, whyEnded(lastSeen(row), { heard: 'missing', now: ctx.now() }));
}

/** Asks one server for all its meetings and settles what follows. Gives what is to be reported of the server. */
async function pollServer(ctx: Ctx, server: ServerRow, expected: readonly MeetingCore[]): Promise<HealthReport> {
  const asked = await askServer(ctx, server);
  if ('failed' in asked) return { serverId: server.id, failed: asked.failed };
  const listed = new Map(asked.meetings.map((one) => [askedId(one), one]));
  const seen: SeenPoll[] = [];
  const missing: MeetingCore[] = [];
  for (const row of expected) {
    const found = listed.get(row.id);
    if (row.state === 'detached') await settleReturned(ctx, server, { row, found });
    else if (found === undefined) missing.push(row);
    else if (isRunning(found)) seen.push(seenOf(row, found));
    else if (row.state === 'live') await settleEnded(ctx, row.id, whyEnded(lastSeen(row), { heard: 'reported', now: ctx.now() }));
  }
  await writeSeen(ctx, seen);
  await settleMissing(ctx, missing);
  const known = new Set(expected.map((row) => row.id));
  await endStrays(
    ctx,
    server,
    asked.meetings.filter((one) => !known.has(askedId(one))),
  );
  return { serverId: server.id, answered: asked.answered };
}

/** Runs `work` on each, so many at once; a trouble with one keeps none of the others from its turn. */
async function eachOf<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<PromiseSettledResult<R>[]> {
  const waiting = [...all];
  const outcomes: PromiseSettledResult<R>[] = [];
  const worker = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift())
      outcomes.push(...(await Promise.allSettled([work(one)])));
  };
  await Promise.all(Array.from({ length: Math.min(meetingLimits.asksAtOnce, all.length) }, worker));
  return outcomes;
}

type DueServer = Pick<ServerRow, 'state' | 'stateReason' | 'health' | 'checkedAt'>;

/**
 * The servers that a round asks: all that are in the pool, and those that were just added and never answered. Of many that are
 * offline only those not asked the longest: each holds its place until its time is over, and the others would wait for it.
 */
export function dueServers<Row extends DueServer>(servers: readonly Row[]): Row[] {
  const pool = servers.filter((server) => server.state !== 'disabled' || server.stateReason === 'new');
  const offline = pool.filter((server) => server.health === 'offline');
  const longest = offline.toSorted((a, b) => (a.checkedAt?.getTime() ?? 0) - (b.checkedAt?.getTime() ?? 0));
  return [...pool.filter((server) => server.health !== 'offline'), ...longest.slice(0, meetingLimits.asksAtOnce / 2)];
}

/** One round: asks every server of the pool once, and settles what that means for all meetings. */
export async function pollServers(ctx: Ctx): Promise<void> {
  const [rows, all] = [await watchedMeetings(ctx.system.read), await serverList(ctx)];
  const servers = dueServers(all);
  const byServer = Map.groupBy(rows, (row) => row.serverId);
  const outcomes = await eachOf(servers, (server) => pollServer(ctx, server, byServer.get(server.id) ?? []));
  const news = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const healths = await reportAll(ctx, news);
  for (const server of servers)
    if (healths.get(server.id) === 'offline') await detachSilent(ctx, server, byServer.get(server.id) ?? []);
  await detachUnwatched(ctx, all, rows);
  await forgetDetached(ctx, rows);
  // one server's trouble must not keep the others from being heard; the first error still rises
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Which meetings a server that was started again still has; null while it does not say: the poll finds out. */
async function runsKept(ctx: Ctx, server: ServerRow | null): Promise<Set<string> | null> {
  if (server === null || server.state === 'disabled') return new Set();
  const asked = await askServer(ctx, server);
  return 'failed' in asked ? null : new Set(asked.meetings.filter(isRunning).map((one) => one.internalMeetingID));
}

/** Ends what ran on a server that was started again, or stopped, at `at` (epoch milliseconds), and was not brought back by it. */
export async function loseServer(ctx: Ctx, serverId: string, at: number): Promise<void> {
  const rows = (await watchedMeetingsOn(ctx.system.read, serverId)).filter(
    (row) => row.state !== 'starting' && row.createdAt.getTime() < at,
  );
  const kept = rows.length === 0 ? null : await runsKept(ctx, await serverOf(ctx, serverId));
  if (kept === null) return;
  for (const row of rows) if (row.internalId === null || !kept.has(row.internalId)) await settleEnded(ctx, row.id, 'server_lost');
}
