import { defineConfig } from 'vitest/config';
import { testFolder } from './scripts/test-folder.ts';

/** Unit and service tests; the browser journeys have a configuration of their own in `e2e/`. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'packages/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'deploy/**/*.test.ts',
      'bench/**/*.test.ts',
      'e2e/fake-bbb/*.test.ts',
      'e2e/card-provider/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'dist/**', '.types/**'],
    globalSetup: './scripts/vitest-database.ts',
    setupFiles: './scripts/vitest-setup.ts',
    env: { TMPDIR: testFolder() },
    // most of a service test is waiting for the database, so every processor can take a file
    maxWorkers: '100%',
    // modules hold no state of their own, so the files of a worker share them instead of loading everything anew
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
