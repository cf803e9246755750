/** A server as placement sees it, and as the operator's screens show it. */
import { Failure, notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type PlacementServer, rankServers, type PlacementReservation, standardPolicy } from '../placement.rules.ts';
import type { SizeSources } from '../meeting-size.rules.ts';
import type { ServerItem } from '../server-views.contract.ts';
import { inMaintenance, mayManageServers, serverFacts } from '../servers.rules.ts';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { mayLeadTo } from './address.service.ts';
import { daysOf } from './samples.queries.ts';
import type { ServerRow } from './servers.queries.ts';

export type RunningMeeting = { id: string; name: string; account: string; people: number; startedAt: number | null };
/** What only later domains know of a server; given where everything is put together. */
export type PoolNeighbours = {
  /** Meetings on it that are not over, of all accounts. */
  meetingsOn(ctx: Ctx, serverId: string): Promise<RunningMeeting[]>;
  /** Notes that every meeting on it was ended by the operator; what became of it there was seen to. */
  settleMeetingsOn(ctx: Ctx, serverId: string): Promise<void>;
  /** How many recordings lie on it and nowhere else. */
  recordingsOn(ctx: Ctx, serverId: string): Promise<number>;
  /** Meetings of the last minutes whose people are still to come. */
  reservations(ctx: Ctx): Promise<PlacementReservation[]>;
  /** Whose a room is, and what is known of the size of its next meeting; null: no such room. */
  roomFor(ctx: Ctx, roomId: string): Promise<{ accountId: string; size: SizeSources } | null>;
};

/** Throws unless the actor runs the installation. */
export function mustManage(ctx: Ctx): void {
  if (ctx.actor.kind === 'nobody') throw new Failure('not_signed_in');
  if (!mayManageServers(ctx.actor)) throw notAllowed('servers.manage');
}

/** The process that runs this engine of ours says nothing any more. */
const isAbandoned = (row: ServerRow, now: number): boolean => row.engineUntil !== null && row.engineUntil.getTime() < now;

type PlacementView = { now: number; site: string; isolatedOn: readonly string[] };

/** `site`: where our pages are; a server without direct joins sends people to its own address. */
export const placementServer = (row: ServerRow, at: PlacementView): PlacementServer => ({
  id: row.id,
  state: row.state,
  health: isAbandoned(row, at.now) ? 'offline' : row.health,
  failures: row.failures,
  load: { at: row.answeredAt?.getTime() ?? 0, people: row.people, videos: row.videos, meetings: row.meetings },
  isolated: at.isolatedOn.includes(row.id),
  multiplier: row.multiplier,
  limits: { people: row.maxPeople, meetings: row.maxMeetings },
  pools: row.pools,
  tags: row.tags,
  region: row.region,
  // every BBB server can record; one that must not says so by a tag
  records: true,
  insecure: !row.directJoin && !mayLeadTo(at.site, row.url),
  maintenance: row.maintenance.map(({ from, to }) => ({ from, until: to })),
});

/** A request that asks nothing special. */
export const plainRequest = {
  key: '',
  size: { hint: null, roomRuns: [], accountUsual: null, maximum: null },
  video: 0,
  minutes: serverFacts.usualMinutes,
  pools: { required: [], preferred: [] },
  tags: { required: [], preferred: [] },
  region: null,
  isolation: 'none',
  record: false,
  parentServerId: null,
  tried: [],
} as const;

/** Load with what is reserved, by server id. */
function predictions(ctx: Ctx, rows: readonly ServerRow[], reservations: readonly PlacementReservation[]): Map<string, number> {
  const found = rankServers({
    now: ctx.now(),
    request: plainRequest,
    servers: rows.map((row) => placementServer(row, { now: ctx.now(), site: siteUrl(ctx), isolatedOn: [] })),
    reservations,
    policy: standardPolicy,
  });
  return new Map([...found.candidates, ...found.out].map((one) => [one.id, one.load]));
}

/** What a server says of itself, weighed as placement weighs it. */
export function loadOf(row: Pick<ServerRow, 'people' | 'videos' | 'meetings' | 'multiplier'>): number {
  const { video, meeting } = standardPolicy.weights;
  return (row.people + row.videos * video + row.meetings * meeting) * row.multiplier;
}

const tidy = (load: number) => Math.round(load * 10) / 10;
const ms = (at: Date | null) => at?.getTime() ?? null;
const dayHours = 24;
const hourMs = 3_600_000;

/** 24 figures, the last of them of the running hour. */
function dayOf(hours: ReadonlyMap<number, number> | undefined, now: number): (number | null)[] {
  const last = Math.floor(now / hourMs) * hourMs;
  return Array.from({ length: dayHours }, (_, at) => hours?.get(last - (dayHours - 1 - at) * hourMs) ?? null);
}

function itemOf(row: ServerRow, more: { predicted: number; day: (number | null)[]; now: number }): ServerItem {
  const { id, name, kind, url, state, stateReason, health, healthReason, region, tags, pools, multiplier, maxMeetings } = row;
  const { maxPeople, hash, clockSkewMs, answerMs, meetings, people, voices, videos, maintenance, note, revision } = row;
  return {
    ...{ id, name, kind, url, state, stateReason, health, healthReason, region, tags, pools, multiplier, maxMeetings, maxPeople },
    ...{ hash, clockSkewMs, answerMs, meetings, people, voices, videos, maintenance, note, revision },
    version: row.bbbVersion,
    load: tidy(loadOf(row)),
    predicted: tidy(more.predicted),
    day: more.day,
    inMaintenance: inMaintenance(maintenance, more.now),
    checkedAt: ms(row.checkedAt),
    answeredAt: ms(row.answeredAt),
    changedAt: row.changedAt.getTime(),
    createdAt: row.createdAt.getTime(),
  };
}

/** The rows as views, in the same order. */
export async function itemsOf(ctx: Ctx, rows: readonly ServerRow[], neighbours: PoolNeighbours): Promise<ServerItem[]> {
  const now = ctx.now();
  const since = new Date(now - dayHours * hourMs);
  const ids = rows.map((row) => row.id);
  const [reservations, days] = await Promise.all([neighbours.reservations(ctx), daysOf(ctx.system.read, { ids, since })]);
  const predicted = predictions(ctx, rows, reservations);
  return rows.map((row) =>
    itemOf(row, { predicted: predicted.get(row.id) ?? loadOf(row), day: dayOf(days.get(row.id), now), now }),
  );
}
