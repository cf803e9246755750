/** The blog as its readers have it: what they find, and what they do not. */
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBlog, fields, refusal, unique } from './blog.factory.ts';
import { editPost, getPost, writeText } from './posts.service.ts';
import { linkPreview } from './preview.service.ts';
import { readPosts } from './reading.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const { publisher, writer, reader, draft, step, published, read } = await buildBlog(world);

describe('readers', () => {
  test('find a text by the beginnings of its words, title first, and by no draft', async () => {
    const word = `quokka${unique()}`;
    const inText = await published(`Animals ${unique()}`, `About the ${word}.`);
    const inTitle = await published(`The ${word} at home`);
    await draft(publisher(), `A draft on ${word}`);
    const found = await readPosts(reader(), { search: word.slice(0, 10), limit: 30 });
    expect(found.items.map((one) => one.slug)).toEqual([inTitle.slug, inText.slug]);
    for (const search of ["' & ! | :*", "O'Brien", '\\', '<script>'])
      expect((await readPosts(reader(), { search, limit: 9 })).items).toBeInstanceOf(Array);
  });
  test('find words of every language, also those without spaces', async () => {
    const { id } = await published(`Meeting ${unique()}`);
    await writeText(publisher(), {
      id,
      locale: 'ja',
      body: { revision: null, ...fields('はじめての授業', '明日の会議に参加します。') },
    });
    await step(publisher(), id, { action: 'publish' });
    for (const search of ['会議', '授業'])
      expect((await readPosts(reader(), { search, limit: 9 })).items.map((one) => [one.id, one.locale])).toEqual([[id, 'ja']]);
    expect((await readPosts(reader(), { search: '会議', locale: 'en-US', limit: 9 })).items).toEqual([]);
  });
  test('hear nothing of a language that was never public', async () => {
    const { id, slug } = await published(`Only English ${unique()}`);
    const french = await writeText(writer(), {
      id,
      locale: 'fr',
      body: { revision: null, ...fields(`Brouillon ${unique()}`, 'Texte.') },
    });
    expect(await refusal.code(read(french.slug))).toBe('not_found');
    await step(publisher(), id, { action: 'unpublish' });
    expect(await refusal.code(read(slug))).toBe('gone');
  });
  test('see each post once, page by page, newest first', async () => {
    const tag = `t${unique()}`;
    for (let at = 0; at < 5; at++) {
      const { id } = await published(`Page ${at} ${unique()}`);
      const { revision } = await getPost(publisher(), id, undefined);
      await editPost(publisher(), { id, body: { revision, tags: [tag] } });
      world.clock.advance(1_000);
    }
    const first = await readPosts(reader(), { tag, limit: 3 });
    const second = await readPosts(reader(), { tag, limit: 3, cursor: first.next ?? '' });
    expect([first.items.length, second.items.length, second.next]).toEqual([3, 2, null]);
    expect([...first.items, ...second.items].map((one) => one.title[5])).toEqual(['4', '3', '2', '1', '0']);
  });
  test('have one post in several languages, each under its own address', async () => {
    const { id, slug } = await published(`Languages ${unique()}`);
    const arabic = await writeText(publisher(), {
      id,
      locale: 'ar',
      body: { revision: null, ...fields(`مرحبا ${unique()}`, 'نص.') },
    });
    expect((await read(slug)).languages.map((one) => one.locale)).toEqual(['en-US']);
    await step(publisher(), id, { action: 'publish' });
    expect((await read(arabic.slug)).locale).toBe('ar');
    expect((await read(slug)).languages).toEqual([
      { locale: 'ar', slug: arabic.slug },
      { locale: 'en-US', slug },
    ]);
    expect((await readPosts(reader(), { locale: 'ar', limit: 30 })).items.map((one) => one.slug)).toContain(arabic.slug);
  });
  test('with a signed link see the draft of that text for seven days, and nothing else with it', async () => {
    const post = await draft(writer(), `Preview ${unique()}`);
    const other = await draft(writer(), `Other ${unique()}`);
    const { url } = await linkPreview(writer(), { id: post.id, locale: 'en-US' });
    const token = new URL(url).searchParams.get('preview') ?? '';
    expect((await read(post.text.slug, token)).preview).not.toBeNull();
    expect(await refusal.code(read(other.text.slug, token))).toBe('not_found');
    expect(
      await refusal.code(
        read(
          post.text.slug,
          token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
        ),
      ),
    ).toBe('not_found');
    world.clock.advance(7 * 86_400_000 + 1);
    expect(await refusal.code(read(post.text.slug, token))).toBe('not_found');
  });
});
