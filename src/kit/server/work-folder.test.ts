import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { inWorkFolder } from './work-folder.ts';

/** A process that has such a folder and never ends, and its folder. */
async function worker() {
  const module = new URL('./work-folder.ts', import.meta.url).href;
  const code = `const { inWorkFolder } = await import('${module}');
    await inWorkFolder(async (folder) => { console.log(folder); await new Promise((resolve) => setTimeout(resolve, 600_000)); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [output] = await once(child.stdout, 'data');
  return { child, folder: String(output).trim() };
}

test('a folder is private, gone after the work, and what a killed process left goes with the next', async () => {
  const [lives, dies] = [await worker(), await worker()];
  dies.child.kill('SIGKILL');
  await once(dies.child, 'exit');
  const old = path.join(os.tmpdir(), 'atrium-work-1-1-1-gone');
  fs.mkdirSync(old, { recursive: true });
  fs.utimesSync(old, 0, 0);
  expect([dies, lives].map(({ folder }) => fs.existsSync(folder))).toEqual([true, true]);
  const mine = await inWorkFolder(async (folder) => {
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    expect([lives.folder, dies.folder, old].map((one) => fs.existsSync(one))).toEqual([true, false, false]);
    return folder;
  });
  expect([mine, lives.folder].map((one) => fs.existsSync(one))).toEqual([false, true]);
}, 30_000);
