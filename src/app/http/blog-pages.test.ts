/** The blog over HTTP, as browsers, search engines and feed readers ask for it. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Locale } from '#kit/facts.ts';
import type { RichText } from '#kit/rich-text.ts';
import { testWorld, type World } from '#app/proof/testing.ts';
import { createCategory, editCategory } from '#publish/blog/server/categories.service.ts';
import { createPost, editPost, getPost, writeText } from '#publish/blog/server/posts.service.ts';
import { linkPreview } from '#publish/blog/server/preview.service.ts';
import { stepPost } from '#publish/blog/server/steps.service.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import { openPages } from '#app/proof/pages.factory.ts';

let world: World & { close(): Promise<void> };
let web: FastifyInstance;
let editor: ReturnType<World['ctx']>;
beforeAll(async () => {
  world = await testWorld({ env: { PUBLIC_URL: 'https://meet.example' } });
  web = await openPages(world.parts, { kept: 'never' });
  editor = world.ctx((await buildOperator(world)).actor);
}, 180_000);
afterAll(async () => {
  await web.close();
  await world.close();
});

const get = (url: string, headers: Record<string, string> = {}) => web.inject({ url, headers });
const paragraphs = (...texts: string[]): RichText => ({
  version: 1,
  content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
type Written = { title: string; slug: string; body?: RichText; locale?: Locale };
const written = ({ title, slug, body = paragraphs('A text.') }: Written) => ({
  ...{ title, slug, body, excerpt: '', seoTitle: '', seoDescription: '' },
});

async function draft(post: Written): Promise<string> {
  const { id, text } = await createPost(editor, { locale: 'en-US', title: '' });
  await writeText(editor, { id, locale: 'en-US', body: { revision: text.revision, ...written(post) } });
  return id;
}
async function step(id: string, action: 'publish' | 'unpublish' | 'trash'): Promise<void> {
  const { revision } = await getPost(editor, id, undefined);
  await stepPost(editor, { id, body: { revision, action } });
}
async function published(post: Written, others: readonly Written[] = []): Promise<string> {
  const id = await draft(post);
  for (const other of others)
    await writeText(editor, { id, locale: other.locale ?? 'de', body: { revision: null, ...written(other) } });
  await step(id, 'publish');
  return id;
}
async function move(id: string, slug: string): Promise<void> {
  const { text } = await getPost(editor, id, undefined);
  await writeText(editor, { id, locale: 'en-US', body: { revision: text.revision, ...written({ title: text.title, slug }) } });
}

const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false });
const xmlOf = (text: string) => {
  expect(XMLValidator.validate(text)).toBe(true);
  return parser.parse(text);
};
/** Text of the page without the state that the browser takes over. */
const headOf = (html: string) => html.slice(0, html.indexOf('</head>'));

describe('a post', () => {
  test('names its address, its languages, its feeds and what it is', async () => {
    const german = { title: 'Zwei Sprachen', slug: 'zwei-sprachen', locale: 'de' as const };
    await published({ title: 'Two languages', slug: 'two-languages' }, [german]);
    const answer = await get('/blog/two-languages');
    expect(answer.statusCode).toBe(200);
    const head = headOf(answer.body);
    expect(head).toContain('<title>Two languages</title>');
    for (const tag of [
      '<meta name="description" content="A text." data-head>',
      '<link rel="canonical" href="https://meet.example/blog/two-languages" data-head>',
      '<link rel="alternate" hreflang="en" href="https://meet.example/blog/two-languages" data-head>',
      '<link rel="alternate" hreflang="de" href="https://meet.example/blog/zwei-sprachen" data-head>',
      '<link rel="alternate" hreflang="x-default" href="https://meet.example/blog/two-languages" data-head>',
      '<link rel="alternate" type="application/rss+xml" title="RSS" href="https://meet.example/blog/rss.xml?lang=en-US" data-head>',
      '<meta property="og:title" content="Two languages" data-head>',
      '<meta name="twitter:card" content="summary" data-head>',
    ])
      expect(head).toContain(tag);
    const data = /<script type="application\/ld\+json" data-head>(.*?)<\/script>/.exec(head)?.[1] ?? '';
    expect(JSON.parse(data)).toMatchObject({
      '@type': 'BlogPosting',
      headline: 'Two languages',
      inLanguage: 'en-US',
      url: 'https://meet.example/blog/two-languages',
    });
  });

  test('cannot leave its place in the head, whatever its title is', async () => {
    const title = '</script><script>alert(1)</script>"><img src=x onerror=alert(1)>';
    await published({ title, slug: 'hostile-title', body: paragraphs('"></title><script>alert(2)</script>') });
    const { body, headers } = await get('/blog/hostile-title');
    expect(body).not.toMatch(/<script>alert|<img src=x/);
    const data = /<script type="application\/ld\+json" data-head>(.*?)<\/script>/.exec(body)?.[1] ?? '';
    expect(JSON.parse(data).headline).toBe(title);
    // a data block needs no leave: the policy still lets in scripts with the nonce alone
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+';/);
  });

  test('that moved answers 301, one that was taken down 410, and one that never was 404', async () => {
    const id = await published({ title: 'Moving', slug: 'before-moving' });
    await move(id, 'مقال-جديد');
    const moved = await get('/blog/before-moving?utm=1');
    expect([moved.statusCode, moved.headers.location]).toEqual([301, `/blog/${encodeURIComponent('مقال-جديد')}?utm=1`]);
    expect((await get(moved.headers.location?.toString() ?? '')).statusCode).toBe(200);
    // the other way to write the same letters
    expect((await get('/blog/Before-Moving')).statusCode).toBe(301);
    await step(id, 'unpublish');
    const gone = await get('/blog/before-moving');
    expect(gone.statusCode).toBe(410);
    expect(gone.body).toContain('This post was removed');
    expect(headOf(gone.body)).not.toContain('canonical');
    for (const url of ['/blog/never-was', `/blog/${'x'.repeat(400)}`, '/blog/%zz']) expect((await get(url)).statusCode).toBe(404);
    expect((await get('/blog')).headers.location).toBe('/posts');
  });

  test('that is a preview is for the link’s reader, not for search engines', async () => {
    const id = await draft({ title: 'Not yet', slug: 'not-yet' });
    expect((await get('/blog/not-yet')).statusCode).toBe(404);
    const { url } = await linkPreview(editor, { id, locale: 'en-US' });
    const answer = await get(new URL(url).pathname + new URL(url).search);
    expect([answer.statusCode, answer.headers['x-robots-tag']]).toEqual([200, 'noindex']);
    expect(answer.body).toContain('The link expires in 7 days.');
    expect(headOf(answer.body)).toContain('<meta name="robots" content="noindex" data-head>');
    expect(headOf(answer.body)).not.toMatch(/canonical|og:|ld\+json/);
  });
});

describe('the index', () => {
  test('is about one language, one category or a search, and says so to search engines', async () => {
    const head = headOf((await get('/posts?language=de')).body);
    expect(head).toContain('<link rel="canonical" href="https://meet.example/posts?language=de" data-head>');
    expect(head).toContain('href="https://meet.example/blog/atom.xml?lang=de"');
    const whole = headOf((await get('/posts')).body);
    expect(whole).toContain('hreflang="x-default" href="https://meet.example/posts"');
    const search = await get('/posts?search=languages');
    expect(search.headers['x-robots-tag']).toBe('noindex');
    expect(search.body).toContain('Two <mark>languages</mark>');
    const { id, revision } = await createCategory(editor, {
      ...{ parentId: null, slug: 'news-2025', names: { 'en-US': 'News' }, descriptions: {}, ordering: 'date' as const },
    });
    await editCategory(editor, { id, body: { revision, slug: 'news' } });
    const moved = await get('/posts?category=news-2025');
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/posts?category=news']);
    expect((await get('/posts?category=unknown')).statusCode).toBe(404);
    expect((await get('/posts?language=xx&cursor=zz')).statusCode).toBe(200);
  });
  test('shows a reader without posts of their language those of all', async () => {
    const { body } = await get('/posts', { 'accept-language': 'tr' });
    expect(body).toContain('href="/blog/two-languages"');
  });
});

describe('feeds', () => {
  test('are readable by programs, with whole texts, absolute addresses and lasting ids', async () => {
    const { id: categoryId } = await createCategory(editor, {
      ...{ parentId: null, slug: 'guides', names: { 'en-US': 'Q & A' }, descriptions: {}, ordering: 'date' as const },
    });
    const title = 'a ]]> b\u000b ]]> <b>&amp;\u0008';
    const link = { type: 'link' as const, attrs: { href: '/rooms?a=1&b=2' } };
    const body: RichText = {
      version: 1,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: ']]></x> here', marks: [link] }] }],
    };
    const id = await published({ title, slug: 'in-feeds', body });
    const { revision } = await getPost(editor, id, undefined);
    await editPost(editor, { id, body: { revision, categoryId, authorName: 'Ana\u000b & Bo' } });
    const rss = await get('/blog/rss.xml?category=guides');
    expect(rss.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const { channel } = xmlOf(rss.body).rss;
    expect(channel['atom:link']['@_href']).toBe('https://meet.example/blog/rss.xml?category=guides');
    expect(channel.item).toMatchObject({
      link: 'https://meet.example/blog/in-feeds',
      guid: { '#text': `urn:atrium:post:${id}:en-US` },
      category: 'Q & A',
      'dc:creator': 'Ana & Bo',
    });
    expect(channel.item['content:encoded']).toContain(
      '<a href="https://meet.example/rooms?a=1&amp;b=2">]]&gt;&lt;/x&gt; here</a>',
    );
    const { entry } = xmlOf((await get('/blog/atom.xml?lang=en-US&category=guides')).body).feed;
    expect(entry.title['#text']).toBe('a ]]&gt; b ]]&gt; &lt;b&gt;&amp;amp;');
    expect(entry).toMatchObject({ id: `urn:atrium:post:${id}:en-US`, author: { name: 'Ana & Bo' } });
  });
  test('hold the posts of one language, and are not sent again while nothing is new', async () => {
    const german = await get('/blog/rss.xml?lang=de');
    expect(xmlOf(german.body).rss.channel).toMatchObject({ language: 'de', item: { title: 'Zwei Sprachen' } });
    expect(german.headers['cache-control']).toBe('public, max-age=300');
    const again = await get('/blog/rss.xml?lang=de', { 'if-none-match': String(german.headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    for (const url of ['/blog/rss.xml?lang=xx', '/blog/atom.xml?category=unknown']) expect((await get(url)).statusCode).toBe(404);
    expect(xmlOf((await get('/blog/rss.xml?lang=zh')).body).rss.channel.item).toBeUndefined();
  });
});

test('the sitemap lists what is public with its languages, and robots.txt leads to it', async () => {
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://meet.example/sitemap.xml');
  await draft({ title: 'A draft', slug: 'a-draft' });
  const { body } = await get('/sitemap.xml');
  const urls: { loc: string; 'xhtml:link'?: Record<string, string>[] }[] = xmlOf(body).urlset.url;
  const locs = urls.map((one) => one.loc);
  expect(locs.slice(0, 2)).toEqual(['https://meet.example/', 'https://meet.example/posts']);
  expect(locs).toContain('https://meet.example/blog/in-feeds');
  for (const slug of ['a-draft', 'not-yet', 'before-moving']) expect(locs).not.toContain(`https://meet.example/blog/${slug}`);
  const two = urls.find((one) => one.loc.endsWith('/zwei-sprachen'))?.['xhtml:link'] ?? [];
  expect(two.map((one) => [one['@_hreflang'], one['@_href']])).toEqual([
    ['de', 'https://meet.example/blog/zwei-sprachen'],
    ['en', 'https://meet.example/blog/two-languages'],
    ['x-default', 'https://meet.example/blog/two-languages'],
  ]);
});

test('the landing page shows the newest posts of the reader’s language, and nothing where there are none', async () => {
  world.clock.advance(10_000);
  expect((await get('/')).body).toContain('href="/blog/two-languages"');
  const german = (await get('/', { 'accept-language': 'de' })).body;
  expect(german).toContain('href="/blog/zwei-sprachen"');
  expect(german).not.toContain('href="/blog/two-languages"');
  expect((await get('/', { 'accept-language': 'tr' })).body).not.toContain('from-blog');
});
