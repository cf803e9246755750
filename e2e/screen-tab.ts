/** A tab that shows one screen after the other, and what its pages complain about. */
import type { Page, Request } from 'playwright-core';
import * as z from 'zod/mini';
import { until } from './until.ts';

export type Complaint = { text: string; about: string };
/** What the page's console and scripts complain about from now on, each with the address that it is about. */
function complaintsOf(page: Page): Complaint[] {
  const complaints: Complaint[] = [];
  page.on('pageerror', (error) => complaints.push({ text: String(error), about: page.url() }));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push({ text: message.text(), about: message.location().url });
  });
  return complaints;
}

/** Asks in the page, two frames later, whether it is alive (React marks what it has taken over) and has its letters. */
const isDrawn =
  "new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))).then(() => Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__reactProps')) && document.fonts.status === 'loaded')";

/** Waits until the page is alive, everything that it asked for has come, and it is drawn. */
export async function settled(page: Page, underWay: ReadonlySet<Request>): Promise<void> {
  const what = () => `the page to be alive, and answers to [${[...underWay].map((one) => one.url()).join(' ')}]`;
  await until({ what, every: 20 }, async () =>
    (await page.evaluate(isDrawn)) === true && underWay.size === 0 ? true : undefined,
  );
}

/** Requests of the page that have not been answered yet. */
function requestsOf(page: Page): Set<Request> {
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  return underWay;
}

/** A tab shows one screen after the other: a new one for each would cost the browser a process and a second load of all code. */
export type Tab = { page: Page; complaints: Complaint[]; underWay: Set<Request> };
export function tabOf(page: Page): Tab {
  return { page, complaints: complaintsOf(page), underWay: requestsOf(page) };
}

/**
 * Loads a screen where another may stand. What that one still says while it leaves is not about the next. The tab never goes to
 * an empty page in between, with which the browser would forget the code as well.
 */
export async function loadIn({ page, complaints, underWay }: Tab, path: string): Promise<number | undefined> {
  underWay.clear();
  page.once('framenavigated', () => complaints.splice(0));
  const answer = await page.goto(path, { waitUntil: 'load' });
  await settled(page, underWay);
  return answer?.status();
}

/** Asks in the page what moved by itself since it began to load: the score of each shift, and what moved. */
const shiftsInPage = `new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries())).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done([]), 50);
}).then((entries) => entries.filter((one) => one.value >= 0.001 && !one.hadRecentInput).map(({ value, sources }) => {
  const moved = sources.map(({ node }) => node?.className || node?.nodeName);
  return value.toFixed(3) + ' ' + moved.join(', ');
}))`;

/** Layout shifts of the page since it began to load, in words; see https://wicg.github.io/layout-instability. */
export const shiftsOf = async (page: Page): Promise<string[]> => z.array(z.string()).parse(await page.evaluate(shiftsInPage));
