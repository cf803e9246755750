import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clearLeftovers, ownFolder } from './test-leftovers.ts';

test('folders of processes that are gone go away, all others stay', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'leftovers-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const names = [`atrium-x-${gone}-abc`, `atrium-y-${gone}-abc`, 'atrium-x-abcdef', `atrium-x-${gone}`, 'other'];
  for (const name of names) mkdirSync(join(parent, name, 'deep'), { recursive: true });
  const own = ownFolder('atrium-x-', parent);
  await clearLeftovers('atrium-x-', parent);
  expect(existsSync(own)).toBe(true);
  expect(
    readdirSync(parent)
      .filter((name) => !own.endsWith(name))
      .sort(),
  ).toEqual(names.slice(1).sort());
});
