/** People with browsers: each context is another person's browser with a made-up camera and microphone. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { browserArguments, fakeMediaArguments } from './browser.ts';

export type Person = {
  context: BrowserContext;
  page: Page /** Errors of the page's console and scripts so far. */;
  errors: string[];
};

/** Starts Chromium; the caller closes it. `more`: further command-line arguments. */
export function openBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
  return chromium.launch({ executablePath, headless: true, args: [...browserArguments, ...fakeMediaArguments, ...more] });
}

/** Milliseconds that anything on a page may take. */
const patience = 15_000;

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
