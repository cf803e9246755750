/** Posts on the real database: who may do what, writing, and publishing once. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { bodyOf, buildBlog, refusal, unique } from './blog.factory.ts';
import { listCategories } from './categories.service.ts';
import { createPost, editPost, getPost, listPosts } from './posts.service.ts';
import { readPosts } from './reading.service.ts';
import { getRevision, listRevisions } from './revisions.service.ts';
import { publishDue, purgeTrash, stepPost } from './steps.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const { operator, writerId, publisher, writer, reader, draft, step, published, rewrite, read } = await buildBlog(world);

describe('who may', () => {
  test('other accounts have no blog, staff only what they hold, and nobody without a session', async () => {
    const customer = await buildActor(world, { kind: 'customer' });
    const { id } = await draft(publisher(), `Held ${unique()}`);
    expect(await refusal.code(getPost(world.ctx({ ...customer.actor, scope: ['posts.edit'] }), id, undefined))).toBe('not_found');
    expect(await refusal.code(listPosts(world.ctx({ ...operator, scope: [] }), { limit: 50 }))).toBe('not_allowed');
    expect(await refusal.code(listPosts(reader(), { limit: 50 }))).toBe('not_signed_in');
    expect(await refusal.code(listCategories(writer()))).toBe('not_allowed');
    expect((await refusal.of(step(writer(), id, { action: 'publish' }))).data).toEqual({ permission: 'posts.publish' });
  });
  test('a writer hands in, and changes nothing that readers see', async () => {
    const { id } = await draft(writer(), `Handed in ${unique()}`);
    expect((await step(writer(), id, { action: 'submit' })).state).toBe('in_review');
    const item = await step(publisher(), id, { action: 'publish' });
    expect([item.state, item.languages[0]?.state]).toEqual(['published', 'live']);
    expect(await refusal.code(step(writer(), id, { action: 'trash' }))).toBe('not_allowed');
    expect(await refusal.code(editPost(writer(), { id, body: { revision: item.revision, tags: ['x'] } }))).toBe('not_allowed');
    const { text } = await getPost(writer(), id, undefined);
    expect(await refusal.code(rewrite(writer(), { id, text }, { slug: `mine-${unique()}` }))).toBe('not_allowed');
    await rewrite(writer(), { id, text }, { body: bodyOf('Not approved.') });
    expect(JSON.stringify((await read(text.slug)).body)).not.toContain('Not approved');
    expect((await getPost(publisher(), id, undefined)).languages[0]?.state).toBe('edited');
  });
  test('a writer’s change of a scheduled post needs a new approval', async () => {
    const { id, text } = await draft(writer(), `Approved ${unique()}`);
    await step(publisher(), id, { action: 'schedule', at: world.clock.now() + 60_000 });
    await rewrite(writer(), { id, text }, { body: bodyOf('Another text.') });
    expect((await getPost(publisher(), id, undefined)).state).toBe('in_review');
  });
});

describe('writing', () => {
  test('a writer’s change of a text in review is nothing that was approved', async () => {
    const { id, text } = await draft(writer(), `In review ${unique()}`);
    const { revision } = await step(writer(), id, { action: 'submit' });
    const changed = await rewrite(writer(), { id, text }, { title: `Changed ${unique()}` });
    const approve = (over: number) => stepPost(publisher(), { id, body: { revision: over, action: 'publish' } });
    expect(await refusal.code(approve(revision))).toBe('changed_meanwhile');
    expect((await approve(changed.post.revision)).state).toBe('published');
  });
  test('what comes out of the archive is what readers saw before, not its draft', async () => {
    const post = await published(`Archived ${unique()}`, 'As it was.');
    await rewrite(writer(), post, { body: bodyOf('Not approved.') });
    await step(publisher(), post.id, { action: 'archive' });
    await step(publisher(), post.id, { action: 'unarchive' });
    expect((await read(post.slug)).body).toEqual(bodyOf('As it was.'));
  });
  test('a revision that gets a name edits nothing', async () => {
    const post = await published(`Named ${unique()}`);
    world.clock.advance(60_000);
    const named = await rewrite(publisher(), post, { name: 'Before the holidays' });
    expect([named.edited, named.post.languages[0]?.state]).toEqual([false, 'live']);
  });
  test('the address follows the title until readers know it, and is never another text’s', async () => {
    const title = `Ten minutes ${unique()} 2026`;
    const first = await draft(publisher(), title);
    const second = await draft(publisher(), title);
    expect(second.text.slug).toBe(`${first.text.slug}-2`);
    const renamed = await rewrite(publisher(), first, { title: `${title} later` });
    expect(renamed.slug).toBe(`${first.text.slug}-later`);
    const refused = await refusal.of(rewrite(publisher(), second, { slug: renamed.slug }));
    expect([refused.code, refused.data['free']]).toEqual(['slug_taken', `${renamed.slug}-2`]);
    // what no reader ever saw is free again
    expect((await rewrite(publisher(), second, { slug: first.text.slug })).slug).toBe(first.text.slug);
  });
  test('of two who write at once the second is refused, and overwrites nothing', async () => {
    const post = await draft(publisher(), `Both ${unique()}`);
    await rewrite(publisher(), post, { body: bodyOf('Mine.') });
    const refused = await refusal.of(rewrite(writer(), post, { body: bodyOf('Theirs.') }));
    expect([refused.code, refused.data['version']]).toEqual(['changed_meanwhile', post.text.revision + 1]);
    expect(JSON.stringify((await getPost(publisher(), post.id, undefined)).text.body)).toContain('Mine');
  });
  test('what is written over by somebody else, or later, is kept; a restored revision is a new one', async () => {
    const post = await draft(publisher(), `Kept ${unique()}`, 'One.');
    const by = await rewrite(writer(), post, { body: bodyOf('Two.') });
    world.clock.advance(11 * 60_000);
    const later = await rewrite(writer(), { ...post, text: by }, { body: bodyOf('Three.') });
    const kept = (await listRevisions(publisher(), { id: post.id, locale: 'en-US' })).items;
    expect(kept.map((one) => [one.number, one.madeBy?.id])).toEqual([
      [2, writerId],
      [1, operator.userId],
    ]);
    const { body } = await getRevision(publisher(), { id: post.id, locale: 'en-US', number: 1 });
    await rewrite(publisher(), { ...post, text: later }, { body, name: 'Back to the first' });
    const after = (await listRevisions(publisher(), { id: post.id, locale: 'en-US' })).items;
    expect(after.map((one) => one.name)).toEqual(['Back to the first', null, null, null]);
    expect(JSON.stringify((await getRevision(publisher(), { id: post.id, locale: 'en-US', number: 3 })).body)).toContain('Three');
  });
});

describe('publishing', () => {
  test('needs a title, an address and a text', async () => {
    const { id } = await createPost(publisher(), { locale: 'en-US', title: '' });
    expect((await refusal.of(step(publisher(), id, { action: 'publish' }))).data['missing']).toEqual(['title', 'slug', 'body']);
  });
  test('at its time, exactly once, whatever jobs come', async () => {
    const { id, text } = await draft(publisher(), `Scheduled ${unique()}`);
    expect(await refusal.code(step(publisher(), id, { action: 'schedule', at: world.clock.now() - 1 }))).toBe('in_the_past');
    expect(await refusal.code(step(publisher(), id, { action: 'schedule', at: world.clock.now() + 3 * 366 * 86_400_000 }))).toBe(
      'too_far_ahead',
    );
    const [early, due] = [world.clock.now() + 60_000, world.clock.now() + 3_600_000];
    await step(publisher(), id, { action: 'schedule', at: early });
    await step(publisher(), id, { action: 'schedule', at: due });
    world.clock.advance(3_700_000);
    await publishDue(world.ctx(), { id, at: early });
    expect(await refusal.code(read(text.slug))).toBe('not_found');
    await Promise.all([publishDue(world.ctx(), { id, at: due }), publishDue(world.ctx(), { id, at: due })]);
    expect((await read(text.slug)).title).toContain('Scheduled');
    expect((await listRevisions(publisher(), { id, locale: 'en-US' })).items).toHaveLength(1);
  });
  test('an old address leads to the new one, and what was taken down says so', async () => {
    const post = await published(`Moved ${unique()}`);
    const { text } = await getPost(publisher(), post.id, undefined);
    const moved = await rewrite(publisher(), { id: post.id, text }, { slug: `moved-${unique()}` });
    const answer = await refusal.of(read(post.slug));
    expect([answer.code, answer.data['slug']]).toEqual(['moved', moved.slug]);
    await step(publisher(), post.id, { action: 'archive' });
    expect((await read(moved.slug)).title).toContain('Moved');
    expect((await readPosts(reader(), { limit: 30 })).items.map((one) => one.slug)).not.toContain(moved.slug);
    await step(publisher(), post.id, { action: 'unpublish' });
    expect([await refusal.code(read(moved.slug)), await refusal.code(read(post.slug))]).toEqual(['gone', 'gone']);
    expect(await refusal.code(read(`never-${unique()}`))).toBe('not_found');
  });
  test('what comes back from the bin keeps its date, and a scheduled one is new at its time', async () => {
    const { id } = await published(`Back ${unique()}`);
    const { publishedAt } = await getPost(publisher(), id, undefined);
    world.clock.advance(60_000);
    for (const action of ['trash', 'restore'] as const) await step(publisher(), id, { action });
    expect((await step(publisher(), id, { action: 'publish' })).publishedAt).toBe(publishedAt);
    await step(publisher(), id, { action: 'unpublish' });
    const at = world.clock.now() + 60_000;
    await step(publisher(), id, { action: 'schedule', at });
    world.clock.advance(120_000);
    await publishDue(world.ctx(), { id, at });
    expect((await getPost(publisher(), id, undefined)).publishedAt).toBeGreaterThanOrEqual(at);
  });
  test('what is in the bin for thirty days is gone for good', async () => {
    const { id, slug } = await published(`Binned ${unique()}`);
    await step(publisher(), id, { action: 'trash' });
    expect(await refusal.code(read(slug))).toBe('gone');
    await purgeTrash(world.ctx());
    expect((await getPost(publisher(), id, undefined)).state).toBe('trashed');
    world.clock.advance(31 * 86_400_000);
    await purgeTrash(world.ctx());
    expect(await refusal.code(getPost(publisher(), id, undefined))).toBe('not_found');
  });
});

test('a published revision is what readers saw: the database refuses to lose it', async () => {
  const { id } = await published(`Fixed ${unique()}`);
  const deleted = world.ctx().system.write((tx) => tx.execute(sql`delete from blog_revisions where post_id = ${id}`));
  await expect(deleted).rejects.toThrow();
});

test('posts of one title that are begun at once all get an address of their own', async () => {
  const title = `Summer ${unique()}`;
  const made = await Promise.all(Array.from({ length: 8 }, () => createPost(publisher(), { locale: 'en-US', title })));
  expect(new Set(made.map(({ text }) => text.slug)).size).toBe(8);
});
