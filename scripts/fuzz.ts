/** `npm run fuzz`: the endpoint's fuzz test with 100 000 requests, or as many as are given. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const runs = process.argv[2] ?? '100000';
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const done = spawnSync(process.execPath, [vitest, 'run', 'src/app/proof/endpoint/endpoint-fuzz.test.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, FUZZ_RUNS: runs },
});
process.exitCode = done.status ?? 1;
