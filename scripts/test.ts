// `npm test`: the gates, the unit and service tests, and the journeys in a browser. The last line is the sum of all.
import { resolve } from 'node:path';
import { gates } from './gates.ts';
import { runJourneys } from './journeys.ts';
import { conclude, runAll, runGate, runVitest, tellSuite } from './suites.ts';

const root = resolve(import.meta.dirname, '..');
const walls = await runAll(
  gates.map((gate) => () => runGate(gate, root)),
  tellSuite,
);
const tests = await runVitest('tests', [], { root });
tellSuite(tests);
const journeys = await runJourneys(root, []);
tellSuite(journeys);
conclude([...walls, tests, journeys]);
