/** Hooks learn who comes and goes whether or not the server supports it, and never twice. */
import { readHookBody } from '@atrium/bbb/hooks/hook-events';
import { expect, test } from 'vitest';
import { registerHooks } from '#connect/endpoint/server/hook-news.service.ts';
import { buildReceiver } from '#connect/webhooks/server/receiver.factory.ts';
import { openExternal } from '#meet/meetings/server/external/external.queries.ts';
import { pollServers } from '#meet/meetings/server/polling/poll.service.ts';
import { serverOf, tellsNews } from '#meet/servers/server/servers.service.ts';
import { startFakeBbb } from '../../../e2e/fake-bbb/fake-bbb.ts';
import { buildCustomer, buildStreet, joinPool } from '#app/proof/endpoint/endpoint-door.factory.ts';
import { worldForThisTest } from './testing.ts';

async function buildNews(module: 'there' | 'missing') {
  const street = await buildStreet();
  const customer = await buildCustomer(street);
  const receiver = await buildReceiver();
  const { fake, server } = await joinPool(street, await startFakeBbb({ hasHooks: module === 'there' }));
  const ctx = street.world.ctx();
  await customer.call('hooks/create', { callbackURL: receiver.url });
  await customer.call('create', { name: 'N1', meetingID: 'c1', attendeePW: 'ap', moderatorPW: 'mp' });
  await registerHooks(ctx);
  const { id = '' } = (await openExternal(ctx.system.read, customer.owner.accountId, 'c1')) ?? {};
  const poll = async () => {
    street.world.clock.advance(5_000);
    await pollServers(ctx);
    await street.world.runJobs();
  };
  const heard = () =>
    receiver.received
      .flatMap((one) => readHookBody(one.body)?.events ?? [])
      .filter((event) => event.data.id.startsWith('user-'))
      .map((event) => ({ id: event.data.id, ...Object(event.data.attributes['user']), of: event.data.attributes.meeting }));
  const people = (change: { add?: number; remove?: number }) => fake.control({ do: 'people', meetingID: id, ...change });
  return { ...street, ctx, customer, fake, server, poll, heard, people, id };
}

test('on a server without the module they are told by what the poll sees, with a pair of ids, and at the end as well', async () => {
  const { ctx, customer, server, poll, heard, people, id } = await buildNews('missing');
  expect(tellsNews(ctx, (await serverOf(ctx, server.id)) ?? server)).toBe(false);
  await people({ add: 2 });
  await poll();
  await poll();
  const joined = heard();
  const told = joined.map((one) => [one.id, one['external-user-id'], one.role, one.of['external-meeting-id']]);
  // one poll saw both: which of them comes first means nothing
  expect(told.sort((a, b) => String(a[1]).localeCompare(String(b[1])))).toEqual([
    ['user-joined', 'person-1', 'VIEWER', 'c1'],
    ['user-joined', 'person-2', 'VIEWER', 'c1'],
  ]);
  await people({ remove: 1 });
  await poll();
  expect(heard().map((one) => one.id)).toEqual(['user-joined', 'user-joined', 'user-left']);
  await customer.call('end', { meetingID: 'c1', password: 'mp' });
  await poll();
  const all = heard();
  const ids = (which: string) => all.filter((one) => one.id === which).map((one) => one['internal-user-id']);
  expect(ids('user-left').sort()).toEqual(ids('user-joined').sort());
  expect(new Set(ids('user-joined')).size).toBe(2);
  expect(JSON.stringify(all)).not.toContain(id);
});

test('on a server with the module the poll adds nothing', async () => {
  const { ctx, customer, server, poll, heard, people } = await buildNews('there');
  expect(tellsNews(ctx, (await serverOf(ctx, server.id)) ?? server)).toBe(true);
  await people({ add: 2 });
  await poll();
  await people({ remove: 1 });
  await poll();
  await customer.call('end', { meetingID: 'c1', password: 'mp' });
  await poll();
  expect(heard()).toEqual([]);
});

test('a module that is gone does not leave programs without news', async () => {
  const { ctx, world, server, poll, heard, people } = await buildNews('there');
  world.clock.advance(11 * 60_000);
  expect(tellsNews(ctx, (await serverOf(ctx, server.id)) ?? server)).toBe(false);
  await people({ add: 1 });
  await poll();
  expect(heard().map((one) => one.id)).toEqual(['user-joined']);
});

test('a server that is away tells of nobody: back again everybody is still in, and away for good they have left', async () => {
  const { world, fake, poll, heard, people } = await buildNews('missing');
  await people({ add: 2 });
  await poll();
  await fake.control({ do: 'down' });
  for (let round = 0; round < 4; round++) await poll();
  await fake.control({ do: 'up' });
  for (let round = 0; round < 2; round++) await poll();
  expect(heard().map((one) => one.id)).toEqual(['user-joined', 'user-joined']);
  await people({ remove: 1 });
  await poll();
  expect(heard().map((one) => one.id)).toEqual(['user-joined', 'user-joined', 'user-left']);
  await fake.control({ do: 'down' });
  for (let round = 0; round < 4; round++) await poll();
  world.clock.advance(3_600_000);
  await poll();
  const ids = (which: string) =>
    heard()
      .filter((one) => one.id === which)
      .map((one) => one['internal-user-id'])
      .sort();
  expect(ids('user-left')).toEqual(ids('user-joined'));
  expect(new Set(ids('user-left')).size).toBe(2);
});

test('polls of more servers than there are connections wait for no second one, and keep no rows of who came', async () => {
  const world = await worldForThisTest({ env: { DATABASE_CONNECTIONS: '2' } });
  const street = await buildStreet(world);
  const customer = await buildCustomer(street, { meetingsAtOnce: null });
  const receiver = await buildReceiver();
  const names = ['s1', 's2', 's3', 's4', 's5', 's6'];
  const joined = names.map(async (name) => joinPool(street, await startFakeBbb({ hasHooks: false }), { name }));
  const fakes = (await Promise.all(joined)).map(({ fake }) => fake);
  await customer.call('hooks/create', { callbackURL: receiver.url });
  for (const meetingID of names) await customer.call('create', { name: 'N1', meetingID });
  for (const fake of fakes)
    for (const [meetingID] of fake.state.meetings) await fake.control({ do: 'people', meetingID, add: 2 });
  // throws when a connection was not to be had
  await pollServers(world.ctx());
  await world.runJobs();
  const told = receiver.received
    .flatMap((one) => readHookBody(one.body)?.events ?? [])
    .filter((one) => one.data.id === 'user-joined');
  expect(told).toHaveLength(12);
  const { rows } = await world.ctx().system.read.execute(`select 1 from events where name = 'meetings.people'`);
  expect(rows).toEqual([]);
}, 60_000);
