/** The raw addresses of the domains: those behind a permission need a session, and each says of itself who may come. */
import { afterAll, expect, test } from 'vitest';
import { loadHttpRoutes } from '#app/assembly.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { isPermission } from '#core/iam/iam.rules.ts';
import { newId } from '#kit/server/ids.ts';
import { testWorld } from '#app/proof/testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const routes = await loadHttpRoutes();
const behindPermission = routes.filter(({ access }) => access !== 'guest');
const addressOf = (path: string) => path.replaceAll(/:(\w+)/g, (_all, name) => (name === 'paper' ? 'pdf' : newId()));

test('every address has a method and path of its own', () => {
  const names = routes.flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(25);
});

test('what is not for guests names a permission that exists', () => {
  expect(behindPermission.map(({ access }) => access).filter((access) => !isPermission(access))).toEqual([]);
});

test.each(behindPermission)('$path: nobody without a session, nothing for another account', async ({ path }) => {
  const url = addressOf(path);
  expect((await world.app.inject({ url })).statusCode).toBe(401);
  const { token } = await buildActor(world, { kind: 'customer' });
  const answer = await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect([403, 404]).toContain(answer.statusCode);
});
