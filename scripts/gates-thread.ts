// A thread that runs the gates one after the other: some read for seconds without a pause, and whoever runs tests beside them has to listen.
import { resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { gates, simulator } from './gates.ts';
import { runGate } from './suites.ts';

const root = resolve(import.meta.dirname, '..');
for (const gate of workerData === 'whole' ? [...gates, simulator] : gates) parentPort?.postMessage(await runGate(gate, root));
