// `npm run check [name…]`: everything that needs no browser. Without names, all gates and all unit and service tests;
// `--update` lowers the counts of `scripts/known-faults.json` to what is left.
// `tests` are those tests alone, `services` only those of the product's own code (the ones that depend on the database).
import { resolve } from 'node:path';
import { countedRules, gates } from './gates.ts';
import { shrinkKnownFaults } from './known-faults.ts';
import { runTests } from './second-try.ts';
import { conclude, runAll, runGate, tellSuite } from './suites.ts';
import type { Suite } from './suites.ts';

const root = resolve(import.meta.dirname, '..');
const testSuites = new Map([
  ['tests', []],
  ['services', ['src/']],
]);
const known = [...gates.map(({ name }) => name), ...testSuites.keys()];
const update = '--update';
const given = process.argv.slice(2).filter((arg) => arg !== update);
const wanted = given.length > 0 ? given : known.filter((name) => name !== 'services');
const unknown = wanted.filter((name) => !known.includes(name));

async function check(): Promise<Suite[]> {
  const chosen = gates.filter(({ name }) => wanted.includes(name));
  const suites = await runAll(
    chosen.map((gate) => () => runGate(gate, root)),
    tellSuite,
  );
  for (const [name, args] of testSuites) {
    if (!wanted.includes(name)) continue;
    const tests = await runTests(name, args, root);
    tellSuite(tests);
    suites.push(tests);
  }
  return suites;
}

if (process.argv.includes(update)) shrinkKnownFaults(root, countedRules);
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Names: ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  conclude(await check());
}
