import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { chatCalls } from '../chat.contract.ts';
import { chatFilesCalls } from '../chat-files.contract.ts';
import type { ChatMessage } from '../chat-views.contract.ts';
import { presenceCalls } from '../presence.contract.ts';
import * as chatScreen from './chat.screen.tsx';
import { FilesDialog } from './files-dialog.part.tsx';

const idOf = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`;
const me = { userId: '00000000-0000-7000-8000-000000000001', name: 'Miriam Albrecht' };
const jonas = { userId: idOf(7), name: 'Jonas Weber' };
const group = idOf(1);
const account = { id: idOf(9), name: 'Nordlicht', kind: 'customer' as const, role: 'owner', state: 'active' as const };
const user = { scope: ['chat.use'], account };

const message = (number: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ id: `m${number}`, conversation: group, number, kind: 'text', author: jonas, text: `Line ${number}`, doc: null },
  ...{ files: [], mentions: [], reactions: [], meeting: null, root: null, replies: 0 },
  ...{ key: `key-${number}`, editedAt: null, deletedAt: null, at: now - (60 - number) * 60_000 },
  ...more,
});
const quote = { number: 2, author: jonas, text: 'Who brings the tents?', deleted: false };
const root = message(2, { text: quote.text, replies: 2, reactions: [{ reaction: '🎉', userIds: [jonas.userId] }] });
const replies = [message(4, { text: 'I bring two', root: quote }), message(5, { author: me, text: 'Thank you', root: quote })];
const item = {
  ...{ id: group, kind: 'group' as const, name: 'Trip', otherId: null, account: null, lastNumber: 5, readNumber: 5 },
  ...{
    unread: 0,
    mentions: 0,
    muted: false,
    pinned: false,
    last: { kind: 'text' as const, author: me, text: 'Thank you', at: now },
  },
};
const member = { role: 'member' as const, staff: false };
const detail = sampleOf(chatCalls.get.result, {
  ...item,
  ...{ member: true, people: 2, policy: { editMinutes: null, keepEdits: false } },
  members: [me, jonas].map((one) => ({ ...one, ...member })),
  rights: {
    ...{ write: true, attach: true, meet: true, rename: true, add: true, remove: true },
    leave: true,
    join: false,
    history: false,
  },
});
const presence = onCall(presenceCalls.list, () => ({
  items: [{ userId: jonas.userId, state: 'meeting' as const }],
  visible: true,
}));
const around = [
  onCall(chatCalls.list, () => ({
    ...{ items: [item], next: null, me: me.userId },
    rights: { support: false, staff: false, policy: true },
  })),
  onCall(chatCalls.get, () => detail),
  onCall(chatCalls.messages, () => ({ items: [message(1), root, message(3), ...replies], more: false })),
  onCall(chatCalls.thread, () => ({ root, items: replies, more: false })),
  onCall(chatCalls.read, ({ body }) => ({ readNumber: body.number })),
  onCall(chatCalls.typing, () => ({})),
  presence,
];
const inThread = { user, path: `/chat?c=${group}&thread=2` };
const panel = page.getByRole('complementary', { name: 'Thread' });

beforeEach(() => {
  localStorage.clear();
  // the panes reach over the padding that the frame of the page has there
  document.body.style.padding = '24px 32px 40px';
  // menus open inside the landmark of the page
  document.body.id = 'main';
  onTestFinished(() => {
    document.body.removeAttribute('id');
    document.body.removeAttribute('style');
  });
});

test.each(looks)('a thread beside the conversation: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(chatScreen, { ...inThread, look, calls: around });
  await expect.element(page.getByRole('complementary').getByText('I bring two')).toBeVisible();
  const drawings = [...document.querySelectorAll('use')].map((one) => one.getAttribute('href') ?? '');
  expect(drawings.length).toBeGreaterThan(0);
  expect(drawings.filter((name) => document.querySelector(name) === null)).toEqual([]);
  await expectNoViolations();
});

test('a reply quotes what it replies to, and a press on the quote goes there', async () => {
  await mountScreen(chatScreen, { user, path: `/chat?c=${group}`, calls: around });
  const log = page.getByRole('log');
  await expect.element(log.getByRole('link', { name: '2 replies' })).toBeVisible();
  await log
    .getByRole('link', { name: /Who brings the tents\?/ })
    .first()
    .click();
  await expect.element(log.getByRole('listitem').filter({ hasText: '2 replies' })).toHaveFocus();
  await log.getByRole('link', { name: '2 replies' }).click();
  await expect.element(panel.getByText('I bring two')).toBeVisible();
  await panel.getByRole('link', { name: 'Close thread' }).click();
  await expect.element(panel).not.toBeInTheDocument();
});

test('one writes on in the thread, and the former reply is changed with the arrow key', async () => {
  const send = vi.fn(() => message(6, { author: me, text: 'And maps', root: quote }));
  const edit = vi.fn(() => message(5, { author: me, text: 'Thanks a lot', root: quote, editedAt: now }));
  await mountScreen(chatScreen, {
    ...inThread,
    calls: [...around, onCall(chatCalls.send, send), onCall(chatCalls.edit, edit)],
  });
  const field = panel.getByRole('textbox', { name: 'Reply in the thread' });
  await field.fill('And maps');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() =>
    expect(send).toHaveBeenCalledWith({
      params: { id: group },
      body: { text: 'And maps', doc: null, files: [], key: expect.any(String), replyTo: 2 },
    }),
  );
  await expect.element(panel.getByText('And maps')).toBeVisible();
  await field.click();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(panel.getByRole('textbox', { name: 'Edit message' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveFocus();
  expect(edit).not.toHaveBeenCalled();
});

test('a reaction is chosen among the frequent emoji or found by its name', async () => {
  const react = vi.fn(() => root);
  await mountScreen(chatScreen, { user, path: `/chat?c=${group}`, calls: [...around, onCall(chatCalls.react, react)] });
  const open = () =>
    page
      .getByRole('button', { name: `React to the message from ${jonas.name}` })
      .first()
      .click();
  await open();
  await page.getByRole('group', { name: 'Frequent' }).getByRole('button', { name: 'thumbs up' }).click();
  const body = (reaction: string) => ({ params: { id: group, number: 1 }, body: { reaction, state: 'on' } });
  await vi.waitFor(() => expect(react).toHaveBeenCalledWith(body('👍')));
  await open();
  const search = page.getByRole('searchbox', { name: 'Search emoji' });
  await search.fill('qqq');
  await expect.element(page.getByText('No emoji found')).toBeVisible();
  await expectNoViolations();
  await search.fill('rocket');
  await expect.element(page.getByRole('button', { name: 'rocket' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(react).toHaveBeenCalledWith(body('🚀')));
});

test('marking a message as unread moves the “New” line to it', async () => {
  const markUnread = vi.fn(() => ({ readNumber: 2 }));
  const calls = [...around, onCall(chatCalls.markUnread, markUnread)];
  await mountScreen(chatScreen, { user, path: `/chat?c=${group}`, calls });
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Line 3' })
    .getByRole('button', { name: `More actions for the message from ${jonas.name}` })
    .click();
  await page.getByRole('menuitem', { name: 'Mark as unread from here' }).click();
  await expect.element(page.getByText('New', { exact: true })).toBeVisible();
  expect(markUnread).toHaveBeenCalledWith({ params: { id: group, number: 3 } });
});

test('one hides from others in the settings', async () => {
  const set = vi.fn(() => ({ visible: false }));
  await mountScreen(chatScreen, { user, path: '/chat', calls: [...around, onCall(presenceCalls.set, set)] });
  await page.getByRole('button', { name: 'Chat settings' }).click();
  const toggle = page.getByRole('menuitemcheckbox', { name: 'Show others when I am online' });
  await expect.element(toggle).toHaveAttribute('aria-checked', 'true');
  await expectNoViolations();
  await toggle.click();
  await vi.waitFor(() => expect(set).toHaveBeenCalledWith({ body: { visible: false } }));
});

test.each(looks)('the files of a conversation: $locale $scheme $width', async (look) => {
  const picture = {
    id: idOf(3),
    name: 'tent.png',
    mime: 'image/png',
    url: '/files/x',
    thumbnail: null,
    state: 'ready' as const,
    bytes: 48_000,
  };
  const list = vi.fn(() => ({ items: [{ file: picture, number: 4, author: jonas, at: now }], next: 'more' }));
  await mount(<FilesDialog id={group} onClose={() => {}} />, { look, calls: [onCall(chatFilesCalls.list, list)] });
  await expect.element(page.getByRole('link', { name: 'tent.png', exact: true })).toHaveAttribute('download', 'tent.png');
  await expectNoViolations();
  page
    .getByRole('radio')
    .nth(1)
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await vi.waitFor(() => expect(list).toHaveBeenCalledWith({ params: { id: group }, query: { limit: 30, kind: 'pictures' } }));
});
