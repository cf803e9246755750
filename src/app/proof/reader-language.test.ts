/** In which language a request is answered: the one of the page that asks, not the one that an account was made with. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { localeFacts } from '#kit/facts.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { testWorld } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const answer = z.object({ items: z.array(z.object({ name: z.string() })) });

test('the chosen language goes before the browser’s, and both before the first one', async () => {
  const id = await buildPlan(world, await buildShop(world), { name: 'Group' });
  const words = JSON.stringify({ de: { name: 'Gruppe' }, fr: { name: 'Groupe' } });
  await world.ctx().system.write((tx) => tx.execute(sql`update plans set words = ${words}::jsonb where id = ${id}`));
  const nameIn = async (headers: Record<string, string>) => {
    const { body } = await world.app.inject({ url: '/api/offers', headers });
    return z.parse(answer, JSON.parse(body)).items[0]?.name;
  };
  expect(await nameIn({})).toBe('Group');
  expect(await nameIn({ 'accept-language': 'de-DE,de;q=0.9' })).toBe('Gruppe');
  expect(await nameIn({ 'accept-language': 'de', cookie: `${localeFacts.cookie}=fr` })).toBe('Groupe');
});
