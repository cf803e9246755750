import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addFile } from '#core/files/server/add-file.service.ts';
import { changeFile, removeFile } from '#core/files/server/files.service.ts';
import { pdf, png } from '@atrium/pages/samples.factory';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { namesFor } from '#core/iam/iam.rules.ts';
import type { RichText } from '#kit/rich-text.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildBlog, refusal } from './blog.factory.ts';
import { renderFeed } from './feed.service.ts';
import { postsShowing } from './pictures.service.ts';
import { editPost, getPost, listPosts } from './posts.service.ts';
import { readPosts } from './reading.service.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-pictures-'));
const world = await testWorld({ env: { STORAGE: folder } });
afterAll(async () => {
  await world.close();
  fs.rmSync(folder, { recursive: true, force: true });
});
const { publisher, writer, draft, step, rewrite, read } = await buildBlog(world);
const site = await world.app.listen({ host: '127.0.0.1', port: 0 });
const statusOf = async (address: string | undefined) => (await fetch(`${site}${address ?? ''}`)).status;

async function stored(ctx: Ctx, name: string, content?: Buffer): Promise<string> {
  const id = await addFile(ctx, { name, content: content ?? (await png(800, 400)), folderId: null });
  await world.runJobs();
  return id;
}
const showing = (...files: string[]): RichText => ({
  version: 1,
  content: files.map((file) => ({ type: 'picture', attrs: { file, alt: 'A class' } })),
});
const cover = (file: string, alt = 'A class at noon') => ({ file, alt });

test('readers see pictures and cover of a post wherever it stands, as long as the library has them', async () => {
  const ctx = publisher();
  const [inText, onTop] = [await stored(ctx, 'class.png'), await stored(ctx, 'cover.png')];
  const { id, text } = await draft(ctx, 'With pictures');
  await rewrite(ctx, { id, text }, { body: showing(inText) });
  const { revision } = await getPost(ctx, id, undefined);
  await editPost(ctx, { id, body: { revision, cover: cover(onTop) } });
  await step(ctx, id, { action: 'publish' });
  const post = await read(text.slug);
  expect(post.cover).toMatchObject({ file: onTop, alt: 'A class at noon', width: 800, height: 400 });
  expect(post.pictures).toMatchObject([{ file: inText }]);
  const found = await fetch(`${site}${post.pictures[0]?.src}`);
  expect([found.status, found.headers.get('cross-origin-resource-policy')]).toEqual([200, 'cross-origin']);
  expect(await statusOf(post.cover?.small)).toBe(200);
  // a day later, too: the address is not one of those that end
  world.clock.advance(30 * 86_400_000);
  expect(await statusOf(post.cover?.src)).toBe(200);
  const customer = await buildActor(world, { kind: 'customer' });
  expect((await readPosts(world.ctx(customer.actor), { limit: 9 })).items[0]?.cover?.file).toBe(onTop);
  expect((await listPosts(ctx, { limit: 50 })).items[0]?.cover).toMatch(/thumbnail/);
  const { xml } = await renderFeed(world.ctx(), { form: 'rss', locale: undefined, category: undefined });
  expect(xml).toContain(`src="http://localhost:3000${post.pictures[0]?.src}"`);

  const uses = await postsShowing(ctx, [inText, onTop]);
  const use = [{ kind: 'post', id, name: 'With pictures', path: `/posts/edit-posts/${id}` }];
  expect([uses.get(inText), uses.get(onTop)]).toEqual([use, use]);
  const neighbours = { usesOf: postsShowing };
  expect(await refusal.code(removeFile(ctx, { id: onTop }, neighbours))).toBe('in_use');
  await removeFile(ctx, { id: onTop, used: 'too' }, neighbours);
  expect((await read(text.slug)).cover).toBeNull();
  expect(await statusOf(post.cover?.src)).toBe(404);
});

test('nobody puts a file into a post that they do not see, or that is no picture', async () => {
  const ctx = publisher();
  const customer = await buildActor(world, { kind: 'customer' });
  const theirs = await stored(world.ctx({ ...customer.actor, scope: namesFor('customer') }), 'theirs.png');
  const slides = await stored(ctx, 'slides.pdf', pdf());
  const hidden = await stored(ctx, 'hidden.png');
  await changeFile(ctx, { id: hidden, body: { share: 'private' } }, { usesOf: async () => new Map() });
  const post = await draft(ctx, 'Whose pictures');
  const { revision } = await getPost(ctx, post.id, undefined);
  for (const file of [theirs, slides, '01890000-0000-7000-8000-000000000009']) {
    expect(await refusal.code(rewrite(ctx, post, { body: showing(file) }))).toBe('picture_unknown');
    expect(await refusal.code(editPost(ctx, { id: post.id, body: { revision, cover: cover(file) } }))).toBe('picture_unknown');
  }
  expect(await refusal.code(rewrite(writer(), post, { body: showing(hidden) }))).toBe('picture_unknown');
  // what somebody who sees it put there stays while others write
  const kept = await rewrite(ctx, post, { body: showing(hidden) });
  const again = await rewrite(writer(), { id: post.id, text: kept }, { title: 'Whose pictures, again' });
  expect(again.pictures).toMatchObject([{ file: hidden }]);
});
