import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { buildOperator, buildPooled, tell } from './servers.factory.ts';
import { forgetSamples, takeSamples } from './servers.jobs.ts';
import { reportAll } from './servers.service.ts';

async function stage(names: string[]) {
  const world = await worldForThisTest();
  const operator = await buildOperator(world);
  const servers = new Map<string, string>();
  for (const name of names) servers.set(name, (await buildPooled(world, operator, { name })).server.id);
  const idOf = (name: string) => servers.get(name) ?? '';
  return { world, operator, api: world.api(operator).servers, idOf };
}
const minute = 60_000;

test('the list is sorted, filtered and paged, and sums up the whole pool', async () => {
  const { world, api, idOf } = await stage(['a1', 'b2', 'c3']);
  await tell(world, idOf('a1'), { meetings: 1, people: 10, videos: 2 });
  await tell(world, idOf('b2'), { meetings: 3, people: 40 });
  await api.edit({ params: { id: idOf('a1') }, body: { revision: 1, tags: ['north'], pools: ['schools'], maxPeople: 60 } });
  await api.drain({ params: { id: idOf('c3') } });
  const names = async (query: Parameters<typeof api.list>[0]) => (await api.list(query)).items.map((one) => one.name);
  expect(await names({})).toEqual(['a1', 'b2', 'c3']);
  expect(await names({ query: { sort: 'people' } })).toEqual(['b2', 'a1', 'c3']);
  expect(await names({ query: { sort: 'load' } })).toEqual(['b2', 'a1', 'c3']);
  expect(await names({ query: { tag: 'north' } })).toEqual(['a1']);
  expect(await names({ query: { state: 'draining' } })).toEqual(['c3']);
  expect(await names({ query: { search: 'SCHOOLS' } })).toEqual(['a1']);
  const first = await api.list({ query: { sort: 'people', limit: 2 } });
  expect([first.items.length, first.total, first.pool.servers]).toEqual([2, 3, 3]);
  expect(await names({ query: { sort: 'people', limit: 2, cursor: first.next ?? '' } })).toEqual(['c3']);
  expect(await names({ query: { cursor: 'nonsense' } })).toEqual(['a1', 'b2', 'c3']);
  expect(first.pool).toMatchObject({ taking: 2, meetings: 4, people: 50, room: 50, tags: ['north'], pools: ['schools'] });
  // 10 people, 2 cameras and one meeting
  expect(first.items[1]).toMatchObject({ name: 'a1', load: 13, predicted: 13 });
});

test('people who are expected in a meeting that just began show in the predicted load', async () => {
  const { world, api } = await stage(['a1']);
  const owner = await buildPerson(world);
  const room = await buildRoom(world, owner);
  await meetApi(world, owner).meetings.start({ params: { id: room.id } });
  const [item] = (await api.list({})).items;
  expect(item?.load).toBe(0);
  expect(item?.predicted).toBeGreaterThan(10);
});

test('samples of minutes become hours; the list draws the day and the history its steps', async () => {
  const { world, api, idOf } = await stage(['a1']);
  const id = idOf('a1');
  for (const people of [10, 30, 20]) {
    await tell(world, id, { meetings: 1, people });
    await takeSamples(world.ctx());
    world.clock.advance(minute);
  }
  await takeSamples(world.ctx());
  const day = await api.history({ params: { id }, query: {} });
  expect(Math.max(...day.samples.map((one) => one.peak))).toBe(30);
  expect(day.stepMs).toBe(5 * minute);
  expect(day.events.map((one) => one.kind)).toContain('health');
  const year = await api.history({ params: { id }, query: { span: 'year' } });
  expect(year.samples).toMatchObject([{ meetings: 1, peak: 30, health: 'healthy' }]);
  const [item] = (await api.list({})).items;
  expect(item?.day).toHaveLength(24);
  expect(Math.max(...(item?.day ?? []).map((one) => one ?? 0))).toBe(30);
});

test('a server that is away has nobody in its samples, and samples go when they are old', async () => {
  const { world, api, idOf } = await stage(['a1']);
  const id = idOf('a1');
  await tell(world, id, { meetings: 2, people: 10 });
  for (const _time of [1, 2, 3]) await reportAll(world.ctx(), [{ serverId: id, failed: 'unreachable' }]);
  await takeSamples(world.ctx());
  const samples = async (span: 'day' | 'month' | 'year') => (await api.history({ params: { id }, query: { span } })).samples;
  expect(await samples('day')).toMatchObject([{ people: 0, health: 'offline' }]);
  world.clock.advance(49 * 60 * minute);
  expect(await forgetSamples(world.ctx())).toBe(1);
  expect(await samples('month')).toHaveLength(1);
  world.clock.advance(400 * 24 * 60 * minute);
  expect(await forgetSamples(world.ctx())).toBe(1);
  expect(await samples('year')).toEqual([]);
});

test('many reports are written at once, and those of servers that are gone are dropped', async () => {
  const { world, api, idOf } = await stage(['a1', 'b2']);
  const gone = '00000000-0000-7000-8000-000000000000';
  const healths = await reportAll(world.ctx(), [
    { serverId: idOf('a1'), failed: 'unreachable' },
    {
      serverId: idOf('b2'),
      answered: { meetings: 2, people: 7, voices: 3, videos: 1, answerMs: 12, clockSkewMs: -40, version: '3.0.4' },
    },
    { serverId: gone, failed: 'unreachable' },
  ]);
  expect([...healths.values()].sort()).toEqual(['degraded', 'healthy']);
  expect((await api.list({})).items).toMatchObject([
    { health: 'degraded', healthReason: 'unreachable' },
    { meetings: 2, people: 7, voices: 3, videos: 1, clockSkewMs: -40, version: '3.0.4' },
  ]);
});

test('explain names the server that would be taken and why the others are out', async () => {
  const { world, api, idOf } = await stage(['a1', 'b2', 'c3', 'd4']);
  await tell(world, idOf('a1'), { meetings: 1, people: 80 });
  await api.drain({ params: { id: idOf('c3') } });
  const now = world.clock.now();
  const maintenance = [{ from: now - minute, to: now + minute, note: 'new disks' }];
  await api.edit({ params: { id: idOf('d4') }, body: { revision: 1, maintenance } });
  const told = await api.explain({ body: { sizeHint: 40 } });
  expect(told).toMatchObject({ chosen: idOf('b2'), expectedPeople: 40, expectedFrom: 'hint' });
  expect(told.candidates.slice(0, 2).map((one) => one.name)).toEqual(['b2', 'a1']);
  expect(Object.fromEntries(told.candidates.map((one) => [one.name, one.out]))).toEqual({
    a1: [],
    b2: [],
    c3: ['state'],
    d4: ['maintenance'],
  });
  expect(await api.explain({ body: { tags: ['south'] } })).toMatchObject({ chosen: null, expectedFrom: 'standard' });
  expect(await failureOf(api.explain({ body: { roomId: idOf('a1') } }))).toMatchObject({ code: 'not_found' });
});

test('a meeting that would run into maintenance goes elsewhere while there is an elsewhere', async () => {
  const { world, api, idOf } = await stage(['a1', 'b2']);
  await tell(world, idOf('b2'), { meetings: 9, people: 300 });
  const now = world.clock.now();
  const soon = [{ from: now + 60 * minute, to: now + 90 * minute, note: '' }];
  await api.edit({ params: { id: idOf('a1') }, body: { revision: 1, maintenance: soon } });
  expect((await api.explain({ body: {} })).chosen).toBe(idOf('b2'));
  expect(await api.get({ params: { id: idOf('a1') } })).toMatchObject({ inMaintenance: false });
  const backwards = [{ from: now, to: now, note: '' }];
  expect(await failureOf(api.edit({ params: { id: idOf('a1') }, body: { revision: 2, maintenance: backwards } }))).toMatchObject({
    code: 'invalid_input',
    fields: { 'body.maintenance': 'not_a_window' },
  });
});

test('nobody but the operator knows of servers', async () => {
  const { world, idOf } = await stage(['a1']);
  const params = { id: idOf('a1') };
  const callsOf = (api: ReturnType<typeof world.api>['servers']) => [
    api.list({}),
    api.get({ params }),
    api.history({ params, query: {} }),
    api.test({ body: { url: 'https://x.example', secret: 'x' } }),
    api.add({ body: { name: 'x', url: 'https://x.example', secret: 'x' } }),
    api.edit({ params, body: { revision: 1, note: 'x' } }),
    ...[api.check, api.enable, api.drain, api.disable, api.retire, api.forget].map((work) => work({ params })),
    api.panic({ params, body: { name: 'a1' } }),
    api.importText({ body: { text: 'servers: []', mode: 'write' } }),
    api.exportText({}),
    api.explain({ body: {} }),
  ];
  const codes = async (actor?: Parameters<typeof world.api>[0]) => {
    const settled = await Promise.all(callsOf(world.api(actor).servers).map((work) => failureOf(work)));
    return [...new Set(settled.map((one) => one.code))];
  };
  expect(await codes()).toEqual(['not_signed_in']);
  expect(await codes(await buildPerson(world))).toEqual(['not_found']);
  expect(await codes(await buildPerson(world, { kind: 'vendor' }))).toEqual(['not_found']);
  const operator = await buildOperator(world);
  const staff = await buildPerson(world, { colleagueOf: operator, role: 'staff' });
  expect(await codes(staff)).toEqual(['not_allowed']);
  expect(await world.api(operator).servers.get({ params })).toMatchObject({ name: 'a1', state: 'enabled', revision: 1 });
});
