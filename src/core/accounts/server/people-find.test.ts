import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildGrant, denying } from '#core/iam/server/iam.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { type PeoplePurpose, peoplePurposes } from '../people.rules.ts';

const world = await testWorld();
afterAll(() => world.close());
type Query = { search?: string; email?: string; limit?: number };
const find = (reader: UserActor, purpose: PeoplePurpose, query: Query = {}) =>
  world.api(reader).people.find({ query: { for: purpose, ...query } });
const namesFor = async (...of: Parameters<typeof find>) => (await find(...of)).items.map(({ name }) => name);

test('no session, no permission, and nobody of another account', async () => {
  const owner = await buildPerson(world, { name: 'Olga Owner' });
  const other = await buildPerson(world, { name: 'Xavier Stranger' });
  await buildPerson(world, { name: 'Mia Member', colleagueOf: owner });
  expect((await failureOf(world.api().people.find({ query: { for: 'chat' } }))).code).toBe('not_signed_in');
  for (const purpose of peoplePurposes) {
    expect((await failureOf(find({ ...owner, role: 'member', scope: [] }, purpose))).code).toBe('not_allowed');
    expect(await namesFor(owner, purpose)).toContain('Mia Member');
    expect(await namesFor(owner, purpose, { search: 'xavier' })).toEqual([]);
    expect(await namesFor(owner, purpose, { email: other.email })).toEqual([]);
  }
  const acting = { userId: other.userId, name: other.name, reason: 'help', accountId: other.accountId };
  for (const purpose of ['chat', 'mail', 'tasks'] as const)
    expect((await failureOf(find({ ...owner, impersonator: acting }, purpose))).code).toBe('not_allowed');
});

test('addresses are in the answer only where invitations go by mail and the reader may see them, and the reader is not offered to themselves', async () => {
  const owner = await buildPerson(world, { name: 'Olga Owner' });
  const mia = await buildPerson(world, { name: 'Mia Member', colleagueOf: owner });
  const found = { id: mia.userId, name: mia.name };
  expect((await find(owner, 'chat')).items).toEqual([{ ...found, email: null }]);
  expect((await find(owner, 'invitation')).items).toEqual([{ ...found, email: mia.email }]);
  const unseeing = { ...owner, role: 'member' as const, scope: ['rooms.edit'] };
  expect((await find(unseeing, 'invitation')).items).toEqual([{ ...found, email: null }]);
  expect(await namesFor(owner, 'tasks')).toEqual(['Mia Member', 'Olga Owner']);
  expect(await namesFor(owner, 'chat', { email: mia.email.toUpperCase() })).toEqual(['Mia Member']);
  expect(await namesFor(owner, 'chat', { email: mia.email.slice(1) })).toEqual([]);
});

test('of those who can be written to as many are found as are asked for, also when most of them cannot', async () => {
  const owner = await buildPerson(world, { name: 'Olga Owner' });
  const without = async (n: number) => {
    const one = await buildPerson(world, { name: `Closed ${n}`, colleagueOf: owner });
    await buildGrant(world, one, { preset: 'member', statements: [denying(['mailbox.use'])] });
  };
  await buildPerson(world, { name: 'Open Early', colleagueOf: owner });
  for (let n = 0; n < 3; n += 1) await without(n);
  await buildPerson(world, { name: 'Open Late', colleagueOf: owner });
  expect(await namesFor(owner, 'mail', { limit: 2 })).toEqual(['Open Late', 'Open Early']);
  expect(await namesFor(owner, 'mail', { search: 'closed' })).toEqual([]);
  expect(await namesFor(owner, 'chat', { search: 'closed' })).toHaveLength(3);
});

test('without words those come first with whom the reader worked last, and nobody else sees that', async () => {
  const owner = await buildPerson(world, { name: 'Olga Owner' });
  const [early, middle] = [await buildPerson(world, { colleagueOf: owner }), await buildPerson(world, { colleagueOf: owner })];
  const late = await buildPerson(world, { colleagueOf: owner });
  const other = await buildPerson(world, { name: 'Ota Other', colleagueOf: owner });
  const room = await buildRoom(world, owner);
  await world.api(owner).rooms.invite({ params: { id: room.id }, body: { userId: middle.userId, role: 'participant' } });
  const { id } = await world.api(owner).chat.create({ body: { kind: 'direct', people: [early.userId] } });
  world.clock.advance(1_000);
  await world.api(owner).chat.send({ params: { id }, body: { text: 'Hello', key: newId() } });
  const idsFor = async (reader: UserActor) => (await find(reader, 'chat', { limit: 4 })).items.map((one) => one.id);
  expect(await idsFor(owner)).toEqual([early.userId, middle.userId, other.userId, late.userId]);
  expect((await idsFor({ ...other, scope: ['chat.use'] }))[0]).toBe(late.userId);
});
