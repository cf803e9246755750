import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { engineFacts } from '../servers.rules.ts';
import { buildFake, buildOperator, buildPooled, makeEngine, tell } from './servers.factory.ts';
import { report, serverOf } from './servers.service.ts';

async function stage() {
  const world = await worldForThisTest();
  const operator = await buildOperator(world);
  return { world, operator, api: world.api(operator).servers };
}

test('an added server is asked at once and takes meetings when it answers', async () => {
  const { world, operator, api } = await stage();
  const { server, fake } = await buildPooled(world, operator, { tags: ['north'], multiplier: 2, maxPeople: 50 });
  expect(server).toMatchObject({ name: 'bbb1', state: 'enabled', stateReason: 'answered', health: 'healthy', multiplier: 2 });
  expect(server.url).toBe(`${fake.url}/api/`);
  expect(JSON.stringify(server)).not.toContain(fake.secret);
  const { events } = await api.get({ params: { id: server.id } });
  expect(events.map((one) => `${one.kind} ${one.was}>${one.became}`).sort()).toEqual([
    'added null>disabled',
    'health unknown>healthy',
    'state disabled>enabled',
  ]);
  expect(events.find((one) => one.kind === 'added')?.by).toBe('Otto Operator');
});

test('an added server that does not answer stays out, and comes in by itself with its first answer', async () => {
  const { world, operator, api } = await stage();
  const fake = await buildFake();
  fake.mood = 'silent';
  const added = await api.add({ body: { name: 'late', url: fake.url, secret: fake.secret } });
  expect(added).toMatchObject({ state: 'disabled', stateReason: 'new', health: 'degraded', healthReason: 'unreachable' });
  fake.mood = 'well';
  await api.check({ params: { id: added.id } });
  expect(await api.check({ params: { id: added.id } })).toMatchObject({ state: 'enabled', health: 'healthy' });
  expect(operator.scope).toContain('servers.manage');
  expect(world).toBeDefined();
});

test('a wrong secret is told by its key', async () => {
  const { api } = await stage();
  const fake = await buildFake();
  const added = await api.add({ body: { name: 'typo', url: fake.url, secret: 'not it' } });
  expect(added).toMatchObject({ state: 'disabled', healthReason: 'checksumError' });
});

test('names and addresses are taken once, however they are spelt', async () => {
  const { world, operator, api } = await stage();
  const { server, fake } = await buildPooled(world, operator);
  const secret = 'x';
  expect(await failureOf(api.add({ body: { name: 'BBB1', url: 'https://other.example', secret } }))).toMatchObject({
    code: 'name_taken',
  });
  expect(await failureOf(api.add({ body: { name: 'two', url: `${fake.url}/api`, secret } }))).toMatchObject({
    code: 'url_taken',
  });
  expect(await failureOf(api.add({ body: { name: 'two', url: 'ftp://x', secret } }))).toMatchObject({
    code: 'invalid_input',
    fields: { 'body.url': 'url' },
  });
  expect((await api.list({})).items.map((one) => one.id)).toEqual([server.id]);
});

test('of two who change the same server the second hears of the first', async () => {
  const { world, operator, api } = await stage();
  const { server } = await buildPooled(world, operator);
  const params = { id: server.id };
  const changed = await api.edit({ params, body: { revision: server.revision, note: 'rack 4', tags: ['a', 'a', 'b'] } });
  expect(changed).toMatchObject({ note: 'rack 4', tags: ['a', 'b'], revision: server.revision + 1, health: 'healthy' });
  expect(await failureOf(api.edit({ params, body: { revision: server.revision, note: 'rack 5' } }))).toMatchObject({
    code: 'conflict',
  });
  expect((await api.get({ params })).events).toContainEqual(expect.objectContaining({ kind: 'changed', reason: 'tags,note' }));
});

test('a new secret is tried at once; a server with meetings keeps its address', async () => {
  const { world, operator, api } = await stage();
  const { server } = await buildPooled(world, operator);
  const params = { id: server.id };
  const wrong = await api.edit({ params, body: { revision: 1, secret: 'wrong' } });
  expect(wrong).toMatchObject({ health: 'degraded', healthReason: 'checksumError', state: 'enabled' });
  await tell(world, server.id, { meetings: 1, people: 3 });
  expect(await failureOf(api.edit({ params, body: { revision: 2, url: 'https://elsewhere.example' } }))).toMatchObject({
    code: 'not_possible',
    data: { reason: 'has_meetings' },
  });
});

test('draining, disabling and enabling follow the states, and anything else is refused', async () => {
  const { world, operator, api } = await stage();
  const { server } = await buildPooled(world, operator);
  const params = { id: server.id };
  const refused = { code: 'not_possible', data: { reason: 'state' } };
  expect(await failureOf(api.enable({ params }))).toMatchObject(refused);
  expect(await failureOf(api.retire({ params }))).toMatchObject(refused);
  expect(await api.drain({ params })).toMatchObject({ state: 'draining', stateReason: 'by_hand' });
  expect(await failureOf(api.drain({ params }))).toMatchObject(refused);
  expect(await api.enable({ params })).toMatchObject({ state: 'enabled' });
  expect(await api.disable({ params })).toMatchObject({ state: 'disabled', meetings: 0 });
  expect(await api.enable({ params })).toMatchObject({ state: 'enabled', health: 'healthy' });
  await api.disable({ params });
  expect(await api.retire({ params })).toMatchObject({ state: 'retired' });
  for (const work of [api.enable, api.drain, api.disable, api.check, api.retire])
    expect(await failureOf(work({ params }))).toMatchObject(refused);
  expect((await api.list({})).total).toBe(0);
  expect((await api.list({ query: { state: 'retired' } })).total).toBe(1);
});

test('a drained server is disabled by itself when it is empty, but not while a start may be on its way', async () => {
  const { world, operator, api } = await stage();
  const { server } = await buildPooled(world, operator);
  await tell(world, server.id, { meetings: 1, people: 2 });
  await api.drain({ params: { id: server.id } });
  await tell(world, server.id);
  expect(await serverOf(world.ctx(), server.id)).toMatchObject({ state: 'draining' });
  world.clock.advance(31_000);
  await tell(world, server.id, { meetings: 1 });
  expect(await serverOf(world.ctx(), server.id)).toMatchObject({ state: 'draining' });
  await tell(world, server.id);
  expect(await serverOf(world.ctx(), server.id)).toMatchObject({ state: 'disabled', stateReason: 'drained' });
});

test('panic needs the name, ends every meeting, ours or not, and takes the server out', async () => {
  const { world, operator, api } = await stage();
  const { server, fake } = await buildPooled(world, operator);
  const owner = await buildPerson(world);
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect((await api.get({ params: { id: server.id } })).running).toMatchObject([{ id: meetingId, name: 'Mathematics' }]);
  expect(await failureOf(api.panic({ params: { id: server.id }, body: { name: 'bbb' } }))).toMatchObject({ code: 'wrong_name' });
  expect(fake.meetings.size).toBe(1);
  const done = await api.panic({ params: { id: server.id }, body: { name: 'bbb1' } });
  expect(done).toMatchObject({ ended: 1, of: 1, server: { state: 'disabled', stateReason: 'panic', meetings: 0 } });
  expect(fake.meetings.size).toBe(0);
  expect(await meetApi(world, owner).meetings.get({ params: { id: meetingId } })).toMatchObject({ state: 'ended' });
});

test('panic of a server that does not answer says that nothing was ended', async () => {
  const { world, operator, api } = await stage();
  const { server, fake } = await buildPooled(world, operator);
  fake.mood = 'silent';
  const done = await api.panic({ params: { id: server.id }, body: { name: 'bbb1' } });
  expect(done).toMatchObject({ ended: 0, of: 0, server: { state: 'disabled' } });
});

test('a server with recordings or with meetings is not retired; a forgotten one leaves its meetings behind', async () => {
  const { world, operator, api } = await stage();
  const { server } = await buildPooled(world, operator);
  const owner = await buildPerson(world);
  const room = await buildRoom(world, owner);
  const { meetingId } = await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const params = { id: server.id };
  await api.disable({ params });
  expect(await failureOf(api.retire({ params }))).toMatchObject({ data: { reason: 'has_meetings' } });
  await api.panic({ params, body: { name: 'bbb1' } });
  const sql = (text: string) => world.ctx().system.write((tx) => tx.execute(text));
  await sql(`insert into recordings (id, account_id, record_id, server_id, external_id, name, state, started_at)
    values (gen_random_uuid(), '${owner.accountId}', 'r-1', '${server.id}', 'x', 'x', 'published', now())`);
  expect(await failureOf(api.retire({ params }))).toMatchObject({ data: { reason: 'has_recordings' } });
  await sql(`update recordings set held = 'here'`);
  expect(await failureOf(api.forget({ params }))).toMatchObject({ data: { reason: 'state' } });
  await api.retire({ params });
  expect(await api.forget({ params })).toEqual({ done: true });
  expect(await failureOf(api.get({ params }))).toMatchObject({ code: 'not_found' });
  expect(await meetApi(world, owner).meetings.get({ params: { id: meetingId } })).toMatchObject({ state: 'ended' });
});

test('an engine of the program keeps its name and address, and is retired only when nothing runs it any more', async () => {
  const { world, operator, api } = await stage();
  const { server } = await buildPooled(world, operator);
  await makeEngine(world, server.id);
  const params = { id: server.id };
  const refused = { code: 'not_possible', data: { reason: 'engine' } };
  expect(await failureOf(api.edit({ params, body: { revision: 1, name: 'other' } }))).toMatchObject(refused);
  expect(await api.edit({ params, body: { revision: 1, maxPeople: 20 } })).toMatchObject({ maxPeople: 20 });
  await api.disable({ params });
  expect(await failureOf(api.retire({ params }))).toMatchObject(refused);
  expect(await failureOf(api.forget({ params }))).toMatchObject(refused);
  world.clock.advance(engineFacts.leaseFor + 1_000);
  expect(await api.retire({ params })).toMatchObject({ state: 'retired' });
});

test('what an operator does is in the audit, without the secret', async () => {
  const { world, operator, api } = await stage();
  const { server, fake } = await buildPooled(world, operator);
  await api.edit({ params: { id: server.id }, body: { revision: 1, secret: 'another' } });
  await api.drain({ params: { id: server.id } });
  const { items } = await world.api(operator).audit.list({});
  expect(items.map((one) => one.action).slice(0, 3)).toEqual(['servers.drain', 'servers.changed', 'servers.added']);
  expect(JSON.stringify(items)).not.toMatch(new RegExp(`${fake.secret}|another`));
});

test('a failed create counts against the health, and each change has its reason', async () => {
  const { world, operator, api } = await stage();
  const { server } = await buildPooled(world, operator);
  expect(await report(world.ctx(), { serverId: server.id, failed: 'internalError' })).toBe('degraded');
  expect(await api.get({ params: { id: server.id } })).toMatchObject({
    health: 'degraded',
    healthReason: 'internalError',
    events: expect.arrayContaining([
      expect.objectContaining({ kind: 'health', was: 'healthy', became: 'degraded', reason: 'internalError' }),
    ]),
  });
  await report(world.ctx(), { serverId: server.id, failed: 'unreachable' });
  expect(await report(world.ctx(), { serverId: server.id, failed: 'unreachable' })).toBe('offline');
});
