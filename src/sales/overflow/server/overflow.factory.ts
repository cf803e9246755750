/** Accounts with more than their plans allow, for tests; days are turned by the world's clock. */
import { sql } from 'drizzle-orm';
import type { World } from '#app/proof/testing.ts';
import type { Entitlements } from '#core/accounts/accounts.rules.ts';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { holdPlan } from '#core/accounts/server/plan.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom } from '#meet/meetings/server/meet.factory.ts';
import { lookAtAll } from './look.service.ts';

const dayMs = 86_400_000;

/** Makes a plan count for the account, and what is queued because of it happen. */
export async function holdLimits(world: World, accountId: string, plan: Partial<Entitlements>): Promise<void> {
  const ctx = world.ctx();
  await ctx.system.write((tx) => holdPlan(ctx, tx, { accountId, plan: { ...standardEntitlements, ...plan }, service: 'full' }));
  await world.runJobs();
}

/** Turns the clock and has all accounts looked at, as every hour does. */
export async function daysLater(world: World, days: number): Promise<void> {
  world.clock.advance(days * dayMs);
  await lookAtAll(world.ctx());
}

export type Crowded = { owner: UserActor; rooms: string[]; people: UserActor[] };
/** An owner with rooms `R0`, `R1` … and colleagues `P0`, `P1` …, each a minute younger than the one before. */
export async function buildCrowded(world: World, of: { rooms?: number; people?: number }): Promise<Crowded> {
  const owner = await buildPerson(world, { name: 'Olga Owner', email: `owner-${crypto.randomUUID()}@example.org` });
  const rooms: string[] = [];
  const people: UserActor[] = [];
  for (let n = 0; n < (of.rooms ?? 0); n += 1) rooms.push((await buildRoom(world, owner, { name: `Room ${n}` })).id);
  for (let n = 0; n < (of.people ?? 0); n += 1)
    people.push(await buildPerson(world, { name: `Person ${n}`, colleagueOf: owner }));
  const { read } = world.ctx().system;
  for (const [n, id] of rooms.entries())
    await read.execute(sql`update rooms set created_at = created_at + ${n} * interval '1 minute' where id = ${id}`);
  for (const [n, { userId }] of people.entries())
    await read.execute(
      sql`update memberships set created_at = created_at + ${n + 1} * interval '1 minute' where user_id = ${userId}`,
    );
  return { owner, rooms, people };
}

/** Numbers of the rooms that rest. */
export async function restingRooms(world: World, { rooms }: Pick<Crowded, 'rooms'>): Promise<number[]> {
  const found = await world.ctx().system.read.execute<{ id: string }>(sql`select id from rooms where suspended_at is not null`);
  const ids = found.rows.map((row) => row.id);
  return rooms.flatMap((id, n) => (ids.includes(id) ? [n] : []));
}
/** Numbers of the people who rest. */
export async function restingPeople(world: World, { people }: Pick<Crowded, 'people'>): Promise<number[]> {
  const found = await world
    .ctx()
    .system.read.execute<{ id: string }>(
      sql`select user_id as id from memberships where state = 'suspended' and suspended_why = 'over_plan'`,
    );
  const ids = found.rows.map((row) => row.id);
  return people.flatMap(({ userId }, n) => (ids.includes(userId) ? [n] : []));
}
/** Which notices of this domain one person has, the oldest first, with their figures. */
export async function noticed(world: World, actor: UserActor): Promise<{ kind: string; data: object; link: string | null }[]> {
  const { items } = await world.api(actor).notices.list({ query: {} });
  return items
    .filter((one) => one.kind.startsWith('overflow'))
    .map(({ kind, data, link }) => ({ kind, data, link }))
    .toReversed();
}
/** Which mails of this domain were written, in their order, and to whom. */
export async function mailed(world: World): Promise<string[]> {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ said: string }>(
      sql`select template || ' ' || recipient as said from outbox_mails where template like 'overflow.%' order by id`,
    );
  return rows.map((row) => row.said);
}
