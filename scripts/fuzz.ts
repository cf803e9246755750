/** `npm run fuzz`: the endpoint's fuzz test with 100 000 requests, or as many as are given; `npm run fuzz -- api`: that of the API with 10 000. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const [, , ...given] = process.argv;
const isApi = given[0] === 'api';
const runs = (isApi ? given[1] : given[0]) ?? (isApi ? '10000' : '100000');
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const done = spawnSync(
  process.execPath,
  [vitest, 'run', isApi ? 'src/app/proof/api-fuzz.test.ts' : 'src/app/proof/endpoint/endpoint-fuzz.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, FUZZ_RUNS: runs },
  },
);
process.exitCode = done.status ?? 1;
