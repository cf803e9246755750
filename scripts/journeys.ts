import { globSync } from 'node:fs';
import { findBrowser } from '../e2e/browser.ts';
import { findFirefox } from '../e2e/firefox.ts';
import { mainJourneys } from '../e2e/main-journeys.ts';
import { withSecondTry } from './second-try.ts';
import { runVitest } from './suites.ts';
import type { Suite } from './suites.ts';

const all = '--all';

/** What `npm test` leaves to `npm run e2e`. */
export const otherJourneys = (root: string): string[] =>
  globSync('e2e/**/*.e2e.ts', { cwd: root }).filter((file) => !mainJourneys.includes(file));

/**
 * Runs the browser journeys, that with Firefox only where it is installed; a Chromium that cannot be had is a failure with its reason.
 * With `--all` every screen is looked at, those that have not changed as well.
 */
export async function runJourneys(root: string, args: string[]): Promise<Suite> {
  try {
    const browser = await findBrowser((message) => console.log(message));
    if (findFirefox() === null && !args.some((arg) => mainJourneys.includes(arg)))
      console.log('skipped the journey with Firefox: none is installed');
    const run = (names: string[]) =>
      runVitest('journeys', ['--config', 'e2e/vitest.config.ts', ...names], {
        root,
        env: { CHROMIUM: browser, ...(args.includes(all) && { LOOKS: 'all' }) },
      });
    return await withSecondTry(await run(args.filter((arg) => arg !== all)), run);
  } catch (error) {
    return {
      name: 'journeys',
      passed: 0,
      failed: 1,
      seconds: 0,
      problems: [error instanceof Error ? error.message : String(error)],
    };
  }
}
