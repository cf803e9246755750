/**
 * An installation with sample data, made once for a run and copied by each journey that begins with one: to write it takes longer than all
 * the rest of a start.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder stands in the environment, which the processes that run the journeys inherit. */
const variable = 'ATRIUM_JOURNEY_SAMPLES';
const password = 'password-of-samples';

/** Says where the installation is that `dataDir` holds; it has ended. */
export function keepSamples(dataDir: string, demoPassword: string): void {
  writeFileSync(join(dataDir, password), demoPassword);
  process.env[variable] = dataDir;
}

export function dropSamples(): void {
  const from = process.env[variable];
  if (from !== undefined) rmSync(from, { recursive: true, force: true });
}

/** The password of all sample accounts, or null where no samples were kept. */
export function passwordOfSamples(): string | null {
  const file = join(process.env[variable] ?? '', password);
  return process.env[variable] !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** Fills the empty folder and answers with the password of all sample accounts, or with null where none were kept. */
export function copySamples(dataDir: string): string | null {
  const kept = passwordOfSamples();
  // not by Node's own copy: the files of the database keep their owner, who as root is another one
  if (kept !== null) execFileSync('cp', ['-a', `${process.env[variable]}/.`, dataDir]);
  return kept;
}
