/** The tree of categories on the real database: counts, places, addresses and the order of posts. */
import { afterAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBlog, refusal, unique } from './blog.factory.ts';
import { categoryPosts, editCategory, listCategories, moveCategory, orderPosts, removeCategory } from './categories.service.ts';
import { readMenu, readPosts } from './reading.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const { publisher, reader, category, publishedIn } = await buildBlog(world);

describe('categories', () => {
  test('count their posts with those below, and take the place that they are given', async () => {
    const [top, side] = [await category(`top-${unique()}`), await category(`side-${unique()}`)];
    const [low, deep] = [await category(`low-${unique()}`, top.id), await category(`deep-${unique()}`, side.id)];
    await publishedIn(low.id, `Below ${unique()}`);
    await publishedIn(top.id, `Above ${unique()}`);
    const find = (items: Awaited<ReturnType<typeof listCategories>>['items'], id: string) => items.find((one) => one.id === id);
    const { items } = await listCategories(publisher());
    expect(find(items, top.id)?.posts).toEqual({ own: 1, all: 2, unpublished: 0 });
    expect((await readPosts(reader(), { category: top.slug, limit: 9 })).items).toHaveLength(2);
    expect((await readMenu(reader(), undefined)).categories.find((one) => one.slug === low.slug)).toMatchObject({
      parent: top.slug,
      posts: 1,
    });
    const moved = await moveCategory(publisher(), { id: deep.id, parentId: top.id, after: null });
    expect(moved.items.filter((one) => one.parentId === top.id).map((one) => one.id)).toEqual([deep.id, low.id]);
    expect(await refusal.code(moveCategory(publisher(), { id: top.id, parentId: low.id, after: null }))).toBe('too_deep');
  });
  test('two make the same address at once: one gets it', async () => {
    const slug = `same-${unique()}`;
    const tries = await Promise.allSettled([category(slug), category(slug)]);
    expect(tries.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
  });
  test('that go leave their posts, children and address to another', async () => {
    const [old, heir] = [await category(`old-${unique()}`), await category(`heir-${unique()}`)];
    const child = await category(`child-${unique()}`, old.id);
    const { slug } = await publishedIn(old.id, `Inherited ${unique()}`);
    const renamed = await editCategory(publisher(), { id: old.id, body: { revision: old.revision, slug: `older-${unique()}` } });
    const movedTo = async (address: string) =>
      (await refusal.of(readPosts(reader(), { category: address, limit: 9 }))).data['slug'];
    expect(await movedTo(old.slug)).toBe(renamed.slug);
    expect(await removeCategory(publisher(), old.id, heir.id)).toEqual({ moved: 1 });
    for (const address of [old.slug, renamed.slug]) expect(await movedTo(address)).toBe(heir.slug);
    expect((await readPosts(reader(), { category: heir.slug, limit: 9 })).items.map((one) => one.slug)).toEqual([slug]);
    expect((await listCategories(publisher())).items.find((one) => one.id === child.id)?.parentId).toBeNull();
  });
  test('show their posts in the order that was made by hand', async () => {
    const { id, slug } = await category(`hand-${unique()}`);
    const [a, b, c] = [
      await publishedIn(id, `A ${unique()}`),
      await publishedIn(id, `B ${unique()}`),
      await publishedIn(id, `C ${unique()}`),
    ];
    expect((await categoryPosts(publisher(), id)).items.map((one) => one.id)).toEqual([c.id, b.id, a.id]);
    await orderPosts(publisher(), id, [b.id, a.id]);
    const below = await publishedIn((await category(`below-${unique()}`, id)).id, `D ${unique()}`);
    expect((await readPosts(reader(), { category: slug, limit: 9 })).items.map((one) => one.slug)).toEqual([
      b.slug,
      a.slug,
      c.slug,
      below.slug,
    ]);
  });
});
