/**
 * Pages that are the same for every guest, kept for a second once they are rendered: rendering takes milliseconds, sending what is kept a
 * tenth of one. A page is kept by everything that it follows: host, address, language, time zone. Its nonce is put in on the way.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { domains } from '#app/domains.ts';
import { type Locale, localeFacts } from '#kit/facts.ts';
import type { DomainScreen } from '#kit/domain.ts';
import type { AppParts } from '#app/context.ts';

/** Milliseconds. */
const keptFor = 1_000;
const mostPages = 200;
/** Characters of a page that is kept. */
const longestPage = 200_000;
const longestUrl = 300;

/** Cookies that pages are drawn by, or that only scripts of the page read. With any other the page is the reader's own. */
const harmless = new Set([localeFacts.cookie, 'atrium.zone', 'atrium.side']);

/** `/blog/{slug?}` → an expression. */
const patternOf = (path: string): string => path.replaceAll(/\/\{\w+\?\}/g, '(?:/[^/]*)?').replaceAll(/\{\w+\}/g, '[^/]+');
const keptPaths = domains
  .flatMap(({ screens }): readonly DomainScreen[] => screens ?? [])
  .filter(({ guests }) => guests === 'same')
  .map(({ path }) => patternOf(path));
const isKeptPath = new RegExp(`^(?:${keptPaths.join('|')})(?:\\?|$)`);

/** What the page follows; null: it is not kept. */
export function keptPageKey(request: FastifyRequest, locale: Locale): string | null {
  const { url, cookies, hostname, method } = request;
  if (method !== 'GET' || url.length > longestUrl || !isKeptPath.test(url)) return null;
  // a vendor's link is remembered for the visitor
  if (/[?&]ref=/.test(url)) return null;
  if (Object.keys(cookies).some((name) => !harmless.has(name))) return null;
  return JSON.stringify([hostname, url, locale, cookies['atrium.zone'] ?? '', cookies['atrium.side'] ?? '']);
}

/** Longer ones are rendered for each request: many of them would fill the memory. */
export const isKeptLength = (text: string): boolean => text.length <= longestPage;
/** A text in pieces, between which the nonce stands. */
export type KeptText = { withNonce: (nonce: string) => string };
export function keptText(text: string, nonce: string): KeptText {
  const pieces = text.split(nonce);
  return { withNonce: (fresh) => pieces.join(fresh) };
}
export const newNonce = (): string => randomBytes(16).toString('base64');

export type PageKeeper<P> = { pageFor: (key: string, make: () => Promise<P>) => Promise<P>; forget: () => void };
/** Several requests at once for a page that is not there make it once. `isKept` says which are worth keeping. */
export function pageKeeper<P>(isKept: (page: P) => boolean, { keep = keptFor }: { keep?: number } = {}): PageKeeper<P> {
  const pages = new Map<string, { until: number; page: Promise<P> }>();
  return {
    forget: () => pages.clear(),
    pageFor: async (key, make) => {
      const known = pages.get(key);
      if (known !== undefined && known.until > performance.now()) return known.page;
      for (const [name, { until }] of pages) if (until <= performance.now()) pages.delete(name);
      const kept = { until: performance.now() + keep, page: make() };
      pages.delete(key);
      pages.set(key, kept);
      const [oldest] = pages.keys();
      if (pages.size > mostPages && oldest !== undefined) pages.delete(oldest);
      const drop = () => {
        if (pages.get(key) === kept) pages.delete(key);
      };
      kept.page.then((page) => (isKept(page) ? undefined : drop()), drop);
      return kept.page;
    },
  };
}

/** Forgets all when an operator's setting, a plan or a post changes; what is missed lasts for a second. */
export function forgetOnNews(parts: AppParts, keeper: Pick<PageKeeper<unknown>, 'forget'>): void {
  parts.bus.on('operator:news', () => keeper.forget());
}
