import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { insteadOf, leftOutFiles } from './vite-left-out.ts';

const instrumentation = path.resolve('node_modules/react-router/dist/production/lib/router/instrumentation.js');

test('what is left out still stands where it is looked for', () => {
  for (const file of leftOutFiles) expect([file, existsSync(path.resolve('node_modules', file))]).toEqual([file, true]);
  expect(insteadOf(instrumentation)).toContain('getRouteInstrumentationUpdates');
});

test('other modules stay as they are', () =>
  expect(insteadOf('/x/node_modules/react-router/dist/production/lib/router/router.js')).toBe(null));
