/** People, rooms and a running server for tests of the meet wing. */
import { sql } from 'drizzle-orm';
import { onTestFinished } from 'vitest';
import { bind, localClient } from '#kit/server/http/mount.ts';
import type { Actor, UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { addMember, createAccount } from '#core/accounts/server/accounts.service.ts';
import { createPerson } from '#core/accounts/server/people.service.ts';
import type { AccountKind, Entitlements, MemberRole } from '#core/accounts/accounts.rules.ts';
import { everHeldBy, scopeFor } from '#core/iam/iam.rules.ts';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { roomsHandlers } from '#meet/rooms/server/rooms.routes.ts';
import type { NewRoom, RoomDetail } from '#meet/rooms/rooms.contract.ts';
import { buildFakeBbb, type FakeBbb } from '#meet/servers/server/fake-bbb.factory.ts';
import { addServer, report, type ServerRow } from '#meet/servers/server/servers.service.ts';
import { meetingsCalls } from '../meetings.contract.ts';
import { meetingsHandlers } from './meetings.routes.ts';

const contract = { rooms: roomsCalls, meetings: meetingsCalls };
const mounted = [...bind('rooms', roomsCalls, roomsHandlers), ...bind('meetings', meetingsCalls, meetingsHandlers)];
type Reader = Parameters<World['ctx']>[1];

/** The calls of this wing as that person (nobody when left out). */
export const meetApi = (world: World, actor: Actor = { kind: 'nobody' }, reader?: Reader) =>
  localClient(contract, { mounted, ctx: world.ctx(actor, reader), doors: { everHeldBy } });

export type PersonWish = {
  name?: string;
  email?: string;
  kind?: AccountKind;
  role?: MemberRole /** Joins this person's account instead of getting an own one. */;
  colleagueOf?: UserActor;
  permissions?: readonly string[];
  entitlements?: Partial<Entitlements>;
};

/** A person with an account of their own, or a colleague in another's; signed in. */
export async function buildPerson(world: World, wish: PersonWish = {}): Promise<UserActor> {
  const ctx = world.ctx();
  const id = newId();
  const name = wish.name ?? `Person ${id.slice(-4)}`;
  const email = wish.email ?? `${id.slice(-8)}@example.org`;
  const kind = wish.colleagueOf?.accountKind ?? wish.kind ?? 'customer';
  const role = wish.role ?? (wish.colleagueOf === undefined ? 'owner' : 'member');
  const permissions = wish.permissions ?? [];
  const ids = await ctx.system.write(async (tx) => {
    const userId = await createPerson(ctx, tx, {
      email,
      name,
      passwordHash: null,
      locale: 'en-US',
      timeZone: 'UTC',
      emailVerified: 'yes',
      termsVersion: null,
    });
    if (wish.colleagueOf !== undefined) {
      await addMember(ctx, tx, { accountId: wish.colleagueOf.accountId, userId, role, permissions });
      return { userId, accountId: wish.colleagueOf.accountId };
    }
    const accountId = await createAccount(ctx, tx, {
      name: `${name}'s account`,
      kind,
      state: 'active',
      locale: 'en-US',
      timeZone: 'UTC',
      ownerId: userId,
      ...(wish.entitlements === undefined ? {} : { entitlements: wish.entitlements }),
    });
    return { userId, accountId };
  });
  return {
    kind: 'user',
    ...ids,
    accountKind: kind,
    sessionId: newId(),
    role,
    scope: scopeFor({ accountKind: kind, role, permissions }),
    name,
    email,
    locale: 'en-US',
    timeZone: 'UTC',
  };
}

/** A room of that person, made through the API. */
export const buildRoom = (world: World, owner: UserActor, wish: Partial<NewRoom> = {}): Promise<RoomDetail> =>
  meetApi(world, owner).rooms.create({ body: { name: 'Mathematics', ...wish } });

export type Stage = { world: World; fake: FakeBbb; server: ServerRow; owner: UserActor };

const nothing = { meetings: 0, people: 0, voices: 0, videos: 0, answerMs: 1, clockSkewMs: 0, version: null } as const;

/** Adds a fake server to the pool, which it has answered once; it is closed when the test ends. */
export async function buildServer(
  world: World,
  wish: { name?: string; directJoin?: 'yes' | 'no' } = {},
): Promise<{ fake: FakeBbb; server: ServerRow }> {
  const fake = await buildFakeBbb();
  onTestFinished(() => fake.close());
  const server = await addServer(world.ctx(), {
    name: wish.name ?? 'engine',
    kind: 'engine',
    url: fake.url,
    secret: fake.secret,
    directJoin: (wish.directJoin ?? 'yes') === 'yes',
  });
  await report(world.ctx(), { serverId: server.id, answered: nothing });
  return { fake, server };
}

/** Writes columns of a server, as if its life had brought them about. */
export async function setServer(world: World, id: string, columns: Record<string, string | number>): Promise<void> {
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`);
  await world.ctx().system.read.execute(sql`update servers set ${sql.join(set, sql`, `)} where id = ${id}`);
}

/** A world with one server and one owner. */
export async function buildStage(options: Parameters<typeof worldForThisTest>[0] = {}): Promise<Stage> {
  const world = await worldForThisTest(options);
  const [{ fake, server }, owner] = [await buildServer(world), await buildPerson(world, { name: 'Olga Owner' })];
  return { world, fake, server, owner };
}

/** The failure's code and data of a call that must fail. */
export async function failureOf(work: Promise<unknown>): Promise<{ code: string; data: object; fields: object }> {
  try {
    await work;
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      'data' in error &&
      'fields' in error &&
      typeof error.data === 'object' &&
      typeof error.fields === 'object'
    )
      return { code: String(error.code), data: error.data ?? {}, fields: error.fields ?? {} };
    throw error;
  }
  throw new Error('the call did not fail');
}
