import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testWorld, type World } from '#app/proof/testing.ts';
import { keptText, pageKeeper } from './kept-pages.ts';
import { openPages } from '#app/proof/pages.factory.ts';

describe('pageKeeper', () => {
  const keeperOf = () => pageKeeper<{ status: number }>(({ status }) => status === 200, { keep: 50 });

  test('makes a page once for all who ask within its time, and again afterwards', async () => {
    const keeper = keeperOf();
    const make = vi.fn(async () => ({ status: 200 }));
    await Promise.all([keeper.pageFor('a', make), keeper.pageFor('a', make)]);
    await keeper.pageFor('b', make);
    expect(make).toHaveBeenCalledTimes(2);
    await new Promise((done) => setTimeout(done, 60));
    await keeper.pageFor('a', make);
    expect(make).toHaveBeenCalledTimes(3);
  });
  test('keeps neither a failure nor what is no page for all', async () => {
    const keeper = keeperOf();
    await expect(keeper.pageFor('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect((await keeper.pageFor('a', async () => ({ status: 404 }))).status).toBe(404);
    await new Promise((done) => setImmediate(done));
    expect((await keeper.pageFor('a', async () => ({ status: 200 }))).status).toBe(200);
  });
  test('forgets when it hears of a change', async () => {
    const keeper = keeperOf();
    await keeper.pageFor('a', async () => ({ status: 200 }));
    keeper.forget();
    const make = vi.fn(async () => ({ status: 200 }));
    await keeper.pageFor('a', make);
    expect(make).toHaveBeenCalledTimes(1);
  });
});

test('the nonce of a kept text is replaced everywhere', () => {
  expect(keptText('<script nonce="x1"></script>{"nonce":"x1"}', 'x1').withNonce('y')).toBe(
    '<script nonce="y"></script>{"nonce":"y"}',
  );
});

describe('pages over HTTP', () => {
  let world: World & { close(): Promise<void> };
  let web: FastifyInstance;
  beforeAll(async () => {
    world = await testWorld();
    web = await openPages(world.parts);
  }, 180_000);
  afterAll(async () => {
    await web.close();
    await world.close();
  });
  const get = async (url: string, headers: Record<string, string> = {}) => {
    const { body, headers: answered } = await web.inject({ url, headers });
    const nonce = /'nonce-([^']+)'/.exec(String(answered['content-security-policy']))?.[1] ?? '';
    return { body, nonce, text: body.replaceAll(nonce, '') };
  };

  test.each(['/', '/login', '/posts', '/purchase-plan'])(
    '%s is kept for guests, each time with a nonce of its own',
    async (url) => {
      // a page is kept for a second, which a busy machine may need for the first one alone
      const [first, second] = await vi.waitFor(
        async () => {
          const pair = [await get(url), await get(url)] as const;
          expect(pair[1].text).toBe(pair[0].text);
          return pair;
        },
        { timeout: 15_000 },
      );
      expect(first.nonce).not.toBe(second.nonce);
      expect(second.body).not.toContain(first.nonce);
      expect(second.body).toContain(`nonce="${second.nonce}"`);
    },
  );

  test('by language and time zone, and never for somebody with cookies of their own', async () => {
    const english = await get('/login');
    const arabic = await get('/login', { cookie: 'i18n_redirected=ar' });
    expect(arabic.body).toContain('dir="rtl"');
    expect(english.body).not.toContain('dir="rtl"');
    const zoned = await get('/login', { cookie: 'atrium.zone=Asia%2FTokyo' });
    expect(zoned.body).toContain('Asia/Tokyo');
    // an old session that the browser can renew is left to the browser
    const past = await get('/', { cookie: `auth._refresh_token_expiration.local=${world.clock.now() + 60_000}` });
    expect(past.text).not.toBe((await get('/')).text);
  });
});
