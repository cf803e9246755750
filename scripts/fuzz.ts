/**
 * `npm run fuzz`: the endpoint's fuzz test with 100 000 requests, or as many as are given.
 * `npm run fuzz -- api`: that of the API with 10 000, or as many as are given.
 * `npm run fuzz -- topics`: commands of topics that a hostile page sends into a meeting, 10 000 or as many as are given.
 * `npm run chaos -- --minutes 10`: processes that are killed, paused and cut off from the database while programs work.
 * `npm run fuzz -- hold-up`: requests that try to hold up the product; `/healthz` must answer within 250 ms beside each.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');

function runTest(file: string, env: Record<string, string>): number {
  const done = spawnSync(process.execPath, [vitest, 'run', file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return done.status ?? 1;
}

const options = { minutes: { type: 'string', default: '10' } } as const;
const { positionals, values } = parseArgs({ options, allowPositionals: true });
const [mode = '100000', runs = '10000'] = positionals;
const modes: Record<string, () => number> = {
  api: () => runTest('src/app/proof/api-fuzz.test.ts', { FUZZ_RUNS: runs }),
  topics: () => runTest('packages/engine/server/topics/hostile-', { FUZZ_RUNS: runs }),
  chaos: () => runTest('src/app/proof/chaos.test.ts', { CHAOS_MINUTES: values.minutes }),
  'hold-up': () => runTest('src/app/proof/hold-up.test.ts', { HOLD_UP_MS: '250' }),
};
process.exitCode = (modes[mode] ?? (() => runTest('src/app/proof/endpoint/endpoint-fuzz.test.ts', { FUZZ_RUNS: mode })))();
