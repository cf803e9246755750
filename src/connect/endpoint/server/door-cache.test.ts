import { expect, test } from 'vitest';
import { busListens, worldForThisTest } from '#app/proof/testing.ts';
import { openDoorCache } from './door-cache.service.ts';

test('names that nobody can have set are not looked up, and answers are forgotten when their time is over', async () => {
  const world = await worldForThisTest();
  // what is remembered is forgotten when the bus begins to listen
  await busListens(world);
  const ctx = world.ctx();
  let asked = 0;
  const counted = {
    ...ctx,
    system: {
      ...ctx.system,
      get read() {
        asked += 1;
        return ctx.system.read;
      },
    },
  };
  const cache = openDoorCache(counted);
  for (const host of ['', 'a', '10.0.0.1', `${'x'.repeat(100_000)}.example`, 'a b.example', 'x_y.example'])
    expect(await cache.find({ host })).toBe(null);
  expect(asked).toBe(0);
  for (let n = 0; n < 2; n++) expect(await cache.find({ host: 'a.example' })).toBe(null);
  expect(asked).toBe(1);
  world.clock.advance(3_000);
  await cache.find({ host: 'b.example' });
  expect(cache.size()).toBe(2);
  world.clock.advance(3_000);
  await cache.find({ host: 'c.example' });
  expect(cache.size()).toBe(2);
  await cache.find({ host: 'a.example' });
  expect(asked).toBe(4);
  cache.close();
});
