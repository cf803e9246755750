/** A publisher, a writer and a reader of one blog, and posts on the way from draft to public. */
import type { RichText } from '#kit/rich-text.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildOperator } from '#sales/vendors/server/vendors.factory.ts';
import type { World } from '#app/proof/testing.ts';
import type { PostAction } from '../blog.rules.ts';
import type { PostText } from '../posts.contract.ts';
import { createCategory } from './categories.service.ts';
import { createPost, editPost, getPost, writeText } from './posts.service.ts';
import { readPost } from './reading.service.ts';
import { stepPost } from './steps.service.ts';

async function failed(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Failure)) throw error ?? new Error('nothing failed');
  return error;
}
export const refusal = { of: failed, code: async (work: Promise<unknown>) => (await failed(work)).code };

export const bodyOf = (...paragraphs: string[]): RichText => ({
  version: 1,
  content: paragraphs.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});
export const fields = (title: string, ...paragraphs: string[]) => ({
  title,
  excerpt: '',
  seoTitle: '',
  seoDescription: '',
  body: bodyOf(...paragraphs),
});
export const unique = () => newId().slice(-8);

/** The blog of a world as its people use it. */
export async function buildBlog(world: World) {
  const operator = await buildOperator(world);
  const seat = await buildActor(world, { accountId: operator.actor.accountId, role: 'staff', permissions: ['posts.edit'] });
  const publisher = () => world.ctx(operator.actor);
  const writer = () => world.ctx({ ...seat.actor, scope: ['posts.edit'] });
  const reader = () => world.ctx();

  async function draft(ctx: Ctx, title: string, ...paragraphs: string[]) {
    const post = await createPost(ctx, { locale: 'en-US', title });
    const text = await writeText(ctx, {
      id: post.id,
      locale: 'en-US',
      body: { revision: post.text.revision, ...fields(title, ...(paragraphs.length === 0 ? ['A text.'] : paragraphs)) },
    });
    return { id: post.id, text };
  }
  async function step(ctx: Ctx, id: string, { action, at }: { action: PostAction; at?: number }) {
    const { revision } = await getPost(publisher(), id, undefined);
    return stepPost(ctx, { id, body: { revision, action, ...(at === undefined ? {} : { at }) } });
  }
  async function published(title: string, ...paragraphs: string[]) {
    const { id, text } = await draft(publisher(), title, ...paragraphs);
    await step(publisher(), id, { action: 'publish' });
    return { id, slug: text.slug, text };
  }
  const rewrite = (ctx: Ctx, of: { id: string; text: PostText }, body: Partial<Parameters<typeof writeText>[1]['body']>) =>
    writeText(ctx, {
      id: of.id,
      locale: of.text.locale,
      body: { ...fields(of.text.title), body: of.text.body, revision: of.text.revision, ...body },
    });
  const read = (slug: string, preview?: string) => readPost(reader(), { slug, preview });
  const category = (name: string, parentId: string | null = null) =>
    createCategory(publisher(), { parentId, slug: name, names: { 'en-US': name }, descriptions: {}, ordering: 'date' });
  async function publishedIn(categoryId: string, title: string) {
    const post = await published(title);
    const { revision } = await getPost(publisher(), post.id, undefined);
    await editPost(publisher(), { id: post.id, body: { revision, categoryId } });
    world.clock.advance(1_000);
    return post;
  }
  return {
    operator: operator.actor,
    writerId: seat.actor.userId,
    ...{ publisher, writer, reader, draft, step, published, rewrite, read, category, publishedIn },
  };
}
