/** Which server a program's meeting goes to when it names one, and which it never goes to. */
import { expect, test } from 'vitest';
import { buildPerson, buildRoom, buildServer, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { changeServer } from '#meet/servers/server/servers.queries.ts';
import { buildCustomer, buildStreet, keyOf, textIn } from './endpoint-door.factory.ts';

async function buildPools() {
  const street = await buildStreet();
  const customer = await buildCustomer(street, { meetingsAtOnce: null });
  const add = async (name: string, names: { tags?: string[]; pools?: string[] }) => {
    const { fake, server } = await buildServer(street.world, { name });
    await street.world.ctx().system.write((tx) => changeServer(tx, server.id, { tags: [], pools: [], ...names }));
    return fake;
  };
  let nth = 0;
  const create = (tag?: string) => {
    nth += 1;
    const more = tag === undefined ? {} : { 'meta_server-tag': tag };
    return customer.call('create', { name: 'N1', meetingID: `c${nth}`, ...more });
  };
  return { ...street, customer, add, create };
}

test('meta_server-tag: a tag is preferred, with an exclamation mark it is required, a list may name several', async () => {
  const { add, create } = await buildPools();
  const [plain, gpu] = [await add('plain', {}), await add('gpu', { tags: ['gpu'] })];
  const counts = () => [plain.meetings.size, gpu.meetings.size];
  for (const tag of ['gpu', 'gpu!', 'other;gpu!', 'exams;gpu']) expect(keyOf(await create(tag)), tag).toBe('');
  expect(counts()).toEqual([0, 4]);
  for (const tag of ['none', 'none!', 'other']) expect(keyOf(await create(tag)), tag).toBe('');
  expect(counts()[0]).toBeGreaterThanOrEqual(2);
  const refused = await create('exams!');
  expect([refused.status, keyOf(refused), textIn(refused, 'message')]).toEqual([
    200,
    'serverTagUnavailable',
    'There is no available server with the required tag=exams.',
  ]);
  expect([...gpu.meetings.values()][0]?.request.metadata.get('server-tag')).toBe('gpu');
});

test('a server with pools takes only meetings that name one of them, those of rooms never', async () => {
  const { add, create, world } = await buildPools();
  const pooled = await add('pooled', { pools: ['exams'] });
  const owner = await buildPerson(world);
  const room = await buildRoom(world, owner);
  const start = () => meetApi(world, owner).meetings.start({ params: { id: room.id } });
  expect(keyOf(await create())).toBe('internalError');
  expect((await failureOf(start())).code).toBe('no_server');
  expect(keyOf(await create('exams'))).toBe('');
  expect(pooled.meetings.size).toBe(1);
  const open = await add('open', {});
  await start();
  expect(keyOf(await create())).toBe('');
  expect(keyOf(await create('exams!'))).toBe('');
  expect([pooled.meetings.size, open.meetings.size]).toEqual([2, 2]);
});
