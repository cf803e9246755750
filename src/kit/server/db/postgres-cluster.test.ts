import { expect, onTestFinished, test } from 'vitest';
import { explain, findPrograms, layoutOf } from '#kit/server/db/postgres-cluster.ts';

/** What the rest of the test takes the machine for. */
function pretend(platform: NodeJS.Platform): void {
  const real = Object.getOwnPropertyDescriptor(process, 'platform');
  if (real === undefined) throw new Error('process has no platform');
  onTestFinished(() => void Object.defineProperty(process, 'platform', real));
  Object.defineProperty(process, 'platform', { ...real, value: platform });
}

test.each(['darwin', 'win32', 'freebsd'] as const)('on %s the start says that a PostgreSQL has to be installed', (platform) => {
  pretend(platform);
  expect(findPrograms).toThrow(
    `No PostgreSQL for ${platform}-${process.arch} comes with the product. Install PostgreSQL 15 or newer and set DATABASE_URL.`,
  );
});

test.each([
  // musl has no loader of that name, an old glibc lacks the symbols
  ['spawn /x/native/bin/initdb ENOENT', 'glibc 2.28 or newer'],
  ["postgres: /lib/libc.so.6: version `GLIBC_2.28' not found", 'glibc 2.28 or newer'],
  ['could not resize shared memory segment "/PostgreSQL.1" to 67128672 bytes: No space left on device', 'shm-size'],
  ['FATAL: could not write to file: No space left on device', 'disk of /data is full'],
  ['initdb: error: could not change permissions: Read-only file system', 'Choose another DATA_DIR'],
])('%s is told with its remedy', (complaint, remedy) => {
  const told = explain('The database could not be created.', complaint, layoutOf('/data'));
  expect(told).toContain(remedy);
  expect(told).toContain(complaint);
});
