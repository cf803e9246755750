import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, buildRoom } from '#meet/meetings/server/meet.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { locales } from '#kit/facts.ts';
import { buildGrant } from '#core/iam/server/iam.factory.ts';
import { countedHere } from './told.queries.ts';
import { watchLimits } from './told.service.ts';
import { limitMails } from './usage.mail.ts';
import { addStays, buildMeeting, turnTo } from './usage.factory.ts';

const told = async (world: World, owner: UserActor) =>
  (await world.api(owner).notices.list({ query: {} })).items.map((one) => `${one.kind} ${one.data['limit']} ${one.data['used']}`);

test('rooms: at 80 and at 100 % once each, and anew after they fell below 70 %', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world, { entitlements: { rooms: 5 } });
  const look = async () => {
    await Promise.all([watchLimits(world.ctx(), []), watchLimits(world.ctx(), [])]);
    return told(world, owner);
  };
  const rooms: { id: string }[] = [];
  for (let n = 0; n < 3; n += 1) rooms.push(await buildRoom(world, owner));
  expect(await look()).toEqual([]);
  rooms.push(await buildRoom(world, owner));
  expect(await look()).toEqual(['limitNear rooms 4']);
  rooms.push(await buildRoom(world, owner));
  expect(await look()).toEqual(['limitReached rooms 5', 'limitNear rooms 4']);
  const toBin = (n: number) =>
    world.ctx().system.read.execute(sql`update rooms set deleted_at = now() where id = ${rooms[n]?.id}`);
  await toBin(0);
  expect(await look()).toHaveLength(2);
  await toBin(1);
  expect(await look()).toHaveLength(2);
  await buildRoom(world, owner);
  expect(await look()).toEqual(['limitNear rooms 4', 'limitReached rooms 5', 'limitNear rooms 4']);
});

test('people and meetings at once by the most of the last minutes, storage, minutes, and what others count', async () => {
  const world = await worldForThisTest();
  turnTo(world, '2026-03-10T12:00:00Z');
  const limits = { meetingsAtOnce: 1, peopleAtOnce: 2, recordingGb: 1, minutesPerMonth: 100, webhooks: 2 };
  const owner = await buildPerson(world, { entitlements: limits });
  const { accountId } = owner;
  const meetingId = await buildMeeting(world, accountId);
  await addStays(world, { accountId, meetingId }, [
    ['ann', '2026-03-10T11:00:00Z', '2026-03-10T11:58:00Z'],
    ['bob', '2026-03-10T11:30:00Z', '2026-03-10T11:57:00Z'],
  ]);
  await world.ctx().system.read.execute(sql`
    insert into account_use (account_id, recorded_bytes, minutes_used, minutes_until) values (${accountId}, 850000000, 100, '2026-04-01')
    on conflict (account_id) do update set recorded_bytes = 850000000, minutes_used = 100, minutes_until = '2026-04-01'`);
  const webhooks = { limit: 'webhooks', countsOf: async () => new Map([[accountId, 2]]) } as const;
  await watchLimits(world.ctx(), [webhooks]);
  expect((await told(world, owner)).sort()).toEqual([
    'limitNear recordingGb 0.9',
    'limitReached meetingsAtOnce 1',
    'limitReached minutesPerMonth 100',
    'limitReached peopleAtOnce 2',
    'limitReached webhooks 2',
  ]);
});

const mailed = async (world: World): Promise<string[]> => {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ said: string }>(sql`select template || ' ' || recipient as said from outbox_mails order by id`);
  return rows.map((row) => row.said);
};

test('owners and whoever may buy read it by mail too, once each, unless they turned it off', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world, { email: 'owner@example.org', entitlements: { rooms: 1 } });
  const clerk = await buildPerson(world, { email: 'clerk@example.org', colleagueOf: owner });
  await buildGrant(world, clerk, { preset: 'billing' });
  const quiet = await buildPerson(world, {
    email: 'quiet@example.org',
    colleagueOf: owner,
    permissions: ['subscriptions.purchase'],
  });
  await world.api(quiet).notices.choose({ body: { topics: [{ topic: 'limits', notice: true, mail: false }] } });
  const teacher = await buildPerson(world, { email: 'teacher@example.org', colleagueOf: owner });
  await buildRoom(world, owner);
  await Promise.all([watchLimits(world.ctx(), []), watchLimits(world.ctx(), [])]);
  expect((await mailed(world)).sort()).toEqual(['usage.limitReached clerk@example.org', 'usage.limitReached owner@example.org']);
  expect(await told(world, quiet)).toEqual(['limitReached rooms 1']);
  expect(await told(world, teacher)).toEqual([]);
  await watchLimits(world.ctx(), []);
  expect(await mailed(world)).toHaveLength(2);
});

test('a mail about each limit has its name in every language', () => {
  for (const locale of locales) {
    const words: { mail: Record<string, { text: string }> } = JSON.parse(
      readFileSync(new URL(`${locale}.json`, limitMails.near.folder), 'utf8'),
    );
    for (const { key } of Object.values(limitMails))
      for (const limit of [...countedHere, 'callsPerMinute', 'webhooks'])
        expect(words.mail[key]?.text, `${locale} ${key}`).toContain(` ${limit} {`);
  }
});

test('people in one meeting are told near and at the limit, a meeting’s length when the plan ended it', async () => {
  const world = await worldForThisTest();
  turnTo(world, '2026-03-10T12:00:00Z');
  const owner = await buildPerson(world, { entitlements: { peoplePerMeeting: 2, minutesPerMeeting: 60 } });
  const { accountId } = owner;
  const length = async (meetingId: string, from: string, until: string | null) =>
    world
      .ctx()
      .system.read.execute(
        sql`update meetings set started_at = ${from}, ended_at = ${until}, state = ${until === null ? 'live' : 'ended'} where id = ${meetingId}`,
      );
  const [first, second] = [await buildMeeting(world, accountId), await buildMeeting(world, accountId)];
  await length(first, '2026-03-10T11:05:00Z', null);
  // two people in two meetings are one in each
  for (const [n, meetingId] of [first, second].entries())
    await addStays(world, { accountId, meetingId }, [[`p${n}`, '2026-03-10T11:50:00Z', '2026-03-10T11:59:00Z']]);
  await watchLimits(world.ctx(), []);
  expect(await told(world, owner)).toEqual([]);
  await addStays(world, { accountId, meetingId: first }, [['bob', '2026-03-10T11:55:00Z', '2026-03-10T11:59:00Z']]);
  await length(second, '2026-03-10T10:59:02Z', '2026-03-10T11:59:00Z');
  await watchLimits(world.ctx(), []);
  expect((await told(world, owner)).sort()).toEqual(['limitReached minutesPerMeeting 60', 'limitReached peoplePerMeeting 2']);
});

test('as many questions for a thousand accounts as for a few, by page', async () => {
  const world = await worldForThisTest();
  await buildPerson(world);
  const ctx = world.ctx();
  let asked = 0;
  const read = new Proxy(ctx.system.read, {
    get(target, name) {
      if (name === 'execute' || name === 'select') asked += 1;
      const found: unknown = Reflect.get(target, name);
      return typeof found === 'function' ? found.bind(target) : found;
    },
  });
  const look = async () => {
    asked = 0;
    await watchLimits({ ...ctx, system: { ...ctx.system, read } }, []);
    return asked;
  };
  await look();
  const few = asked;
  await ctx.system.read.execute(sql`
    insert into accounts (id, kind, name, state, locale, time_zone, branding, entitlements, version, created_at)
    select gen_random_uuid(), 'customer', 'A', 'active', 'en-US', 'UTC', '{}', '{}', 1, now() from generate_series(1, 1000)`);
  expect(await look()).toBe(few * 3);
});
