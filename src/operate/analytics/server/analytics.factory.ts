/** Presences of the past, and figures of them by plain loops, minute by minute. */
import { sql } from 'drizzle-orm';
import type { World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPerson, type PersonWish } from '#meet/meetings/server/meet.factory.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { countUsage } from '#meet/usage/server/count.service.ts';
import { setZone } from '#meet/usage/server/usage.factory.ts';
import type { Dimension } from '../measures.rules.ts';
import { countAnalytics } from './rollups.service.ts';

const minute = 60_000;
/** From and until are whole minutes. */
type PastStay = { person: string; meeting: string; room: string; from: number; until: number };
/** In minutes after the first: when a meeting begins, in which room, and each one's name, coming and going. */
type PastMeeting = { at: number; room: number; people: readonly (readonly [name: string, comes: number, stays: number])[] };

/** A meeting every eleven hours, at odd minutes, of up to five people, some of whom come twice. */
export function pastMeetings(count: number): PastMeeting[] {
  return Array.from({ length: count }, (_, n) => ({
    at: n * 11 * 60 + (n % 7) * 13,
    room: n % 3,
    people: Array.from(
      { length: 2 + (n % 4) },
      (_, p) => [`p${(n + p * p) % 6}`, p * 7, 20 + ((n * 17 + p * 31) % 100)] as const,
    ),
  }));
}

export type FiguresStage = { owner: UserActor; zone: string; stays: PastStay[]; rooms: string[] };
type StageWish = PersonWish & { zone: string; first: string; meetings: readonly PastMeeting[] };
export async function buildFigures(world: World, { zone, first, meetings, ...wish }: StageWish): Promise<FiguresStage> {
  const owner = await buildPerson(world, { entitlements: { analyticsDays: null }, ...wish });
  await setZone(world, owner.accountId, zone);
  const rooms: string[] = [];
  for (const name of ['Blue', 'Green']) rooms.push((await createRoom(world.ctx(owner), { name })).id);
  const stays: PastStay[] = [];
  for (const { at, room, people } of meetings) {
    const meeting = newId();
    const begins = Date.parse(first) + at * minute;
    // every third meeting is one of a program, without a room
    const roomId = rooms[room] ?? null;
    await world.ctx().system.read.execute(sql`
      insert into meetings (id, account_id, room_id, name, state, created_at)
      values (${meeting}, ${owner.accountId}, ${roomId}, 'Lesson', 'ended', ${new Date(begins).toISOString()})`);
    for (const [person, comes, lasts] of people)
      stays.push({
        person,
        meeting,
        room: roomId ?? '',
        from: begins + comes * minute,
        until: begins + (comes + lasts) * minute,
      });
  }
  await addPast(world, owner, stays);
  return { owner, zone, stays, rooms };
}

export async function addPast(world: World, { accountId }: UserActor, stays: readonly PastStay[]): Promise<void> {
  for (const { person, meeting, from, until } of stays)
    await world.ctx().system.read.execute(sql`
      insert into attendances (id, account_id, meeting_id, person_key, name, role, joined_at, left_at)
      values (${newId()}, ${accountId}, ${meeting}, ${person}, ${person}, 'viewer', ${new Date(from).toISOString()}, ${new Date(until).toISOString()})`);
  await countUsage(world.ctx());
  await countAnalytics(world.ctx());
}

export async function personIds(world: World, { accountId }: UserActor): Promise<Map<string, string>> {
  const { rows } = await world.ctx().system.read.execute<{ name: string; id: string }>(sql`
    select distinct person_key as name, md5(account_id::text || ' ' || person_key)::uuid as id from attendances where account_id = ${accountId}`);
  return new Map(rows.map((row) => [row.name, row.id]));
}

type PastMinute = PastStay & { at: number; day: string; hour: number };
/** Every minute of every stay, by the clock of the zone. */
export function minutesOfStays({ stays, zone }: Pick<FiguresStage, 'stays' | 'zone'>): PastMinute[] {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  const found: PastMinute[] = [];
  for (const stay of stays)
    for (let at = stay.from; at < stay.until; at += minute) {
      const [day = '', time = ''] = format.format(at).split(' ');
      found.push({ ...stay, at, day, hour: Number(time.slice(0, 2)) });
    }
  return found;
}

const dayMs = 86_400_000;
export const keysOfMinute: Readonly<Record<Exclude<Dimension, 'account' | 'server'>, (one: PastMinute) => string>> = {
  day: ({ day }) => day,
  week: ({ day }) => new Date(Date.parse(day) - ((new Date(day).getUTCDay() + 6) % 7) * dayMs).toISOString().slice(0, 10),
  month: ({ day }) => `${day.slice(0, 7)}-01`,
  weekday: ({ day }) => String(((new Date(day).getUTCDay() + 6) % 7) + 1),
  hour: ({ hour }) => String(hour),
  room: ({ room }) => room,
  person: ({ person }) => person,
};

type LoopFigures = { meetings: number; people: number; minutes: number; peak: number };
/** A meeting over midnight counts on both days. */
export function loopFigures(minutes: readonly PastMinute[]): LoopFigures {
  const at = new Map<number, number>();
  for (const one of minutes) at.set(one.at, (at.get(one.at) ?? 0) + 1);
  return {
    meetings: new Set(minutes.map((one) => `${one.day} ${one.meeting}`)).size,
    people: new Set(minutes.map((one) => one.person)).size,
    minutes: minutes.length,
    peak: Math.max(0, ...at.values()),
  };
}
/** The figures of each group. */
export function loopGroups(minutes: readonly PastMinute[], keyOf: (one: PastMinute) => string): Map<string, LoopFigures> {
  const groups = new Map<string, PastMinute[]>();
  for (const one of minutes) {
    const key = keyOf(one);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return new Map([...groups].map(([key, all]) => [key, loopFigures(all)]));
}
