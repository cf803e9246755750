/** Lists of meetings, the console of one, and ending it. */
import * as z from 'zod/mini';
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { isId } from '#kit/ids.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { cursorId, cursorOf, pageOf } from '#kit/server/db/cursor.ts';
import { type RecordingAudience, seesEverywhere } from '#meet/rooms/rooms.rules.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { newRecordingsOf } from '#meet/rooms/server/defaults.service.ts';
import { myRooms } from '#meet/rooms/server/live.service.ts';
import { clientFor, serverOf } from '#meet/servers/server/servers.service.ts';
import type { MeetingDetail, MeetingItem, meetingsCalls, MeetingsQuery } from '../meetings.contract.ts';
import { toldReason, whyEnded } from '../meetings.rules.ts';
import { isEndToken, roomUrl } from './create-params.service.ts';
import { settingsPath } from './door-facts.service.ts';
import { findMeeting, type MeetingView, viewMeetings } from './find.service.ts';
import {
  countLive,
  countMeetings,
  listMeetings,
  narrowedMeetings,
  meetingById,
  type MeetingFilter,
  type MeetingRow,
  openMeetingCount,
  peopleFigures,
} from './meetings.queries.ts';
import { named, type RowNames, rowNames } from './row-names.service.ts';
import { lastSeen, noteEnding, settleEnded } from './settle.service.ts';
import { isTransport } from './launch.service.ts';
import { steeringOf } from './steer.service.ts';
import { whoIsIn } from './attendance/who-is-in.service.ts';

const ms = (at: Date | null) => at?.getTime() ?? null;
const isRunning = (row: MeetingRow) => row.state === 'live' || row.state === 'starting';

const namesFor = (ctx: Ctx, rows: readonly MeetingRow[]): Promise<RowNames> =>
  rowNames(
    ctx,
    rows.map(({ startedBy: personId, accountId, serverId }) => ({ personId, accountId, serverId })),
  );

function itemOf(view: MeetingView, names: RowNames): MeetingItem {
  const { row, room } = view;
  return {
    id: row.id,
    name: row.name,
    room: room === null ? null : { id: room.row.id, name: room.row.name, slug: room.row.slug },
    account: named(row.accountId, names.accounts),
    server: named(row.serverId, names.servers),
    state: row.state,
    startedBy: named(row.startedBy, names.people),
    createdAt: row.createdAt.getTime(),
    startedAt: ms(row.startedAt),
    endedAt: ms(row.endedAt),
    endReason: isRunning(row) ? null : row.endReason,
    people: row.people,
    moderators: row.moderators,
    peak: row.peoplePeak,
    total: row.peopleTotal,
    recording: row.recording,
    rights: view.rights,
  };
}

async function itemsOf(ctx: Ctx, rows: readonly MeetingRow[]): Promise<MeetingItem[]> {
  const [views, names] = await Promise.all([viewMeetings(ctx, rows), namesFor(ctx, rows)]);
  return views.map((view) => itemOf(view, names));
}

const meetingCursor = cursorOf(z.object({ running: z.boolean(), id: cursorId }));

/** Rooms that "mine" covers at most; nobody owns more. */
const mostRooms = 2000;

/** What the lists of meetings and of who was in them may be asked. */
type MeetingListQuery = Pick<MeetingsQuery, 'view' | 'cursor' | 'limit'> & Partial<MeetingsQuery> & Pick<MeetingFilter, 'began'>;

async function filterOf(ctx: Ctx, query: MeetingListQuery): Promise<MeetingFilter> {
  const actor = actorOf(ctx);
  const { state, search, began } = query;
  const mine = query.view === 'mine' ? (await myRooms(ctx, mostRooms)).map((view) => view.row.id) : null;
  const roomIds = query.roomId === undefined ? mine : mine === null || mine.includes(query.roomId) ? [query.roomId] : [];
  // meetings of rooms that another account shares with me are of that account; the second wall lets through those alone
  const accountId =
    query.view === 'mine' || query.roomId !== undefined || seesEverywhere(actor, 'meetings.view') ? null : actor.accountId;
  const across = query.view === 'account' && seesEverywhere(actor, 'meetings.view');
  const among = across ? { serverId: query.serverId, ofAccount: query.accountId } : {};
  return { accountId, roomIds, state, search, began, ...among, ...(await reachIn(ctx)) };
}

/** Which rooms are one's own is only asked where statements make a difference. */
async function reachIn(ctx: Ctx): Promise<Pick<MeetingFilter, 'reach'>> {
  const { policy, accountId } = actorOf(ctx);
  const see = policy?.reach('meetings.view');
  if (policy === undefined || see === undefined || see.is === 'everything') return {};
  const ownRooms = (await myRooms(ctx, mostRooms)).map((view) => view.row.id);
  return { reach: { accountId, see, lead: policy.reach('rooms.manage'), ownRooms } };
}

type MeetingPage = { rows: MeetingRow[]; filter: MeetingFilter; total: number | undefined; next: string | null };

/** One page of meetings, and where it looked. Throws `not_allowed`. */
async function page(ctx: Ctx, query: MeetingListQuery): Promise<MeetingPage & { db: Ctx['db']['read'] }> {
  const actor = actorOf(ctx);
  if (!actor.scope.includes('meetings.view')) throw notAllowed('meetings.view');
  const db = query.view === 'account' && seesEverywhere(actor, 'meetings.view') ? ctx.system.read : ctx.db.read;
  const filter = await narrowedMeetings(ctx.system.read, await filterOf(ctx, query));
  const [rows, total] = await Promise.all([
    listMeetings(db, filter, { after: meetingCursor.read(query.cursor), limit: query.limit + 1 }),
    countMeetings(db, filter),
  ]);
  const { shown, next } = pageOf(rows, query.limit, (row) => meetingCursor.write({ running: isRunning(row), id: row.id }));
  return { db, filter, rows: shown, total, next };
}

export async function list(ctx: Ctx, query: MeetingsQuery): Promise<ResultIn<typeof meetingsCalls.list>> {
  const { db, filter, rows, total, next } = await page(ctx, query);
  const [items, live] = await Promise.all([itemsOf(ctx, rows), countLive(db, filter)]);
  return { items, next, total, live };
}

/** One page of the meetings that somebody may look at, with what they may do with each. */
export async function meetingPage(
  ctx: Ctx,
  query: MeetingListQuery,
): Promise<Pick<MeetingPage, 'total' | 'next'> & { views: MeetingView[] }> {
  const { rows, total, next } = await page(ctx, query);
  return { views: await viewMeetings(ctx, rows), total, next };
}

async function recordingForOf(ctx: Ctx, row: MeetingRow): Promise<RecordingAudience | null> {
  if (!row.recording) return null;
  return row.fromCourse || row.roomId === null ? 'account' : newRecordingsOf(ctx.system.read, row.accountId);
}

export async function get(ctx: Ctx, id: string): Promise<MeetingDetail> {
  const view = await findMeeting(ctx, id);
  const [names, now] = await Promise.all([namesFor(ctx, [view.row]), whoIsIn(ctx, view.row)]);
  return {
    ...itemOf(view, names),
    attendees: now.attendees,
    asOf: now.asOf,
    link: view.room === null ? null : roomUrl(ctx, view.room.row.slug),
    recordingFor: await recordingForOf(ctx, view.row),
    roomSettings: view.room === null ? null : settingsPath(view.room),
    limits: { maxPeople: view.row.maxPeople, maxMinutes: now.maxMinutes },
    steering: await steeringOf(ctx, view, now.locks),
  };
}

/** What the actor's account uses at this moment, and the fullest meeting since `since` (epoch milliseconds). */
export async function liveUsage(ctx: Ctx, since: number): Promise<{ meetings: number; people: number; peak: number }> {
  const { accountId } = actorOf(ctx);
  const [meetings, figures] = await Promise.all([
    openMeetingCount(ctx.db.read, accountId),
    peopleFigures(ctx.db.read, accountId, new Date(since)),
  ]);
  return { meetings, people: figures.now, peak: figures.peak };
}

async function endOnServer(ctx: Ctx, row: MeetingRow): Promise<'ended' | 'failed'> {
  const server = row.serverId === null ? null : await serverOf(ctx, row.serverId);
  if (server === null) return 'ended';
  try {
    return (await clientFor(ctx, server).end({ meetingID: row.id })).ok ? 'ended' : 'failed';
  } catch (error) {
    if (!isTransport(error)) throw error;
    return 'failed';
  }
}

/** Ends a meeting for everybody: the reason is noted, the server asked, the end settled. A crash between is caught by the poll. */
export async function end(ctx: Ctx, id: string): Promise<{ done: true }> {
  const view = await findMeeting(ctx, id);
  if (!isRunning(view.row)) throw new Failure('meeting_ended');
  if (!view.rights.end) throw notAllowed(actorOf(ctx).scope.includes('meetings.end') ? 'rooms.manage' : 'meetings.end');
  await noteEnding(ctx, id, 'host');
  if ((await endOnServer(ctx, view.row)) === 'failed') {
    await noteEnding(ctx, id, null);
    throw new Failure('server_failed');
  }
  await settleEnded(ctx, id, 'host');
  return { done: true };
}

/** A server tells that a meeting is over. The address is signed; telling it twice changes nothing. */
export async function endCallback(
  ctx: Ctx,
  { meeting, token, atriumEndReason, atriumEndedBy }: Parsed<typeof meetingsCalls.endCallback>['query'],
): Promise<{ done: true }> {
  if (!isEndToken(ctx, meeting, token)) throw new Failure('not_found');
  const row = await meetingById(ctx.system.read, meeting);
  if (row?.state !== 'live' && row?.state !== 'detached') return { done: true };
  const reason = toldReason(atriumEndReason) ?? whyEnded(lastSeen(row), { heard: 'reported', now: ctx.now() });
  const person = atriumEndedBy !== undefined && isId(atriumEndedBy) ? await findPerson(ctx.system.read, atriumEndedBy) : null;
  // a guest who ended it is a visitor; without a name the news are the server's own
  const teller: Ctx = atriumEndedBy === undefined ? { ...ctx, actor: { kind: 'system' } } : ctx;
  await settleEnded(teller, row.id, { reason, by: person?.id ?? null });
  return { done: true };
}
