/** People with browsers: each context is another person's browser with a made-up camera and microphone. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, fakeMediaArguments, findShell } from './browser.ts';
import { patience } from './until.ts';

export type Person = {
  context: BrowserContext;
  page: Page /** Errors of the page's console and scripts so far. */;
  errors: string[];
};

/** `shell` draws pages as `chromium` does with less work, and shares no screens; without one, Chromium takes its place. */
export type BrowserKind = 'shell' | 'chromium';

const launchOptions = (kind: BrowserKind, more: readonly string[]) => ({
  executablePath: (kind === 'shell' ? findShell() : null) ?? process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  headless: true,
  args: [...browserArguments, ...fakeMediaArguments, ...more],
});
/** Starts a browser; the caller closes it. `more`: further command-line arguments. */
export const openBrowser = (kind: BrowserKind = 'shell', more: readonly string[] = []): Promise<Browser> =>
  chromium.launch(launchOptions(kind, more));

const sharedBrowsers = { shell: 'ATRIUM_JOURNEY_SHELL', chromium: 'ATRIUM_JOURNEY_BROWSER' } as const;
/** Starts the browsers that journeys of several processes join. Answers with what ends them. */
export async function launchSharedBrowsers(): Promise<() => Promise<void>> {
  const kinds = ['shell', 'chromium'] as const;
  const servers = await Promise.all(kinds.map((kind) => chromium.launchServer(launchOptions(kind, []))));
  servers.forEach((server, at) => {
    process.env[sharedBrowsers[kinds[at] ?? 'chromium']] = server.wsEndpoint();
  });
  return async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
}
/** Closing it ends only what was opened by it. */
export const joinSharedBrowser = (kind: BrowserKind = 'shell'): Promise<Browser> =>
  chromium.connect(process.env[sharedBrowsers[kind]] ?? '');

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
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
  });
  return { context, page, errors };
}
