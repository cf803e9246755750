// `npm run check [gate…]`: everything that needs no browser. Without names, all gates and all unit and service tests.
import { resolve } from 'node:path';
import { gates } from './gates.ts';
import { conclude, runAll, runGate, runVitest, tellSuite } from './suites.ts';
import type { Suite } from './suites.ts';

const root = resolve(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => name !== 'tests' && !gates.some((gate) => gate.name === name));

async function check(): Promise<Suite[]> {
  const chosen = gates.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const suites = await runAll(chosen.map((gate) => () => runGate(gate, root)), tellSuite);
  if (wanted.length > 0 && !wanted.includes('tests')) return suites;
  const tests = await runVitest('tests', [], { root });
  tellSuite(tests);
  return [...suites, tests];
}

if (unknown.length > 0) {
  console.error(`There is no gate ${unknown.join(', ')}. Gates: ${gates.map(({ name }) => name).join(', ')}, tests.`);
  process.exitCode = 2;
} else {
  conclude(await check());
}
