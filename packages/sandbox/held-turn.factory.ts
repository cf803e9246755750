/** A process of the sandbox that is at work, for tests of who waits for whom. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { runIsolated } from './sandbox.ts';

const task = {
  module: `data:text/javascript,${encodeURIComponent(`import fs from 'node:fs';
    export const isolated = async (file) => {
      while (!fs.existsSync(file)) await new Promise((resolve) => setTimeout(resolve, 20));
      return 'done';
    };`)}`,
  isResult: (value: unknown): value is string => typeof value === 'string',
};

/** Takes all that one may have of the processes, until it is released. */
export function holdTurn(turn: string): { release: () => void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-turn-'));
  const file = path.join(folder, 'released');
  const work = runIsolated(task, file, { seconds: 60, megabytes: 500, turn });
  const release = () => fs.writeFileSync(file, '');
  onTestFinished(async () => {
    release();
    await work;
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return { release };
}
