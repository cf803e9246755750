/** Meetings and stays of the past for tests of what accounts used. */
import { sql } from 'drizzle-orm';
import type { World } from '#app/proof/testing.ts';
import type { Actor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { bind, localClient } from '#kit/server/http/mount.ts';
import { everHeldBy } from '#core/iam/iam.rules.ts';
import { usageCalls } from '../usage.contract.ts';
import { usageHandlers } from './usage.routes.ts';

const contract = { usage: usageCalls };
const mounted = bind('usage', usageCalls, usageHandlers);
/** The calls of this domain as that person (nobody when left out). */
export const usageApi = (world: World, actor: Actor = { kind: 'nobody' }) =>
  localClient(contract, { mounted, ctx: world.ctx(actor), doors: { everHeldBy } });

/** Who, from when and until when, as ISO texts. */
export type Stay = readonly [person: string, from: string, until: string];

/** Turns the world's clock to that instant. */
export const turnTo = (world: World, iso: string): void => world.clock.advance(Date.parse(iso) - world.clock.now());

export async function setZone(world: World, accountId: string, zone: string): Promise<void> {
  await world.ctx().system.read.execute(sql`update accounts set time_zone = ${zone} where id = ${accountId}`);
}

/** A meeting that runs. Returns its id. */
export async function buildMeeting(world: World, accountId: string): Promise<string> {
  const id = newId(world.clock.now());
  await world.ctx().system.read.execute(sql`
    insert into meetings (id, account_id, name, state, created_at) values (${id}, ${accountId}, 'Lesson', 'live', ${new Date(world.clock.now()).toISOString()})`);
  return id;
}

/** Stays that are over, as the poll writes them. */
export async function addStays(
  world: World,
  of: { accountId: string; meetingId: string },
  stays: readonly Stay[],
): Promise<void> {
  for (const [person, from, until] of stays)
    await world.ctx().system.read.execute(sql`
      insert into attendances (id, account_id, meeting_id, person_key, name, role, joined_at, left_at)
      values (${newId()}, ${of.accountId}, ${of.meetingId}, ${person}, ${person}, 'viewer', ${from}, ${until})`);
}
