import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { worldForThisTest } from '#app/proof/testing.ts';
import { buildFakeBbb } from './fake-bbb.factory.ts';
import { buildFake, buildOperator, buildPooled } from './servers.factory.ts';
import { registerEngine } from './engines.service.ts';

async function stage(env: Record<string, string> = {}) {
  const world = await worldForThisTest({ env });
  const operator = await buildOperator(world);
  const api = world.api(operator).servers;
  const tried = async (url: string, secret: string | null = 'x', more: { id?: string; hash?: 'sha1' | 'sha256' } = {}) => {
    const result = await api.test({ body: { url, secret, ...more } });
    const bad = result.steps.find((one) => one.outcome === 'failed' || one.outcome === 'warning');
    return { ...result, bad: bad === undefined ? null : `${bad.step} ${bad.outcome} ${bad.trouble}` };
  };
  return { world, operator, tried };
}

/** Answers everything the same way. */
async function webServer(answer: { status?: number; body?: string; headers?: Record<string, string> }): Promise<string> {
  const server = http.createServer((_request, response) =>
    response.writeHead(answer.status ?? 200, { 'content-type': 'text/html', ...answer.headers }).end(answer.body ?? ''),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** An address at which nothing listens. */
async function nowhere(): Promise<string> {
  const fake = await buildFakeBbb();
  await fake.close();
  return fake.url;
}

test('a server that is well passes every step, however its address is pasted', async () => {
  const { tried } = await stage();
  const fake = await buildFake();
  fake.meetings.clear();
  const origin = new URL(fake.url).origin;
  for (const url of [fake.url, `${fake.url}/`, `${fake.url}/api`, ` ${fake.url}/api/ `, origin]) {
    const result = await tried(url, fake.secret);
    expect(result, url).toMatchObject({
      outcome: 'ok',
      bad: null,
      url: `${fake.url}/api/`,
      meetings: 0,
      people: 0,
      clockSkewMs: 0,
    });
    expect(result.answerMs).toBeGreaterThanOrEqual(0);
  }
});

test('each kind of trouble is told at its own step', async () => {
  const { tried } = await stage();
  const fake = await buildFake();
  const page = '<!doctype html><html><body>Welcome</body></html>';
  expect((await tried('ftp://example.org')).bad).toBe('address failed not_an_address');
  expect((await tried(await nowhere())).bad).toBe('reach failed unreachable');
  expect((await tried('http://no-such-host.invalid')).bad).toBe('reach failed unreachable');
  expect((await tried(await webServer({ body: page }))).bad).toBe('answer failed bad_answer');
  expect((await tried(await webServer({ status: 404, body: page }))).bad).toBe('answer failed bad_answer');
  expect((await tried(await webServer({ status: 502, body: page }))).bad).toBe('answer failed bad_answer');
  expect((await tried(await webServer({ body: '<hello/>' }))).bad).toBe('answer failed bad_answer');
  expect((await tried(await webServer({ status: 301, headers: { location: fake.url } }))).bad).toBe('answer failed bad_answer');
  expect((await tried(fake.url, 'wrong')).bad).toBe('secret failed checksumError');
  await expect(tried(fake.url, null)).rejects.toMatchObject({ code: 'invalid_input', fields: { 'body.secret': 'required' } });
  expect((await tried(await webServer({ status: 403, body: page }))).bad).toBe('answer failed refused');
  fake.mood = 'silent';
  expect((await tried(fake.url, fake.secret)).bad).toMatch(/^reach failed /);
});

test('steps after the one that failed are skipped', async () => {
  const { tried } = await stage();
  const { steps, outcome } = await tried(await nowhere());
  expect(outcome).toBe('failed');
  expect(steps.map((one) => `${one.step} ${one.outcome}`)).toEqual([
    'address ok',
    'reach failed',
    'answer skipped',
    'secret skipped',
    'clock skipped',
    'version skipped',
  ]);
});

test('a clock that is off is told with the difference', async () => {
  const { tried } = await stage();
  const date = (offset: number) => ({ date: new Date(Date.now() + offset).toUTCString(), 'content-type': 'text/xml' });
  const body = '<response><returncode>SUCCESS</returncode><version>2.0</version><meetings/></response>';
  const late = await tried(await webServer({ body, headers: date(-300_000) }));
  expect(late.bad).toBe('clock failed clock');
  expect(Math.round((late.clockSkewMs ?? 0) / 10_000)).toBe(-30);
  expect((await tried(await webServer({ body, headers: date(20_000) }))).bad).toBe('clock warning clock');
});

test('an old release is warned of, and a hidden one is not', async () => {
  const { tried } = await stage();
  const body = (version: string) =>
    `<response><returncode>SUCCESS</returncode><version>2.0</version><bbbVersion>${version}</bbbVersion><meetings/></response>`;
  expect(await tried(await webServer({ body: body('2.3.1') }))).toMatchObject({ bad: 'version warning old', version: '2.3.1' });
  expect(await tried(await webServer({ body: body('3.0.4') }))).toMatchObject({ bad: null, version: '3.0.4' });
  expect(await tried(await webServer({ body: body('') }))).toMatchObject({ bad: null, version: null });
});

test('without a secret the stored one is tried, and it is never told', async () => {
  const { world, operator, tried } = await stage();
  const { server, fake } = await buildPooled(world, operator);
  const result = await tried(fake.url, null, { id: server.id });
  expect(result.bad).toBeNull();
  expect(JSON.stringify(result)).not.toContain(fake.secret);
});

test('addresses inside our own networks are refused unless the installation allows them', async () => {
  const { tried } = await stage({ PUBLIC_URL: 'https://meet.example.org' });
  const fake = await buildFake();
  for (const url of [
    fake.url,
    fake.url.replace('127.0.0.1', 'localhost'),
    'http://[::1]:80',
    'http://169.254.169.254',
    'https://10.0.0.1',
  ])
    expect((await tried(url, fake.secret)).steps, url).toContainEqual({ step: 'reach', outcome: 'failed', trouble: 'private' });
  expect(fake.calls).toEqual([]);
  const { tried: allowed } = await stage({ PUBLIC_URL: 'https://meet.example.org', ALLOW_PRIVATE_SERVERS: 'on' });
  expect((await allowed(fake.url, fake.secret)).outcome).not.toBe('failed');
});

test('a server without https is warned of where people come by https, but for the engine, whom nobody visits there', async () => {
  const env = { ALLOW_PRIVATE_SERVERS: 'on' };
  const secure = await stage({ ...env, PUBLIC_URL: 'https://meet.example.org' });
  const fake = await buildFake();
  const { outcome, bad } = await secure.tried(fake.url, fake.secret);
  expect([outcome, bad]).toEqual(['warning', 'address warning closed']);
  const engine = await registerEngine(secure.world.ctx(), { engineId: newId(), url: fake.url, secret: fake.secret });
  expect((await secure.tried(fake.url, null, { id: engine.id })).bad).toBeNull();
  for (const PUBLIC_URL of ['http://meet.example.org', 'https://localhost:3000'])
    expect((await (await stage({ ...env, PUBLIC_URL })).tried(fake.url, fake.secret)).bad, PUBLIC_URL).toBeNull();
});
