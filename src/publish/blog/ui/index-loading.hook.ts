import { redirect } from 'react-router';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import type { LoadContext } from '#kit/ui/screen.ts';
import type { DocumentHead } from '#kit/ui/document-head.ts';
import type { ResultIn } from '#kit/contract.ts';
import { languageTag, localeIn } from '../blog-address.rules.ts';
import { type IndexFilter, indexFilters, indexPath, type LanguageChoice } from './index-address.hook.ts';
import type { blogCalls, PostSummary } from '../reading.contract.ts';

type BlogMenu = ResultIn<typeof blogCalls.menu>;
export type IndexPage = {
  filter: IndexFilter;
  /** The language of the posts; null: all of them. */
  language: Locale | null;
  /** As the address says it, so that links keep it; null: it follows the reader. */
  chosen: LanguageChoice;
  menu: BlogMenu;
  posts: PostSummary[];
  next: string | null;
  place: 'first' | 'later';
  /** What is offered where nothing was found. */
  latest: PostSummary[];
};

const limits = { category: 100, author: 100, tag: 40, search: 100 } as const;

function readAddress({ searchParams }: URL) {
  const filter: IndexFilter = {};
  for (const name of indexFilters) {
    const value = searchParams.get(name)?.trim().slice(0, limits[name]) ?? '';
    if (value !== '') filter[name] = value;
  }
  const language = searchParams.get('language');
  const cursor = searchParams.get('cursor')?.slice(0, 500) ?? '';
  return { filter, chosen: localeIn(language) ?? (language === 'all' ? ('all' as const) : null), cursor };
}

function headOf(
  { filter, chosen, language, menu, place }: IndexPage,
  { url, cursor }: { url: URL; cursor: string },
): DocumentHead {
  const at = (path: string) => new URL(path, url.origin).href;
  const whole = Object.keys(filter).length === 0 && place === 'first';
  const feed = new URLSearchParams({
    ...(language === null ? {} : { lang: language }),
    ...(filter.category === undefined ? {} : { category: filter.category }),
  }).toString();
  const feedAt = (name: string) => at(`/blog/${name}.xml${feed === '' ? '' : `?${feed}`}`);
  return {
    tags: [
      { tag: 'link', rel: 'canonical', href: at(indexPath(filter, chosen, cursor === '' ? undefined : cursor)) },
      ...(whole && menu.locales.length > 1
        ? menu.locales.map(
            (one) => ({ tag: 'link', rel: 'alternate', hreflang: languageTag(one), href: at(indexPath({}, one)) }) as const,
          )
        : []),
      ...(whole ? [{ tag: 'link', rel: 'alternate', hreflang: 'x-default', href: at('/posts') } as const] : []),
      { tag: 'link', rel: 'alternate', type: 'application/rss+xml', title: 'RSS', href: feedAt('rss') },
      { tag: 'link', rel: 'alternate', type: 'application/atom+xml', title: 'Atom', href: feedAt('atom') },
    ],
    ...(filter.search === undefined ? {} : { robots: 'noindex' }),
  };
}

/** One large post and nine in the grid; later pages have the grid alone. */
const pageSize = { first: 10, later: 9 } as const;

/** Posts in the reader's language, or in all of them while there are none in it. */
export async function loadIndex({ api, url, reader, head }: LoadContext): Promise<IndexPage> {
  const { blogCalls } = await import('../reading.contract.ts');
  const { blog } = api({ blog: blogCalls });
  const { filter, chosen, cursor } = readAddress(url);
  const place = cursor === '' ? 'first' : 'later';
  const ask = async (locale: Locale | null) => {
    const language = locale === null ? {} : { locale };
    const query = { ...filter, ...language, limit: pageSize[place], ...(cursor === '' ? {} : { cursor }) };
    const posts = blog.posts({ query }).catch((error: unknown) => {
      if (!(error instanceof Failure && error.code === 'moved')) throw error;
      throw redirect(indexPath({ ...filter, category: String(error.data['slug']) }, chosen), 301);
    });
    const [menu, page] = await Promise.all([blog.menu({ query: language }), posts]);
    return { language: locale, menu, page };
  };
  const first = await ask(chosen === 'all' ? null : (chosen ?? reader.locale));
  const missed = chosen === null && !first.menu.locales.includes(reader.locale);
  const { language, menu, page } = missed ? await ask(null) : first;
  const nothing = page.items.length === 0 && menu.locales.length > 0;
  const index: IndexPage = {
    ...{ filter, language, chosen, menu, place },
    posts: page.items,
    next: page.next,
    latest: nothing ? (await blog.posts({ query: { limit: 3, ...(missed ? {} : { locale: reader.locale }) } })).items : [],
  };
  head(headOf(index, { url, cursor }));
  return index;
}
