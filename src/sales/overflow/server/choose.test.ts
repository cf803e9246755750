import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { setLive } from '#meet/rooms/server/live.service.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { lookAtAll } from './look.service.ts';
import { buildCrowded, daysLater, holdLimits, restingPeople, restingRooms } from './overflow.factory.ts';

async function crowd(of: { rooms?: number; people?: number; max: number }) {
  const world = await worldForThisTest();
  const at = await buildCrowded(world, of);
  await holdLimits(world, at.owner.accountId, of.rooms === undefined ? { people: of.max } : { rooms: of.max });
  const api = world.api(at.owner);
  const stay = (key: 'rooms' | 'people', ids: readonly (string | undefined)[]) =>
    api.overflow.choose({ body: { key, stay: ids.map((id) => id ?? '') } });
  return { world, ...at, api, stay };
}

test('what was chosen stays on the day, and what is not named by its age', async () => {
  const at = await crowd({ rooms: 5, max: 2 });
  const { world, rooms, stay, api } = at;
  const chosen = await stay('rooms', [rooms[4]]);
  expect(chosen.things.map((one) => one.stays)).toEqual([true, false, false, false, true]);
  expect(await api.overflow.mine()).toMatchObject({
    items: [{ key: 'rooms', used: 5, max: 2, extra: 3, resting: 0 }],
    rights: { choose: true },
  });
  await daysLater(world, 14);
  expect(await restingRooms(world, at)).toEqual([1, 2, 3]);
});

test('afterwards it is swapped at once, within the number', async () => {
  const at = await crowd({ rooms: 4, max: 2 });
  const { world, rooms, stay } = at;
  await daysLater(world, 14);
  expect(await restingRooms(world, at)).toEqual([2, 3]);
  await stay('rooms', [rooms[0], rooms[3]]);
  expect(await restingRooms(world, at)).toEqual([1, 2]);
  expect(await failureOf(stay('rooms', [rooms[0], rooms[1], rooms[2]]))).toMatchObject({
    code: 'too_many_chosen',
    data: { max: 2 },
  });
  await lookAtAll(world.ctx());
  expect(await restingRooms(world, at)).toEqual([1, 2]);
});

test('a swap waits for the meeting in a room, and never makes more than the number', async () => {
  const at = await crowd({ rooms: 3, max: 1 });
  const { world, rooms, stay } = at;
  await daysLater(world, 14);
  const roomId = rooms[0] ?? '';
  const live = { meetingId: roomId, state: 'live', people: 3, since: world.clock.now() } as const;
  await world.ctx().system.write((tx) => setLive(tx, roomId, live));
  const answer = await stay('rooms', [rooms[2]]);
  expect(answer.things.map(({ stays, rests, busy }) => [stays, rests, busy])).toEqual([
    [false, false, true],
    [false, true, false],
    [true, true, false],
  ]);
  await world.ctx().system.write((tx) => setLive(tx, roomId, null));
  await lookAtAll(world.ctx());
  expect(await restingRooms(world, at)).toEqual([0, 1]);
});

test('people: owners count and cannot be left out; the swapped one gets in, the other does not', async () => {
  const at = await crowd({ people: 4, max: 3 });
  const { world, people, stay, owner } = at;
  const ids = people.map((one) => one.userId);
  expect(await failureOf(stay('people', [ids[0], ids[1], ids[2]]))).toMatchObject({ code: 'too_many_chosen' });
  await daysLater(world, 14);
  expect(await restingPeople(world, at)).toEqual([2, 3]);
  await stay('people', [ids[3], owner.userId]);
  expect(await restingPeople(world, at)).toEqual([1, 2]);
  const { iam } = world.api(owner);
  const list = await iam.members({ query: { state: 'resting' } });
  expect(list.items.map((one) => one.id).sort()).toEqual([ids[1], ids[2]].sort());
  expect((await iam.members({ query: { state: 'suspended' } })).items).toEqual([]);
});

test('the plan that has room for all of it is named', async () => {
  const at = await crowd({ rooms: 3, max: 1 });
  expect((await at.api.overflow.things({ query: { key: 'rooms' } })).lift).toBeNull();
  const shop = await buildShop(at.world);
  await buildPlan(at.world, shop, { name: 'Two', month: 900n, entitlements: { rooms: 2 } });
  await buildPlan(at.world, shop, { name: 'Three', month: 1900n, entitlements: { rooms: 3 } });
  expect((await at.api.overflow.things({ query: { key: 'rooms' } })).lift).toBe('Three');
});

test('only whoever may change the plan, and only what the account has', async () => {
  const { world, owner, rooms, api, stay } = await crowd({ rooms: 3, max: 1 });
  const query = { key: 'rooms' } as const;
  const member = await buildPerson(world, { colleagueOf: owner });
  expect((await world.api(member).overflow.mine()).rights).toEqual({ choose: false });
  for (const call of [
    () => world.api(member).overflow.things({ query }),
    () => world.api(member).overflow.choose({ body: { ...query, stay: [] } }),
  ])
    expect(await failureOf(call())).toMatchObject({ code: 'not_allowed', data: { permission: 'subscriptions.purchase' } });
  const stranger = await buildPerson(world);
  expect((await world.api(stranger).overflow.mine()).items).toEqual([]);
  expect(await failureOf(world.api(stranger).overflow.things({ query }))).toMatchObject({ code: 'not_found' });
  const foreign = await buildRoom(world, stranger);
  for (const id of [foreign.id, newId()]) expect(await failureOf(stay('rooms', [id]))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(world.api(stranger).overflow.choose({ body: { ...query, stay: [rooms[0] ?? ''] } }))).toMatchObject({
    code: 'not_found',
  });
  expect(await failureOf(api.overflow.things({ query: { key: 'people' } }))).toMatchObject({ code: 'not_found' });
  const operator = await buildPerson(world, { kind: 'operator' });
  expect(await failureOf(world.api(operator).overflow.things({ query }))).toMatchObject({ code: 'not_found' });
  for (const [method, url] of [
    ['GET', '/api/overflow'],
    ['GET', '/api/overflow/things?key=rooms'],
    ['PUT', '/api/overflow/stay'],
  ] as const)
    expect((await world.app.inject({ method, url, payload: { key: 'rooms', stay: [] } })).statusCode).toBe(401);
});

test('of two who choose at once, what the second one says counts as a whole', async () => {
  const at = await crowd({ rooms: 4, max: 2 });
  const { world, rooms, stay } = at;
  await daysLater(world, 14);
  await Promise.all([stay('rooms', [rooms[2], rooms[3]]), stay('rooms', [rooms[0], rooms[3]]), lookAtAll(world.ctx())]);
  const resting = await restingRooms(world, at);
  expect([
    [0, 1],
    [1, 2],
  ]).toContainEqual(resting);
});
