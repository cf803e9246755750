import { afterAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { testWorld } from './proof/testing.ts';
import { namedKinds, thingsNamed } from './thing-names.ts';

const world = await testWorld();
afterAll(() => world.close());

test('each kind is read from a table that has these columns', async () => {
  const things = namedKinds.map((kind) => ({ kind, id: newId() }));
  expect(things.length).toBeGreaterThan(10);
  for (const accountId of [newId(), null]) expect(await thingsNamed(world.ctx().system.read, things, accountId)).toEqual([]);
});

test('a kind without a name is passed over', async () =>
  expect(await thingsNamed(world.ctx().system.read, [{ kind: 'session', id: newId() }], null)).toEqual([]));
