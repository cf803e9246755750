/** Rooms that teachers put into their courses, and the signed answer that tells the platform (Deep Linking 2.0). */
import { Failure, notAllowed, notFound } from '#kit/errors.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { newToken } from '#kit/server/secrets.ts';
import { findOwners, findSeats, isOpenSeat } from '#core/accounts/server/accounts.service.ts';
import { standInFor } from '#core/accounts/server/stand-in.service.ts';
import { openRecordingCounts } from '#meet/recordings/server/open-recordings.service.ts';
import { list as listRooms } from '#meet/rooms/server/list.service.ts';
import { roomsById, type RoomRow } from '#meet/rooms/server/live.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import type { courseCalls, CourseVisit, GradeRule, OfferedRoom } from '../course.contract.ts';
import { claimNames, type DeepLinkReturn } from '../launch.rules.ts';
import { addMade, hereRooms, offeredRooms } from './course.queries.ts';
import { noteCourseRooms } from './course-rooms.service.ts';
import { insertLaunch, insertLink, setLink } from './launching.queries.ts';
import type { PlatformRow } from './platforms.queries.ts';
import { addressesOf, signToken, toolKeyFor } from './tool-keys.service.ts';
import { findVisit, type OpenVisit, visitView } from './visit.service.ts';

type CourseCalls = typeof courseCalls;
const pageSize = 20;
const made = { max: 20, windowSeconds: 3_600 };
/** Seconds that the answer of deep linking is good. */
const answerSeconds = 300;

type TeachingVisit = OpenVisit & { platform: PlatformRow };
/** A visit of somebody who chooses rooms. Others get `not_allowed`. */
export async function teaching(ctx: Ctx, token: string): Promise<TeachingVisit> {
  const found = await findVisit(ctx, token);
  if (found.row.part !== 'teacher' || found.platform === null) throw notAllowed('rooms.create');
  return { ...found, platform: found.platform };
}

/** In whose name rooms are listed and made: who connected the platform, or an owner when they left. */
async function hostOf(ctx: Ctx, { accountId, connectedBy }: PlatformRow): Promise<Ctx> {
  const db = ctx.system.read;
  const seats = connectedBy === null ? [] : await findSeats(db, connectedBy);
  const seat = seats.find(({ account }) => account.id === accountId);
  const stays = seat !== undefined && isOpenSeat(seat, ctx.now());
  const userId = stays && connectedBy !== null ? connectedBy : (await findOwners(db, accountId))[0];
  const scope = ['rooms.view', 'rooms.create'];
  const host = userId === undefined ? null : await standInFor(ctx, { accountId, userId, scope });
  if (host === null) throw notFound();
  return host;
}

async function offered(ctx: Ctx, rows: readonly RoomRow[], here: ReadonlySet<string>): Promise<OfferedRoom[]> {
  const recordings = await openRecordingCounts(
    ctx,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, slug, liveState, livePeople, lobby }) => ({
    ...{ id, name, slug, live: liveState === 'live', people: livePeople, lobby },
    recordings: recordings.get(id) ?? 0,
    here: here.has(id),
  }));
}

const contextIn = ({ row, link }: OpenVisit) => link?.contextId ?? row.deepLink?.contextId ?? null;
const hereIn = (ctx: Ctx, found: TeachingVisit) =>
  hereRooms(ctx.system.read, { platformId: found.platform.id, contextId: contextIn(found) });

export async function rooms(
  ctx: Ctx,
  { token, query }: { token: string; query: Parsed<CourseCalls['rooms']>['query'] },
): Promise<ResultIn<CourseCalls['rooms']>> {
  const found = await teaching(ctx, token);
  const here = await hereIn(ctx, found);
  if (found.platform.roomOffer === 'all') {
    const page = { view: 'all' as const, sort: 'recent' as const, limit: pageSize };
    const listed = await listRooms(await hostOf(ctx, found.platform), { ...page, ...query });
    const ids = listed.items.map(({ id }) => id);
    const rows = await roomsById(ctx.system.read, ids);
    return {
      items: await offered(
        ctx,
        ids.flatMap((id) => rows.get(id) ?? []),
        here,
      ),
      next: listed.next,
    };
  }
  // few enough for one page: a platform's teachers made them
  const rows = await roomsById(ctx.system.read, await offeredRooms(ctx.system.read, found.platform.id));
  const words = (query.search ?? '').toLocaleLowerCase();
  const fitting = [...rows.values()].filter(({ name }) => name.toLocaleLowerCase().includes(words));
  const lastUse = (room: RoomRow) => (room.lastMeetingAt ?? room.createdAt).getTime();
  return {
    items: await offered(
      ctx,
      fitting.sort((one, other) => lastUse(other) - lastUse(one)),
      here,
    ),
    next: null,
  };
}

/** The room, when the platform may offer it to this teacher. Throws `not_found`. */
async function mayOffer(ctx: Ctx, { platform }: TeachingVisit, roomId: string): Promise<RoomRow> {
  const room = (await roomsById(ctx.system.read, [roomId])).get(roomId);
  if (room === undefined || room.accountId !== platform.accountId) throw notFound();
  if (platform.roomOffer === 'made_there' && !(await offeredRooms(ctx.system.read, platform.id)).includes(roomId))
    throw notFound();
  return room;
}

/** Throws `limit_reached` as rooms do. */
export async function makeRoom(ctx: Ctx, { token, name }: { token: string; name: string }): Promise<OfferedRoom> {
  const found = await teaching(ctx, token);
  if (!found.platform.teachersMakeRooms) throw notAllowed('rooms.create');
  await ctx.limits.use(`lti-rooms:${found.row.tokenHash}`, made);
  const room = await createRoom(await hostOf(ctx, found.platform), { name });
  await ctx.system.write((tx) =>
    addMade(tx, { platformId: found.platform.id, accountId: found.platform.accountId, roomId: room.id }),
  );
  const row = (await roomsById(ctx.system.read, [room.id])).get(room.id);
  const [only] = row === undefined ? [] : await offered(ctx, [row], new Set());
  if (only === undefined) throw notFound();
  return only;
}

export async function chooseRoom(ctx: Ctx, { token, roomId }: { token: string; roomId: string }): Promise<CourseVisit> {
  const found = await teaching(ctx, token);
  const { link } = found;
  if (link === null) throw notFound();
  const room = await mayOffer(ctx, found, roomId);
  await ctx.system.write(async (tx) => {
    await setLink(tx, link.id, { roomId: room.id, roomSince: new Date(ctx.now()), title: link.title || room.name });
    await noteCourseRooms(tx, [room.id, link.roomId]);
  });
  return visitView(ctx, await findVisit(ctx, token));
}

type ContentBody = Parsed<CourseCalls['addToCourse']>['body'];
async function noteChosen(
  ctx: Ctx,
  found: TeachingVisit,
  of: { back: DeepLinkReturn; room: RoomRow; title: string; grade: GradeRule },
): Promise<string> {
  const { row, platform } = found;
  const { back, room, title, grade } = of;
  const [at, content] = [new Date(ctx.now()), newId(ctx.now())];
  await ctx.system.write(async (tx) => {
    await insertLink(tx, {
      ...{ id: newId(ctx.now()), accountId: row.accountId, platformId: platform.id, deploymentId: back.deploymentId },
      ...{ contextId: back.contextId, contextTitle: row.course, content, title, roomId: room.id, roomSince: at, createdAt: at },
      ...{ gradeRule: grade.rule, gradePercent: grade.atLeastPercent },
    });
    await noteCourseRooms(tx, [room.id]);
    await insertLaunch(tx, {
      ...{ id: newId(ctx.now()), accountId: row.accountId, at, platformId: platform.id, platform: platform.name },
      ...{ person: row.name === '' ? null : row.name, part: row.part, course: row.course, roomId: room.id, result: 'chose' },
    });
  });
  return content;
}

/** A line item always comes along: a grade that is wished for later then has somewhere to go. */
export async function addToCourse(
  ctx: Ctx,
  { token, body }: { token: string; body: ContentBody },
): Promise<ResultIn<CourseCalls['addToCourse']>> {
  const found = await teaching(ctx, token);
  const back = found.row.deepLink;
  if (back === null || !back.accepts.includes('ltiResourceLink')) throw new Failure('deep_link_refused');
  const { platform } = found;
  const room = await mayOffer(ctx, found, body.roomId);
  const content = await noteChosen(ctx, found, { back, room, title: body.title, grade: body.grade });
  const seconds = Math.floor(ctx.now() / 1_000);
  const jwt = await signToken(ctx, platform.accountId, {
    ...{ iss: platform.clientId, aud: platform.issuer, iat: seconds, exp: seconds + answerSeconds, nonce: newToken(16) },
    [claimNames.messageType]: 'LtiDeepLinkingResponse',
    [claimNames.version]: '1.3.0',
    [claimNames.deployment]: back.deploymentId,
    ...(back.data === null ? {} : { [claimNames.data]: back.data }),
    [claimNames.items]: [
      {
        type: 'ltiResourceLink',
        title: body.title,
        url: addressesOf(ctx, await toolKeyFor(ctx, platform.accountId)).launch,
        custom: { atrium_content: content },
        lineItem: { scoreMaximum: 100, label: body.title, resourceId: content },
      },
    ],
  });
  return { action: back.returnUrl, jwt };
}
