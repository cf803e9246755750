/** What people see when even the error page fails, as the built pages and the whole web process answer it. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { pageFacts } from '#kit/facts.ts';
import { emptyConfig } from '#kit/client-config.ts';
import type { RenderRequest, render } from '#app/render.tsx';
import { buildPages, worldForThisTest } from './testing.ts';
import { openPages } from './pages.factory.ts';

beforeAll(() => buildPages(), 180_000);

const asked = (more: Partial<RenderRequest>): RenderRequest => ({
  url: '/no-such-page',
  origin: 'http://localhost:3000',
  cookies: {},
  acceptLanguage: 'de',
  nonce: 'n',
  config: emptyConfig,
  api: {},
  user: null,
  refreshLikely: false,
  now: Date.parse('2026-03-01T10:00:00Z'),
  ...more,
});
const broken = (): never => {
  throw new Error('seeded words that are nobody’s business');
};
/** The part of the frame that asks about cookies reads this, around the page that was wanted and around the error page. */
const brokenConfig = { ...emptyConfig };
Object.defineProperty(brokenConfig, 'tagManagerId', { get: broken, enumerable: true });

async function rendererOfBuild(): Promise<typeof render> {
  const file = path.resolve(import.meta.dirname, '../../../dist/server/render.js');
  const built: { render: typeof render } = await import(pathToFileURL(file).href);
  return built.render;
}
function expectLastResort(html: unknown): void {
  expect(html).toContain(`>${pageFacts.lastResort}</h1>`);
  expect(html).toContain('<a href="/">');
  expect(html).not.toContain('<script');
  expect(html).not.toContain('seeded words');
}

test('an error page that fails itself gives the plain page with a way home, and its error is reported', async () => {
  const renderIt = await rendererOfBuild();
  const ordinary = await renderIt(asked({}));
  expect(ordinary.status).toBe(404);
  expect(ordinary.body).not.toContain(pageFacts.lastResort);
  const report = vi.fn();
  const failed = await renderIt(asked({ config: brokenConfig, report }));
  expect(failed.status).toBe(500);
  expectLastResort(failed.body);
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringContaining('seeded words') }));
});

test('a page that could not even be begun gives the plain page, is not kept by caches, and is in the log', async () => {
  const world = await worldForThisTest();
  const brokenParts = { ...world.parts, config: { ...world.parts.config } };
  Object.defineProperty(brokenParts.config, 'recaptchaSiteKey', { get: broken });
  const web = await openPages(world.parts, { drawnBy: brokenParts });
  onTestFinished(() => web.close());
  const answer = await web.inject({ url: '/login' });
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    500,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expectLastResort(answer.body);
  expect(world.logged().join('\n')).toContain('a page could not be rendered');
});
