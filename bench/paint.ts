/** Largest contentful paint and layout shift in Chromium: loopback, an empty cache, the processor slowed four times. */
import { type Browser, chromium } from 'playwright-core';
import { browserArguments, findBrowser } from '../e2e/browser.ts';
import type { Reader } from './readers.ts';

/** `largest` in milliseconds since the navigation began; `shift` is the sum of unexpected shifts. */
export type Paint = { largest: number; shift: number };
const loads = 5;
const slowness = 4;
/** How long a page may go on moving after it has loaded. */
const settleMs = 1_500;

/** Watches from before the page's first script on. Runs in the page. */
const watch = `(() => {
  const seen = { largest: 0, shift: 0 };
  window.__paint = seen;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) seen.largest = one.startTime; }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) seen.shift += one.value; }).observe({ type: 'layout-shift', buffered: true });
})()`;

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function load(browser: Browser, address: URL, reader: Reader): Promise<Paint> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  try {
    if (reader.token !== '')
      await context.addCookies([
        { name: 'auth._token.local', value: encodeURIComponent(`Bearer ${reader.token}`), url: address.origin },
      ]);
    const page = await context.newPage();
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    await page.goto(address.href, { waitUntil: 'load' });
    await page.evaluate(`new Promise((done) => setTimeout(done, ${settleMs}))`);
    if (new URL(page.url()).pathname !== address.pathname) throw new Error(`${address.pathname} led to ${page.url()}`);
    const seen: unknown = await page.evaluate('window.__paint');
    // cast: the object of `watch`
    return seen as Paint;
  } finally {
    await context.close();
  }
}

/** Medians of five loads, each in a browser profile of its own. */
export async function paintsOf(
  origin: string,
  pages: readonly { path: string; reader: Reader }[],
  each: (path: string, paint: Paint) => void,
): Promise<void> {
  const executablePath = await findBrowser((message) => process.stderr.write(`${message}\n`));
  const browser = await chromium.launch({ executablePath, headless: true, args: [...browserArguments] });
  try {
    for (const { path, reader } of pages) {
      const paints: Paint[] = [];
      for (let round = 0; round < loads; round++) paints.push(await load(browser, new URL(path, origin), reader));
      each(path, { largest: middle(paints.map((one) => one.largest)), shift: middle(paints.map((one) => one.shift)) });
    }
  } finally {
    await browser.close();
  }
}
