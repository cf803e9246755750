/** Two processes of the product on one database, as behind a proxy: what one does, the other must not do again. */
import { sql } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { signQuery } from '@atrium/bbb/checksum';
import { readCreate } from '@atrium/bbb/create-request';
import { readCall, verify } from '@atrium/bbb/server';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { freePort } from '#kit/server/db/postgres-process.ts';
import { newId } from '#kit/server/ids.ts';
import { voiceBridgeFor } from '#meet/meetings/server/external/external-params.service.ts';
import { openStarts } from '#meet/meetings/server/external/external-start.service.ts';
import { createExternal } from '#meet/meetings/server/external/external.service.ts';
import { buildPerson, buildRoom, buildServer } from '#meet/meetings/server/meet.factory.ts';
import { insertMeeting } from '#meet/meetings/server/meetings.queries.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { connectByKey, signedForm } from '#connect/lti/server/key-launch.factory.ts';
import { compose, contextOf } from '#app/context.ts';
import { quiet, run } from './start.factory.ts';
import { buildPages, crowd, masterKey, type World, worldForThisTest } from './testing.ts';

beforeAll(() => buildPages(), 180_000);
type Process = { url: string; kill(): void };

async function startProcess(world: World, env: Record<string, string> = {}): Promise<Process> {
  const { child, hears } = run({
    ...{ PORT: '0', ENGINE: 'off', FIRST_RUN_LINK: 'off', DATABASE_CONNECTIONS: '20', MASTER_KEY: masterKey },
    ...{ DATABASE_URL: world.ownerUrl, DATABASE_ROLES: world.parts.config.databaseRoles },
    ...env,
  });
  return { url: await hears(quiet), kill: () => void child.kill('SIGKILL') };
}

type JoinReply = { status: number; meetingId: string | undefined };
async function join(on: Process, slug: string): Promise<JoinReply> {
  const reply = await fetch(`${on.url}/api/public/rooms/${slug}/join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Gül' }),
  });
  const body: unknown = await reply.json();
  const meetingId = typeof body === 'object' && body !== null && 'meetingId' in body ? body.meetingId : undefined;
  return { status: reply.status, meetingId: typeof meetingId === 'string' ? meetingId : undefined };
}

async function stage() {
  const world = await worldForThisTest();
  const fakes = [(await buildServer(world)).fake, (await buildServer(world, { name: 'second' })).fake];
  const owner = await buildPerson(world, { entitlements: { meetingsAtOnce: null } });
  // the first one holds the poll
  const a = await startProcess(world);
  await expect.poll(() => fakes[0]?.calls.includes('getMeetings'), { timeout: 20_000 }).toBe(true);
  const b = await startProcess(world);
  const newRoom = async () => (await buildRoom(world, owner, { anyoneCanStart: true })).slug;
  const meetingsOf = async (slug: string) =>
    (
      await world
        .ctx()
        .system.read.execute<{ id: string; state: string; people: number }>(
          `select m.id, m.state, m.people from meetings m join rooms r on r.id = m.room_id where r.slug = '${slug}'`,
        )
    ).rows;
  const holding = (id: string) => fakes.filter((fake) => fake.meetings.has(id)).length;
  return { world, fakes, a, b, newRoom, meetingsOf, holding };
}

test('twenty people press the same link at once in two processes, of which one polls: one meeting, on one server', async () => {
  const { fakes, a, b, newRoom, meetingsOf, holding } = await stage();
  for (let round = 0; round < 3; round++) {
    const slug = await newRoom();
    const answers = await Promise.all(Array.from({ length: 20 }, (_none, n) => join(n % 2 === 0 ? a : b, slug)));
    expect(answers.map((one) => one.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((one) => one.meetingId)).size).toBe(1);
    const [only, ...more] = await meetingsOf(slug);
    expect([only?.state, more, holding(only?.id ?? '')]).toEqual(['live', [], 1]);
  }
  // two processes that place at the same moment see each other's reservations
  const slugs = await Promise.all(Array.from({ length: 9 }, newRoom));
  await Promise.all(slugs.map((slug, n) => join(n % 2 === 0 ? a : b, slug)));
  expect(fakes.map((fake) => fake.meetings.size)).toEqual([6, 6]);
  const polls = () => fakes[0]?.calls.filter((call) => call === 'getMeetings').length ?? 0;
  const next = polls() + 1;
  await expect.poll(polls, { timeout: 20_000 }).toBe(next);
  const began = performance.now();
  await expect.poll(polls, { timeout: 30_000 }).toBe(next + 4);
  // two pollers would need half of it
  expect(performance.now() - began).toBeGreaterThan(8_500);
}, 120_000);

test('a process that is killed while it waits for a server leaves a start that the next one finishes, and a poll that the other takes over', async () => {
  const { fakes, a, b, newRoom, meetingsOf, holding } = await stage();
  const slug = await newRoom();
  const asked = Promise.withResolvers<void>();
  for (const fake of fakes)
    fake.beforeAnswer = (call) => {
      if (call !== 'create') return Promise.resolve();
      asked.resolve();
      // its answer never comes; the meeting is there
      return new Promise<void>(() => undefined);
    };
  const lost = join(a, slug).catch(() => 'cut');
  await asked.promise;
  a.kill();
  expect(await lost).toBe('cut');
  expect(await meetingsOf(slug)).toMatchObject([{ state: 'starting' }]);
  for (const fake of fakes) fake.beforeAnswer = () => Promise.resolve();
  const again = await join(b, slug);
  const rows = await meetingsOf(slug);
  expect([again.status, rows]).toEqual([200, [expect.objectContaining({ id: again.meetingId, state: 'live' })]]);
  expect(holding(again.meetingId ?? '')).toBe(1);
  for (const fake of fakes)
    if (fake.meetings.has(again.meetingId ?? '')) fake.enter(again.meetingId ?? '', { key: 'guest-1', name: 'Gül' });
  await expect.poll(async () => (await meetingsOf(slug))[0]?.people, { timeout: 30_000, interval: 250 }).toBe(1);
}, 120_000);

/** A customer's signed `create`, as the door lets it in. */
function createCall(externalId: string) {
  const secret = 'a-secret-of-a-customer';
  const query = signQuery({ call: 'create', query: `name=Maths&meetingID=${externalId}`, secret, hash: 'sha256' });
  const call = readCall({ method: 'GET', url: `/bigbluebutton/api/create?${query}`, contentType: undefined });
  const verified = call === undefined ? undefined : verify(call, { secrets: [secret] });
  if (verified?.ok !== true) throw new Error('the call is not signed');
  const request = readCreate(verified.call.params);
  if (!request.ok) throw new Error(request.message);
  return { call: { ...verified.call, rawBody: new Uint8Array() }, request: request.value };
}

test('a customer’s program asks twenty times at once for the same meeting, through two pools of connections: it is made once', async () => {
  const world = await worldForThisTest(crowd);
  const fakes = [(await buildServer(world)).fake, (await buildServer(world, { name: 'second' })).fake];
  const owner = await buildPerson(world);
  const { config, log } = world.parts;
  const other = await compose({ config, ownerUrl: world.ownerUrl, masterKey, log });
  onTestFinished(() => other.close());
  const wish = {
    accountId: owner.accountId,
    secretId: newId(),
    plan: await entitlementsFor(world.ctx().system.read, owner.accountId),
    ...createCall('course-7'),
  };
  const made = await Promise.all(
    Array.from({ length: 20 }, (_none, n) =>
      createExternal(n % 2 === 0 ? world.ctx() : contextOf(other, { kind: 'system' }), wish),
    ),
  );
  const meetings = made.map((one) => ('meeting' in one ? one.meeting.id : one.reason));
  expect(new Set(meetings).size).toBe(1);
  expect(made.filter((one) => 'outcome' in one && one.outcome === 'created')).toHaveLength(1);
  expect(fakes.reduce((sum, fake) => sum + fake.meetings.size, 0)).toBe(1);
}, 60_000);

/** The account's meetings, with what was noted of their beginning. */
async function accountsBooks(world: World, accountId: string) {
  const db = world.ctx().system.read;
  const rows = await db.execute<{ id: string; externalId: string; state: string; serverId: string; voice: string }>(
    sql`select id, external_id as "externalId", state, server_id as "serverId", asked ->> 'voiceBridge' as voice from meetings where account_id = ${accountId}`,
  );
  const noted = await db.execute<{ id: string }>(
    sql`select subject_id as id from audit_entries where account_id = ${accountId} and action = 'meetings.started' order by 1`,
  );
  const told = await db.execute<{ id: string }>(
    sql`select data ->> 'meetingId' as id from events where account_id = ${accountId} and name = 'meetings.started' order by 1`,
  );
  return { rows: rows.rows, noted: noted.rows.map((one) => one.id), told: told.rows.map((one) => one.id) };
}

test('forty programs of four accounts create at once in two processes that each store together: each gets its own, and one’s trouble is nobody else’s', async () => {
  const world = await worldForThisTest();
  const servers = [await buildServer(world), await buildServer(world, { name: 'second' })];
  const { config, log } = world.parts;
  const other = await compose({ config, ownerUrl: world.ownerUrl, masterKey, log });
  onTestFinished(() => other.close());
  const processes = [
    { starts: openStarts(), ctx: () => world.ctx() },
    { starts: openStarts(), ctx: () => contextOf(other, { kind: 'system' }) },
  ];
  const limits = { many: null, twice: null, few: 3, collides: null };
  const accounts = await Promise.all(
    Object.entries(limits).map(async ([name, meetingsAtOnce]) => {
      const { accountId } = await buildPerson(world, { entitlements: { meetingsAtOnce } });
      return { name, accountId, plan: await entitlementsFor(world.ctx().system.read, accountId) };
    }),
  );
  const accountOf = (name: string) => accounts.find((one) => one.name === name)?.accountId ?? '';
  // somebody else has the number that the first one would get
  const ctx = world.ctx();
  const taken = voiceBridgeFor(ctx, { accountId: accountOf('collides'), externalId: 'm3', attempt: 0 });
  const { accountId: stranger } = await buildPerson(world);
  await ctx.system.write((tx) =>
    insertMeeting(tx, {
      id: newId(),
      accountId: stranger,
      name: 'Other',
      state: 'live',
      createdAt: new Date(ctx.now()),
      externalId: 'other',
      asked: { voiceBridge: taken },
    }),
  );
  const wishes = accounts.flatMap(({ name, accountId, plan }) =>
    Array.from({ length: 10 }, (_none, n) => ({
      accountId,
      plan,
      secretId: newId(),
      ...createCall(name === 'twice' ? `m${n % 5}` : `m${n}`),
    })),
  );
  const made = await Promise.all(
    wishes.map((wish, n) => {
      const place = processes[n % 2];
      if (place === undefined) throw new Error('no such process');
      return createExternal(place.ctx(), wish, place.starts);
    }),
  );
  expect(world.logged().some((line) => line.includes('handled one by one'))).toBe(true);
  const results = made.map((one, n) => ({ wish: wishes[n], one }));
  for (const { wish, one } of results)
    if ('meeting' in one) expect(one.meeting).toMatchObject({ accountId: wish?.accountId, externalId: wish?.request.meetingID });
  const said = (name: string) =>
    results
      .filter(({ wish }) => wish?.accountId === accountOf(name))
      .map(({ one }) => ('outcome' in one ? one.outcome : one.reason))
      .sort();
  const times = (count: number, what: string) => Array.from({ length: count }, () => what);
  expect(said('many')).toEqual(times(10, 'created'));
  expect(said('twice')).toEqual([...times(5, 'created'), ...times(5, 'duplicate')]);
  expect(said('few')).toEqual([...times(3, 'created'), ...times(7, 'meetings_at_once')]);
  expect(said('collides')).toEqual(times(10, 'created'));
  for (const [name, count] of [
    ['many', 10],
    ['twice', 5],
    ['few', 3],
    ['collides', 10],
  ] as const) {
    const { rows, noted, told } = await accountsBooks(world, accountOf(name));
    const ids = rows.map((row) => row.id).sort();
    expect([name, rows.length, new Set(rows.map((row) => row.externalId)).size]).toEqual([name, count, count]);
    expect(rows.map((row) => row.state)).toEqual(times(count, 'live'));
    expect([noted, told]).toEqual([ids, ids]);
    for (const row of rows)
      expect(servers.filter(({ fake }) => fake.meetings.has(row.id)).map(({ server }) => server.id)).toEqual([row.serverId]);
    expect(rows.map((row) => row.voice)).not.toContain(taken);
  }
  const sizes = servers.map(({ fake }) => fake.meetings.size);
  expect(sizes[0]).toBe(14);
  expect(sizes[1]).toBe(14);
}, 60_000);

/** A process behind the address that platforms were given; it is asked at its own port. */
async function startBehind(world: World, publicUrl: string): Promise<string> {
  const port = await freePort();
  await startProcess(world, { PORT: String(port), PUBLIC_URL: publicUrl });
  return `http://localhost:${port}`;
}

test('one signed launch of LTI 1.1 posted to two processes at once opens in one of them', async () => {
  const world = await worldForThisTest();
  const { actor: boss } = await buildOwner(world);
  const platform = await connectByKey(world, boss);
  const { origin, pathname } = new URL(platform.url);
  const processes = await Promise.all([startBehind(world, origin), startBehind(world, origin)]);
  for (let round = 0; round < 5; round += 1) {
    const body = new URLSearchParams(signedForm(world, platform));
    const answers = await Promise.all(
      processes.map((url) => fetch(`${url}${pathname}`, { method: 'POST', body, redirect: 'manual' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403]);
  }
}, 60_000);
