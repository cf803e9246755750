import type { ChildProcess } from 'node:child_process';
import { chmodSync, closeSync, existsSync, openSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  chooseRunner,
  explain,
  findPrograms,
  layoutOf,
  makeCluster,
  plainly,
  prepareFolder,
  readPassword,
  requireSpace,
  requireVersion,
  superuserUrl,
} from '#kit/server/db/postgres-cluster.ts';
import type { ClusterLayout, ClusterRunner } from '#kit/server/db/postgres-cluster.ts';
import { keepAlive, type PostgresKeeper } from '#kit/server/db/postgres-keeper.ts';
import {
  dropMisleadingPidFile,
  findPostmaster,
  freePort,
  isAlive,
  PostgresStartError,
  signIn,
  signOut,
  waitForEnd,
  withFolderLock,
} from '#kit/server/db/postgres-process.ts';
import type { Postmaster } from '#kit/server/db/postgres-process.ts';

/**
 * `settings` are PostgreSQL's own (`fsync: 'off'` for tests); they matter only when this call starts the server.
 * With `keeper` a server that dies is started again on the same port, until `stop`.
 */
export type PostgresOptions = {
  dataDir: string;
  log: (message: string) => void;
  settings?: Record<string, string>;
  keeper?: PostgresKeeper;
};

/** `url` is the superuser's; `stop` ends the server unless another process still uses it. */
export type RunningPostgres = { url: string; adopted: boolean; stop(): Promise<void> };

const readyPatience = 120_000;
const fastStopPatience = 30_000;
const attempts = 5;
const logLimit = 8 * 2 ** 20;

/** Statements stay out of the log of errors, because they may carry what people wrote or a password. */
const defaults = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  io_method: 'sync',
  logging_collector: 'off',
  log_min_error_statement: 'panic',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts the PostgreSQL that comes with the product in `dataDir`, or adopts the one that a killed process left running there.
 * Safe when several processes call it at once: one starts the server, the others share it, the last one to stop ends it.
 * Throws PostgresStartError with words for the operator.
 */
export function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const draft = layoutOf(options.dataDir);
  return plainly(draft, () => start(options, draft));
}

async function start(options: PostgresOptions, draft: ClusterLayout): Promise<RunningPostgres> {
  const home = findPrograms();
  prepareFolder(draft);
  const layout = layoutOf(realpathSync(draft.dataDir));
  return withFolderLock(layout.dataDir, async () => {
    const running = await findReady(layout);
    const postmaster = running ?? (await startServer(layout, chooseRunner(layout, home), options));
    const seat = signIn(layout.users);
    const { keeper } = options;
    const kept =
      keeper === undefined
        ? null
        : keepAlive({
            ...keeper,
            alive: () => findPostmaster(layout.cluster) !== undefined,
            revive: () => plainly(layout, () => revive(layout, { home, port: postmaster.port, options })),
          });
    return {
      url: superuserUrl(readPassword(layout), postmaster.port),
      adopted: running !== undefined,
      stop: async () => {
        await kept?.stop();
        await withFolderLock(layout.dataDir, async () => {
          if (existsSync(seat) && signOut(layout.users, seat)) await stopServer(layout);
        });
      },
    };
  });
}

type RevivalOptions = { home: string; port: number; options: PostgresOptions };
/** Starts a server that died, on the port that everybody knows, unless another process that uses it was faster. */
const revive = (layout: ClusterLayout, { home, port, options }: RevivalOptions): Promise<void> =>
  withFolderLock(layout.dataDir, async () => {
    if (!existsSync(layout.cluster)) throw new PostgresStartError(`The database folder ${layout.cluster} is gone.`);
    const found = await findReady(layout);
    if (found === undefined) await startServer(layout, chooseRunner(layout, home), { ...options, port });
    else if (found.port !== port)
      throw new PostgresStartError(
        `The database was started again by another program, on port ${found.port} instead of ${port}.`,
      );
  });

/** A running server that answers; waits for one that is starting or recovering, and for one that is stopping to be gone. */
async function findReady(layout: ClusterLayout): Promise<Postmaster | undefined> {
  const deadline = Date.now() + readyPatience;
  let found = findPostmaster(layout.cluster);
  while (found) {
    if (found.status === 'ready' && (await answers(superuserUrl(readPassword(layout), found.port)))) return found;
    if (Date.now() > deadline) {
      throw new PostgresStartError(
        `PostgreSQL (process ${found.pid}) holds ${layout.cluster} but does not answer. Look into ${layout.serverLog}, end that process and start again.`,
      );
    }
    await wait(50);
    found = findPostmaster(layout.cluster);
  }
  return undefined;
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
  // A server that goes away while we ask is an answer too; without a listener it would end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type StartOptions = PostgresOptions & { port?: number };
async function startServer(layout: ClusterLayout, runner: ClusterRunner, options: StartOptions): Promise<Postmaster> {
  requireSpace(layout);
  if (!existsSync(layout.cluster)) {
    options.log('Creating the database');
    await makeCluster(layout, runner);
  }
  requireVersion(layout);
  readPassword(layout);
  dropMisleadingPidFile(layout.cluster);
  // volumes of Kubernetes give a group the folder at each start (fsGroup), and PostgreSQL refuses one that others may write
  if ((statSync(layout.cluster).mode & 0o077) !== 0) chmodSync(layout.cluster, 0o700);
  for (let attempt = 1; ; attempt++) {
    const begin = serverLogSize(layout);
    const postmaster = await launch(layout, runner, options);
    if (postmaster) return postmaster;
    const complaint = readFileSync(layout.serverLog, 'utf8').slice(begin);
    // Another program took the port in between, or processes of a killed server are still on their way out.
    const passing = /could not bind|Address already in use|pre-existing shared memory block/i.test(complaint);
    if (!passing || attempt === attempts) throw new PostgresStartError(explain('The database did not start.', complaint, layout));
    await wait(200 * attempt);
  }
}

function serverLogSize(layout: ClusterLayout): number {
  if (!existsSync(layout.serverLog)) return 0;
  const { size } = statSync(layout.serverLog);
  if (size < logLimit) return size;
  rmSync(layout.serverLog);
  return 0;
}

/** One attempt; undefined when the server ended before it was ready. */
async function launch(layout: ClusterLayout, runner: ClusterRunner, options: StartOptions): Promise<Postmaster | undefined> {
  const port = options.port ?? (await freePort());
  const args = Object.entries({ ...defaults, ...options.settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A file and not a pipe: the server may outlive this process, and goes on writing.
  const output = openSync(layout.serverLog, 'a', 0o600);
  const child = runner.spawn('postgres', ['-D', layout.cluster, '-p', String(port), ...args], ['ignore', output, output]);
  closeSync(output);
  const ended = watchEnd(child);
  child.unref();
  const deadline = Date.now() + readyPatience;
  while (!ended.aborted) {
    const found = findPostmaster(layout.cluster);
    if (found?.status === 'ready' && found.port === port && (await answers(superuserUrl(readPassword(layout), port))))
      return found;
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      throw new PostgresStartError(`The database was not ready after two minutes. Look into ${layout.serverLog}.`);
    }
    await wait(10);
  }
  return undefined;
}

function watchEnd(child: ChildProcess): AbortSignal {
  const end = new AbortController();
  child.on('error', () => end.abort());
  child.on('exit', () => end.abort());
  return end.signal;
}

/** Fast shutdown, which rolls open transactions back; then immediate, which the next start recovers from (PostgreSQL manual, "Shutting Down the Server"). */
async function stopServer(layout: ClusterLayout): Promise<void> {
  const found = findPostmaster(layout.cluster);
  if (!found) return;
  send(found.pid, 'SIGINT');
  if (await waitForEnd(found.pid, fastStopPatience)) return;
  send(found.pid, 'SIGQUIT');
  if (!(await waitForEnd(found.pid, fastStopPatience)))
    throw new PostgresStartError(`PostgreSQL (process ${found.pid}) does not end.`);
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended by itself in between.
    if (isAlive(pid)) throw error;
  }
}
