/** The product as an operator meets it: a process on an empty folder, its words, its second start, its end. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { environment } from '#kit/server/config/config.ts';
import { emptyFolder, leftovers, link, quiet, root, run } from './start.factory.ts';
import { buildPages } from './testing.ts';

beforeAll(() => buildPages(), 180_000);
test('a fresh start prints the first-run link; the next one another while it is unused, none afterwards; sample data is refused by then; each ends clean within ten seconds', async () => {
  const dataDir = emptyFolder();
  const env = { DATA_DIR: dataDir, PORT: '0', NODE_COMPILE_CACHE: '' };

  const first = run(env);
  const site = await first.hears(quiet);
  const printed = await first.hears(link);
  expect(printed.startsWith(`${site}/`)).toBe(true);
  expect(first.said().match(/once, for 24 hours/g)).toHaveLength(1);
  expect(first.said()).toMatch(/migrating: 0001/);
  expect(first.said()).not.toContain('WARNING');
  const up = await fetch(`${site}/readyz`);
  expect([up.status, up.headers.get('keep-alive')]).toEqual([200, 'timeout=150']);
  expect(fs.statSync(path.join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
  await expect.poll(async () => (await fetch(`${site}/engine/bigbluebutton/api`)).status, { timeout: 10_000 }).toBe(200);
  const stopped = await first.end();
  expect([stopped.code, first.said()]).toEqual([0, expect.not.stringMatching(/stopping failed/)]);
  expect(stopped.ms).toBeLessThan(10_000);
  expect(leftovers({ dataDir, child: first.child })).toEqual([]);
  // compiled code for the next start, nobody else's to read or change
  const cache = path.join(dataDir, 'cache');
  expect([fs.statSync(cache).mode & 0o777, fs.readdirSync(cache).length]).toEqual([0o700, 1]);

  // 3000 is taken, by us or by somebody else
  const taken = net.createServer();
  await once(taken.listen(3000, '127.0.0.1'), 'listening').catch(() => undefined);
  onTestFinished(() => void taken.close());
  const second = run({ DATA_DIR: dataDir, NODE_COMPILE_CACHE: '' });
  const other = await second.hears(quiet);
  expect(new URL(other).port).not.toBe('3000');
  expect(second.said()).toContain(`port 3000 is taken, so this is on port ${new URL(other).port}`);
  expect(second.said()).not.toMatch(/migrating/);
  const fresh = await second.hears(link);
  const token = (address: string) => new URL(address).searchParams.get('token') ?? '';
  expect(token(fresh)).not.toBe(token(printed));
  const register = (given: string) =>
    fetch(`${other}/api/complete-registration`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        token: given,
        email: 'operator@example.org',
        name: 'Ines',
        organisation: 'Atrium',
        password: 'tall-giraffe-in-rain',
        locale: 'en-US',
        timeZone: 'UTC',
        terms: true,
      }),
    });
  expect((await register(token(printed))).status, 'the link of the first start is void').toBe(410);
  expect((await register(token(fresh))).status).toBe(200);
  expect((await second.end()).code).toBe(0);

  const third = run({ ...env, HOST: '0.0.0.0' });
  const last = await third.hears(quiet);
  await third.hears(/WARNING: HOST=0\.0\.0\.0 .*Set PUBLIC_URL/);
  // the port is one that nobody configured, and the link of the command line leads there all the same
  const made = await promisify(execFile)(
    process.execPath,
    [
      'src/app/cli/admin.ts',
      'accounts',
      'create',
      '--name',
      'Zoë',
      '--email',
      'zoe@example.org',
      '--organisation',
      'Hill School',
    ],
    { cwd: root, env: { PATH: environment()['PATH'], NODE_ENV: 'production', DATA_DIR: dataDir } },
  );
  expect(new URL(/https?:\S+/.exec(made.stdout)?.[0] ?? '').origin).toBe(last);
  // what is printed comes with the same write as, or right behind, the address; the end flushes it
  expect((await third.end()).code).toBe(0);
  expect(third.said()).not.toMatch(/once, for 24 hours/);
  expect(leftovers({ dataDir, child: third.child })).toEqual([]);

  const demo = run(env, ['--demo']);
  expect((await once(demo.child, 'close'))[0]).toBe(1);
  expect(demo.said(), 'no sample data among those of people').toContain('This installation is in use');
  expect(leftovers({ dataDir, child: demo.child })).toEqual([]);
}, 120_000);

test('development starts once, serves the sources, and does not take its own files for changes', async () => {
  const dataDir = emptyFolder();
  const env = { DATA_DIR: dataDir, PORT: '0', NODE_ENV: 'development', NODE_COMPILE_CACHE: '' };
  const dev = run(env, ['--dev'], ['--watch', '--watch-preserve-output']);
  const site = await dev.hears(quiet);
  expect(await (await fetch(`${site}/login`)).text()).toContain('/@vite/client');
  expect((await fetch(`${site}/src/app/browser.tsx`)).status).toBe(200);
  // the watcher waits 200 ms before it acts
  await new Promise((resolve) => void setTimeout(resolve, 1500));
  expect(dev.said()).not.toMatch(/Change detected in '[^']*node_modules/);
  await dev.end();
  await expect.poll(() => leftovers({ dataDir, child: dev.child }), { timeout: 10_000 }).toEqual([]);
}, 120_000);

test('a port that was asked for and is taken ends the start with a sentence, and the database with it', async () => {
  const dataDir = emptyFolder();
  const taken = net.createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const address = taken.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const started = run({ DATA_DIR: dataDir, PORT: String(port) });
  const [code] = await once(started.child, 'close');
  expect(code).toBe(1);
  expect(started.said()).toContain(`Port ${port} is taken by another program.`);
  expect(started.said()).not.toMatch(/\n\s+at /);
  expect(leftovers({ dataDir, child: started.child })).toEqual([]);
}, 60_000);

test('an end in the middle of the first start leaves nothing behind', async () => {
  const dataDir = emptyFolder();
  const started = run({ DATA_DIR: dataDir, PORT: '0' });
  await started.hears(/migrating: 0001/);
  const { code, ms } = await started.end();
  expect(code, started.said()).toBe(0);
  expect(ms).toBeLessThan(10_000);
  expect(leftovers({ dataDir, child: started.child })).toEqual([]);
}, 60_000);

test.each([
  [['--unknown'], {}, 2, 'Unknown option --unknown. Known are: --demo, --dev'],
  [['--demo', 'x', '--y'], {}, 2, 'Unknown option x --y.'],
  [[], { PORT: 'http', SIGN_UP: 'maybe' }, 1, 'PORT must be a whole number from 0 to 65535\n  SIGN_UP must be one of'],
  [[], { MASTER_KEY: 'seeded-key' }, 1, 'MASTER_KEY must be 32 bytes'],
])(
  '%j with %j is refused in words',
  async (...[args, env, code, words]) => {
    const started = run({ DATA_DIR: emptyFolder(), PORT: '0', ...env }, args);
    expect((await once(started.child, 'close'))[0]).toBe(code);
    expect(started.said()).toContain(words);
    expect(started.said()).not.toMatch(/\n\s+at |seeded/);
  },
  30_000,
);
