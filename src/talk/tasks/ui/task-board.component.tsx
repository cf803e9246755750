import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mount, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { peopleCalls } from '#core/accounts/people.contract.ts';
import { tasksCalls } from '../tasks.contract.ts';
import type { BoardView, CardDetail, CardItem } from '../tasks-views.contract.ts';
import { MeetingTasks } from './blocks/add-task.part.tsx';
import * as boardScreen from './task-board.screen.tsx';

const idOf = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const me = '00000000-0000-7000-8000-000000000001';
const boardId = idOf(1);
const [toDo, doing, done] = [idOf(11), idOf(12), idOf(13)];
const label = { id: idOf(31), name: 'Lab', hue: 'green' as const };
const card = (n: number, title: string, more: Partial<CardItem> = {}): CardItem => ({
  ...{
    id: idOf(n),
    listId: toDo,
    number: n,
    title,
    rank: `a${n % 100}`,
    labels: [],
    people: [],
    due: null,
    steps: { done: 0, total: 0 },
  },
  ...{ comments: 0, files: 0, text: 'none', source: null, doneAt: null, revision: 3, ...more },
});
const cards = [
  card(101, 'Ask who brings the microphones'),
  card(102, 'Old recordings: what may go?', { due: { on: '2026-03-08', at: null }, steps: { done: 1, total: 3 } }),
  card(103, 'One room microphone', {
    ...{ listId: doing, labels: [label.id], people: [me, idOf(2)], due: { on: '2026-03-10', at: null } },
    source: { kind: 'ticket', name: '#318 Echo in Biology' },
  }),
  card(104, 'Welcome text for guests', { listId: done, doneAt: now }),
];
const rights = { comment: true, edit: true, own: true, attach: true };
const view: BoardView = {
  board: {
    ...{ id: boardId, name: 'School office', share: 'members', shareRole: 'viewer', role: 'owner', labels: [label], revision: 9 },
    ...{ archivedAt: null, rights },
  },
  lists: [
    { id: toDo, name: 'To do', rank: 'a', limit: 1 },
    { id: doing, name: 'Doing', rank: 'b', limit: 4 },
    { id: done, name: 'Done', rank: 'c', limit: null },
  ],
  cards,
  counts: null,
  people: [
    { userId: me, name: 'Miriam Albrecht', role: 'owner' },
    { userId: idOf(2), name: 'Aylin Demir', role: 'editor' },
  ],
};
const author = { userId: idOf(2), name: 'Aylin Demir', me: false };
const attached = {
  ...{ id: idOf(81), name: 'speakers.png', state: 'ready' as const, mime: 'image/png', bytes: 48_000 },
  ...{ url: '/files/x', thumbnail: null },
};
const detail = (item: CardItem, more: Partial<CardDetail> = {}): CardDetail => ({
  ...{ card: item, boardId, body: 'Two laptops hear each other.', attached: [], remind: 'day', archivedAt: null, createdAt: now },
  checklist: [
    { id: idOf(41), text: 'Find the microphone', done: true },
    { id: idOf(42), text: 'Set the mixer', done: false },
  ],
  source: { kind: 'recording', id: idOf(51), name: 'Weekly staff call', path: '/playback/x?t=761', second: 761 },
  comments: {
    items: [
      {
        ...{ id: idOf(61), author, text: 'Is it loud, @Miriam Albrecht?', doc: null },
        ...{ mentions: [{ userId: me, name: 'Miriam Albrecht' }], files: [attached] },
        ...{ editedAt: null, at: now, rights: { edit: false, remove: true } },
      },
    ],
    next: null,
  },
  activity: { items: [{ id: idOf(71), what: 'moved', by: author, data: { from: 'To do', to: 'Doing' }, at: now }], next: null },
  createdBy: author,
  ...more,
});
const boardItem = { id: boardId, name: 'School office', share: 'members', role: 'owner', cards: 3, archivedAt: null } as const;
const boards = onCall(tasksCalls.boards, () => ({ items: [boardItem], next: null }));
const board = (shown: BoardView = view) => onCall(tasksCalls.board, () => shown);
const changes = (cardsNow: CardItem[] = [], revision = 10) =>
  onCall(tasksCalls.changes, () => ({ ...view, board: { ...view.board, revision }, cards: cardsNow, gone: [] }));
const people = onCall(peopleCalls.find, () => ({ items: [{ id: idOf(3), name: 'Jonas Weber', email: null }] }));
const user = { id: me, scope: ['tasks.use'] };
const [first] = cards;
if (first === undefined) throw new Error('there is a first card');
const opened = { user, path: '/task_board', calls: [boards, board(), changes(), people] };
const open = (item: CardItem, more?: Partial<CardDetail>) => ({
  ...opened,
  path: `/task_board?board=${boardId}&card=${item.id}`,
  calls: [...opened.calls, onCall(tasksCalls.card, () => detail(item, more))],
});
const cardNamed = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) });

/** Takes a card by the mouse, and lets it go a little below another one. */
async function drag(from: Element, to: Element): Promise<void> {
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const way = { x: end.left - start.left, y: end.bottom - start.top };
  const send = (type: string, part: number) =>
    (type === 'mousedown' ? from : document).dispatchEvent(
      new MouseEvent(type, {
        ...{ bubbles: true, cancelable: true, button: 0 },
        ...{ clientX: start.left + 20 + way.x * part, clientY: start.top + 10 + way.y * part },
      }),
    );
  send('mousedown', 0);
  for (const part of [0.1, 0.5, 1, 1]) {
    send('mousemove', part);
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  send('mouseup', 1);
}

beforeEach(() => {
  document.body.style.padding = '16px';
  document.body.style.setProperty('--at-topbar', '0px');
  onTestFinished(() => document.body.removeAttribute('style'));
});

test.each(looks)('a board: $locale $scheme $width', async (look) => {
  await mountScreen(boardScreen, { ...opened, look });
  await expect.element(page.getByText('Ask who brings the microphones')).toBeVisible();
  await expectNoViolations();
});

test.each(looks)('a card beside it: $locale $scheme $width', async (look) => {
  await mountScreen(boardScreen, { ...open(cards[2] ?? first), look });
  await expect.element(page.getByText('Set the mixer')).toBeVisible();
  await expectNoViolations();
});

test('a card is lifted, moved and dropped by keys, with words for each step, and the move can be undone', async () => {
  const move = vi.fn(() => ({ ...first, listId: doing, rank: 'a0', revision: 10 }));
  await mountScreen(boardScreen, { ...opened, calls: [...opened.calls, onCall(tasksCalls.moveCard, move)] });
  await expect.element(page.getByText('2 of 1')).toBeVisible();
  cardNamed(first.title).element().focus();
  await userEvent.keyboard(' {ArrowRight}{ArrowDown}');
  await expect.element(page.getByText('Doing, 2 of 2', { exact: true })).toBeInTheDocument();
  await expectNoViolations();
  await userEvent.keyboard(' ');
  const body = { listId: doing, after: idOf(103), before: null };
  await vi.waitFor(() => expect(move).toHaveBeenCalledWith({ params: { id: first.id }, body }));
  await page.getByRole('button', { name: /^Undo/ }).click();
  const back = { listId: toDo, after: null, before: idOf(102) };
  await vi.waitFor(() => expect(move).toHaveBeenLastCalledWith({ params: { id: first.id }, body: back }));
});

test('Escape puts back what was lifted, and nothing is moved', async () => {
  await mountScreen(boardScreen, opened);
  cardNamed(first.title).element().focus();
  await userEvent.keyboard(' {ArrowRight}{Escape}');
  await expect.element(page.getByText(/is back in its place\. To do, 1 of 2/)).toBeInTheDocument();
  await expect.element(cardNamed(first.title)).toHaveFocus();
});

test('a card is dragged with the mouse to the place under it; one that is gone says so', async () => {
  const move = vi.fn(() => {
    throw new Failure('not_found');
  });
  await mountScreen(boardScreen, { ...opened, calls: [...opened.calls, onCall(tasksCalls.moveCard, move)] });
  await drag(cardNamed(first.title).element(), cardNamed('Welcome text').element());
  const body = { listId: done, after: idOf(104), before: null };
  await vi.waitFor(() => expect(move).toHaveBeenCalledWith({ params: { id: first.id }, body }));
  await expect.element(page.getByRole('alert').getByText(/no longer exists/)).toBeVisible();
});

test('what is typed saves itself; when somebody else wrote meanwhile both are kept apart', async () => {
  let refused = true;
  const change = vi.fn(() => {
    if (refused) throw new Failure('changed_meanwhile');
    return { ...first, revision: 11 };
  });
  const whole = open(first);
  await mountScreen(boardScreen, { ...whole, calls: [...whole.calls, onCall(tasksCalls.changeCard, change)] });
  await page.getByRole('textbox', { name: 'Description' }).fill('One mixer is enough.');
  await expect.element(page.getByText(/Someone else changed this/)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Description' })).toHaveValue('One mixer is enough.');
  await expectNoViolations();
  refused = false;
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.element(page.getByText('Saved')).toBeVisible();
  expect(change).toHaveBeenLastCalledWith({ params: { id: first.id }, body: { revision: 3, text: 'One mixer is enough.' } });
});

test('a step is ticked, a person is mentioned, the card is done', async () => {
  const change = vi.fn(() => ({ ...first, revision: 11 }));
  const comment = vi.fn(() => detail(first).comments.items[0] ?? expect.fail());
  const whole = open(first);
  const calls = [...whole.calls, onCall(tasksCalls.changeCard, change), onCall(tasksCalls.addComment, comment)];
  await mountScreen(boardScreen, { ...whole, calls });
  await page.getByRole('checkbox', { name: 'Set the mixer' }).click();
  const params = { id: first.id };
  await vi.waitFor(() =>
    expect(change).toHaveBeenCalledWith({ params, body: { revision: 3, step: { id: idOf(42), done: true } } }),
  );
  await page.getByRole('textbox', { name: 'Write a comment' }).click();
  await expect.element(page.getByRole('button', { name: 'Mention someone' })).toBeVisible();
  await userEvent.keyboard('Look, @Ay');
  await expect.element(page.getByRole('listbox', { name: 'People to mention' })).toBeVisible();
  await userEvent.keyboard('{Enter}please');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const content = [
    { type: 'text', text: 'Look, ' },
    { type: 'mention', attrs: { id: idOf(2), label: 'Aylin Demir' } },
    { type: 'text', text: ' please' },
  ];
  const doc = { version: 1, content: [{ type: 'paragraph', content }] };
  const body = { text: 'Look, @Aylin Demir please', doc, files: [] };
  await vi.waitFor(() => expect(comment).toHaveBeenCalledWith({ params, body }));
  await page.getByRole('button', { name: 'Mark as done' }).click();
  await vi.waitFor(() => expect(change).toHaveBeenLastCalledWith({ params, body: { revision: 11, state: 'done' } }));
});

test('who may only look is offered nothing to change', async () => {
  const looker = {
    ...view,
    board: { ...view.board, role: 'viewer' as const, rights: { comment: false, edit: false, own: false, attach: false } },
  };
  const calls = [boards, board(looker), people, onCall(tasksCalls.card, () => detail(first))];
  await mountScreen(boardScreen, { ...open(first), calls });
  await expect.element(page.getByText('Two laptops hear each other.')).toBeVisible();
  for (const name of ['New task', 'Mark as done', 'Archive task', 'Choose assignees'])
    await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Write a comment' })).not.toBeInTheDocument();
});

test('a long column folds after 50 cards, and a new card is added in place', async () => {
  const many = Array.from({ length: 120 }, (_, n) => card(200 + n, `Task ${n}`, { rank: `b${String(n).padStart(3, '0')}` }));
  const add = vi.fn(() => card(500, 'Book the hall', { rank: 'c', revision: 11 }));
  await mountScreen(boardScreen, {
    ...opened,
    calls: [boards, board({ ...view, cards: many }), changes(), people, onCall(tasksCalls.addCard, add)],
  });
  await expect.element(page.getByText('Task 49', { exact: true })).toBeInTheDocument();
  await expect.element(page.getByText('Task 50', { exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: '70 more tasks' }).click();
  await expect.element(page.getByText('Task 99', { exact: true })).toBeInTheDocument();
  await userEvent.keyboard('c');
  await expect.element(page.getByRole('textbox', { name: /^Title of the new task/ })).toHaveFocus();
  await userEvent.keyboard('Book the hall{Enter}');
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith({ params: { id: toDo }, body: { title: 'Book the hall' } }));
  await expect.element(page.getByRole('textbox', { name: /^Title of the new task/ })).toHaveValue('');
});

test('without a board one is made; one that is not there says so', async () => {
  const create = vi.fn(() => ({ id: boardId }));
  const none = onCall(tasksCalls.boards, () => ({ items: [], next: null }));
  await mountScreen(boardScreen, { ...opened, calls: [none, board(), onCall(tasksCalls.createBoard, create)] });
  await page.getByRole('button', { name: 'New board' }).click();
  await page.getByRole('dialog').getByLabelText('Name').fill('Open day');
  await expectNoViolations();
  await page.getByRole('button', { name: 'Create board' }).click();
  const body = { name: 'Open day', share: 'members', lists: ['To do', 'Doing', 'Done'] };
  await vi.waitFor(() => expect(create).toHaveBeenCalledWith({ body }));
});

test('a board that one may not see says so', async () => {
  const gone = onCall(tasksCalls.board, () => {
    throw new Failure('not_found');
  });
  await mountScreen(boardScreen, { ...opened, calls: [boards, gone] });
  await expect.element(page.getByRole('alert').getByText(/This board does not exist/)).toBeVisible();
  await expectNoViolations();
});

test('owners give roles', async () => {
  const set = vi.fn(() => ({}));
  await mountScreen(boardScreen, { ...opened, calls: [...opened.calls, onCall(tasksCalls.setMember, set)] });
  await page.getByRole('button', { name: /^Members/ }).click();
  await page.getByRole('combobox', { name: 'Role of Aylin Demir' }).selectOptions('Viewer');
  const params = { id: boardId, userId: idOf(2) };
  await vi.waitFor(() => expect(set).toHaveBeenCalledWith({ params, body: { role: 'viewer' } }));
  await page.getByRole('combobox', { name: 'Add a member' }).fill('jo');
  await page.getByRole('option', { name: 'Jonas Weber' }).click();
  await vi.waitFor(() =>
    expect(set).toHaveBeenLastCalledWith({ params: { id: boardId, userId: idOf(3) }, body: { role: 'editor' } }),
  );
  await expectNoViolations();
});

test('a meeting becomes a card of a chosen list', async () => {
  const add = vi.fn(() => card(500, 'Staff call', { listId: doing }));
  await mount(<MeetingTasks meeting={{ id: idOf(51), name: 'Staff call' }} />, {
    user,
    calls: [boards, board(), onCall(tasksCalls.addCard, add)],
  });
  await page.getByRole('button', { name: 'Add task' }).click();
  await page.getByRole('combobox', { name: 'List' }).selectOptions('Doing');
  await expectNoViolations();
  await page.getByRole('dialog').getByRole('button', { name: 'Add task' }).click();
  const body = { title: 'Staff call', source: { kind: 'meeting', id: idOf(51), second: null } };
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith({ params: { id: doing }, body }));
});
