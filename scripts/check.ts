// `npm run check [name…]`: all that needs no build of the pages. Without names, all gates, all unit and service tests, and the
// component tests in a browser;
// `--update` lowers the counts of `scripts/known-faults.json` to what is left.
// `tests` are those tests alone, `services` only those of the product's own code (the ones that depend on the database).
// `npm run check -- --changed`: the gates, and the tests that stand closest to what differs from origin/main.
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { changedFiles, closestTests } from './changed.ts';
import { runComponents } from './components.ts';
import { countedRules, gates, gatesFor } from './gates.ts';
import { shrinkKnownFaults } from './known-faults.ts';
import { runTests } from './second-try.ts';
import { conclude, runAll, runGate, tellSuite } from './suites.ts';
import type { Suite } from './suites.ts';

const root = resolve(import.meta.dirname, '..');
const testSuites = new Map([
  ['tests', []],
  ['services', ['src/']],
]);
const components = 'components';
const known = [...gates.map(({ name }) => name), ...testSuites.keys(), components];
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
  if (wanted.includes(components)) {
    const inBrowser = await runComponents(root, []);
    tellSuite(inBrowser);
    suites.push(inBrowser);
  }
  return suites;
}

async function checkChanged(): Promise<Suite[]> {
  const changed = await changedFiles(root);
  const paths = globSync('{src,packages,scripts,deploy,bench}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  });
  const tests = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const { chosen, left } = closestTests(changed, tests);
  const suites = await runAll(
    gatesFor(changed).map((gate) => () => runGate(gate, root)),
    tellSuite,
  );
  if (left > 0) console.log(`${left} further test files of the same domains are left to the whole check`);
  if (chosen.length === 0) return suites;
  const ran = await runTests('tests', chosen, root);
  tellSuite(ran);
  return [...suites, ran];
}

if (process.argv.includes(update)) shrinkKnownFaults(root, countedRules);
if (given.length === 1 && given[0] === '--changed') {
  conclude(await checkChanged());
} else if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}. Names: ${known.join(', ')}.`);
  process.exitCode = 2;
} else {
  conclude(await check());
}
