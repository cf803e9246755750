/** What the product reports of its health, and what people see while the database is away. */
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { readConfig } from '#kit/server/config/config.ts';
import { createLog } from '#kit/server/log.ts';
import { compose } from '#app/context.ts';
import { listen } from './listen.ts';
import { buildPages, worldForThisTest, type World } from '#app/proof/testing.ts';

beforeAll(() => buildPages(), 180_000);

/** A door in front of the database that can be shut and opened again. */
async function gateTo(url: string): Promise<{ url: string; shut(): Promise<void>; open(): Promise<void> }> {
  const target = new URL(url);
  const passing = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    const onward = net.connect(Number(target.port), '127.0.0.1');
    for (const side of [socket, onward]) {
      passing.add(side);
      side.on('error', () => undefined);
      side.on('close', () => {
        passing.delete(side);
        socket.destroy();
        onward.destroy();
      });
    }
    socket.pipe(onward).pipe(socket);
  });
  const open = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await open(0);
  // cast: a TCP server's address is never a pipe's name
  const { port } = server.address() as AddressInfo;
  const shut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const one of passing) one.destroy();
    await closed;
  };
  onTestFinished(shut);
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String(port);
  return { url: through.href, shut, open: () => open(port) };
}

type HealthTestSite = { world: World; site: string; gate: Awaited<ReturnType<typeof gateTo>>; logged: string[] };
/** The whole web process on a port, with the database behind the door. */
async function place(env: Record<string, string> = {}): Promise<HealthTestSite> {
  const world = await worldForThisTest();
  const gate = await gateTo(world.ownerUrl);
  const logged: string[] = [];
  const parts = await compose({
    config: readConfig({
      DATABASE_ROLES: 'atrium_test',
      PORT: '0',
      ENGINE: 'off',
      DATABASE_CONNECTIONS: '4',
      DATA_DIR: os.tmpdir(),
      ...env,
    }),
    ownerUrl: gate.url,
    masterKey: Buffer.alloc(32, 7).toString('base64url'),
    log: createLog({ level: 'info', write: (line) => void logged.push(line) }),
  });
  onTestFinished(() => parts.close());
  const listening = await listen(parts, {
    dev: false,
    engines: { find: async () => null, forget: () => undefined },
    enginesUp: () => 0,
  });
  onTestFinished(() => listening.close());
  return { world, gate, logged, site: listening.publicUrl };
}
const problemOf = async (answer: Response): Promise<unknown> => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  return answer.json();
};

test('a healthy process says so, and may take requests', async () => {
  const { site } = await place();
  const [alive, ready] = await Promise.all([fetch(`${site}/healthz`), fetch(`${site}/readyz`)]);
  expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
  expect([ready.status, await ready.json(), ready.headers.get('cache-control')]).toEqual([
    200,
    { status: 'ready', database: 'ok', disk: 'ok' },
    'no-store',
  ]);
});

test('while the database is away: alive but not ready, problems for the API, a plain page for people; and all comes back by itself', async () => {
  const { world, site, gate, logged } = await place();
  const { token } = await buildActor(world);
  const headers = { authorization: `Bearer ${token}` };
  const cookie = `auth._token.local=${encodeURIComponent(`Bearer ${token}`)}`;
  expect((await fetch(`${site}/api/user`, { headers })).status).toBe(200);
  await gate.shut();

  expect((await fetch(`${site}/healthz`)).status).toBe(200);
  const ready = await fetch(`${site}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', database: 'away', disk: 'ok' }]);
  const api = await fetch(`${site}/api/user`, { headers });
  expect([api.status, await problemOf(api)]).toEqual([503, expect.objectContaining({ code: 'unavailable', status: 503 })]);
  const guest = await fetch(`${site}/api/public/rooms/maths`);
  expect([guest.status, await problemOf(guest)]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
  expect(guest.headers.get('retry-after')).toBe('2');
  const program = await fetch(`${site}/e/some-key/bigbluebutton/api/getMeetings?checksum=${'a'.repeat(64)}`);
  expect([program.status, program.headers.get('retry-after')]).toEqual([200, '2']);
  expect(await program.text()).toContain('<returncode>FAILED</returncode><messageKey>internalError</messageKey>');

  const page = await fetch(`${site}/dashboard`, { headers: { cookie } });
  const text = await page.text();
  expect([page.status, page.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(text).toContain('Back in a moment');
  expect(text).toMatch(/http-equiv="refresh"/);
  expect(text).not.toMatch(/<script|stack|ECONNREFUSED|postgres/i);
  const said = (headers: Record<string, string>) => fetch(`${site}/login`, { headers }).then((answer) => answer.text());
  const german = await said({ 'accept-language': 'de-AT,de;q=0.9' });
  expect(german).toContain('<html lang="de" dir="ltr">');
  expect(german).toContain('Gleich wieder da');
  const chosen = await said({ 'accept-language': 'de', cookie: 'i18n_redirected=ar' });
  expect(chosen).toContain('<html lang="ar" dir="rtl">');
  expect(logged.join('')).not.toContain(
    new URL(world.ownerUrl).password === '' ? 'no password to look for' : `:${new URL(world.ownerUrl).password}@`,
  );

  await gate.open();
  await expect.poll(async () => (await fetch(`${site}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  expect((await fetch(`${site}/api/user`, { headers })).status).toBe(200);
  expect((await fetch(`${site}/dashboard`, { headers: { cookie } })).status).toBe(200);
}, 40_000);

test.each(['/', '/login', '/m/no-such-room', '/dashboard'])(
  'a visitor of %s is either served without the database or told to wait, never that it is missing or broken',
  async (path) => {
    const { site, gate } = await place();
    const before = await fetch(`${site}${path}`);
    expect(before.status).toBeLessThan(500);
    await gate.shut();
    const page = await fetch(`${site}${path}`);
    const text = await page.text();
    expect([before.status, 503]).toContain(page.status);
    if (page.status === 503) expect(text).toContain('Back in a moment');
    expect(text).not.toMatch(/ECONNREFUSED|Failed query|\n\s+at /);
  },
  40_000,
);

test('a connection that the database closes under a running question fails that question alone', async () => {
  const { parts } = await worldForThisTest();
  const end = sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(10)`;
  const lost = [parts.databases.system.write((tx) => tx.execute(end)), parts.databases.system.read.execute(end)];
  for (const one of await Promise.allSettled(lost)) expect(one.status).toBe('rejected');
  expect(await parts.databases.alive(5_000)).toBe(true);
});

test('a disk that is as good as full is not ready, and the process lives', async () => {
  const { site } = await place();
  vi.spyOn(fs.promises, 'statfs').mockResolvedValue({ ...(await fs.promises.statfs('.')), bavail: 1, bsize: 4_096 });
  const ready = await fetch(`${site}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', database: 'ok', disk: 'full' }]);
  expect((await fetch(`${site}/healthz`)).status).toBe(200);
});

test('a folder of files on a disk of its own that is full is not ready either', async () => {
  const folder = fs.mkdtempSync(`${os.tmpdir()}/atrium-files-`);
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const { site } = await place({ STORAGE: folder });
  const roomy = await fs.promises.statfs('.');
  vi.spyOn(fs.promises, 'statfs').mockImplementation(async (asked) => ({
    ...roomy,
    bavail: asked === folder ? 1 : 1_000_000,
    bsize: 4_096,
  }));
  const ready = await fetch(`${site}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([503, { status: 'not ready', database: 'ok', disk: 'full' }]);
});

test('the measurements are nobody’s without the token, and there is no sign of them', async () => {
  const without = await place();
  const with_ = await place({ METRICS_TOKEN: 'seeded-metrics-token' });
  const ask = (site: string, authorization?: string) =>
    fetch(`${site}/metrics`, authorization === undefined ? {} : { headers: { authorization } });
  const missing = await (await fetch(`${without.site}/api/no-such-call`)).text();
  const refused = [
    ask(without.site),
    ask(without.site, 'Bearer '),
    ask(without.site, 'Bearer null'),
    ask(with_.site),
    ask(with_.site, 'Bearer wrong'),
    ask(with_.site, 'seeded-metrics-token'),
    ask(with_.site, 'bearer seeded-metrics-token'),
  ];
  for (const answer of await Promise.all(refused)) expect([answer.status, await answer.text()]).toEqual([404, missing]);
  await fetch(`${with_.site}/api/user`);
  const told = await ask(with_.site, 'Bearer seeded-metrics-token');
  expect([told.status, told.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')]);
  const text = await told.text();
  expect(text).toMatch(/atrium_http_request_seconds_count\{call="identity\.user",method="GET",status="4xx"\} 1/);
  expect(text).toContain('atrium_engine_up 0');
  expect(text).not.toContain('seeded-metrics-token');
});

test('an upload that is too large is refused as such, before it is read to its end', async () => {
  const { site } = await place();
  const large = await fetch(`${site}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.org', password: 'x'.repeat(200_000) }),
  });
  expect([large.status, await problemOf(large)]).toEqual([413, expect.objectContaining({ code: 'too_large', status: 413 })]);
  const form = await fetch(`${site}/api/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `refresh_token=${'x'.repeat(150_000)}`,
  });
  expect([form.status, await problemOf(form)]).toEqual([413, expect.objectContaining({ code: 'too_large' })]);
});

test('an address of the API that does not exist answers a problem, and a page that does not exist a page', async () => {
  const { site } = await place();
  const api = await fetch(`${site}/api/no-such-call`);
  expect([api.status, await problemOf(api)]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
  const page = await fetch(`${site}/no-such-page`);
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
