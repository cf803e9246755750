/** What axe finds wrong with a page: the rules of accessibility that a program can judge. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** Its Playwright wrapper is not used: it waits for ever on frames that forbid scripts, and the page of a mail has one. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * All rules, or those on colours alone: the rest of them see the same page in light and in dark, so a page that was checked in
 * this width needs only those in the other scheme.
 */
export type Rules = 'all' | 'colours';

/** Names of the rules of axe that the page breaks, each with the first places. */
export async function violationsOf(page: Page, rules: Rules): Promise<string[]> {
  await page.evaluate(`typeof axe === 'undefined' && (() => {${axe}\n})()`);
  const only = rules === 'all' ? '' : "runOnly: ['color-contrast', 'link-in-text-block'],";
  const found: unknown = await page.evaluate(
    `axe.run(document, { ${only} resultTypes: ['violations'], iframes: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.slice(0, 3).map(({ target }) => target.join(' ')).join(' | ')))`,
  );
  return Array.isArray(found) ? found.map(String) : ['axe gave no answer'];
}
