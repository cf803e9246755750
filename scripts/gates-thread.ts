// A thread that runs the gates one after the other. Some read for seconds without a pause, and the tests beside them must not wait for that.
import { setPriority } from 'node:os';
import { resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { gates, simulator } from './gates.ts';
import { runGate } from './suites.ts';

// of this thread and of what it starts; some of the tests measure time
setPriority(19);
const root = resolve(import.meta.dirname, '..');
for (const gate of workerData === 'whole' ? [...gates, simulator] : gates) parentPort?.postMessage(await runGate(gate, root));
