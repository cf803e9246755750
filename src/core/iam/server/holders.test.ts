import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { changePlace } from '#core/accounts/server/places.service.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { seedGroup } from './group-seed.service.ts';
import { findHolders } from './holders.service.ts';
import { allowing, buildGrant, denying } from './iam.factory.ts';

const permission = 'subscriptions.purchase';

test('owners first, then all who were given it in any way; a denial, a boundary and an ended place take it', async () => {
  const world = await worldForThisTest();
  const owner = await buildPerson(world);
  const join = async (name: string) => buildPerson(world, { name, colleagueOf: owner });
  const [preset, own, grouped, denied, bounded, ended, plain] = [
    await join('preset'),
    await join('own'),
    await join('grouped'),
    await join('denied'),
    await join('bounded'),
    await join('ended'),
    await join('plain'),
  ];
  await buildGrant(world, preset, { preset: 'billing' });
  await buildGrant(world, own, { statements: [allowing(['subscriptions.*'])] });
  await seedGroup(world.ctx(), {
    accountId: owner.accountId,
    name: 'Office',
    description: '',
    statements: [allowing([permission])],
    grantedBy: owner.userId,
    people: [{ userId: grouped.userId, state: 'in' }],
  });
  await buildGrant(world, denied, { preset: 'billing', statements: [denying([permission])] });
  await buildGrant(world, bounded, { preset: 'billing', boundary: [allowing(['rooms.view'])] });
  await buildGrant(world, ended, { preset: 'billing', expiresAt: new Date(world.clock.now() - 1) });
  await buildGrant(world, plain, { preset: 'member' });
  const { read } = world.ctx().system;
  const found = await findHolders(read, { accountId: owner.accountId, permission, now: world.clock.now() });
  expect(found[0]).toBe(owner.userId);
  expect(new Set(found)).toEqual(new Set([owner, preset, own, grouped].map((one) => one.userId)));
  await world.ctx().system.write((tx) => changePlace(tx, own, { state: 'suspended' }));
  expect(await findHolders(read, { accountId: owner.accountId, permission, now: world.clock.now() })).not.toContain(own.userId);
});

test('people of another account are nobody here', async () => {
  const world = await worldForThisTest();
  const [owner, stranger] = [await buildPerson(world), await buildPerson(world)];
  const { read } = world.ctx().system;
  expect(await findHolders(read, { accountId: owner.accountId, permission, now: world.clock.now() })).toEqual([owner.userId]);
  expect(await findHolders(read, { accountId: stranger.accountId, permission, now: world.clock.now() })).toEqual([
    stranger.userId,
  ]);
});
