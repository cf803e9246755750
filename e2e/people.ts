/** People with browsers: each context is another person's browser with a made-up camera and microphone. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, fakeMediaArguments } from './browser.ts';
import { patience } from './until.ts';

export type Person = {
  context: BrowserContext;
  page: Page /** Errors of the page's console and scripts so far. */;
  errors: string[];
};

const launchOptions = (more: readonly string[]) => ({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  headless: true,
  args: [...browserArguments, ...fakeMediaArguments, ...more],
});
/** Starts Chromium; the caller closes it. `more`: further command-line arguments. */
export const openBrowser = (more: readonly string[] = []): Promise<Browser> => chromium.launch(launchOptions(more));

const sharedBrowser = 'ATRIUM_JOURNEY_BROWSER';
/** Starts the Chromium that journeys of several processes join. Answers with what ends it. */
export async function launchSharedBrowser(): Promise<() => Promise<void>> {
  const server = await chromium.launchServer(launchOptions([]));
  process.env[sharedBrowser] = server.wsEndpoint();
  return () => server.close();
}
/** Closing it ends only what was opened by it. */
export const joinSharedBrowser = (): Promise<Browser> => chromium.connect(process.env[sharedBrowser] ?? '');

/** What one person's browser looks like; a phone is 360 wide. */
export type Look = { width?: number; height?: number; locale?: string; dark?: 'dark'; phone?: 'phone' };

export async function newPerson(browser: Browser, base: string, look: Look = {}): Promise<Person> {
  const context = await browser.newContext({
    baseURL: base,
    locale: look.locale ?? 'en-US',
    colorScheme: look.dark ?? 'light',
    viewport: {
      width: look.phone === undefined ? (look.width ?? 1280) : 360,
      height: look.phone === undefined ? (look.height ?? 800) : 740,
    },
    permissions: ['camera', 'microphone'],
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(patience);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return { context, page, errors };
}
