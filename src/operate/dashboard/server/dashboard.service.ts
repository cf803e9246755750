/** The page after signing in, put together from what the domains say to this person. */
import type { Ctx } from '#kit/server/ctx.ts';
import { countAccountsSince } from '#core/accounts/server/accounts-list.service.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { countMailStates } from '#core/outbox/server/outbox.service.ts';
import { actorOf } from '#meet/rooms/server/access.service.ts';
import { myRooms, roomCount } from '#meet/rooms/server/live.service.ts';
import { invitations } from '#meet/rooms/server/shares.service.ts';
import type { MeetingItem } from '#meet/meetings/meetings.contract.ts';
import { minutesBetween } from '#meet/meetings/meetings.rules.ts';
import { list, liveUsage } from '#meet/meetings/server/meetings.service.ts';
import { serverList } from '#meet/servers/server/servers.service.ts';
import type { Dashboard } from '../dashboard.contract.ts';
import { setupOf } from './setup.service.ts';
import { today } from './today.service.ts';

const dayMs = 86_400_000;
const shownLive = 20;
const shownLatest = 5;
const shownQuick = 3;

type CustomerDashboard = Extract<Dashboard, { kind: 'customer' }>;
type OperatorDashboard = Extract<Dashboard, { kind: 'operator' }>;
type LiveItem = Dashboard['live'][number];

const liveOf = (item: MeetingItem): LiveItem => ({
  id: item.id,
  name: item.name,
  room: item.room,
  account: item.account,
  host: item.startedBy?.name ?? null,
  people: item.people,
  since: item.startedAt ?? item.createdAt,
  canJoin: item.rights.join,
});

const may = (ctx: Ctx, permission: string) => actorOf(ctx).scope.includes(permission);

/** Meetings of my rooms, and of all the account's for those who look after its rooms. */
async function meetingsOf(ctx: Ctx, state: 'live' | 'past', limit: number): Promise<MeetingItem[]> {
  if (!may(ctx, 'meetings.view')) return [];
  const mine = await list(ctx, { view: 'mine', state, limit });
  const others = may(ctx, 'rooms.manage') ? await list(ctx, { view: 'account', state, limit }) : { items: [] };
  const all = new Map([...mine.items, ...others.items].map((item) => [item.id, item]));
  return [...all.values()].toSorted((a, b) => b.createdAt - a.createdAt).slice(0, limit);
}

async function quickStart(ctx: Ctx): Promise<CustomerDashboard['quickStart']> {
  if (!may(ctx, 'rooms.view')) return [];
  const rooms = await myRooms(ctx, 20);
  const startable = rooms.filter((view) => view.rights.start).slice(0, shownQuick);
  return startable.map(({ row }) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    lastMeetingAt: row.lastMeetingAt?.getTime() ?? null,
    live: row.liveState === 'live',
  }));
}

async function usage(ctx: Ctx): Promise<CustomerDashboard['usage']> {
  const { accountId } = actorOf(ctx);
  const [plan, rooms, live] = await Promise.all([
    entitlementsFor(ctx.db.read, accountId),
    roomCount(ctx.db.read, accountId),
    liveUsage(ctx, ctx.now() - 30 * dayMs),
  ]);
  return {
    rooms: { used: rooms, limit: plan.rooms },
    meetingsAtOnce: { used: live.meetings, limit: plan.meetingsAtOnce },
    peopleAtOnce: { used: live.people, limit: plan.peopleAtOnce, peak: live.peak },
  };
}

async function latest(ctx: Ctx): Promise<CustomerDashboard['latest']> {
  const items = await meetingsOf(ctx, 'past', shownLatest * 2);
  return items
    .filter((item) => item.startedAt !== null && item.endedAt !== null)
    .slice(0, shownLatest)
    .map((item) => ({
      id: item.id,
      name: item.name,
      roomId: item.room?.id ?? null,
      startedAt: item.startedAt ?? 0,
      minutes: minutesBetween(item.startedAt ?? 0, item.endedAt ?? 0),
      total: item.total,
      endReason: item.endReason,
    }));
}

async function customer(ctx: Ctx): Promise<CustomerDashboard> {
  const [live, quick, used, past, waiting] = await Promise.all([
    meetingsOf(ctx, 'live', shownLive),
    quickStart(ctx),
    usage(ctx),
    latest(ctx),
    invitations(ctx),
  ]);
  return {
    kind: 'customer',
    live: live.map(liveOf),
    quickStart: quick,
    usage: used,
    latest: past,
    waiting: waiting.items.map(({ id, kind, room, from, role, at }) => ({ id, kind, room, from, role, at })),
  };
}

async function signUps(ctx: Ctx): Promise<OperatorDashboard['signUps']> {
  if (!may(ctx, 'users.manage')) return null;
  const now = ctx.now();
  const [week, month, accounts] = await Promise.all([
    countAccountsSince(ctx, now - 7 * dayMs),
    countAccountsSince(ctx, now - 30 * dayMs),
    countAccountsSince(ctx, null),
  ]);
  return { week, month, accounts };
}

async function servers(ctx: Ctx): Promise<OperatorDashboard['servers']> {
  if (!may(ctx, 'servers.manage')) return null;
  const rows = await serverList(ctx);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: row.state,
    health: row.health,
    reason: row.healthReason,
    meetings: row.meetings,
    people: row.people,
    maxPeople: row.maxPeople,
  }));
}

async function mails(ctx: Ctx): Promise<OperatorDashboard['mails']> {
  if (!may(ctx, 'outbox.view')) return null;
  const counts = await countMailStates(ctx);
  return { queued: counts['queued'] ?? 0, failed: counts['failed'] ?? 0, kept: counts['kept'] ?? 0 };
}

async function operator(ctx: Ctx): Promise<OperatorDashboard> {
  const live = may(ctx, 'meetings.view') ? (await list(ctx, { view: 'account', state: 'live', limit: shownLive })).items : [];
  const [pool, people, post, quick, setup, todo] = await Promise.all([
    servers(ctx),
    signUps(ctx),
    mails(ctx),
    quickStart(ctx),
    may(ctx, 'platform.manage') ? setupOf(ctx) : null,
    today(ctx),
  ]);
  return {
    ...{ kind: 'operator', live: live.map(liveOf), quickStart: quick, setup, today: todo },
    ...{ servers: pool, signUps: people, mails: post },
  };
}

/** Permissions that the operator's home has a part for. Members of the operator's account without any of them teach or meet as customers do. */
const boardPermissions = [
  'platform.manage',
  'servers.manage',
  'users.manage',
  'outbox.view',
  'invoices.manage',
  'tickets.answer',
];

export function dashboard(ctx: Ctx): Promise<Dashboard> {
  const { accountKind, scope } = actorOf(ctx);
  const seesBoard = accountKind === 'operator' && boardPermissions.some((permission) => scope.includes(permission));
  return seesBoard ? operator(ctx) : customer(ctx);
}
