import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoViolations, type ComponentLook, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { Failure } from '#kit/errors.ts';
import { categoriesCalls, type CategoryView } from '../categories.contract.ts';
import * as tree from './categories.screen.tsx';
import * as posts from './category-posts.screen.tsx';

const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
function categoryOf(n: number, slug: string, part: Partial<CategoryView> = {}): CategoryView {
  return {
    id: idOf(n),
    parentId: null,
    slug,
    names: { 'en-US': slug, de: `${slug} (de)`, ar: 'تصنيف' },
    descriptions: {},
    ordering: 'date',
    posts: { own: 2, all: 2, unpublished: 0 },
    revision: 1,
    ...part,
  };
}
const items = [
  categoryOf(1, 'teaching', { posts: { own: 4, all: 12, unpublished: 3 } }),
  categoryOf(2, 'lesson-ideas', { parentId: idOf(1) }),
  categoryOf(3, 'parents', { parentId: idOf(1), names: { 'en-US': 'parents' } }),
  categoryOf(4, 'guides'),
  categoryOf(5, 'news', { posts: { own: 0, all: 0, unpublished: 0 } }),
];
type Sent = { call: string; id?: string; body: unknown };
function serverWith(known: CategoryView[] = items) {
  const sent: Sent[] = [];
  const page1 = ['First', 'Second', 'Third'].map((title, at) => ({
    ...{ id: idOf(50 + at), title, publishedAt: now - at * 86_400_000, authorName: 'Hanna Vogt' },
  }));
  const noted =
    <T,>(call: string, result: T) =>
    (input: { params?: { id: string }; body: unknown }) => {
      sent.push({ call, ...(input.params !== undefined && { id: input.params.id }), body: input.body });
      return result;
    };
  const calls = [
    onCall(categoriesCalls.list, () => ({ items: known })),
    onCall(categoriesCalls.move, noted('move', { items: known })),
    onCall(categoriesCalls.edit, noted('edit', categoryOf(3, 'parents'))),
    onCall(categoriesCalls.remove, noted('remove', { moved: 2 })),
    onCall(categoriesCalls.posts, () => ({ items: page1, ordering: 'date' as const })),
    onCall(categoriesCalls.order, noted('order', { items: page1, ordering: 'hand' as const })),
    onCall(categoriesCalls.create, (input) => {
      sent.push({ call: 'create', body: input.body });
      throw new Failure('slug_taken', { fields: { 'body.slug': 'slug_taken' } });
    }),
  ];
  return { calls, sent };
}
type Opening = { calls: ReturnType<typeof serverWith>['calls']; path?: string; look?: ComponentLook };
const opened = ({ calls, path = '/categories', look }: Opening) =>
  mountScreen(tree, { calls, path, params: idIn(path), user: { scope: ['categories.edit'] }, ...(look && { look }) });
const idIn = (path: string): Record<string, string> => {
  const id = path.split('/')[3];
  return id === undefined ? {} : { id };
};
const grip = (name: string) => page.getByRole('button', { name: `Move ${name}`, exact: true });
const keys = async (text: string) => {
  for (const key of text.split(' ')) await userEvent.keyboard(`{${key}}`);
};

test.each(looks)('the tree with a new category beside it: $locale $scheme $width', async (look) => {
  await opened({ calls: serverWith().calls, path: '/categories/add-categories', look });
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
  await expectNoViolations();
});
test.each(looks)('the tree alone: $locale $scheme $width', async (look) => {
  await opened({ calls: serverWith().calls, look });
  await expect.element(page.getByRole('table')).toBeVisible();
  await expectNoViolations();
});
test.each(looks)('the order of posts: $locale $scheme $width', async (look) => {
  const path = `/categories/edit-blogs/${idOf(4)}`;
  await mountScreenAt(path, serverWith().calls, look);
  await expect.element(page.getByText('Second')).toBeVisible();
  await expectNoViolations();
});
const mountScreenAt = (path: string, calls: Opening['calls'], look?: ComponentLook) =>
  mountScreen(posts, { calls, path, params: idIn(path), ...(look && { look }) });

test('keys lift a category, move it over those below it, further in, and drop it there; each step is said', async () => {
  const { calls, sent } = serverWith();
  await opened({ calls });
  grip('news').element().focus();
  await keys('Space');
  await expect.element(page.getByText('news picked up.')).toBeInTheDocument();
  await keys('ArrowRight');
  await expect.element(page.getByRole('status').getByText('guides, 1 of 1')).toBeInTheDocument();
  await expectNoViolations();
  await keys('ArrowUp Space');
  await expect.poll(() => sent).toEqual([{ call: 'move', id: idOf(5), body: { parentId: idOf(1), after: idOf(3) } }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => sent.at(-1)).toEqual({ call: 'move', id: idOf(5), body: { parentId: null, after: idOf(4) } });
});

test('Escape puts it back, and asks the server nothing', async () => {
  const { calls, sent } = serverWith();
  await opened({ calls });
  grip('guides').element().focus();
  await keys('Space ArrowUp ArrowUp Escape');
  await expect.element(page.getByText('guides is back in its place.')).toBeInTheDocument();
  expect(sent).toEqual([]);
});

test('a pointer drags it, and a branch goes no deeper than three levels', async () => {
  const { calls, sent } = serverWith();
  await opened({ calls });
  const [from, to] = [grip('guides').element(), page.getByRole('row', { name: 'lesson-ideas' }).element()];
  const [start, target] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const at = async (type: string, x: number, y: number) => {
    const on = type === 'pointerdown' ? from : document;
    on.dispatchEvent(new PointerEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y }));
    // events of a hand have time between them
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  };
  await at('pointerdown', start.x + 8, start.y + 8);
  await at('pointermove', start.x + 8, start.y - 8);
  await at('pointermove', start.x + 32, target.bottom - 2);
  await expect.element(page.getByText('teaching, 2 of 3').first()).toBeInTheDocument();
  await at('pointermove', start.x + 200, target.bottom - 2);
  await at('pointerup', start.x + 200, target.bottom - 2);
  await expect.poll(() => sent).toEqual([{ call: 'move', id: idOf(4), body: { parentId: idOf(2), after: null } }]);
});

test('a new one gets the slug of its name, and is refused when another has it', async () => {
  const { calls, sent } = serverWith();
  await opened({ calls, path: `/categories/add-categories?parent=${idOf(4)}` });
  await page.getByLabelText('English').fill('First Steps');
  await page.getByRole('button', { name: 'Create category' }).click();
  await expect.element(page.getByText('Another category already uses this slug.')).toBeVisible();
  expect(sent).toEqual([
    {
      call: 'create',
      body: { parentId: idOf(4), slug: 'first-steps', names: { 'en-US': 'First Steps' }, descriptions: {}, ordering: 'date' },
    },
  ]);
});

test('without categories says what they are for', async () => {
  await opened({ calls: serverWith([]).calls });
  await expect.element(page.getByRole('heading', { name: 'No categories yet' })).toBeVisible();
});

test('posts are ordered by keys, and back by date with Undo', async () => {
  const { calls, sent } = serverWith();
  await mountScreenAt(`/categories/edit-blogs/${idOf(4)}`, calls);
  grip('Third').element().focus();
  await keys('Space ArrowUp ArrowUp Space');
  await expect.poll(() => sent).toEqual([{ call: 'order', id: idOf(4), body: { posts: [idOf(52), idOf(50), idOf(51)] } }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => sent.at(-1)).toEqual({ call: 'edit', id: idOf(4), body: { revision: 1, ordering: 'date' } });
});
