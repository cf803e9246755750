import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockFolder } from '#kit/server/folder-lock.ts';

/** The embedded database could not start or stop; the message is written for the operator and says what to do. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
}

/** What a running PostgreSQL writes about itself in `postmaster.pid` (PostgreSQL manual, "Database File Layout"). */
export type Postmaster = { pid: number; port: number; status: string };

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** The postmaster that is alive in this cluster folder, or undefined; a stale file of a dead one is not an answer. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = readText(join(cluster, 'postmaster.pid'))?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 2 || !ownsCluster(pid, cluster)) return undefined;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/**
 * Removes the note of a dead server whose id now belongs to a zombie or to another program: PostgreSQL would take that for a
 * running server and refuse to start. Any other stale note stays, because PostgreSQL learns from it which leftovers to wait for.
 */
export function dropMisleadingPidFile(cluster: string): void {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number(readText(file)?.split('\n')[0]);
  if (pid > 0 && existsSync(`/proc/${pid}`) && !findPostmaster(cluster)) rmSync(file);
}

/** Process ids are reused and zombies still answer to signals, so the proof is the folder that the process works in. */
function ownsCluster(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
  } catch {
    return false;
  }
}

/** True while the process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  const status = readText(`/proc/${pid}/status`);
  return status !== undefined && !/^State:\s+[ZX]/m.test(status);
}

/** Waits until the process is gone; false when it is still there after `milliseconds`. */
export async function waitForEnd(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

/** Clock ticks since boot at which a process started: with the pid it names one process for ever (proc_pid_stat(5), field 22). */
export function startOf(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`) ?? '';
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** Notes that this process uses the database; returns the file that stands for it. */
export function signIn(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${process.pid}.${startOf(process.pid)}.${randomBytes(4).toString('hex')}`);
  writeFileSync(file, '', { mode: 0o600 });
  return file;
}

/** Removes the note of this process and those of dead ones; true when nobody else uses the database. */
export function signOut(folder: string, file: string): boolean {
  rmSync(file, { force: true });
  const others = readdirSync(folder).filter((name) => {
    const [pid, start] = name.split('.');
    if (isAlive(Number(pid)) && startOf(Number(pid)) === start) return true;
    rmSync(join(folder, name), { force: true });
    return false;
  });
  return others.length === 0;
}

const lockPatience = 120_000;

/** Runs `work` while no other process of this machine runs its own for the same folder. */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + lockPatience;
  let lock = await lockFolder(folder, 'postgres');
  while (!lock) {
    if (Date.now() > deadline)
      throw new PostgresStartError(
        `Another process has been starting or stopping the database in ${folder} for two minutes. End it and try again.`,
      );
    await wait(50);
    lock = await lockFolder(folder, 'postgres');
  }
  const held = lock;
  try {
    return await work();
  } finally {
    await held.release();
  }
}

/** A TCP port of the loopback address that nobody listens on at this moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
