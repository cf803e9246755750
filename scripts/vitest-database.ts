import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#kit/server/postgres.ts';
import { findPostmaster, isAlive, waitForEnd } from '#kit/server/postgres-process.ts';
import { testFolder } from './test-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the server that the tests may create databases on. */
    databaseUrl: string;
  }
}

const prefix = 'atrium-tests-';

/** Gives all tests one PostgreSQL: the server named by DATABASE_URL, else a fresh embedded one that goes away afterwards. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.DATABASE_URL;
  if (given) {
    project.provide('databaseUrl', given);
    return undefined;
  }
  await clearLeftovers();
  const dataDir = mkdtempSync(join(testFolder(), `${prefix}${process.pid}-`));
  // As root, the database runs as another user, who must be able to pass through.
  chmodSync(dataDir, 0o711);
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum: 'off',
    // what is never read again should not fill the memory that it is kept in
    max_wal_size: '256MB',
  };
  const database = await startPostgres({ dataDir, settings, log: () => undefined });
  project.provide('databaseUrl', database.url);
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** A killed test run cannot stop its server; the next run does. */
async function clearLeftovers(): Promise<void> {
  for (const name of readdirSync(testFolder())) {
    const pid = Number(name.startsWith(prefix) ? name.slice(prefix.length).split('-')[0] : Number.NaN);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    const folder = join(testFolder(), name);
    const left = findPostmaster(join(folder, 'postgres'));
    if (left) {
      process.kill(left.pid, 'SIGQUIT');
      await waitForEnd(left.pid, 10_000);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
