import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPostgres } from '#kit/server/db/postgres.ts';
import { findPostmaster, isAlive, waitForEnd } from '#kit/server/db/postgres-process.ts';

let dataDir = '';
const quick = { fsync: 'off', shared_buffers: '16MB' };
const silent = () => undefined;
const start = () => startPostgres({ dataDir, log: silent, settings: quick });

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'atrium-postgres-'));
  chmodSync(dataDir, 0o711);
});

afterEach(async () => {
  const left = findPostmaster(join(dataDir, 'postgres'));
  if (left) {
    process.kill(left.pid, 'SIGQUIT');
    await waitForEnd(left.pid, 10_000);
  }
  rmSync(dataDir, { recursive: true, force: true });
});

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows.flat();
  } finally {
    await client.end();
  }
}

/** Another process that starts the same database, prints its URL and lives until it is killed. */
async function startElsewhere(): Promise<{ url: string; adopted: boolean; kill(): Promise<void>; leave(): Promise<void> }> {
  const code = `import { startPostgres } from '#kit/server/db/postgres.ts';
    const db = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined, settings: ${JSON.stringify(quick)} });
    process.stdout.write(JSON.stringify({ url: db.url, adopted: db.adopted }) + '\\n');
    process.stdin.on('end', () => db.stop()).resume();`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  const ended = once(child, 'exit');
  return {
    ...JSON.parse(String(line)),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    leave: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

test('a new data folder becomes a database with ICU sorting, reachable on loopback only, and keeps its rows over a restart', async () => {
  const first = await start();
  expect(first.adopted).toBe(false);
  expect(await ask(first.url, 'show listen_addresses')).toEqual(['127.0.0.1']);
  expect(await ask(first.url, 'show unix_socket_directories')).toEqual(['']);
  expect(
    await ask(first.url, `select x from (values ('Zebra'), ('ähnlich'), ('bald')) v(x) order by x collate "und-x-icu"`),
  ).toEqual(['ähnlich', 'bald', 'Zebra']);
  await ask(first.url, 'create table kept as select 42 as answer');
  await first.stop();
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
  const second = await start();
  expect(await ask(second.url, 'select answer from kept')).toEqual([42]);
  await second.stop();
});

test('the password file is private, and a connection without the password is refused', async () => {
  const db = await start();
  const file = join(dataDir, 'postgres.password');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const url = new URL(db.url);
  expect(url.password).toBe(readFileSync(file, 'utf8'));
  url.password = 'guess';
  await expect(ask(url.href, 'select 1')).rejects.toThrow('password authentication failed');
  await db.stop();
});

test('a database left running by a killed process is adopted, and stops with its new owner', async () => {
  const other = await startElsewhere();
  await other.kill();
  const postmaster = findPostmaster(join(dataDir, 'postgres'));
  expect(postmaster?.status).toBe('ready');
  const db = await start();
  expect(db).toMatchObject({ adopted: true, url: other.url });
  await db.stop();
  expect(isAlive(postmaster?.pid ?? 0)).toBe(false);
});

test('processes that start at once share one database, and the last one out stops it', async () => {
  const all = await Promise.all([startElsewhere(), startElsewhere(), start()]);
  const [one, two, own] = all;
  expect(new Set(all.map((db) => db.url)).size).toBe(1);
  expect(all.filter((db) => !db.adopted)).toHaveLength(1);
  await own.stop();
  await one.leave();
  expect(await ask(two.url, 'select 1')).toEqual([1]);
  await two.leave();
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

test('stopping twice ends nothing that another caller uses', async () => {
  const one = await start();
  const two = await start();
  await one.stop();
  await one.stop();
  expect(await ask(two.url, 'select 1')).toEqual([1]);
  await two.stop();
});

test('a database whose server was killed recovers what was committed', async () => {
  const first = await start();
  await ask(first.url, 'create table kept as select 7 as answer');
  const pid = findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  await waitForEnd(pid, 10_000);
  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await ask(second.url, 'select answer from kept')).toEqual([7]);
  await second.stop();
});

test('a server that is killed while it is looked after comes back on the same port, for all who use it', async () => {
  const told: string[] = [];
  const keeper = { report: (text: string) => void told.push(text), gone: (error: unknown) => void told.push(String(error)) };
  const one = await startPostgres({ dataDir, log: silent, settings: quick, keeper });
  const two = await startPostgres({ dataDir, log: silent, settings: quick, keeper });
  await ask(one.url, 'create table kept as select 7 as answer');
  const pid = findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0;
  process.kill(pid, 'SIGKILL');
  const again = 'the embedded database ended and is started again';
  const back = 'the embedded database is back';
  await expect.poll(() => told, { timeout: 20_000 }).toContain(back);
  expect([...new Set(told)].sort()).toEqual([again, back]);
  expect(await ask(one.url, 'select answer from kept')).toEqual([7]);
  expect(findPostmaster(join(dataDir, 'postgres'))?.pid).not.toBe(pid);
  await one.stop();
  expect(await ask(two.url, 'select 1')).toEqual([1]);
  await two.stop();
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined();
});

test('a server that cannot come back is given up with its reason, and no empty database is made in its place', async () => {
  const reasons: unknown[] = [];
  const keeper = { report: silent, gone: (error: unknown) => void reasons.push(error) };
  const db = await startPostgres({ dataDir, log: silent, settings: quick, keeper });
  const pid = findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0;
  renameSync(join(dataDir, 'postgres'), join(dataDir, 'elsewhere'));
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => reasons.length, { timeout: 20_000 }).toBe(1);
  expect(String(reasons[0])).toContain(`The database folder ${join(dataDir, 'postgres')} is gone.`);
  expect(readdirSync(dataDir)).not.toContain('postgres');
  await db.stop();
});

test('a stale note that names a zombie or another program does not stop the start', async () => {
  const first = await start();
  await first.stop();
  const zombie = spawn('sh', ['-c', 'sh -c "exit 0" & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = await once(zombie.stdout, 'data');
  for (const pid of [Number(String(line)), process.pid]) {
    writeFileSync(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${pid}\n${dataDir}/postgres\n1\n5432\n\n127.0.0.1\n 1 1\nready   \n`,
    );
    const db = await start();
    expect(db.adopted).toBe(false);
    await db.stop();
  }
  zombie.kill();
});

test('a half-made database is thrown away and made anew', async () => {
  mkdirSync(join(dataDir, 'postgres.new'));
  writeFileSync(join(dataDir, 'postgres.new', 'PG_VERSION'), '18\n');
  writeFileSync(join(dataDir, 'postgres.new.password'), 'left behind');
  const db = await start();
  expect(await ask(db.url, 'select 1')).toEqual([1]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  await db.stop();
});

test.each([
  ['of another version', (cluster: string) => writeFileSync(join(cluster, 'PG_VERSION'), '15\n'), /made by PostgreSQL 15/],
  ['that is not a database', () => undefined, /is not a database/],
])('a folder %s is refused with plain words', async (_what, plant, message) => {
  mkdirSync(join(dataDir, 'postgres'));
  plant(join(dataDir, 'postgres'));
  await expect(start()).rejects.toThrow(message);
});

test('a data folder that cannot be made is told with its path', async () => {
  writeFileSync(join(dataDir, 'file'), '');
  const inFile = startPostgres({ dataDir: join(dataDir, 'file', 'data'), log: silent });
  await expect(inFile).rejects.toMatchObject({
    name: 'PostgresStartError',
    message: expect.stringContaining(join(dataDir, 'file')),
  });
});

test('a folder that something opened to others is closed again, and the database starts', async () => {
  const first = await start();
  await first.stop();
  const cluster = join(dataDir, 'postgres');
  chmodSync(cluster, 0o2770);
  const second = await start();
  expect(statSync(cluster).mode & 0o7777).toBe(0o700);
  await second.stop();
});

test('a lost password file is named, and the database is left alone', async () => {
  const first = await start();
  await first.stop();
  rmSync(join(dataDir, 'postgres.password'));
  await expect(start()).rejects.toThrow(/postgres\.password is missing/);
  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
});

test.runIf(process.getuid?.() === 0)('root uses a private folder through a user namespace, or says what to do', async () => {
  chmodSync(dataDir, 0o700);
  const possible = (() => {
    try {
      execFileSync('unshare', ['--user', '--map-user=1', 'true']);
      return true;
    } catch {
      return false;
    }
  })();
  if (!possible) {
    await expect(start()).rejects.toThrow(/does not run as root/);
    return;
  }
  const db = await start();
  expect(await ask(db.url, 'select 1')).toEqual([1]);
  await db.stop();
});
