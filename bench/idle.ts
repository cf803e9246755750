/**
 * `npm run bench idle`: what an installation costs that nobody uses, as one process and as two web and two worker processes on one
 * database; and how soon a job begins in it. The product runs with its engine; the database is a process of its own.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { compose } from '#app/context.ts';
import { readConfig } from '#kit/server/config/config.ts';
import { newId } from '#kit/server/ids.ts';
import { createLog } from '#kit/server/log.ts';
import { ensureOwner } from '#kit/server/db/owner.ts';
import { startPostgres } from '#kit/server/db/postgres.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import type { Report } from './report.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Milliseconds before the measurement, in which the memory of the start is cleared away. */
const settle = 60_000;
const quiet = 60_000;
const probes = 20;
/** A kind of every installation, which does nothing for an id that is nobody's. */
const probe = 'webhooks.deliver';

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

type IdleInstallation = {
  dataDir: string;
  env: Record<string, string>;
  ownerUrl: string;
  superuserUrl: string;
  masterKey: string;
};

async function start(place: IdleInstallation, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: '0', ...place.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  await new Promise<void>((done, failed) => {
    child.stdout?.on('data', (data: Buffer) => {
      text += data.toString();
      if (/is ready/.test(text)) done();
    });
    child.once('exit', (code) => failed(new Error(`the product ended with ${code}: ${text}`)));
  });
  return child;
}

async function end(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit')));
}

/** The process and its children, engines among them. */
function family(pid: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = rows.flatMap((row) => {
    const [child = 0, parent = 0] = row.trim().split(/\s+/).map(Number);
    return parent === pid ? [child] : [];
  });
  return [pid, ...children.flatMap(family)];
}

/** Milliseconds of processor time; a tick of Linux is 10 of them. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function transactions(superuserUrl: string): Promise<number> {
  // of another database, so that it is not counted
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    "select (xact_commit + xact_rollback)::int as count from pg_stat_database where datname = 'atrium'",
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

async function measureQuiet(
  place: IdleInstallation,
  children: readonly ChildProcess[],
): Promise<{ perSecond: number; cpu: number; engineCpu: number }> {
  await wait(settle);
  const own = children.map((child) => child.pid ?? 0);
  const pids = own.flatMap(family);
  const [countBefore, cpuBefore, began] = [await transactions(place.superuserUrl), pids.map(cpuOf), performance.now()];
  await wait(quiet);
  const ms = performance.now() - began;
  const perSecond = ((await transactions(place.superuserUrl)) - countBefore) / (ms / 1_000);
  const used = pids.map((pid, at) => ({ pid, percent: ((cpuOf(pid) - (cpuBefore[at] ?? 0)) / ms) * 100 }));
  const most = (some: typeof used) => Math.max(0, ...some.map((one) => one.percent));
  return {
    perSecond,
    cpu: most(used.filter((one) => own.includes(one.pid))),
    engineCpu: most(used.filter((one) => !own.includes(one.pid))),
  };
}

/** How late jobs begin, in milliseconds: those that may run at once, and those that wait for a time. */
async function measurePickUp(place: IdleInstallation): Promise<{ queued: number[]; delayed: number[] }> {
  const config = readConfig({ ...place.env, LOG_LEVEL: 'warn' });
  const log = createLog({ level: config.logLevel });
  const parts = await compose({ config, ownerUrl: place.ownerUrl, masterKey: place.masterKey, log });
  const owner = new pg.Client({ connectionString: place.ownerUrl });
  await owner.connect();
  const queue = (key: string, after?: number) =>
    parts.databases.system.write((tx) =>
      parts.jobs.enqueue(tx, { job: probe, payload: { id: newId() }, key, ...(after !== undefined && { after }) }),
    );
  const lateOf = async (kind: string) => {
    const { rows } = await owner.query<{ late: number }>(
      `select (extract(epoch from started_on - greatest(created_on, start_after)) * 1000)::float8 as late
        from pgboss.job where name = $1 and singleton_key like $2 and started_on is not null`,
      [probe, `${kind}-%`],
    );
    return rows.map((row) => row.late);
  };
  const run = newId();
  for (let at = 0; at < probes; at++) {
    await queue(`now-${run}-${at}`);
    await queue(`later-${run}-${at}`, Date.now() + 2_000 + at * 100);
    await wait(300 + ((at * 137) % 400));
  }
  await wait(5_000);
  const [queued, delayed] = [await lateOf(`now-${run}`), await lateOf(`later-${run}`)];
  await owner.end();
  await parts.close();
  return { queued, delayed };
}

type Scene = { name: string; envs: readonly Record<string, string>[] };
async function measureScene(place: IdleInstallation, { name, envs }: Scene, report: Report): Promise<void> {
  const children: ChildProcess[] = [];
  try {
    for (const env of envs) children.push(await start(place, env));
    const { perSecond, cpu, engineCpu } = await measureQuiet(place, children);
    report.note(`idle, ${name}: transactions`, perSecond, { unit: '/s', atMost: 5 });
    report.note(`idle, ${name}: processor of the busiest process`, cpu, { unit: '% of core', atMost: 1 });
    report.note(`idle, ${name}: processor of the engine`, engineCpu, { unit: '% of core', atMost: 1 });
    const { queued, delayed } = await measurePickUp(place);
    if (queued.length < probes || delayed.length < probes)
      report.miss(`idle, ${name}: ${queued.length} and ${delayed.length} of ${probes} jobs began`);
    report.note(`idle, ${name}: a queued job begins after, median`, median(queued), { unit: 'ms', atMost: 100 });
    report.note(`idle, ${name}: a delayed job is late by, at most`, Math.max(...delayed), { unit: 'ms', atMost: 1_000 });
  } finally {
    await end(children);
  }
}

export async function measureIdle(report: Report): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'atrium-idle-'));
  chmodSync(dataDir, 0o711);
  const database = await startPostgres({ dataDir, log: () => undefined });
  try {
    const masterKey = newMasterKey();
    const ownerUrl = await ensureOwner(database.url, createSecrets(masterKey));
    const env = { DATABASE_URL: ownerUrl, MASTER_KEY: masterKey, DATA_DIR: path.join(dataDir, 'product') };
    const place: IdleInstallation = { dataDir, env, ownerUrl, superuserUrl: database.url, masterKey };
    await measureScene(place, { name: 'one process', envs: [{}] }, report);
    const web = { PROCESSES: 'web' };
    const worker = { PROCESSES: 'worker' };
    await measureScene(place, { name: 'two web, two workers', envs: [web, { ...web, ENGINE: 'off' }, worker, worker] }, report);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
