/** The pool as the operator reads it: the list, one server, and its past. Servers are the installation's, hence `ctx.system`. */
import * as z from 'zod/mini';
import type { ResultIn } from '#kit/contract.ts';
import { notFound } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { cursorOf, pageOf } from '#kit/server/db/cursor.ts';
import { findNames } from '#core/accounts/server/people.service.ts';
import type { ServerEvent, ServerItem } from '../server-views.contract.ts';
import type { serversCalls, ServersQuery } from '../servers.contract.ts';
import { itemsOf, mustManage, type PoolNeighbours } from './pool-view.service.ts';
import { type EventRow, eventsOf, historyOf, peakSinceMidnight } from './samples.queries.ts';
import { everyServer, serverById, type ServerRow } from './servers.queries.ts';

type SortKey = number | string;
const keys: Readonly<Record<ServersQuery['sort'], (item: ServerItem) => SortKey>> = {
  name: (item) => item.name.toLowerCase(),
  // the busiest first
  load: (item) => -item.predicted,
  meetings: (item) => -item.meetings,
  people: (item) => -item.people,
};
const before = (a: SortKey, b: SortKey) => (a < b ? -1 : Number(a > b));

type ServerPosition = { key: SortKey; id: string };
const serverCursor = cursorOf<ServerPosition>(z.object({ key: z.union([z.string(), z.number()]), id: z.string() }));

function isWanted(item: ServerItem, query: ServersQuery): boolean {
  const text = query.search?.toLowerCase();
  const searched = [item.name, item.url, item.region ?? '', ...item.tags, ...item.pools, item.note];
  return (
    (query.state === undefined ? item.state !== 'retired' : item.state === query.state) &&
    (query.health === undefined || item.health === query.health) &&
    (query.tag === undefined || item.tags.includes(query.tag)) &&
    (query.pool === undefined || item.pools.includes(query.pool)) &&
    (text === undefined || text === '' || searched.some((one) => one.toLowerCase().includes(text)))
  );
}

const sum = (items: readonly ServerItem[], figure: 'meetings' | 'people') => items.reduce((all, one) => all + one[figure], 0);
const distinct = (words: readonly string[]) => [...new Set(words)].sort();
const isTaking = (item: ServerItem) => item.state === 'enabled' && item.health === 'healthy' && !item.inMaintenance;

function poolOf(items: readonly ServerItem[], peakMeetingsToday: number): ResultIn<typeof serversCalls.list>['pool'] {
  const asked = items.filter((item) => item.state === 'enabled' || item.state === 'draining');
  const limited = items.filter((item) => isTaking(item) && item.maxPeople !== null);
  const meetings = sum(asked, 'meetings');
  return {
    servers: items.length,
    taking: items.filter(isTaking).length,
    strained: asked.filter((item) => item.health === 'degraded').length,
    offline: asked.filter((item) => item.health === 'offline').length,
    meetings,
    people: sum(asked, 'people'),
    room: limited.length === 0 ? null : limited.reduce((all, one) => all + Math.max(0, (one.maxPeople ?? 0) - one.people), 0),
    peakMeetingsToday: Math.max(peakMeetingsToday, meetings),
    tags: distinct(items.flatMap((item) => item.tags)),
    pools: distinct(items.flatMap((item) => item.pools)),
    regions: distinct(items.flatMap((item) => (item.region === null ? [] : [item.region]))),
  };
}

export async function list(
  ctx: Ctx,
  query: ServersQuery,
  neighbours: PoolNeighbours,
): Promise<ResultIn<typeof serversCalls.list>> {
  mustManage(ctx);
  const timeZone = ctx.actor.kind === 'user' ? ctx.actor.timeZone : 'UTC';
  const [rows, peak] = await Promise.all([
    everyServer(ctx.system.read),
    peakSinceMidnight(ctx.system.read, { now: new Date(ctx.now()), timeZone }),
  ]);
  const all = await itemsOf(ctx, rows, neighbours);
  const key = keys[query.sort];
  const order = (a: ServerPosition, b: ServerPosition) => before(a.key, b.key) || before(a.id, b.id);
  const wanted = all
    .filter((item) => isWanted(item, query))
    .map((item) => ({ item, key: key(item), id: item.id }))
    .sort(order);
  const after = serverCursor.read(query.cursor);
  const rest = after === null ? wanted : wanted.filter((one) => order(one, after) > 0);
  const { shown, next } = pageOf(rest, query.limit, serverCursor.write);
  return {
    items: shown.map((one) => one.item),
    next,
    total: wanted.length,
    pool: poolOf(
      all.filter((item) => item.state !== 'retired'),
      peak,
    ),
  };
}

/** The row, or `not_found`. */
export async function mustFind(ctx: Ctx, id: string): Promise<ServerRow> {
  const row = await serverById(ctx.system.read, id);
  if (row === null) throw notFound();
  return row;
}

/** One server with its current figures. */
export async function itemFor(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<ServerItem> {
  const [item] = await itemsOf(ctx, [await mustFind(ctx, id)], neighbours);
  if (item === undefined) throw notFound();
  return item;
}

async function told(ctx: Ctx, events: readonly EventRow[]): Promise<ServerEvent[]> {
  const people = events.flatMap((event) => (event.byUser === null ? [] : [event.byUser]));
  const names = await findNames(ctx.system.read, [...new Set(people)]);
  return events.map(({ id, at, kind, was, became, reason, byUser }) => {
    return { id, at: at.getTime(), kind, was, became, reason, by: byUser === null ? null : (names.get(byUser) ?? null) };
  });
}

export async function get(ctx: Ctx, id: string, neighbours: PoolNeighbours): Promise<ResultIn<typeof serversCalls.get>> {
  mustManage(ctx);
  const item = await itemFor(ctx, id, neighbours);
  const events = await eventsOf(ctx.system.read, { serverId: id, since: new Date(0), limit: 50 });
  return { ...item, events: await told(ctx, events), running: await neighbours.meetingsOn(ctx, id) };
}

const hourMs = 3_600_000;
/** How far back each span goes and how fine it is: at most about 370 points. Milliseconds. */
const spans = {
  day: { length: 24 * hourMs, stepMs: hourMs / 12, step: 'minute' },
  week: { length: 7 * 24 * hourMs, stepMs: hourMs, step: 'hour' },
  month: { length: 31 * 24 * hourMs, stepMs: 3 * hourMs, step: 'hour' },
  year: { length: 366 * 24 * hourMs, stepMs: 24 * hourMs, step: 'hour' },
} as const;

export async function history(
  ctx: Ctx,
  about: { id: string; span: keyof typeof spans },
): Promise<ResultIn<typeof serversCalls.history>> {
  mustManage(ctx);
  await mustFind(ctx, about.id);
  const { length, stepMs, step } = spans[about.span];
  const to = ctx.now();
  // the first step is a whole one
  const from = Math.floor((to - length) / stepMs) * stepMs;
  const since = new Date(from);
  const samples = await historyOf(ctx.system.read, { serverId: about.id, step, since, stepMs });
  const events = await eventsOf(ctx.system.read, { serverId: about.id, since, limit: 500 });
  return {
    from,
    to,
    stepMs,
    samples: samples.map(({ at, peoplePeak, ...figures }) => ({ ...figures, at: at.getTime(), peak: peoplePeak })),
    events: await told(ctx, events),
  };
}
