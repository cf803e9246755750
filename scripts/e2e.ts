// `npm run e2e [name…]`: the browser journeys alone; names choose files, as in vitest.
import { resolve } from 'node:path';
import { runJourneys } from './journeys.ts';
import { conclude, tellSuite } from './suites.ts';

const suite = await runJourneys(resolve(import.meta.dirname, '..'), process.argv.slice(2));
tellSuite(suite);
conclude([suite]);
