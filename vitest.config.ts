import { defineConfig } from 'vitest/config';

/** Unit and service tests; the browser journeys have a configuration of their own in `e2e/`. */
export default defineConfig({
  test: {
    include: [
      'src/**/*.test.{ts,tsx}',
      'packages/**/*.test.{ts,tsx}',
      'scripts/**/*.test.ts',
      'deploy/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', 'dist/**', '.types/**'],
    globalSetup: './scripts/vitest-database.ts',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
