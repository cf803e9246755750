/** The embedded database dies under the running product. */
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findPostmaster, waitForEnd } from '#kit/server/db/postgres-process.ts';
import { emptyFolder, link, quiet, run } from './start.factory.ts';
import { buildPages } from './testing.ts';

beforeAll(() => buildPages(), 180_000);

test('a database that is killed is started again and everything goes on; one that cannot be ends the process with 1 and a sentence', async () => {
  const dataDir = emptyFolder();
  const cluster = path.join(dataDir, 'postgres');
  const started = run({ DATA_DIR: dataDir, PORT: '0', ENGINE: 'off' });
  const site = await started.hears(quiet);
  await started.hears(link);
  const kill = async () => {
    const pid = findPostmaster(cluster)?.pid ?? 0;
    process.kill(pid, 'SIGKILL');
    await waitForEnd(pid, 10_000);
    return pid;
  };
  const pid = await kill();
  await started.hears(/the embedded database is back/);
  await expect.poll(async () => (await fetch(`${site}/readyz`)).status, { timeout: 20_000 }).toBe(200);
  expect(findPostmaster(cluster)?.pid).not.toBe(pid);
  expect((await fetch(`${site}/api/challenge`)).status).toBe(200);

  const closed = once(started.child, 'close');
  fs.renameSync(cluster, path.join(dataDir, 'elsewhere'));
  const last = findPostmaster(path.join(dataDir, 'elsewhere'))?.pid ?? 0;
  process.kill(last, 'SIGKILL');
  expect((await closed)[0]).toBe(1);
  expect(started.said()).toContain(`The database folder ${cluster} is gone.`);
}, 120_000);
