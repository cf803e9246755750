import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { bind, mountCalls } from '#kit/server/http/mount.ts';
import { openApi } from '#kit/server/http/openapi.ts';
import { worldForThisTest } from './proof/testing.ts';

const plain = { method: 'GET', summary: 'Answers nothing.', access: 'all', result: z.undefined() } as const;
const calls = {
  kept: call({ ...plain, path: '/api/kept' }),
  leaving: call({ ...plain, path: '/api/leaving', deprecated: { since: '2026-11-02', sunset: '2027-06-01' } }),
};

test('a call that will be removed says when, in its answers and in the reference', async () => {
  const world = await worldForThisTest();
  const app = Fastify();
  onTestFinished(() => app.close());
  mountCalls(app, {
    mounted: bind('things', calls, { kept: () => undefined, leaving: () => undefined }),
    doors: { everHeldBy: () => true },
    scheme: 'http',
    ctxOf: async () => world.ctx({ kind: 'nobody' }),
  });
  const headersOf = async (url: string) => (await app.inject(url)).headers;
  expect(await headersOf('/api/leaving')).toMatchObject({
    deprecation: '@1793577600',
    sunset: 'Tue, 01 Jun 2027 00:00:00 GMT',
  });
  expect(await headersOf('/api/kept')).not.toHaveProperty('deprecation');

  const about = { title: 'Things', version: '1', description: '', neverByKey: [], webhooks: { news: {}, signature: 'x' } };
  expect(openApi({ things: calls }, about)).toMatchObject({
    paths: { '/api/leaving': { get: { deprecated: true, 'x-sunset': '2027-06-01' } } },
  });
});
