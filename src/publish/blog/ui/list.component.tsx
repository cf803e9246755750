import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { actionsFor, type PostState } from '../blog.rules.ts';
import { type PostItem, postsCalls } from '../posts.contract.ts';
import * as screen from './posts.screen.tsx';

const scope = ['posts.edit', 'posts.publish', 'categories.edit'];
const day = 86_400_000;
const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const teaching = { id: idOf(900), parentId: null, slug: 'teaching', names: { 'en-US': 'Teaching', ar: 'التدريس' } };
type Part = Partial<PostItem> & { state: PostState };
function postOf(n: number, part: Part): PostItem {
  return {
    id: idOf(n),
    title: `Post ${n}`,
    slug: `post-${n}`,
    locale: 'en-US',
    languages: [{ locale: 'en-US', state: 'live', editedAt: now - day }],
    categoryId: teaching.id,
    cover: null,
    authorName: 'Hanna Vogt',
    publishAt: null,
    publishedAt: now - 9 * day,
    updatedAt: now - day,
    updatedBy: { id: idOf(800), name: 'Hanna Vogt' },
    revision: n,
    actions: actionsFor(part.state, scope),
    ...part,
  };
}
const drafts = (...codes: ('en-US' | 'de' | 'ar' | 'fr' | 'es')[]) =>
  codes.map((locale) => ({ locale, state: 'draft' as const, editedAt: now }));
const all: PostItem[] = [
  postOf(1, {
    state: 'draft',
    title: 'Parents’ evening online: lessons from 212 conversations in one long week',
    languages: drafts('en-US', 'de', 'ar', 'fr', 'es'),
    updatedAt: now,
  }),
  postOf(2, { state: 'in_review', title: 'Choosing a region for your recordings', languages: drafts('en-US', 'de') }),
  postOf(3, { state: 'scheduled', title: 'Polls that teach', languages: drafts('en-US'), publishAt: now + 8 * day }),
  postOf(4, { state: 'published', title: 'Thirty hands, one teacher' }),
  postOf(5, {
    state: 'published',
    title: 'Moving from Greenlight in an afternoon',
    languages: [
      { locale: 'de', state: 'edited', editedAt: now - 2 * day },
      { locale: 'en-US', state: 'live', editedAt: now - 9 * day },
    ],
    updatedBy: null,
  }),
  postOf(6, { state: 'draft', title: '', slug: '', categoryId: null, languages: drafts('en-US') }),
];

type Sent = { id: string; action: string; at?: number | undefined };
/** A server with these posts, and what it is asked to do. */
function serverWith(posts: PostItem[], refuse: (sent: Sent) => Failure | null = () => null) {
  const sent: Sent[] = [];
  const asked: object[] = [];
  const counts = { draft: 2, in_review: 1, scheduled: 1, published: 2 };
  const calls = [
    onCall(postsCalls.list, ({ query }) => {
      asked.push(query ?? {});
      return { items: posts, next: null, total: posts.length, counts };
    }),
    onCall(postsCalls.categories, () => ({ items: [teaching] })),
    onCall(postsCalls.step, ({ params, body }) => {
      const one = { id: params.id, action: body.action, ...(body.at !== undefined && { at: body.at }) };
      const refused = refuse(one);
      if (refused !== null) throw refused;
      sent.push(one);
      return postOf(1, { state: 'draft', revision: body.revision + 1 });
    }),
  ];
  return { calls, sent, asked };
}
const mounted = (calls: ReturnType<typeof serverWith>['calls'], options: object = {}) =>
  mountScreen(screen, { calls, user: { scope }, path: '/posts', ...options });
const row = (title: string) => page.getByRole('row', { name: title });
const bar = () => page.getByRole('toolbar');
/** Chooses one post, and a step in the bar that floats for it. */
async function act(title: string, step: string): Promise<void> {
  await page.getByRole('checkbox', { name: `Select ${title}` }).click();
  await bar().getByRole('button', { name: step }).click();
}
// the bar of a list reaches over the padding that the frame of the page has there
beforeEach(() => {
  document.body.style.paddingInline = '16px';
  onTestFinished(() => {
    document.body.style.paddingInline = '';
  });
});

describe('the list', () => {
  test.each(looks)('of posts in each state: $locale $scheme $width', async (look) => {
    await mounted(serverWith(all).calls, { look });
    await expect.element(page.getByText('Polls that teach')).toBeVisible();
    await expectNoViolations();
  });

  test('says when a post goes out, since when it waits, and how far each language is', async () => {
    await mounted(serverWith(all).calls);
    await expect.element(row('Polls that teach').getByText('18 Mar 2026, 09:00')).toBeVisible();
    await expect.element(row('Choosing a region').getByText('since yesterday')).toBeVisible();
    await expect.element(row('Moving from Greenlight').getByText('edited since Sun 8 Mar')).toBeVisible();
    await expect.element(row('Moving from Greenlight').getByText('Deutsch: edited since publishing')).toBeInTheDocument();
    await expect.element(row('Parents’ evening').getByText('2 more languages')).toBeInTheDocument();
    await expect.element(row('Untitled')).toBeVisible();
  });

  test('is narrowed to one state by a segment or by the filter, never by two', async () => {
    const { calls, asked } = serverWith(all);
    await mounted(calls, { path: '/posts?kept=trashed&language=de' });
    expect(asked.at(-1)).toMatchObject({ state: 'trashed', locale: 'de' });
    await page.getByRole('button', { name: 'Published 2', exact: true }).click();
    await expect.poll(() => asked.at(-1)).toMatchObject({ state: 'published', locale: 'de' });
    await page.getByRole('button', { name: 'Remove the filter Language' }).click();
    await expect.poll(() => asked.at(-1)).toEqual({ limit: 50, state: 'published' });
  });

  test('without a post says what posts are, and leads to the first', async () => {
    await mounted(serverWith([]).calls);
    await expect.element(page.getByRole('heading', { name: 'Write your first post' })).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Start writing' })).toHaveAttribute('href', '/newedit');
    await expect.element(page.getByRole('link', { name: 'New post' })).toHaveAttribute('href', '/posts/add-post');
    await expectNoViolations();
  });
});

describe('steps', () => {
  test('a writer is offered no publishing', async () => {
    const post = postOf(2, { state: 'draft', actions: actionsFor('draft', ['posts.edit']) });
    await mountScreen(screen, { calls: serverWith([post]).calls, user: { scope: ['posts.edit'] }, path: '/posts' });
    await page.getByRole('checkbox', { name: 'Select Post 2' }).click();
    await expect.element(bar().getByRole('button', { name: 'Submit for review' })).toBeVisible();
    expect(bar().getByRole('button', { name: 'Publish' }).elements()).toEqual([]);
  });

  test('what goes into the bin can be taken back to its state', async () => {
    const { calls, sent } = serverWith(all);
    await mounted(calls);
    await act('Choosing a region', 'Move to recycle bin');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => sent.map(({ action }) => action)).toEqual(['trash', 'restore', 'submit']);
  });

  test('what cannot be taken back is asked first', async () => {
    const { calls, sent } = serverWith(all);
    await mounted(calls);
    await act('Moving from Greenlight', 'Move to recycle bin');
    await expect.element(page.getByRole('dialog', { name: 'Unpublish?' })).toBeVisible();
    await expectNoViolations();
    await page.getByRole('button', { name: 'Keep published' }).click();
    expect(sent).toEqual([]);
  });

  test('a time that has passed is refused in its field, with publishing now as the offer', async () => {
    const { calls, sent } = serverWith(all);
    await mounted(calls);
    await act('Choosing a region', 'Schedule…');
    await page.getByLabelText('Date and time').fill('2020-01-01T09:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect.element(page.getByText('This time is in the past.')).toBeVisible();
    await expectNoViolations();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
    await expect.poll(() => sent).toEqual([{ id: idOf(2), action: 'publish' }]);
  });

  test('is scheduled for the time on the clock of the reader', async () => {
    const { calls, sent } = serverWith(all);
    await mounted(calls);
    await act('Choosing a region', 'Schedule…');
    await page.getByLabelText('Date and time').fill('2090-05-01T09:00');
    await page.getByRole('button', { name: 'Schedule', exact: true }).click();
    await expect.poll(() => sent).toEqual([{ id: idOf(2), action: 'schedule', at: Date.UTC(2090, 4, 1, 9) }]);
  });

  test('many at once: what all of them allow, and what is refused is named', async () => {
    const { calls, sent } = serverWith(all, ({ id }) => (id === idOf(6) ? new Failure('not_ready') : null));
    await mounted(calls);
    await page.getByRole('checkbox', { name: 'Select Choosing a region' }).click();
    await page.getByRole('checkbox', { name: 'Select Untitled' }).click();
    await expect.element(bar().getByRole('button', { name: 'Publish now' })).toBeVisible();
    expect(bar().getByRole('button', { name: 'Archive' }).elements()).toEqual([]);
    await bar().getByRole('button', { name: 'Publish now' }).click();
    await expect.element(page.getByText('Not changed: 1 post. Add a title')).toBeVisible();
    expect(sent.map(({ id }) => id)).toEqual([idOf(2)]);
  });
});
