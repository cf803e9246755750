import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { PeoplePurpose } from '#core/accounts/people.rules.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { seedGroup } from './group-seed.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const find = (reader: UserActor, purpose: PeoplePurpose, query: { search?: string; group?: string } = {}) =>
  world.api(reader).people.find({ query: { for: purpose, ...query } });

test('a group is offered by name and stands for those who are in it', async () => {
  const owner = await buildPerson(world, { name: 'Olga Owner' });
  const [mia, asked] = [await buildPerson(world, { colleagueOf: owner }), await buildPerson(world, { colleagueOf: owner })];
  const group = await seedGroup(world.ctx(), {
    ...{ accountId: owner.accountId, name: 'Choir', description: '', statements: [], grantedBy: owner.userId },
    people: [
      { userId: mia.userId, state: 'in' },
      { userId: owner.userId, state: 'in' },
      { userId: asked.userId, state: 'asked' },
    ],
  });
  const groupsFor = async (...of: Parameters<typeof find>) => (await find(...of)).groups;
  expect(await groupsFor(owner, 'invitation', { search: 'cho' })).toEqual([{ id: group, name: 'Choir', people: 2 }]);
  expect(await groupsFor(owner, 'invitation', { search: 'orchestra' })).toEqual([]);
  expect((await find(owner, 'invitation', { group })).items.map(({ id }) => id)).toEqual([mia.userId]);
  // without `groups.view` only one's own
  const [inside, outside] = [mia, asked].map((one) => ({ ...one, scope: ['chat.use'] }));
  expect(await groupsFor(inside ?? mia, 'chat')).toHaveLength(1);
  expect(await groupsFor(outside ?? asked, 'chat')).toEqual([]);
  expect((await failureOf(find(outside ?? asked, 'chat', { group }))).code).toBe('not_found');
  expect((await failureOf(find(await buildPerson(world), 'chat', { group }))).code).toBe('not_found');
  // where rights are given, nobody is chosen by the dozen
  expect(await groupsFor(owner, 'network')).toEqual([]);
  expect((await failureOf(find(owner, 'network', { group }))).code).toBe('not_found');
  expect((await failureOf(world.api().people.find({ query: { for: 'chat', group } }))).code).toBe('not_signed_in');
});
