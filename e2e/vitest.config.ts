import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { patience } from './until.ts';

/** Each file has a product and a browser of its own. They wait more than they work, so two at a time share even a small machine. */
export default defineConfig({
  root: resolve(import.meta.dirname, '..'),
  test: {
    include: ['e2e/**/*.e2e.ts'],
    globalSetup: ['./e2e/pictures.ts', './e2e/product.ts'],
    maxWorkers: 2,
    maxConcurrency: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: patience } },
  },
});
