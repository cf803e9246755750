import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import type { RichTextBlock } from '#kit/rich-text.ts';
import { blogCalls, type PostSummary, type PublicPost } from '../reading.contract.ts';
import { postScreen } from './post.screen.tsx';

const screen = postScreen({ newsletters: async () => [], SignUp: () => null });

const paragraph = (text: string): RichTextBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const heading = (text: string): RichTextBlock => ({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] });
const cell = (text: string) => ({ type: 'tableCell' as const, content: [paragraph(text)] });
const table: RichTextBlock = {
  type: 'table',
  content: [{ type: 'tableRow', content: ['Measure', '2025, at school', '2026, online', 'Difference in percent'].map(cell) }],
};
const words = {
  'en-US': {
    title: 'Parents’ evening online: lessons from 212 conversations',
    excerpt: '31 teachers, 212 conversations, one evening: what worked, what did not.',
    text: 'A shared room needs someone to watch the door. With one room per teacher, the lobby does that work.',
    section: 'Give every teacher a room',
  },
  ar: {
    title: 'لقاء أولياء الأمور عن بُعد: دروس من 212 محادثة',
    excerpt: '31 معلّمًا و212 محادثة في أمسية واحدة: ما نجح وما لم ينجح.',
    text: 'الغرفة المشتركة تحتاج إلى من يراقب الباب. أما حين يكون لكل معلّم غرفته، فتقوم الردهة بهذا العمل.',
    section: 'امنح كل معلّم غرفة خاصة به',
  },
} as const;

const summary = (at: number, locale: 'en-US' | 'ar' = 'en-US'): PostSummary => ({
  ...{ id: `01890000-0000-7000-8000-00000000000${at}`, slug: `post-${at}`, locale, minutes: 3, publishedAt: now - 86_400_000 },
  ...{ title: words[locale].title, excerpt: words[locale].excerpt, authorName: 'Hanna Vogt' },
  category: { slug: 'teaching', name: 'Teaching' },
  cover: null,
});
const post = (locale: 'en-US' | 'ar', change: Partial<PublicPost> = {}): PublicPost => ({
  ...summary(1, locale),
  standfirst: words[locale].excerpt,
  pictures: [],
  embeds: [],
  body: {
    version: 1,
    content: [
      paragraph(words[locale].text),
      heading(words[locale].section),
      paragraph(words[locale].text),
      { type: 'callout', attrs: { tone: 'tip' }, content: [paragraph(words[locale].text)] },
      table,
      {
        type: 'codeBlock',
        content: [{ type: 'text', text: 'duration=10&guestPolicy=ASK_MODERATOR&welcome=a-very-long-line-of-code' }],
      },
      heading('B'),
    ],
  },
  ...{ tags: ['parents', 'lobby'], canonical: null, seoTitle: '', seoDescription: '', editedAt: now, preview: null },
  languages: [
    { locale: 'en-US', slug: 'post-1' },
    { locale: 'ar', slug: 'post-1-ar' },
  ],
  related: [summary(2, locale), summary(3, locale), summary(4, locale)],
  ...change,
});
const mountPost = (shown: PublicPost, path = '/blog/post-1') =>
  mountScreen(screen, { path, params: { slug: 'post-1' }, calls: [onCall(blogCalls.read, () => shown)] });

test.each(looks)('a post with all of its parts: $locale $scheme $width', async (look) => {
  const calls = [onCall(blogCalls.read, () => post(look.locale))];
  await mountScreen(screen, { path: '/blog/post-1', params: { slug: 'post-1' }, look, calls });
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const name = look.locale === 'ar' ? 'في هذه الصفحة' : 'On this page';
  const contents = page.getByRole('navigation', { name });
  if (look.width === 1280) await expect.element(contents).toBeVisible();
  else expect(contents.elements()).toHaveLength(0);
  await expectNoViolations();
});

test('contents lead to the sections, and languages to their addresses', async () => {
  await mountPost(post('en-US'));
  const [first] = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').elements();
  const target = document.getElementById(first?.getAttribute('href')?.slice(1) ?? '');
  expect([target?.tagName, target?.textContent]).toEqual(['H2', 'Give every teacher a room']);
  const arabic = page.getByRole('link', { name: 'العربية' });
  expect(arabic.element().getAttribute('href')).toBe('/blog/post-1-ar');
});

test('sharing is plain links that carry the address', async () => {
  await mountPost(post('en-US', { title: 'A & B' }));
  const share = page.getByRole('complementary', { name: 'Share' });
  const hrefs = share
    .getByRole('link')
    .elements()
    .map((one) => one.getAttribute('href') ?? '');
  const address = encodeURIComponent(`${window.location.origin}/blog/post-1`);
  expect(hrefs).toHaveLength(5);
  for (const href of hrefs) expect(href.replaceAll('+', '%20')).toContain(address);
  expect(hrefs[0]).toBe(`mailto:?subject=A%20%26%20B&body=${address}`);
  await expect.element(share.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('a post that is not in the reader’s language says so, and one that is leads there', async () => {
  await mountPost(post('ar', { languages: [{ locale: 'ar', slug: 'post-1' }] }));
  await expect.element(page.getByText('Not available in English yet. Shown in Arabic.')).toBeVisible();
  expect(page.getByRole('heading', { level: 1 }).element().getAttribute('dir')).toBe('rtl');
  await expectNoViolations();
});
test('the reader’s language is one press away', async () => {
  await mountPost(post('ar'));
  const way = page.getByRole('link', { name: 'Read this post in English' });
  expect(way.element().getAttribute('href')).toBe('/blog/post-1');
});

test('a preview says until when it is there, and is not for sharing', async () => {
  await mountPost(post('en-US', { preview: now + 7 * 86_400_000 - 1 }), '/blog/post-1?preview=1.a');
  await expect.element(page.getByText('Preview, not public. The link expires in 7 days.')).toBeVisible();
  expect(page.getByRole('complementary', { name: 'Share' }).elements()).toHaveLength(0);
  await expectNoViolations();
});

test.each(looks)('one that was taken down offers a search and the newest: $locale $scheme $width', async (look) => {
  const gone = onCall(blogCalls.read, () => {
    throw new Failure('gone');
  });
  // none in the reader's language
  const newest = onCall(blogCalls.posts, ({ query }) => ({
    items: query?.locale === undefined ? [summary(2), summary(3)] : [],
    next: null,
  }));
  await mountScreen(screen, { path: '/blog/post-1', params: { slug: 'post-1' }, look, calls: [gone, newest] });
  await expect.element(page.getByRole('searchbox')).toBeVisible();
  expect(page.getByRole('article').elements()).toHaveLength(2);
  await expectNoViolations();
});
