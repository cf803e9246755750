import { findBrowser } from '../e2e/browser.ts';
import { withSecondTry } from './second-try.ts';
import { runVitest } from './suites.ts';
import type { Suite } from './suites.ts';

/** Runs the component tests in a Chromium; one that cannot be had is a failure with its reason. `names` choose files, as in vitest. */
export async function runComponents(root: string, names: string[]): Promise<Suite> {
  try {
    const browser = await findBrowser((message) => console.log(message));
    const run = (files: string[]) =>
      runVitest('components', ['--config', 'scripts/vitest.components.config.ts', ...files], {
        root,
        env: { CHROMIUM: browser },
      });
    return await withSecondTry(await run(names), run);
  } catch (error) {
    const problems = [error instanceof Error ? error.message : String(error)];
    return { name: 'components', passed: 0, failed: 1, seconds: 0, problems };
  }
}
