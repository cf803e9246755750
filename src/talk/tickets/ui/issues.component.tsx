import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { issuesCalls } from '../tickets.contract.ts';
import type { IssueDetail, IssueItem } from '../tickets-views.contract.ts';
import { OpenTickets, RoomHelp } from './blocks/tickets-elsewhere.part.tsx';
import * as issueScreen from './issue.screen.tsx';
import * as listScreen from './my-tickets.screen.tsx';
import * as newScreen from './new-ticket.screen.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const roomId = '01890000-0000-7000-8000-000000000002';
const user = { scope: ['tickets.view', 'tickets.create'] };
const hour = 3_600_000;
const item: IssueItem = {
  ...{ id, number: 1042, subject: 'Echo in Biology 10a', last: 'Can you mute one of them?', lastFrom: 'staff' },
  ...{ state: 'your_turn', category: 'meetings', requester: { name: 'Miriam Albrecht', me: true }, unread: false },
  ...{ createdAt: now - 3 * hour, updatedAt: now - hour },
};
const solved: IssueItem = { ...item, id: roomId, number: 1041, subject: 'Checksum error', state: 'solved', unread: true };
const listed = (...items: IssueItem[]) =>
  onCall(issuesCalls.list, () => ({
    ...{ items, next: null, total: items.length, open: 1, yourTurn: 1 },
    rights: { create: true, account: true },
  }));

// bars of lists and forms reach over the padding that the frame of the page has there
beforeEach(() => {
  localStorage.clear();
  document.body.style.paddingInline = '16px';
  onTestFinished(() => {
    document.body.style.paddingInline = '';
  });
});

test.each(looks)('my tickets in words of whose turn it is: $locale $scheme $width', async (look) => {
  await mountScreen(listScreen, { look, user, path: '/issues/user/list', calls: [listed(item, solved)] });
  await expect.element(page.getByText('Echo in Biology 10a')).toBeVisible();
  await expectNoViolations();
});

test('without tickets the way to the first is shown', async () => {
  await mountScreen(listScreen, { user, path: '/issues/user/list', calls: [listed()] });
  await expect.element(page.getByText('No tickets yet')).toBeVisible();
  await expectNoViolations();
});

const noMail = { leftOut: [], verified: true, wholeText: null, original: 'none' as const };
const file = {
  id: roomId,
  name: 'lab.png',
  mime: 'image/png',
  url: '/files/x',
  thumbnail: null,
  state: 'ready' as const,
  bytes: 48_000,
};
const detail: IssueDetail = {
  ...item,
  ...{ impact: 'some', about: { kind: 'room', id: roomId, name: 'Biology 10a', path: '/rooms/x' }, seller: 'Atrium' },
  snapshot: { takenAt: now, lines: [{ key: 'roomName', as: 'text', value: 'Biology 10a', odd: true }] },
  promise: { kind: 'next', minutes: 480, dueAt: now + hour, late: false, firstTook: 9, firstKept: true },
  entries: [
    {
      ...{ kind: 'message', id: '1', from: 'customer', author: { name: 'Miriam Albrecht', me: true } },
      ...{
        text: 'An echo.\n\n<script>alert(1)</script> https://x.example/a',
        doc: null,
        via: 'site',
        files: [file],
        at: now - 3 * hour,
      },
      ...noMail,
    },
    { kind: 'step', id: '2', step: 'assigned', by: 'Ravi Menon', value: null, original: 'none', at: now - 2 * hour },
    {
      ...{ kind: 'message', id: '3', from: 'staff', author: { name: 'Ravi Menon', me: false } },
      ...{ text: 'Can you mute one of them?', doc: null, via: 'mail', files: [], at: now - hour },
      ...noMail,
    },
  ],
  reopensUntil: null,
  rights: { reply: true, solve: true, reopen: false, attach: true },
};
const shown = (issue: IssueDetail) => onCall(issuesCalls.get, () => issue);
const opened = { user, path: `/issues/user/details/${id}`, params: { id } };

test.each(looks)('a conversation with response time and files beside it: $locale $scheme $width', async (look) => {
  await mountScreen(issueScreen, { ...opened, look, calls: [shown(detail)] });
  await expect.element(page.getByText('Can you mute one of them?')).toBeVisible();
  await expectNoViolations();
});

test('markup in a message is words, and an address a link that gives nothing away', async () => {
  await mountScreen(issueScreen, { ...opened, calls: [shown(detail)] });
  await expect.element(page.getByText('<script>alert(1)</script>')).toBeVisible();
  const link = page.getByRole('link', { name: 'https://x.example/a' });
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
});

test('an unread ticket is marked as read', async () => {
  const seen = vi.fn(() => ({}));
  await mountScreen(issueScreen, {
    ...opened,
    calls: [shown({ ...detail, unread: true }), onCall(issuesCalls.seen, seen)],
  });
  await vi.waitFor(() => expect(seen).toHaveBeenCalledWith({ params: { id } }));
});

test('an answer that fails stays in its field, and is gone once it arrived', async () => {
  let fails = true;
  const reply = vi.fn(() => {
    if (fails) throw new Failure('not_found');
    return detail;
  });
  await mountScreen(issueScreen, { ...opened, calls: [shown(detail), onCall(issuesCalls.reply, reply)] });
  const field = page.getByRole('textbox', { name: 'Write to Atrium…' });
  await field.fill('It is gone now.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(field).toHaveTextContent('It is gone now.');
  fails = false;
  await page.getByRole('button', { name: 'Send' }).click();
  await expect.element(field).toHaveTextContent('');
  expect(reply).toHaveBeenLastCalledWith({ params: { id }, body: { text: 'It is gone now.', doc: null, files: [] } });
});

test('solved is taken back at once, or by a button later', async () => {
  const [solve, reopen] = [vi.fn(() => detail), vi.fn(() => detail)];
  await mountScreen(issueScreen, {
    ...opened,
    calls: [shown(detail), onCall(issuesCalls.solve, solve), onCall(issuesCalls.reopen, reopen)],
  });
  await page.getByRole('button', { name: 'Mark as solved' }).click();
  await expect.element(page.getByText('Marked as solved.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await vi.waitFor(() => expect(reopen).toHaveBeenCalledWith({ params: { id } }));
  expect(solve).toHaveBeenCalledOnce();
});

test('a closed ticket leads to a new one', async () => {
  const closed: IssueDetail = {
    ...detail,
    state: 'closed',
    rights: { reply: false, solve: false, reopen: false, attach: false },
  };
  await mountScreen(issueScreen, { ...opened, calls: [shown(closed)] });
  await expect.element(page.getByRole('link', { name: 'New ticket' })).toBeVisible();
  await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
});

const about = { kind: 'room' as const, id: roomId, name: 'Biology 10a', path: null };
const form = onCall(issuesCalls.form, ({ query }) => ({
  ...{ seller: 'Atrium', answerBy: now + hour, mail: 'support@meet.example', attach: true },
  kinds: ['room' as const, 'meeting' as const],
  about: query?.id === undefined ? null : about,
}));
const things = onCall(issuesCalls.things, ({ query: { kind } }) => ({
  items: kind === 'meeting' ? [{ kind, id, name: 'Biology 10a', path: null, at: now }] : [],
}));
const snapshot = onCall(issuesCalls.snapshot, () => ({
  takenAt: now,
  lines: [
    { key: 'roomName', as: 'text' as const, value: 'Biology 10a', odd: false },
    { key: 'server', as: 'text' as const, value: 'eu-2', odd: true },
  ],
}));
const fromRoom = { user, path: `/issues/user/add-ticket?kind=room&id=${roomId}` };

test.each(looks)('a new ticket shows what it sends along: $locale $scheme $width', async (look) => {
  if (look.width === 1280) document.body.style.paddingInline = '32px';
  await mountScreen(newScreen, { ...fromRoom, look, calls: [form, things, snapshot] });
  await expect.element(page.getByText('eu-2')).toBeVisible();
  await expectNoViolations();
});

test('a ticket is sent with what it was opened from, and without details when they are switched off', async () => {
  const create = vi.fn(() => ({ id, number: 1043 }));
  await mountScreen(newScreen, { ...fromRoom, calls: [form, things, snapshot, onCall(issuesCalls.create, create)] });
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await expect.element(page.getByLabelText('Subject')).toHaveAttribute('aria-invalid', 'true');
  expect(create).not.toHaveBeenCalled();
  await page.getByLabelText('Subject').fill('Echo');
  await page.getByLabelText('What happened, and what did you expect?').fill('Everybody hears an echo.');
  await page.getByRole('radio', { name: 'No one can work' }).click();
  await page.getByText('Include these details').click();
  await expect.element(page.getByText('eu-2')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Send ticket' }).click();
  await vi.waitFor(() =>
    expect(create).toHaveBeenCalledWith({
      body: {
        ...{ subject: 'Echo', text: 'Everybody hears an echo.', files: [], category: 'meetings', impact: 'all' },
        ...{ about: { kind: 'room', id: roomId }, snapshot: 'without' },
      },
    }),
  );
  await expect.element(page.getByText('elsewhere')).toBeVisible();
});

test('what may be chosen follows the category', async () => {
  await mountScreen(newScreen, { user, path: '/issues/user/add-ticket', calls: [form, things, snapshot] });
  await expect.element(page.getByLabelText('Related to')).not.toBeInTheDocument();
  await page.getByLabelText('Category').selectOptions('meetings');
  await page.getByLabelText('Related to').selectOptions(`meeting:${id}`);
  await expect.element(page.getByText('eu-2')).toBeVisible();
});

test('a room leads to a ticket about it, and home shows what is open', async () => {
  const open = onCall(issuesCalls.open, () => ({
    ...sampleOf(issuesCalls.open.result, {}),
    open: 1,
    yourTurn: 1,
    items: [item],
  }));
  await mount(
    <>
      <RoomHelp room={{ id: roomId }} />
      <OpenTickets />
    </>,
    { user, calls: [open] },
  );
  await expect.element(page.getByText('1 open ticket')).toBeVisible();
  const help = page.getByRole('link', { name: 'Get help with this' });
  await expect.element(help).toHaveAttribute('href', `/issues/user/add-ticket?kind=room&id=${roomId}`);
  await expectNoViolations();
});
