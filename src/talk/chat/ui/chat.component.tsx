import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { peopleCalls } from '#core/accounts/people.contract.ts';
import { chatCalls } from '../chat.contract.ts';
import { presenceCalls } from '../presence.contract.ts';
import type { ChatMessage, ConversationDetail, ConversationItem } from '../chat-views.contract.ts';
import * as chatScreen from './chat.screen.tsx';

const idOf = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`;
const me = { userId: '00000000-0000-7000-8000-000000000001', name: 'Miriam Albrecht' };
const jonas = { userId: idOf(7), name: 'Jonas Weber' };
const aylin = { userId: idOf(8), name: 'Aylin Demir' };
const minute = 60_000;
const [group, direct] = [idOf(1), idOf(2)];
const account = { id: idOf(9), name: 'Nordlicht', kind: 'customer' as const, role: 'owner', state: 'active' as const };
const user = { scope: ['chat.use'], account };

const message = (number: number, more: Partial<ChatMessage> = {}): ChatMessage => ({
  ...{ id: `m${number}`, conversation: group, number, kind: 'text', author: jonas, text: `Line ${number}`, doc: null },
  files: [],
  ...{ mentions: [], reactions: [], meeting: null, root: null, replies: 0 },
  ...{ key: `key-${number}`, editedAt: null, deletedAt: null },
  at: now - (60 - number) * minute,
  ...more,
});
const meeting: NonNullable<ChatMessage['meeting']> = {
  ...{ id: 'x', name: 'Functions', state: 'live', startedAt: now, endedAt: null, people: 2, names: ['Jonas', 'Aylin'], came: 2 },
  ...{ path: '/m/functions', page: null, recording: null },
};
const file = {
  ...{ id: 'f', name: 'slides.pdf', mime: 'application/pdf', url: '/files/x', thumbnail: null },
  ...{ state: 'ready' as const, bytes: 48_000 },
};
const talk: ChatMessage[] = [
  message(1, { at: now - 86_400_000, text: 'See <script>alert(1)</script> https://x.example/a', files: [file] }),
  message(2, { at: now - 86_400_000 + minute, editedAt: now, reactions: [{ reaction: '👍', userIds: [me.userId] }] }),
  message(3, { author: me, text: '', deletedAt: now }),
  message(4, { kind: 'meeting', text: '', meeting }),
  message(5, { kind: 'joined', author: aylin, text: '' }),
  message(6, { author: aylin, text: `@${me.name} is the echo gone?`, mentions: [me.userId] }),
];
const item: ConversationItem = {
  ...{ id: group, kind: 'group', name: 'Year 9 teachers', otherId: null, account: null, lastNumber: 6, readNumber: 5 },
  last: { kind: 'text', author: aylin, text: 'is the echo gone?', at: now - 54 * minute },
  ...{ unread: 1, mentions: 1, muted: true, pinned: true },
};
const other: ConversationItem = {
  ...{ ...item, id: direct, kind: 'direct', name: jonas.name, otherId: jonas.userId, unread: 2, mentions: 0, muted: false },
  ...{ pinned: false, last: { kind: 'text', author: me, text: 'See you', at: now - 3 * 86_400_000 } },
};
const rights = { write: true, attach: true, meet: true, rename: true, add: true, remove: true, leave: true, join: false };
const detail: ConversationDetail = {
  ...item,
  ...{ member: true, people: 3, policy: { editMinutes: null, keepEdits: true }, rights: { ...rights, history: true } },
  members: [me, jonas, aylin].map((one, at) => ({ ...one, role: at === 0 ? 'owner' : 'member', staff: false })),
};
const list = onCall(chatCalls.list, () => ({
  ...{ items: [item, other], next: null, me: me.userId },
  rights: { support: true, staff: false, policy: true },
}));
const get = onCall(chatCalls.get, () => detail);
const messages = onCall(chatCalls.messages, () => ({ items: talk, more: false }));
const read = onCall(chatCalls.read, ({ body }) => ({ readNumber: body.number }));
const typing = onCall(chatCalls.typing, () => ({}));
const presence = onCall(presenceCalls.list, () => ({
  items: [{ userId: jonas.userId, state: 'online' as const }],
  visible: true,
}));
const around = [list, get, messages, read, typing, presence];
const open = { user, path: `/chat?c=${group}` };

/** The socket of the page, fed by the test. */
class FakeSocket {
  static readonly OPEN = 1;
  static now: FakeSocket | null = null;
  readyState = 1;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(address: string) {
    if (address.endsWith('/api/live')) FakeSocket.now = this;
  }
  send() {}
  close() {
    if (FakeSocket.now === this) FakeSocket.now = null;
  }
}
const push = (data: object) =>
  FakeSocket.now?.onmessage?.({
    data: JSON.stringify({
      t: 'push',
      topic: 'user:x',
      kind: 'chat',
      data: { account: account.id, conversation: group, ...data },
    }),
  });

beforeEach(() => {
  localStorage.clear();
  // a link that goes on from the test before keeps its socket
  vi.stubGlobal('WebSocket', FakeSocket);
  // the panes reach over the padding that the frame of the page has there
  document.body.style.padding = '24px 32px 40px';
  // menus open inside the landmark of the page
  document.body.id = 'main';
  onTestFinished(() => {
    document.body.removeAttribute('id');
    document.body.removeAttribute('style');
  });
});

test.each(looks)('a conversation beside the list: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(chatScreen, { ...open, look, calls: around });
  await expect.element(page.getByRole('log')).toBeVisible();
  await expect.element(page.getByText('slides.pdf')).toBeInTheDocument();
  await expectNoViolations();
});

test.each(looks)('the list alone: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(chatScreen, { user, path: '/chat', look, calls: around });
  await expect.element(page.getByText('Year 9 teachers')).toBeVisible();
  await expectNoViolations();
});

test('markup is words, links give nothing away, and what was read ends where the new begins', async () => {
  const reading = vi.fn(() => ({ readNumber: 6 }));
  await mountScreen(chatScreen, { ...open, calls: [list, get, messages, typing, presence, onCall(chatCalls.read, reading)] });
  await expect.element(page.getByText('<script>alert(1)</script>')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'https://x.example/a' }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
  await expect.element(page.getByText('Message deleted')).toBeVisible();
  await expect.element(page.getByText('edited', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Yesterday')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Join', exact: true })).toHaveAttribute('href', '/m/functions');
  const rows = page.getByRole('log').getByRole('listitem').elements();
  const texts = rows.map(({ textContent }) => textContent ?? '');
  expect(texts.indexOf('New')).toBe(texts.findIndex((one) => one.includes('is the echo gone?')) - 1);
  await vi.waitFor(() => expect(reading).toHaveBeenCalledWith({ params: { id: group }, body: { number: 6 } }));
});

test('without a connection messages wait, and are sent in their order with the same keys; a refused one is sent again', async () => {
  const sent: { text: string; key: string }[] = [];
  let answer: 'offline' | 'refused' | 'taken' = 'offline';
  let taken = 0;
  const send = onCall(chatCalls.send, ({ body }) => {
    sent.push({ text: body.text, key: body.key });
    if (answer === 'offline') throw new Failure('offline');
    if (answer === 'refused' && body.text === 'Two') throw new Failure('nobody_there');
    taken += 1;
    return message(6 + taken, { author: me, text: body.text, key: body.key });
  });
  await mountScreen(chatScreen, { ...open, calls: [...around, send] });
  const field = page.getByRole('textbox', { name: 'Write to Year 9 teachers' });
  await field.fill('One');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('No connection')).toBeVisible();
  await field.fill('Two');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveTextContent('');
  expect(page.getByText('Waiting to be sent').elements()).toHaveLength(2);
  answer = 'refused';
  const tries = sent.length;
  window.dispatchEvent(new Event('online'));
  await expect.element(page.getByText('No one else is in this conversation.')).toBeVisible();
  expect(sent.slice(tries).map(({ text }) => text)).toEqual(['One', 'Two']);
  answer = 'taken';
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(page.getByText('Not sent')).not.toBeInTheDocument();
  expect(new Set(sent.filter(({ text }) => text === 'Two').map(({ key }) => key)).size).toBe(1);
  expect(page.getByText('Two', { exact: true }).elements()).toHaveLength(1);
  expect(localStorage.length).toBeLessThan(2);
});

test('pushes are joined in by number, and a gap is asked for', async () => {
  const asked: unknown[] = [];
  const later: ChatMessage[] = [];
  const paged = onCall(chatCalls.messages, ({ query }) => {
    asked.push(query?.after ?? 'newest');
    if (query?.after !== undefined) return { items: later.filter(({ number }) => number > Number(query.after)), more: false };
    return { items: later.length === 0 ? talk : later.slice(-2), more: true };
  });
  await mountScreen(chatScreen, { ...open, calls: [list, get, read, typing, presence, paged] });
  await vi.waitFor(() => expect(FakeSocket.now).not.toBeNull());
  push({ what: 'typing', number: 6, userId: jonas.userId, name: jonas.name });
  await expect.element(page.getByRole('status').getByText(/Jonas Weber.* is typing…/)).toBeVisible();
  const next = message(7, { text: 'Seven' });
  push({ what: 'message', number: 7, message: JSON.stringify(next) });
  push({ what: 'message', number: 7, message: JSON.stringify(next) });
  await expect.element(page.getByText('Seven')).toBeVisible();
  expect(page.getByText('Seven').elements()).toHaveLength(1);
  later.push(...[8, 9, 10, 11].map((number) => message(number, { text: `Number ${number}` })));
  push({ what: 'message', number: 11, message: JSON.stringify(later[3]) });
  for (const number of [8, 9, 10, 11]) await expect.element(page.getByText(`Number ${number}`)).toBeVisible();
  expect(asked).toEqual(['newest', 'newest', 7]);
});

test('whom one mentions goes along, and a draft stays until it is sent', async () => {
  const send = vi.fn(() => message(7, { author: me }));
  localStorage.setItem(`atrium.draft.chat:${me.userId}:${group}`, JSON.stringify({ text: 'Look', files: [] }));
  await mountScreen(chatScreen, { ...open, calls: [...around, onCall(chatCalls.send, send)] });
  const field = page.getByRole('textbox', { name: 'Write to' });
  await expect.element(field).toHaveValue('Look');
  await field.click();
  await expect.element(page.getByRole('button', { name: 'Mention someone' })).toBeVisible();
  await userEvent.keyboard('{End} @ayl');
  await expect.element(page.getByRole('option', { name: 'Aylin Demir' })).toBeVisible();
  await expectNoViolations();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveTextContent('Look @Aylin Demir');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const content = [
    { type: 'text', text: 'Look ' },
    { type: 'mention', attrs: { id: aylin.userId, label: aylin.name } },
    { type: 'text', text: ' ' },
  ];
  const doc = { version: 1, content: [{ type: 'paragraph', content }] };
  const body = { text: 'Look @Aylin Demir', doc, files: [], key: expect.stringMatching(/^[0-9a-f]{32}$/) };
  expect(send).toHaveBeenCalledWith({ params: { id: group }, body });
  expect(localStorage.getItem(`atrium.draft.chat:${me.userId}:${group}`)).toBeNull();
});

test('one’s own message is changed and deleted, and a reaction taken back', async () => {
  const mine = message(7, { author: me, text: 'Mine' });
  const edit = vi.fn(() => ({ ...mine, text: 'Mine, better', editedAt: now }));
  const remove = vi.fn(() => ({ ...mine, text: '', deletedAt: now }));
  const react = vi.fn(() => message(2));
  await mountScreen(chatScreen, {
    ...open,
    calls: [
      ...[list, get, read, typing, presence, onCall(chatCalls.messages, () => ({ items: [...talk, mine], more: false }))],
      ...[onCall(chatCalls.edit, edit), onCall(chatCalls.remove, remove), onCall(chatCalls.react, react)],
    ],
  });
  await page.getByRole('button', { name: '👍 1' }).click();
  await vi.waitFor(() =>
    expect(react).toHaveBeenCalledWith({ params: { id: group, number: 2 }, body: { reaction: '👍', state: 'off' } }),
  );
  await page.getByRole('textbox', { name: 'Write to' }).click();
  await userEvent.keyboard('{ArrowUp}');
  await page.getByRole('textbox', { name: 'Edit message' }).fill('Mine, better');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Mine, better')).toBeVisible();
  await page
    .getByRole('button', { name: `More actions for the message from ${me.name}` })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete message' }).click();
  await vi.waitFor(() => expect(remove).toHaveBeenCalledWith({ params: { id: group, number: 7 } }));
  await expect.element(page.getByText('Mine, better')).not.toBeInTheDocument();
});

test('older messages come on top and what one looks at stays where it was', async () => {
  const many = Array.from({ length: 90 }, (_, at) => message(at + 1, { at: now - (90 - at) * 6 * minute }));
  const paged = onCall(chatCalls.messages, ({ query }) =>
    query?.before === undefined ? { items: many.slice(40), more: true } : { items: many.slice(0, 40), more: false },
  );
  await mountScreen(chatScreen, {
    ...open,
    calls: [list, onCall(chatCalls.get, () => ({ ...detail, readNumber: 90 })), read, typing, presence, paged],
  });
  await expect.element(page.getByText('Line 90', { exact: true })).toBeVisible();
  const log = page.getByRole('log').element();
  const line = page.getByText('Line 45', { exact: true });
  log.scrollTop = -(log.scrollHeight - log.clientHeight) + 300;
  const before = line.element().getBoundingClientRect().top;
  log.scrollTop -= 100;
  await expect.element(page.getByText('Line 1', { exact: true })).toBeInTheDocument();
  expect(Math.abs(line.element().getBoundingClientRect().top - before - 100)).toBeLessThan(2);
});

test('a search finds people and messages', async () => {
  const people = onCall(peopleCalls.find, () => ({ items: [{ id: aylin.userId, name: aylin.name, email: null }] }));
  const search = onCall(chatCalls.search, () => ({
    items: [{ message: message(6, { author: aylin, text: 'the echo' }), conversation: { id: group, name: item.name } }],
    next: null,
  }));
  await mountScreen(chatScreen, { user, path: '/chat', calls: [...around, people, search] });
  await page.getByRole('searchbox', { name: 'People and messages' }).fill('echo');
  await expect.element(page.getByRole('button', { name: 'Aylin Demir' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'the echo' })).toHaveAttribute('href', `/chat?c=${group}&at=6`);
  await expectNoViolations();
});

test('somebody who left a conversation sees a page that says so', async () => {
  const gone = onCall(chatCalls.get, () => {
    throw new Failure('not_found');
  });
  await mountScreen(chatScreen, { ...open, calls: [list, gone, messages, read, typing, presence] });
  await expect.element(page.getByText('Conversation not available')).toBeVisible();
});
