import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { namesFor } from '#core/iam/iam.rules.ts';
import type { RichText } from '#kit/rich-text.ts';
import { actionsFor, type PostState } from '../../blog.rules.ts';
import { type PostDetail, postsCalls, type PostText } from '../../posts.contract.ts';
import * as screen from './post-edit.screen.tsx';
import * as write from './write.screen.tsx';

const id = '01890000-0000-7000-8000-000000000001';
/** Of the person that every test mounts. */
const userId = '00000000-0000-7000-8000-000000000001';
const scope = ['posts.edit', 'posts.publish'];
const user = {
  scope: namesFor('operator'),
  account: { id: 'a1', name: 'Atrium', kind: 'operator', role: 'owner', state: 'active' } as const,
};
const person = { id: 'p1', name: 'Lucía Prado' };
const bodyOf = (text: string): RichText => ({ version: 1, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });

const textOf = (change: Partial<PostText> = {}): PostText => ({
  ...{ locale: 'en-US', slug: 'before-class', title: 'Before class', excerpt: '', seoTitle: '', seoDescription: '' },
  ...{
    body: bodyOf('Ask a teacher.'),
    words: 3,
    live: null,
    edited: false,
    editedAt: now - 60_000,
    editedBy: person,
    revision: 3,
    pictures: [],
    embeds: [],
  },
  ...change,
});
const postOf = (state: PostState, change: Partial<PostDetail> = {}): PostDetail => ({
  ...{ id, title: 'Before class', slug: 'before-class', state, locale: 'en-US', categoryId: null, authorName: 'Hanna Vogt' },
  languages: [{ locale: 'en-US', state: 'draft', editedAt: now }],
  ...{ publishAt: null, publishedAt: null, updatedAt: now, updatedBy: person, revision: 5, actions: actionsFor(state, scope) },
  ...{ tags: ['lobby'], canonical: null, cover: null, coverPicture: null, wasPublic: false, text: textOf() },
  ...change,
});
const itemOf = ({
  tags: _tags,
  canonical: _canonical,
  coverPicture: _cover,
  wasPublic: _was,
  text: _text,
  ...item
}: PostDetail) => item;

type Written = { title: string; revision: number | null; slug?: string | undefined; body: unknown };
type Answers = { post?: PostDetail; write?: (body: Written) => PostText; language?: string };
async function openEditor({ post = postOf('draft'), write: save, language }: Answers = {}, look = looks[0]) {
  const written: Written[] = [];
  await mountScreen(screen, {
    path: `/posts/edit-posts/${id}${language === undefined ? '' : `?language=${language}`}`,
    params: { id },
    user,
    ...(look !== undefined && { look }),
    calls: [
      onCall(postsCalls.get, () => post),
      onCall(postsCalls.categories, () => ({
        items: [{ id, parentId: null, slug: 'guides', names: { 'en-US': 'Guides', ar: 'أدلة' } }],
      })),
      onCall(postsCalls.write, ({ body }) => {
        written.push(body);
        const saved = save?.(body) ?? textOf({ title: body.title, revision: (body.revision ?? 0) + 1, editedAt: now });
        return { ...saved, post: itemOf(post) };
      }),
    ],
  });
  await expect.element(page.getByRole('textbox', { name: /Text of the post|نص/ })).toBeVisible();
  return written;
}
// longer than the silence after which a text is saved
const soon = { timeout: 5_000 };
const title = () => page.getByRole('textbox', { name: 'Title', exact: true });

test.each(looks)('a draft with its settings: $locale $scheme $width', async (look) => {
  await openEditor({}, look);
  await expectNoViolations();
});

test('what is typed is saved by itself, over the revision that it was made from', async () => {
  const written = await openEditor();
  await userEvent.fill(title(), 'Five minutes before class');
  await expect.element(page.getByText(/^Saved at/)).toBeVisible();
  await expect
    .poll(() => written.map(({ title: saved, revision }) => [saved, revision]), soon)
    .toEqual([['Five minutes before class', 3]]);
  window.localStorage.clear();
});

test('a new post takes settings before words, and is not offered to readers while it is empty', async () => {
  const created: unknown[] = [];
  const edited: unknown[] = [];
  await mountScreen(screen, {
    ...{ path: '/posts/add-post', user },
    calls: [
      onCall(postsCalls.categories, () => ({ items: [] })),
      onCall(postsCalls.create, ({ body }) => {
        created.push(body);
        return postOf('draft', { title: '', tags: [], revision: 1, text: textOf({ title: '', slug: '', revision: 1 }) });
      }),
      onCall(postsCalls.edit, ({ body }) => {
        edited.push(body);
        return itemOf(postOf('draft', { revision: 2 }));
      }),
      onCall(postsCalls.write, ({ body }) => {
        edited.push(body.revision);
        return { ...textOf({ title: body.title, revision: 2 }), post: itemOf(postOf('draft', { revision: 2 })) };
      }),
    ],
  });
  await expect.element(title()).toHaveFocus();
  const publish = page.getByRole('button', { name: 'Publish now' });
  expect(publish.elements()).toEqual([]);
  await userEvent.fill(page.getByLabelText('Tags'), 'lobby');
  await userEvent.tab();
  await expect.poll(() => edited).toEqual([{ tags: ['lobby'], revision: 1 }]);
  await userEvent.fill(title(), 'Before class');
  await expect.element(publish).toBeVisible();
  await expect.poll(() => edited.at(-1), soon).toBe(1);
  expect(created).toEqual([{ locale: 'en-US', title: '' }]);
  window.localStorage.clear();
});

test.each(looks)('a translation has its original beside it: $locale $scheme $width', async (look) => {
  await openEditor({ language: 'de' }, look);
  if (look.width === 360) await page.getByRole('button', { name: /^(Show|إظهار)$/ }).click();
  await expect.element(page.getByText('Ask a teacher.')).toBeVisible();
  await expectNoViolations();
});

test('the structure of the original is copied over without its words', async () => {
  const written = await openEditor({ language: 'de' });
  await page.getByRole('button', { name: 'Copy structure' }).click();
  const structure = { version: 1, content: [{ type: 'paragraph' }] };
  await expect
    .poll(() => written.map(({ body, revision }) => ({ body, revision })))
    .toEqual([{ body: structure, revision: null }]);
  await expect.element(page.getByText('Ask a teacher.')).toBeVisible();
  window.localStorage.clear();
});

test('what another person saved meanwhile is said, and which of the two goes on is the writer’s choice', async () => {
  let refused = false;
  const written = await openEditor({
    post: postOf('draft'),
    write: (body) => {
      if (!refused) {
        refused = true;
        throw new Failure('changed_meanwhile', { data: { version: 3 } });
      }
      return textOf({ title: body.title, revision: 9 });
    },
  });
  await userEvent.fill(title(), 'Mine');
  await expect.element(page.getByText(/Lucía Prado saved this text/), soon).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => written.map((one) => one.title), soon).toEqual(['Mine', 'Mine']);
  expect(page.getByText(/saved this text/).elements()).toEqual([]);
  window.localStorage.clear();
});

test('an address that is taken is refused where it was typed, with one that is free', async () => {
  const written = await openEditor({
    write: (body) => {
      if (body.slug === 'taken') throw new Failure('slug_taken', { data: { free: 'taken-2' } });
      return textOf({ slug: body.slug ?? 'before-class', revision: 4 });
    },
  });
  const slug = page.getByLabelText('Address', { exact: true });
  await userEvent.fill(slug, 'not a slug!');
  await expect.element(page.getByText('Use lowercase letters, digits and single hyphens.')).toBeVisible();
  await userEvent.fill(slug, 'taken');
  await userEvent.tab();
  await page.getByRole('button', { name: 'Use taken-2' }).click();
  await expect.poll(() => written.at(-1)?.slug, soon).toBe('taken-2');
  window.localStorage.clear();
});

test('text that this device kept of an older revision is offered, not put over the newer one', async () => {
  const kept = {
    text: { title: 'From the train', excerpt: '', seoTitle: '', seoDescription: '', body: bodyOf('Kept.') },
    revision: 1,
  };
  window.localStorage.setItem(`atrium.draft.post:${userId}:${id}:en-US`, JSON.stringify(kept));
  const written = await openEditor();
  await expect.element(page.getByText('This device has unsaved text.')).toBeVisible();
  expect(title().element()).toHaveValue('Before class');
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect.poll(() => written.map((one) => one.title), soon).toEqual(['From the train']);
  window.localStorage.clear();
});

test.each([
  ['draft', 'Publish now'],
  ['in_review', 'Approve and publish'],
  ['trashed', 'Restore'],
] as const)('of a post that is %s the step in front is: %s', async (state, step) => {
  await openEditor({ post: postOf(state) });
  await expect.element(page.getByRole('button', { name: step, exact: true })).toBeVisible();
});

test.each(looks)('writing with nothing around the text: $locale $scheme $width', async (look) => {
  await mountScreen(write, { path: '/newedit', user, look });
  await expect.element(page.getByRole('textbox', { name: /Text of the post|نص/ })).toBeVisible();
  await expectNoViolations();
});
