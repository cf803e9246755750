import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import formbody from '@fastify/formbody';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { httpClient } from '#kit/api.ts';
import { call, type Handlers } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { worldForThisTest } from '#app/proof/testing.ts';
import type { CookieOut, Ctx } from '#kit/server/ctx.ts';
import { createLog } from '#kit/server/log.ts';
import { bind, cookieText, type MountRights, localClient, mountCalls } from '#kit/server/http/mount.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';

const calls = {
  save: call({
    method: 'POST',
    path: '/api/things/{id}',
    summary: 'Saves a thing.',
    access: 'all',
    params: z.object({ id: z.string().check(z.regex(/^\d+$/)) }),
    query: z.object({ limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 50) }),
    body: z.strictObject({ name: z.string().check(z.minLength(2)), tags: z.array(z.object({ label: z.string() })) }),
    result: z.object({ id: z.string(), name: z.string(), limit: z.number() }),
    failures: { name_taken: 409, not_found: 410 },
    bodyLimit: 2_000,
  }),
  form: call({
    method: 'POST',
    path: '/api/form',
    summary: 'Takes a form.',
    access: 'all',
    bodyType: 'form',
    body: z.object({ word: z.optional(z.string()) }),
    result: z.object({ word: z.string() }),
  }),
  nothing: call({ method: 'DELETE', path: '/api/nothing', summary: 'Answers nothing.', access: 'all', result: z.undefined() }),
  fail: call({
    method: 'GET',
    path: '/api/fail',
    summary: 'Fails.',
    access: 'all',
    query: z.object({ code: z.string() }),
    result: z.object({}),
    failures: { name_taken: 409 },
  }),
  wrong: call({
    method: 'GET',
    path: '/api/wrong',
    summary: 'Answers wrongly.',
    access: 'all',
    result: z.object({ id: z.string() }),
  }),
};
const breakage = new Error('boom with words that are nobody’s business');
const handlers: Handlers<typeof calls, Ctx> = {
  save: (_ctx, { params, body, query }) => {
    // what a row holds beyond the contract, here a hash, must not leave
    const row = { id: params.id, name: body.name, limit: query.limit, passwordHash: '$argon2' };
    return row;
  },
  form: (_ctx, { body }) => ({ word: body.word ?? '' }),
  nothing: () => undefined,
  fail: (ctx, { query }) => {
    ctx.setCookie({ name: 'gone', value: '', path: '/', maxAge: 0, httpOnly: true });
    if (query.code === 'thrown') throw breakage;
    throw new Failure(query.code, query.code === 'too_many_requests' ? { data: { seconds: 17 } } : {});
  },
  // cast: the point of this call is a handler that does not keep its promise
  wrong: () => ({ id: 7 }) as unknown as { id: string },
};
const mounted = bind('things', calls, handlers);
const doors: MountRights = { everHeldBy: (permission, kind) => permission === 'rooms.view' || kind === 'operator' };

type Made = { app: FastifyInstance; logged: string[]; ctx: Ctx };
async function server(scheme: 'http' | 'https' = 'http'): Promise<Made> {
  const world = await worldForThisTest();
  const logged: string[] = [];
  const log: FastifyBaseLogger = createLog({ level: 'info', write: (line) => void logged.push(line) });
  const app = Fastify({ loggerInstance: log });
  await app.register(formbody);
  app.setErrorHandler(sendFailure);
  mountCalls(app, {
    mounted,
    doors,
    scheme,
    ctxOf: async (_request, _access, setCookie) => ({ ...world.ctx({ kind: 'nobody' }), setCookie }),
  });
  await app.ready();
  onTestFinished(() => app.close());
  return { app, logged, ctx: world.ctx({ kind: 'nobody' }) };
}
const post = (app: FastifyInstance, payload: object | string, url = '/api/things/1') =>
  app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });
const good = { name: 'ab', tags: [] };

test('an answer holds what the contract names and nothing else, and is not to be kept', async () => {
  const { app } = await server();
  const answer = await post(app, good, '/api/things/1?limit=3');
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: '1', name: 'ab', limit: 3 }]);
  expect(answer.headers['cache-control']).toBe('no-store');
});

const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
const own = { origin: 'http://atrium.example' };
test.each<{ status: number; what: string; url: string; told: Record<string, string> }>([
  { status: 400, what: 'a form where JSON is asked', url: '/api/things/1', told: {} },
  { status: 400, what: 'a form of another site', url: '/api/form', told: evil },
  {
    status: 400,
    what: 'a form of another site, of which only the origin is told',
    url: '/api/form',
    told: { origin: evil.origin },
  },
  { status: 200, what: 'a form of our own page', url: '/api/form', told: { ...own, 'sec-fetch-site': 'same-origin' } },
  { status: 200, what: 'a form of our own page, of which only the origin is told', url: '/api/form', told: own },
  { status: 200, what: 'a form of a program', url: '/api/form', told: {} },
])('$status for $what', async ({ status, url, told }) => {
  const { app } = await server();
  const headers = { host: 'atrium.example', 'content-type': 'application/x-www-form-urlencoded', ...told };
  expect((await app.inject({ method: 'POST', url, payload: 'word=a', headers })).statusCode).toBe(status);
});

test('every wrong field is named at once, with where it stands and what is wrong', async () => {
  const { app } = await server();
  const answer = await post(app, { name: 'a', tags: [{ label: 'x' }, { label: 3 }] });
  expect(answer.statusCode).toBe(400);
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.json()).toEqual({
    type: 'urn:atrium:problem:invalid_input',
    title: 'invalid input',
    status: 400,
    code: 'invalid_input',
    fields: { 'body.name': 'too_small', 'body.tags.1.label': 'invalid_type' },
  });
  expect((await post(app, good, '/api/things/1?limit=0')).json().fields).toEqual({ 'query.limit': 'too_small' });
});

test('a field that nobody declared is refused and named', async () => {
  const { app } = await server();
  const answer = await post(app, { ...good, role: 'owner', accountId: 'x' });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { 'body.role': 'unrecognized_keys', 'body.accountId': 'unrecognized_keys' },
  ]);
});

test.each([
  ['not JSON', '{"name":'],
  ['a prototype in it', '{"name":"ab","tags":[],"__proto__":{"admin":true}}'],
  ['a constructor in it', '{"constructor":{"prototype":{"admin":true}}}'],
  ['another content', '"text"'],
  ['nothing', 'null'],
  ['a list', '[]'],
])('a body that is %s is refused as a bad request', async (_what, payload) => {
  const { app } = await server();
  const answer = await post(app, payload);
  expect([answer.statusCode, ['bad_request', 'invalid_input'].includes(answer.json().code)]).toEqual([400, true]);
});

test('an unknown kind of body is refused, and a form is read where one is declared', async () => {
  const { app } = await server();
  const xml = await app.inject({
    method: 'POST',
    url: '/api/things/1',
    payload: '<x/>',
    headers: { 'content-type': 'application/xml' },
  });
  expect([xml.statusCode, xml.json().code]).toEqual([400, 'bad_request']);
  const form = await app.inject({
    method: 'POST',
    url: '/api/form',
    payload: 'word=a%26b+c',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(form.json()).toEqual({ word: 'a&b c' });
});

test('an id that cannot be one is a thing that does not exist', async () => {
  const { app } = await server();
  // this call gives "not found" a status of its own
  expect((await post(app, good, '/api/things/abc')).json()).toMatchObject({ status: 410, code: 'not_found' });
});

test('a body above the limit of its call is told to be too large', async () => {
  const { app } = await server();
  const answer = await post(app, { ...good, name: 'x'.repeat(3_000) });
  expect([answer.statusCode, answer.json().code]).toEqual([413, 'too_large']);
});

test('declared failures carry their status, common ones theirs', async () => {
  const { app } = await server();
  const statusOf = async (code: string) => (await app.inject({ url: `/api/fail?code=${code}` })).statusCode;
  expect([
    await statusOf('name_taken'),
    await statusOf('not_found'),
    await statusOf('limit_reached'),
    await statusOf('unavailable'),
  ]).toEqual([409, 404, 402, 503]);
});

test('whoever has to wait is told how long, in the header too', async () => {
  const { app } = await server();
  const answer = await app.inject({ url: '/api/fail?code=too_many_requests' });
  expect([answer.statusCode, answer.headers['retry-after'], answer.json().data]).toEqual([429, '17', { seconds: 17 }]);
});

test('a fault of ours is logged with its words and answered without them', async () => {
  const { app, logged } = await server();
  const answer = await app.inject({ url: '/api/fail?code=thrown' });
  expect([answer.statusCode, answer.json()]).toEqual([
    500,
    { type: 'urn:atrium:problem:internal', title: 'internal', status: 500, code: 'internal' },
  ]);
  expect(logged.join('')).toContain('boom with words');
  expect(logged.join('')).toContain('/api/fail');
});

test('a handler that breaks its promise is a fault of ours, and its answer stays here', async () => {
  const { app, logged } = await server();
  const answer = await app.inject({ url: '/api/wrong' });
  expect([answer.statusCode, answer.json().code]).toEqual([500, 'internal']);
  expect(logged.join('')).toContain('a request failed');
});

test.each([
  ['refused', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
  ['ended by its administrator', Object.assign(new Error('x'), { code: '57P01' })],
  ['after a crash', Object.assign(new Error('x'), { code: '57P02' })],
  ['starting', Object.assign(new Error('x'), { code: '57P03' })],
  ['out of connections', Object.assign(new Error('x'), { code: '53300' })],
  ['out of disk', Object.assign(new Error('x'), { code: '53100' })],
  ['well, but the folder of files has no room', Object.assign(new Error('x'), { code: 'ENOSPC' })],
  ['well, but the quota is used up', new Error('Upload failed', { cause: Object.assign(new Error('x'), { code: 'EDQUOT' }) })],
  ['cut in the middle', new Error('Connection terminated unexpectedly')],
  ['below another error', new Error('Failed query', { cause: Object.assign(new Error('x'), { code: 'ECONNRESET' }) })],
])('a database that is %s is answered as away, not as a fault', async (_what, error) => {
  const world = await worldForThisTest();
  const app = Fastify();
  app.setErrorHandler(sendFailure);
  app.get('/x', () => {
    throw error;
  });
  onTestFinished(() => app.close());
  const answer = await app.inject({ url: '/x' });
  expect([answer.statusCode, answer.json().code, world.logged().length]).toEqual([503, 'unavailable', 0]);
});

test('cookies are set also with a refusal, and are secure where the site is', async () => {
  for (const [scheme, secure] of [
    ['http', ''],
    ['https', '; Secure'],
  ] as const) {
    const { app } = await server(scheme);
    const answer = await app.inject({ url: '/api/fail?code=name_taken' });
    expect(answer.headers['set-cookie']).toBe(`gone=; Path=/; Max-Age=0; SameSite=lax; HttpOnly${secure}`);
  }
  const cookie: CookieOut = { name: 'a', value: 'x; Domain=evil\r\nSet-Cookie: b=c', path: '/', maxAge: 5, httpOnly: false };
  expect(cookieText(cookie, 'https')).toBe(
    'a=x%3B%20Domain%3Devil%0D%0ASet-Cookie%3A%20b%3Dc; Path=/; Max-Age=5; SameSite=lax; Secure',
  );
});

test('no content is answered as such', async () => {
  const { app } = await server();
  const answer = await app.inject({ method: 'DELETE', url: '/api/nothing' });
  expect([answer.statusCode, answer.body]).toEqual([204, '']);
});

test('the client in process and the one over HTTP answer the same and fail the same', async () => {
  const { app, ctx } = await server();
  const contract = { things: calls };
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const over = httpClient(contract, { base, fetch: (url, init) => fetch(url, init), token: async () => null });
  const within = localClient(contract, { mounted, ctx, doors });
  const failure = async (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof Failure ? { code: error.code, fields: error.fields, data: error.data } : error),
    );
  for (const api of [over, within]) {
    expect(await api.things.save({ params: { id: '1' }, body: good })).toEqual({ id: '1', name: 'ab', limit: 50 });
    expect(await failure(api.things.save({ params: { id: '1' }, body: { name: '', tags: [] } }))).toEqual({
      code: 'invalid_input',
      fields: { 'body.name': 'too_small' },
      data: {},
    });
    expect(await failure(api.things.fail({ query: { code: 'too_many_requests' } }))).toEqual({
      code: 'too_many_requests',
      fields: {},
      data: { seconds: 17 },
    });
  }
});

test('a call without a handler is found at the start', () => {
  // cast: a group whose handler was forgotten
  expect(() => bind('things', calls, {} as unknown as typeof handlers)).toThrow('things.save has no handler');
});
