/**
 * Screens whose making has not changed since they were last scanned without fault are not scanned again. `looks.lock.json` holds
 * the hash of each. Where `CI` is set it is written too, so that a second try scans only what failed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { type ScreenExample, screenHashes } from '../scripts/screen-hashes.ts';

const file = join(import.meta.dirname, 'looks.lock.json');
const shiftsFile = join(import.meta.dirname, 'known-shifts.json');
const lock = z.record(z.string(), z.string());
const axe = z.object({ version: z.string() });

export type LooksLedger = {
  isChanged(name: string): boolean;
  /** Whether the screen is one of those known to move while they load. */
  mayShift(name: string): boolean;
  /** Keeps the hashes of these, which were scanned without fault; what is no example any more goes. The list of screens that shift can only get shorter. */
  keep(names: readonly string[], shifted: ReadonlySet<string>): void;
};

const readLock = (): Record<string, string> => (existsSync(file) ? lock.parse(JSON.parse(readFileSync(file, 'utf8'))) : {});

/** With `LOOKS=all` every screen counts as changed. */
export async function openLooksLedger(examples: readonly ScreenExample[], checkers: readonly string[]): Promise<LooksLedger> {
  const { version } = axe.parse(createRequire(import.meta.url)('axe-core/package.json'));
  const checker = [version, ...checkers.map((path) => readFileSync(path, 'utf8'))];
  const hashes = await screenHashes(resolve(import.meta.dirname, '..'), { examples, checker });
  const kept = process.env['LOOKS'] === 'all' ? {} : readLock();
  const shifts = z.array(z.string()).parse(JSON.parse(readFileSync(shiftsFile, 'utf8')));
  return {
    mayShift: (name) => shifts.includes(name),
    isChanged: (name) => hashes.get(name) === undefined || hashes.get(name) !== kept[name],
    keep: (names, shifted) => {
      const still = shifts.filter((name) => shifted.has(name) || (hashes.has(name) && !names.includes(name)));
      if (process.env['CI'] === undefined) writeFileSync(shiftsFile, `${JSON.stringify(still, null, 2)}\n`);
      const scanned = Object.fromEntries(names.map((name) => [name, hashes.get(name) ?? '']));
      const all = Object.entries({ ...readLock(), ...scanned }).filter(([name]) => hashes.has(name));
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`);
    },
  };
}
