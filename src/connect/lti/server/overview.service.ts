/** What the account sees of its platforms: addresses, courses, the log of launches, and a page to try out. */
import { isId } from '#kit/ids.ts';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { pageOf, requirePosition, timeCursor, timeKeyCursor } from '#kit/server/db/cursor.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { notInPlan } from '#core/accounts/refusal.rules.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { roomsById } from '#meet/rooms/server/live.service.ts';
import { dayStart } from '#connect/endpoint/endpoint.rules.ts';
import type { ltiCalls } from '../lti.contract.ts';
import { coursesPage, launchCounts, launchesPage } from './launching.queries.ts';
import { openVisit } from './opening.service.ts';
import { badCursor, ltiKeeper, ownPlatform } from './platforms.service.ts';
import { countPlatforms, mayLaunchByKey } from './platforms.queries.ts';
import { addressesOf, toolKeyFor } from './tool-keys.service.ts';

type LtiCalls = typeof ltiCalls;
const testSeconds = 900;

export async function overview(ctx: Ctx): Promise<ResultIn<LtiCalls['overview']>> {
  const { accountId, timeZone } = ltiKeeper(ctx);
  const plan = await entitlementsFor(ctx.db.read, accountId);
  return {
    addresses: addressesOf(ctx, await toolKeyFor(ctx, accountId)),
    allowed: plan.ltiAllowed,
    keyLaunches: await mayLaunchByKey(ctx.db.read, accountId),
    platforms: { used: await countPlatforms(ctx.db.read, accountId), max: plan.ltiPlatforms },
    today: await launchCounts(ctx.db.read, accountId, new Date(dayStart(ctx.now(), timeZone))),
  };
}

const namedRoom = (names: ReadonlyMap<string, { name: string }>, id: string | null) => {
  const room = id === null ? undefined : names.get(id);
  return id === null || room === undefined ? null : { id, name: room.name };
};

export async function courses(
  ctx: Ctx,
  id: string,
  query: Parsed<LtiCalls['courses']>['query'],
): Promise<ResultIn<LtiCalls['courses']>> {
  await ownPlatform(ctx, id);
  const lines = await coursesPage(ctx.db.read, id, {
    before: requirePosition(timeKeyCursor, query.cursor, badCursor),
    limit: query.limit + 1,
  });
  const { shown, next } = pageOf(lines, query.limit, ({ used, link }) => timeKeyCursor.write({ key: used, id: link.id }));
  const rooms = await roomsById(
    ctx.db.read,
    shown.flatMap(({ link }) => link.roomId ?? []),
  );
  return {
    items: shown.map(({ link, people }) => ({
      ...{ id: link.id, title: link.contextTitle ?? link.title, room: namedRoom(rooms, link.roomId), people },
      ...{ grade: link.gradeRule, lastLaunchAt: link.lastLaunchAt?.getTime() ?? null },
    })),
    next,
  };
}

export async function launches(ctx: Ctx, query: Parsed<LtiCalls['launches']>['query']): Promise<ResultIn<LtiCalls['launches']>> {
  const { accountId } = ltiKeeper(ctx);
  const { platform, result, search, limit } = query;
  const rows = await launchesPage(
    ctx.db.read,
    { accountId, platform, result, search },
    { before: requirePosition(timeCursor, query.cursor, badCursor), limit: limit + 1 },
  );
  const { shown, next } = pageOf(rows, limit, ({ at, id }) => timeCursor.write({ at, id }));
  const rooms = await roomsById(
    ctx.db.read,
    shown.flatMap(({ roomId }) => roomId ?? []),
  );
  return {
    items: shown.map(({ accountId: _account, roomId, at, ...row }) => ({
      ...row,
      at: at.getTime(),
      room: namedRoom(rooms, roomId),
    })),
    next,
  };
}

/** Nothing of it is counted or kept: it is how a course would see the room. */
export async function testLaunch(
  ctx: Ctx,
  id: string,
  { roomId, part }: Parsed<LtiCalls['testLaunch']>['body'],
): Promise<ResultIn<LtiCalls['testLaunch']>> {
  const { accountId, name, locale } = ltiKeeper(ctx);
  await ownPlatform(ctx, id);
  if (!(await entitlementsFor(ctx.db.read, accountId)).ltiAllowed) throw notInPlan(accountId, 'ltiAllowed');
  const room = isId(roomId) ? (await roomsById(ctx.db.read, [roomId])).get(roomId) : undefined;
  if (room === undefined || room.accountId !== accountId) throw notFound();
  const visit = { purpose: 'room' as const, accountId, roomId, part, name, locale, seconds: testSeconds };
  const path = await ctx.db.write((tx) => openVisit(ctx, tx, visit));
  return { url: `${siteUrl(ctx)}${path}` };
}
