/** The sample blog: categories, and published posts in one or three languages. */
import type { RichText, RichTextBlock } from '#kit/rich-text.ts';
import { sql } from 'drizzle-orm';
import type { Ctx } from '#kit/server/ctx.ts';
import type { SampleWorld } from '#kit/server/sample.ts';
import { createCategory } from '#publish/blog/server/categories.service.ts';
import { createPost, editPost, getPost, writeText } from '#publish/blog/server/posts.service.ts';
import { stepPost } from '#publish/blog/server/steps.service.ts';
import { sampleCategories, type SamplePost, samplePosts, type SampleText } from './blog-posts.sample.ts';

const day = 86_400_000;

const paragraph = (text: string): RichTextBlock => ({ type: 'paragraph', content: [{ type: 'text', text }] });
type TableBlock = Extract<RichTextBlock, { type: 'table' }>;
const rowOf = (cells: readonly string[], type: 'tableHeader' | 'tableCell'): TableBlock['content'][number] => ({
  type: 'tableRow',
  content: cells.map((text, at) => ({
    type,
    attrs: { colspan: 1, rowspan: 1, align: at === 0 ? 'start' : 'end' },
    content: [paragraph(text)],
  })),
});

/** Neighbouring items are one list, neighbouring rows one table whose first row is its head. */
function richTextOf({ lines }: SampleText): RichText {
  const content: RichTextBlock[] = [];
  for (const line of lines) {
    const last = content.at(-1);
    const text = line.replace(/^(##|[-!>|]) /, '');
    if (line.startsWith('## ')) content.push({ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text }] });
    else if (line.startsWith('! ')) content.push({ type: 'callout', attrs: { tone: 'tip' }, content: [paragraph(text)] });
    else if (line.startsWith('> ')) content.push({ type: 'blockquote', content: [paragraph(text)] });
    else if (line.startsWith('- ')) {
      const item = { type: 'listItem' as const, content: [paragraph(text)] };
      if (last?.type === 'bulletList') last.content.push(item);
      else content.push({ type: 'bulletList', content: [item] });
    } else if (line.startsWith('| ')) {
      const cells = text.split(' | ');
      if (last?.type === 'table') last.content.push(rowOf(cells, 'tableCell'));
      else content.push({ type: 'table', content: [rowOf(cells, 'tableHeader')] });
    } else content.push(paragraph(line));
  }
  return { version: 1, content };
}

async function publishPost(ctx: Ctx, post: SamplePost, categoryId: string | null): Promise<void> {
  const [[locale, original] = []] = post.texts;
  if (locale === undefined || original === undefined) return;
  const { id, text } = await createPost(ctx, { locale, title: original.title });
  for (const [language, written] of post.texts) {
    const revision = language === locale ? text.revision : null;
    const { title, excerpt } = written;
    await writeText(ctx, {
      id,
      locale: language,
      body: { revision, title, excerpt, seoTitle: '', seoDescription: '', body: richTextOf(written) },
    });
  }
  const { revision } = await getPost(ctx, id, undefined);
  const edited = await editPost(ctx, { id, body: { revision, categoryId, tags: [...post.tags], authorName: post.author } });
  await stepPost(ctx, { id, body: { revision: edited.revision, action: 'publish' } });
  const published = new Date(ctx.now() - post.published * day).toISOString();
  await ctx.system.write((tx) =>
    tx.execute(sql`update blog_posts set published_at = ${published}::timestamptz where id = ${id}`),
  );
}

export async function fillSample({ as, operator }: SampleWorld): Promise<void> {
  const ctx = as(operator.actor);
  const ids = new Map<string, string>();
  for (const { slug, names, about } of sampleCategories) {
    const made = await createCategory(ctx, {
      ...{ parentId: null, slug, names, ordering: 'date' as const },
      descriptions: { 'en-US': about },
    });
    ids.set(slug, made.id);
  }
  for (const post of samplePosts) await publishPost(ctx, post, ids.get(post.category) ?? null);
}
