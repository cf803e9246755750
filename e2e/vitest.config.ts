import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Journeys share one machine with real browsers and media, so they run one after the other. */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['e2e/**/*.e2e.ts'],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
