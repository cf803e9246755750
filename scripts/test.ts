// `npm test`: the gates, the unit and service tests, the component tests, the build, and the journeys in a browser. The last line is the sum of all.
import { resolve } from 'node:path';
import { gates, toolGate } from './gates.ts';
import { runComponents } from './components.ts';
import { runJourneys } from './journeys.ts';
import { runTests } from './second-try.ts';
import { conclude, runAll, runGate, tellSuite } from './suites.ts';
import type { Suite } from './suites.ts';

const root = resolve(import.meta.dirname, '..');
const build = toolGate('build', process.execPath, ['scripts/start.mjs', 'build']);

async function told(suite: Promise<Suite>): Promise<Suite> {
  tellSuite(await suite);
  return suite;
}

const walls = await runAll(
  gates.map((gate) => () => runGate(gate, root)),
  tellSuite,
);
const tests = await told(runTests('tests', [], root));
const components = await told(runComponents(root, []));
const built = await told(runGate(build, root));
// Without pages there is nothing to open in a browser, and the reason stands above.
const journeys = built.failed > 0 ? [] : [await told(runJourneys(root, []))];
conclude([...walls, tests, components, built, ...journeys]);
