/** Addresses that lead nowhere, and forms that came too early, as the whole web process answers them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { testWorld, type World } from './testing.ts';
import { openPages } from './pages.factory.ts';

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

const page = 'text/html; charset=utf-8';
const problem = 'application/problem+json; charset=utf-8';

test.each(['/%E0%A4%A', '/no-such-page', '/%', '/login/%zz', '/assets%ff'])('%s answers the page "not found"', async (url) => {
  const answer = await web.inject({ url });
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, page]);
  expect(answer.body).toMatch(/<h1/);
  expect(answer.body).not.toContain('showing the error page');
  expect(answer.headers['content-security-policy']).toContain("default-src 'self'");
});

test('abuse row 31: no page may be put into a frame of another site', async () => {
  for (const url of ['/', '/login', '/no-such-page', '/m/physics']) {
    const { headers } = await web.inject({ url });
    expect([url, String(headers['content-security-policy'])]).toEqual([url, expect.stringContaining("frame-ancestors 'none'")]);
  }
});

test('a room with a broken name sends a visitor to the sign-in like any other room', async () => {
  const [broken, other] = [await web.inject({ url: '/rooms/%zz' }), await web.inject({ url: '/rooms/abc' })];
  expect([broken.statusCode, broken.headers['content-type']]).toEqual([other.statusCode, other.headers['content-type']]);
  expect(broken.statusCode).toBeLessThan(500);
});

test.each(['/api/%E0%A4%A', '/api/rooms/%zz', '/api/nothing'])('%s answers a problem', async (url) => {
  const answer = await web.inject({ url });
  expect(answer.headers['content-type']).toBe(problem);
  expect([400, 404]).toContain(answer.statusCode);
  expect(['bad_request', 'not_found']).toContain(answer.json().code);
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
test.each([
  ['/login', '/login'],
  ['/login?redirect=%2Frooms', '/login?redirect=%2Frooms'],
  ['/m/physics', '/m/physics'],
  ['//evil.example/x', '/'],
])(
  'a form that was sent to %s before its page came alive goes back to %s, and nothing that was typed comes along',
  async (url, to) => {
    const answer = await web.inject({
      method: 'POST',
      url,
      headers: form,
      payload: 'email=a%40example.org&password=seeded-secret',
    });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, to]);
    expect(answer.body + JSON.stringify(answer.headers)).not.toMatch(/seeded|example\.org&/);
    expect(world.logged().join('\n')).not.toContain('seeded');
  },
);

test('a form for an address of the API or of a file is not sent back', async () => {
  for (const url of ['/api/nothing', '/assets/x.js', '/metrics/x']) {
    const answer = await web.inject({ method: 'POST', url, headers: form, payload: 'a=b' });
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found']);
  }
});
