/** Secret addresses that calendar programs subscribe to. Who has one sees what its owner sees at that moment, and nothing more. */
import { notAllowed, notFound } from '#kit/errors.ts';
import type { ResultIn } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { actorOf, findRoom } from '#meet/rooms/server/access.service.ts';
import { visibleRooms } from '#meet/rooms/server/live.service.ts';
import type { scheduleCalls } from '../schedule.contract.ts';
import { scheduleLimits } from '../schedule.rules.ts';
import { filterFor } from './calendar.service.ts';
import { type DateLine, datesBetween } from './dates.queries.ts';
import { dayMs } from './expanding.service.ts';
import { deleteFeed, feedByHash, feedsOf, noteRead, putFeed } from './feeds.queries.ts';
import { feedFile } from './icalendar.service.ts';
import type { FeedRow } from './schedule.table.ts';
import { datesShown } from './views.service.ts';

type ScheduleCalls = typeof scheduleCalls;
const ownerOf = (ctx: Ctx) => {
  const { accountId, userId, scope } = actorOf(ctx);
  if (!scope.includes('rooms.view')) throw notAllowed('rooms.view');
  return { accountId, userId };
};

export async function feeds(ctx: Ctx): Promise<ResultIn<ScheduleCalls['feeds']>> {
  const rows = await feedsOf(ctx.db.read, ownerOf(ctx));
  const rooms = await visibleRooms(
    ctx,
    rows.flatMap(({ roomId }) => roomId ?? []),
  );
  return {
    items: rows.map(({ id, roomId, createdAt, readAt, reader }) => ({
      ...{ id, reader },
      room: roomId === null ? null : { id: roomId, name: rooms.get(roomId)?.row.name ?? '' },
      createdAt: createdAt.getTime(),
      readAt: readAt?.getTime() ?? null,
    })),
  };
}

export async function makeFeed(ctx: Ctx, roomId: string | null): Promise<{ id: string; url: string }> {
  const owner = ownerOf(ctx);
  if (roomId !== null) await findRoom(ctx, roomId);
  const [id, token] = [newId(ctx.now()), newToken(24)];
  const row = { ...owner, id, roomId, tokenHash: hashToken(token), createdAt: new Date(ctx.now()), readAt: null, reader: null };
  await ctx.db.write(async (tx) => {
    await putFeed(tx, row);
    await record(ctx, tx, { action: 'schedule.feed-made', subjectKind: 'calendar_feed', subjectId: id });
  });
  return { id, url: `${siteUrl(ctx)}/calendar/${token}.ics` };
}

export async function endFeed(ctx: Ctx, id: string): Promise<{ done: true }> {
  const owner = ownerOf(ctx);
  await ctx.db.write(async (tx) => {
    if (!(await deleteFeed(tx, owner, id))) throw notFound();
    await record(ctx, tx, { action: 'schedule.feed-ended', subjectKind: 'calendar_feed', subjectId: id });
  });
  return { done: true };
}

/** Whose feed an address is; null: nobody's. A program has no session, hence the system's eyes. */
export const feedOf = (ctx: Ctx, token: string): Promise<FeedRow | null> => feedByHash(ctx.system.read, hashToken(token));

/** Dates of one feed, at most: those of some weeks for who has very many. */
const most = 2000;
const readEvery = 600_000;
const keyOf = ({ meetingId, recurrence }: DateLine) => `${meetingId} ${recurrence}`;
/** The file, as its owner (the actor) sees it. Throws `not_found` when they see nothing of it any more. */
export async function readFeed(ctx: Ctx, feed: FeedRow): Promise<string> {
  const now = ctx.now();
  const filter = await filterFor(ctx, feed.roomId);
  const yesterday = now - dayMs;
  const ahead = { from: yesterday, to: now + scheduleLimits.ahead * dayMs };
  const coming = await datesBetween(ctx.db.read, filter, { ...ahead, after: null, limit: most });
  // what is over comes last, with what is left
  const behind = { from: now - 31 * dayMs, to: yesterday };
  const left = most - coming.length;
  const past = left === 0 ? [] : await datesBetween(ctx.db.read, filter, { ...behind, after: null, limit: left });
  const seen = new Set(coming.map(keyOf));
  const dates = await datesShown(ctx, [...past.filter((line) => !seen.has(keyOf(line))), ...coming]);
  if (feed.readAt === null || feed.readAt.getTime() < now - readEvery)
    await ctx.db.write((tx) => noteRead(tx, feed.id, { readAt: new Date(now), reader: ctx.caller.agent.slice(0, 200) || null }));
  const host = new URL(siteUrl(ctx)).hostname;
  return feedFile(
    feed.roomId === null ? host : (dates[0]?.room.name ?? host),
    dates.map(({ seriesId, recurrence, title, startsAt, endsAt, room }) => ({
      ...{ uid: `${seriesId}@${host}`, recurrence, title, description: room.name, startsAt, endsAt },
      url: `${siteUrl(ctx)}/m/${room.slug}`,
    })),
    now,
  );
}
