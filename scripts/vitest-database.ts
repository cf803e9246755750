import { rmSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '#kit/server/db/postgres.ts';
import { clearLeftovers, ownFolder } from './test-leftovers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the server that the tests may create databases on. */
    databaseUrl: string;
  }
}

const prefix = 'atrium-tests-';

/** Gives all tests one PostgreSQL: the server named by TEST_DATABASE_URL, else a fresh embedded one that goes away afterwards. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('databaseUrl', given);
    return undefined;
  }
  await clearLeftovers(prefix);
  const dataDir = ownFolder(prefix);
  // faster than TCP, most of all on a busy machine: tests ask hundreds of thousands of questions
  const socket = platform() === 'win32' ? null : join(dataDir, 'postgres');
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '300',
    autovacuum: 'off',
    // what is never read again should not fill the memory that it is kept in
    max_wal_size: '256MB',
    ...(socket !== null && { unix_socket_directories: socket }),
  };
  const database = await startPostgres({ dataDir, settings, log: () => undefined });
  project.provide('databaseUrl', socket === null ? database.url : database.url.replace('127.0.0.1', encodeURIComponent(socket)));
  return async () => {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
