// `npm test`: the build, the gates beside the unit and service tests, the component tests, and the main journeys in a browser.
// `npm test -- --whole`, as `.ci/run` asks, adds all other journeys, the faults planted for the gates and the placement simulator.
// The last line is the sum of all.
import { once } from 'node:events';
import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { runComponents } from './components.ts';
import { toolGate } from './gates.ts';
import { otherJourneys, runJourneys } from './journeys.ts';
import { mainJourneys } from '../e2e/main-journeys.ts';
import { runTests } from './second-try.ts';
import { conclude, runGate, tellSuite } from './suites.ts';
import type { Suite } from './suites.ts';

const root = resolve(import.meta.dirname, '..');
const whole = process.argv.includes('--whole');
const build = toolGate('build', process.execPath, ['scripts/start.mjs', 'build']);
/** The gates over small houses with faults in them. */
const planted = 'scripts/planted';

async function told(suite: Promise<Suite>): Promise<Suite> {
  tellSuite(await suite);
  return suite;
}

/** One after the other: they have the time that the tests beside them leave. */
async function runGates(): Promise<Suite[]> {
  const thread = new Worker(new URL('gates-thread.ts', import.meta.url), { workerData: whole ? 'whole' : 'usual' });
  const suites: Suite[] = [];
  thread.on('message', (suite: Suite) => {
    tellSuite(suite);
    suites.push(suite);
  });
  await once(thread, 'exit');
  return suites;
}

// Tests open pages, and would build them themselves.
const built = await told(runGate(build, root));
const [walls, tests] = await Promise.all([runGates(), told(runTests('tests', ['--exclude', `${planted}/**`], root))]);
const refusals = whole ? [await told(runTests('planted', [planted], root))] : [];
const components = await told(runComponents(root, []));
// Without pages there is nothing to open in a browser, and the reason stands above.
const journeys = built.failed > 0 ? [] : [await told(runJourneys(root, whole ? [] : mainJourneys))];
const left = `Left out: ${otherJourneys(root).length} other files of journeys (npm run e2e), the planted faults and the placement simulator (.ci/run has all)`;
conclude([built, ...walls, tests, ...refusals, components, ...journeys], whole ? [] : [left]);
