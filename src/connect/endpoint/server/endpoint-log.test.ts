import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { type CallEntry, type CallLog, openCallLog } from './endpoint-log.service.ts';
import { watchLimits } from './watch.service.ts';

const entry = (accountId: string, over: Partial<CallEntry> = {}): CallEntry => ({
  accountId,
  at: new Date(),
  secretId: null,
  call: 'getMeetings',
  method: 'GET',
  meeting: null,
  client: 'moodle',
  address: '192.0.2.7',
  outcome: 'answered',
  key: null,
  reason: null,
  tookMs: 3,
  serverId: null,
  ...over,
});
const logOf = (world: World): CallLog => openCallLog({ system: world.ctx().system, log: world.parts.log });

test('calls are written together, are listed newest first by filters, and say when a secret was used last', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const api = world.api(owner).endpoint;
  const secretId = (await api.get({})).secrets[0]?.id ?? '';
  const log = logOf(world);
  const now = world.clock.now();
  for (let n = 0; n < 5; n++)
    log.logCall(
      entry(owner.accountId, {
        at: new Date(now - 5_000 + n),
        secretId,
        call: 'create',
        meeting: `class ${n}`,
        address: `192.0.2.${n}`,
      }),
    );
  log.logCall(
    entry(owner.accountId, {
      at: new Date(now),
      outcome: 'refused',
      key: 'checksumError',
      reason: 'bad_checksum',
      meeting: 'nul\0l',
    }),
  );
  log.logCall(entry((await buildPerson(world)).accountId, { client: 'postman' }));
  await log.flush();
  const page = await api.calls({ query: { limit: 2 } });
  expect(page).toMatchObject({
    total: 6,
    items: [
      { outcome: 'refused', key: 'checksumError', meeting: 'null', secret: null },
      { meeting: 'class 4', secret: { id: secretId, name: 'Main' } },
    ],
  });
  const rest = await api.calls({ query: { limit: 100, cursor: page.next ?? '' } });
  expect(rest.items.map((one) => one.meeting)).toEqual(['class 3', 'class 2', 'class 1', 'class 0']);
  expect((await api.calls({ query: { outcome: 'refused' } })).total).toBe(1);
  expect((await api.calls({ query: { call: 'create', secretId, since: now - 4_998 } })).total).toBe(3);
  const seen = await api.get({});
  expect(seen.secrets[0]).toMatchObject({ lastUsedAt: now - 4_996, lastAddress: '192.0.2.4' });
  expect(seen.calls).toEqual({ today: 6, refused: 1 });
  expect(seen.limits.find((one) => one.limit === 'callsPerMinute')).toMatchObject({ used: 5, peak: 5, max: 6_000 });
  expect(await api.clients({})).toMatchObject({
    items: [{ client: 'moodle', creates: 5, joins: 0, last: { outcome: 'refused' }, lastAnswered: now - 4_996 }],
  });
});

test('a signed call without a name counts for the program that created the meeting, an unsigned one does not', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const api = world.api(owner).endpoint;
  const secretId = (await api.get({})).secrets[0]?.id ?? '';
  const log = logOf(world);
  const now = world.clock.now();
  const at = (ms: number, over: Partial<CallEntry>) =>
    log.logCall(entry(owner.accountId, { at: new Date(now - 10_000 + ms), secretId, meeting: 'class', ...over }));
  at(1, { call: 'create', client: 'moodle' });
  at(2, { call: 'join', client: 'browser' });
  at(3, { call: 'join', client: 'browser', meeting: 'another class' });
  at(4, { call: 'getMeetingInfo', client: 'builder' });
  at(5, { call: 'join', client: 'browser', secretId: null, outcome: 'refused', reason: 'wrong_secret' });
  await log.flush();
  expect(await api.clients({})).toMatchObject({
    items: [
      { client: 'browser', joins: 1, last: { outcome: 'refused' } },
      { client: 'moodle', creates: 1, joins: 1, lastAnswered: now - 9_998, last: { call: 'join', client: 'browser' } },
    ],
  });
});

test('what waits is written at the end, and the log is emptied of what is too old', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const log = logOf(world);
  const old = new Date(world.clock.now() - 15 * 86_400_000);
  log.logCall(entry(owner.accountId, { at: old }));
  for (let n = 0; n < 1_500; n++) log.logCall(entry(owner.accountId));
  await log.close();
  const { sql } = await import('drizzle-orm');
  const written = async () => (await world.ctx().system.read.execute(sql`select 1 from endpoint_calls`)).rows.length;
  expect(await written()).toBe(1_501);
  // more than a list tells
  expect((await world.api(owner).endpoint.calls({ query: {} })).total).toBeUndefined();
  await world.ctx().system.write((tx) => world.ctx().jobs.enqueue(tx, { job: 'endpoint.forget-calls', payload: {} }));
  await world.runJobs();
  expect(await written()).toBe(1_500);
  expect(
    (
      await world
        .ctx()
        .system.read.execute(sql`select 1 from endpoint_calls where at < ${old.toISOString()}::timestamptz + interval '1 minute'`)
    ).rows,
  ).toEqual([]);
});

test('while the database is away calls are kept, and nothing is written twice', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const { system } = world.ctx();
  let away = true;
  const log = openCallLog({
    log: world.parts.log,
    system: { read: system.read, write: (work) => (away ? Promise.reject(new Error('away')) : system.write(work)) },
  });
  log.logCall(entry(owner.accountId));
  await expect(log.flush()).rejects.toThrow('away');
  away = false;
  log.logCall(entry(owner.accountId));
  await log.close();
  expect((await world.api(owner).endpoint.calls({ query: {} })).total).toBe(2);
});

test('owners are warned once a day when programs come near a limit, and once more when it is reached', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world, { entitlements: { callsPerMinute: 10 } });
  const log = logOf(world);
  const notices = async () =>
    (await world.api(owner).notices.list({ query: {} })).items.map((one) => [one.kind, one.data['limit']]);
  const call = async (times: number, over: Partial<CallEntry> = {}) => {
    const at = new Date(Math.floor(world.clock.now() / 60_000) * 60_000);
    for (let n = 0; n < times; n++) log.logCall(entry(owner.accountId, { ...over, at }));
    await log.flush();
    await watchLimits(world.ctx());
    await watchLimits(world.ctx());
  };
  await call(7);
  expect(await notices()).toEqual([]);
  // what anybody could have sent
  await call(20, { outcome: 'refused', key: 'checksumError', reason: 'wrong_secret' });
  expect(await notices()).toEqual([]);
  await call(1);
  expect(await notices()).toEqual([['limitNear', 'callsPerMinute']]);
  await call(2);
  expect(await notices()).toEqual([
    ['limitReached', 'callsPerMinute'],
    ['limitNear', 'callsPerMinute'],
  ]);
});
