/** What killed runs leave behind in the test folder, each under the id of the process that made it. */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { livingEngine } from '#app/engine-process.ts';
import { slotFolders } from '#app/engine-slots.ts';
import { findPostmaster, isAlive, waitForEnd } from '#kit/server/db/postgres-process.ts';
import { testFolder } from './test-folder.ts';

/** A folder of this process, which the next run removes if this one cannot. `prefix` ends with a hyphen. */
export function ownFolder(prefix: string, parent: string = testFolder()): string {
  const folder = mkdtempSync(join(parent, `${prefix}${process.pid}-`));
  // as root, the database runs as another user, who must be able to pass through
  chmodSync(folder, 0o711);
  return folder;
}

/** Ends the engines that outlived the product of that data folder for the sake of their meetings. */
export async function endEngines(dataDir: string): Promise<void> {
  for (const { pid } of slotFolders(dataDir).flatMap((slot) => livingEngine(slot) ?? [])) {
    process.kill(pid, 'SIGKILL');
    await waitForEnd(pid, 10_000);
  }
}

/** Removes folders of that prefix whose process is gone, and ends what goes on in them when its owner is killed: the database, and engines with meetings. */
export async function clearLeftovers(prefix: string, parent: string = testFolder()): Promise<void> {
  for (const name of readdirSync(parent)) {
    const pid = Number(name.startsWith(prefix) ? /^\d+(?=-)/.exec(name.slice(prefix.length))?.[0] : Number.NaN);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    const folder = join(parent, name);
    await endEngines(folder);
    const left = findPostmaster(join(folder, 'postgres'));
    if (left) {
      process.kill(left.pid, 'SIGQUIT');
      await waitForEnd(left.pid, 10_000);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
