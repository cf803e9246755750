import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import type { Locale } from '#kit/facts.ts';
import { blogCalls, type PostSummary } from '../reading.contract.ts';
import * as posts from './posts.screen.tsx';

const day = 86_400_000;
const titles: Readonly<Record<'en-US' | 'ar', readonly string[]>> = {
  'en-US': ['Parents’ evening online: lessons from 212 conversations', 'Polls that teach', 'Thirty hands, one teacher'],
  ar: ['لقاء أولياء الأمور عن بُعد: دروس من 212 محادثة', 'استطلاعات تُعلّم', 'ثلاثون يدًا ومعلّمة واحدة'],
};
const post = (at: number, locale: 'en-US' | 'ar'): PostSummary => ({
  id: `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  slug: `post-${locale}-${at}`,
  locale,
  title: titles[locale][at % 3] ?? '',
  excerpt:
    locale === 'ar' ? 'ما نجح وما لم ينجح، والإعدادات.' : 'What worked, what did not, and the settings we would choose again.',
  category: { slug: at % 2 === 0 ? 'teaching' : 'guides', name: locale === 'ar' ? 'التدريس' : 'Teaching' },
  authorName: 'Hanna Vogt',
  publishedAt: now - at * day,
  minutes: 3 + at,
  cover: null,
});
const many = (count: number, locale: 'en-US' | 'ar') => Array.from({ length: count }, (_none, at) => post(at, locale));
const category = (slug: string, count: number) => ({
  slug,
  parent: null,
  name: slug,
  description: `All about ${slug}.`,
  posts: count,
});
const menu = (...locales: Locale[]) =>
  onCall(blogCalls.menu, () => ({
    categories: [category('teaching', 19), category('guides', 16), category('security', 4)],
    locales,
  }));
const answering = (
  answer: (query: { locale?: string | undefined; search?: string | undefined; cursor?: string | undefined }) => PostSummary[],
  next: string | null = null,
) => onCall(blogCalls.posts, ({ query = {} }) => ({ items: answer(query), next }));
const link = (name: string) => page.getByRole('link', { name, exact: true });

test.each(looks)('the newest post first, then a grid: $locale $scheme $width', async (look) => {
  const calls = [menu('ar', 'en-US'), answering(() => many(10, look.locale), 'next-page')];
  await mountScreen(posts, { path: '/posts', look, calls });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.getByRole('article').elements()).toHaveLength(10);
  await expectNoViolations();
});

test('each way to narrow the list stays in the links to the other ways', async () => {
  const calls = [menu('ar', 'en-US'), answering(() => many(2, 'en-US'), 'next-page')];
  await mountScreen(posts, { path: '/posts?category=guides&tag=lobby&language=en-US', calls });
  expect(link('guides 16').element().getAttribute('aria-current')).toBe('page');
  expect(link('security 4').element().getAttribute('href')).toBe('/posts?tag=lobby&category=security&language=en-US');
  expect(link('Older posts').element().getAttribute('href')).toBe(
    '/posts?category=guides&tag=lobby&language=en-US&cursor=next-page',
  );
  expect(link('RSS feed').element().getAttribute('href')).toBe('/blog/rss.xml?lang=en-US&category=guides');
  await expect.element(page.getByText('Posts tagged “lobby”')).toBeVisible();
  expect(link('Show all posts').element().getAttribute('href')).toBe('/posts?category=guides&language=en-US');
});

test('a later page has the grid alone, and a way back to the newest', async () => {
  await mountScreen(posts, { path: '/posts?cursor=abc', calls: [menu('en-US'), answering(() => many(9, 'en-US'))] });
  expect(page.getByRole('article').elements()).toHaveLength(9);
  expect(link('Newest posts').element().getAttribute('href')).toBe('/posts');
  await expect.element(page.getByRole('combobox', { name: 'Language of the posts' })).not.toBeInTheDocument();
  await expectNoViolations();
});

test('a reader without posts in their language sees those of all', async () => {
  const asked: (string | undefined)[] = [];
  const calls = [
    menu('ar'),
    answering(({ locale }) => {
      asked.push(locale);
      return locale === undefined ? many(2, 'ar') : [];
    }),
  ];
  await mountScreen(posts, { path: '/posts', calls });
  expect(asked).toEqual(['en-US', undefined]);
  expect(page.getByRole('article').elements()).toHaveLength(2);
});

test.each(looks)('what a search finds are lines with the words marked: $locale $scheme $width', async (look) => {
  const words = look.locale === 'ar' ? 'محادثة' : 'lessons (what';
  const calls = [menu('en-US', 'ar'), answering(() => many(3, look.locale))];
  await mountScreen(posts, { path: `/posts?search=${encodeURIComponent(words)}`, look, calls });
  const marks = [...document.querySelectorAll('mark')].map((one) => one.textContent);
  expect(marks[0]).toBe(look.locale === 'ar' ? 'محادثة' : 'lessons');
  await expectNoViolations();
});

test('nothing found offers all languages and the newest posts', async () => {
  const calls = [menu('en-US', 'ar'), answering(({ search }) => (search === undefined ? many(3, 'en-US') : []))];
  await mountScreen(posts, { path: '/posts?search=zebra', calls });
  await expect.element(page.getByRole('heading', { name: 'No results for “zebra”' })).toBeVisible();
  expect(link('Search in all languages').element().getAttribute('href')).toBe('/posts?search=zebra&language=all');
  expect(page.getByRole('article').elements()).toHaveLength(3);
  await expectNoViolations();
});

test('a blog without posts says so, and offers nothing to choose', async () => {
  const empty = onCall(blogCalls.menu, () => ({ categories: [], locales: [] }));
  await mountScreen(posts, { path: '/posts', calls: [empty, answering(() => [])] });
  await expect.element(page.getByRole('heading', { name: 'No posts yet' })).toBeVisible();
  await expect.element(link('RSS feed')).not.toBeInTheDocument();
  await expectNoViolations();
});

test('a category that there is not is no page', async () => {
  const unknown = onCall(blogCalls.posts, () => {
    throw new Failure('not_found');
  });
  await expect(mountScreen(posts, { path: '/posts?category=none', calls: [menu('en-US'), unknown] })).rejects.toThrow(
    'not_found',
  );
});
