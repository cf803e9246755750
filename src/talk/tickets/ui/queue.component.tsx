import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { type BusinessHours, ticketDeskCalls } from '../ticket-desk.contract.ts';
import { ticketsCalls } from '../tickets.contract.ts';
import type { TicketCustomer, TicketDetail, TicketItem } from '../tickets-views.contract.ts';
import * as queueScreen from './queue.screen.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const otherId = '01890000-0000-7000-8000-000000000002';
const me = '00000000-0000-7000-8000-000000000001';
const user = { scope: ['tickets.answer', 'tickets.manage'] };
const minute = 60_000;
const item: TicketItem = {
  ...{ id, number: 1042, subject: 'Echo in Biology 10a', last: 'An echo.', lastFrom: 'customer', state: 'new' },
  ...{ category: 'meetings', priority: 'urgent', tags: ['echo'], account: { id: otherId, name: 'Nordlicht School' } },
  ...{ requester: 'Miriam Sander', assignee: null, createdAt: now, updatedAt: now, revision: 1 },
  promise: { kind: 'first', minutes: 240, dueAt: now - 40 * minute, late: true, firstTook: null, firstKept: null },
};
const second: TicketItem = {
  ...item,
  ...{
    id: otherId,
    number: 1043,
    subject: 'LTI launch shows a blank page',
    state: 'pending_customer',
    priority: 'normal',
    tags: [],
  },
  assignee: { userId: me, name: 'Ravi Menon', me: true },
  promise: { ...item.promise, kind: 'none', dueAt: null, late: false },
};
const listed = (...items: TicketItem[]) => onCall(ticketsCalls.list, () => ({ items, next: null, total: items.length }));
const counts = onCall(ticketsCalls.counts, () => ({
  unassigned: 6,
  mine: 4,
  late: 1,
  open: 17,
  waiting: 8,
  unknown: 2,
  manage: true,
}));
const staff = onCall(ticketsCalls.staff, () => ({ items: [{ userId: otherId, name: 'Hanna Vogt' }] }));
const days = [1, 2, 3, 4, 5].map(() => ({ from: 540, to: 1_020 }));
const desk = onCall(ticketDeskCalls.get, () => ({
  canned: [{ id, name: 'Two microphones', text: 'Hello {name}, please mute one.', revision: 1 }],
  views: [{ id, name: 'Echo', filter: { queue: 'open' as const, tag: 'echo' } }],
  hours: { timeZone: 'Europe/Berlin', days: [...days, null, null] },
  mail: 'support@meet.example',
  manage: true,
}));
const around = [counts, staff, desk];
const queue = { user, path: '/issues/list' };

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

test.each(looks)('the queue with its views: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(queueScreen, { ...queue, look, calls: [...around, listed(item, second)] });
  await expect.element(page.getByText('Echo in Biology 10a')).toBeVisible();
  await expectNoViolations();
});

test('a ticket is taken in its row, and several are given away at once', async () => {
  const change = vi.fn(() => detail);
  const bulk = vi.fn(() => ({ changed: 2, left: 0 }));
  await mountScreen(queueScreen, {
    ...queue,
    calls: [...around, listed(item, second), onCall(ticketsCalls.change, change), onCall(ticketsCalls.bulk, bulk)],
  });
  await page.getByRole('button', { name: 'Take Echo in Biology 10a' }).click();
  await vi.waitFor(() => expect(change).toHaveBeenCalledWith({ params: { id }, body: { assigneeId: me } }));
  await page.getByRole('checkbox').first().click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Assign' }).click();
  await page.getByRole('menuitem', { name: 'Hanna Vogt' }).click();
  await vi.waitFor(() => expect(bulk).toHaveBeenCalledWith({ body: { ids: [id, otherId], change: { assigneeId: otherId } } }));
  await expect.element(page.getByText('2 tickets changed.')).toBeVisible();
});

test('take next says when nobody waits', async () => {
  const next = onCall(ticketsCalls.takeNext, () => ({ id: null }));
  await mountScreen(queueScreen, { ...queue, calls: [...around, listed(), next] });
  await expect.element(page.getByText('No tickets here')).toBeVisible();
  await page.getByRole('button', { name: 'Take next' }).click();
  await expect.element(page.getByText('No unassigned tickets are waiting.')).toBeVisible();
  await expectNoViolations();
});

const detail: TicketDetail = {
  ...item,
  ...{ impact: 'all', about: null, snapshot: null, lastMessageId: id, holdUntil: null },
  entries: [
    {
      ...{ kind: 'message', id, from: 'customer', author: { name: 'Miriam Sander', me: false } },
      ...{ text: 'Everybody hears an echo.', doc: null, via: 'mail', files: [], at: now - 90 * minute },
      ...{ leftOut: [{ name: 'film.mp4', why: 'too_large' }], verified: false, original: 'kept' },
      wholeText: 'Everybody hears an echo.\n\nFrom: old@example.org\nSubject: As before',
    },
    {
      kind: 'note',
      id: otherId,
      author: { name: 'Hanna Vogt', me: false },
      text: 'Same lab as in May.',
      doc: null,
      files: [],
      at: now,
    },
  ],
  reader: { name: 'Miriam', locale: 'de', email: 'miriam@example.org' },
  steps: ['hold', 'resolve', 'spam'],
  rights: { answer: true, attach: true, manage: true },
};
const customer: TicketCustomer = {
  account: { id: otherId, name: 'Nordlicht School', kind: 'customer', since: now, locale: 'de', timeZone: 'Europe/Berlin' },
  ...{ plan: 'School 150', supportLevel: 'priority', firstResponseMinutes: 240 },
  owes: [{ currency: 'EUR', minor: 20_705, overdue: true }],
  servers: [{ name: 'eu-2', state: 'degraded' }],
  meetings: [{ id, name: 'Functions and their graphs', startedAt: now, people: 27, live: true }],
  tickets: [{ id: otherId, number: 900, subject: 'Captions in Ukrainian', state: 'closed', updatedAt: now }],
};
const shown = (ticket: TicketDetail) => onCall(ticketsCalls.get, () => ticket);
const aside = onCall(ticketsCalls.customer, () => customer);
const opened = { user, path: `/issues/list?ticket=${id}` };
const panes = [...around, listed(item, second), aside];

test.each(looks)('a ticket between its list and its customer: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(queueScreen, { ...opened, look, calls: [...panes, shown(detail)] });
  await expect.element(page.getByText('Same lab as in May.')).toBeVisible();
  await expectNoViolations();
});

test('what was cut of a mail, left out of it, and its original are at hand', async () => {
  await mountScreen(queueScreen, { ...opened, calls: [...panes, shown(detail)] });
  await expect.element(page.getByText('Sender not verified')).toBeVisible();
  await expect.element(page.getByText(/film\.mp4\S? was left out: the file is too large\./)).toBeVisible();
  expect(document.body.textContent).not.toContain('As before');
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(page.getByText('Subject: As before')).toBeVisible();
  const original = page.getByRole('link', { name: 'Open the original email' });
  await expect.element(original).toHaveAttribute('href', `/api/tickets/${id}/messages/${id}/original`);
});

test('a note has its own draft and its own button: what is written for staff never goes out', async () => {
  const [answer, note] = [vi.fn(() => detail), vi.fn(() => detail)];
  await mountScreen(queueScreen, {
    ...opened,
    calls: [...panes, shown(detail), onCall(ticketsCalls.answer, answer), onCall(ticketsCalls.note, note)],
  });
  await page.getByText('Internal note').click();
  await page.getByRole('textbox', { name: 'Note for staff…' }).fill('Ask Hanna.');
  await page.getByText('Answer', { exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Answer Miriam…' })).toHaveValue('');
  await page.getByText('Internal note').click();
  await expect.element(page.getByRole('textbox', { name: 'Note for staff…' })).toHaveValue('Ask Hanna.');
  await expectNoViolations();
  await page.getByRole('button', { name: 'Add note' }).click();
  await vi.waitFor(() =>
    expect(note).toHaveBeenCalledWith({ params: { id }, body: { text: 'Ask Hanna.', doc: null, files: [] } }),
  );
  expect(answer).not.toHaveBeenCalled();
});

test('a canned answer is filled in, and an answer is kept when somebody answered meanwhile', async () => {
  const answer = vi.fn(() => {
    throw new Failure('answered_meanwhile');
  });
  await mountScreen(queueScreen, { ...opened, calls: [...panes, shown(detail), onCall(ticketsCalls.answer, answer)] });
  await page.getByRole('button', { name: 'Canned answers' }).click();
  await page.getByRole('menuitem', { name: 'Two microphones' }).click();
  const field = page.getByRole('textbox', { name: 'Answer Miriam…' });
  await expect.element(field).toHaveValue('Hello Miriam, please mute one.');
  await page.getByRole('button', { name: 'Other ways to send' }).click();
  await page.getByRole('menuitem', { name: 'Send and mark as solved' }).click();
  await expect.element(page.getByText(/else answered this ticket/)).toBeVisible();
  await expect.element(field).toHaveValue('Hello Miriam, please mute one.');
  expect(answer).toHaveBeenCalledWith({
    params: { id },
    body: { text: 'Hello Miriam, please mute one.', doc: null, files: [], ends: 'resolve', after: id },
  });
});

test('a slash offers the canned answers', async () => {
  await mountScreen(queueScreen, { ...opened, calls: [...panes, shown(detail)] });
  const field = page.getByRole('textbox', { name: 'Answer Miriam…' });
  await field.click();
  await expect.element(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await userEvent.keyboard('/two');
  const list = page.getByRole('listbox', { name: 'Canned answers' });
  await expect.element(list.getByRole('option', { name: 'Two microphones' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveTextContent('Hello Miriam, please mute one.');
  expect(list.elements()).toEqual([]);
});

test('a slash says when there are no canned answers', async () => {
  const none = onCall(ticketDeskCalls.get, () => ({ ...sampleOf(ticketDeskCalls.get.result, {}), canned: [] }));
  await mountScreen(queueScreen, { ...opened, calls: [counts, staff, none, listed(item, second), aside, shown(detail)] });
  await page.getByRole('textbox', { name: 'Answer Miriam…' }).click();
  await expect.element(page.getByRole('button', { name: 'Bold' })).toBeVisible();
  await userEvent.keyboard('/');
  await expect.element(page.getByRole('option', { name: 'No canned answers yet' })).toBeVisible();
  await expectNoViolations();
});

test('a ticket is put on hold from its menu', async () => {
  const change = vi.fn(() => detail);
  await mountScreen(queueScreen, { ...opened, calls: [...panes, shown(detail), onCall(ticketsCalls.change, change)] });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Put on hold for 3 days' }).click();
  const holdUntil = now + 3 * 24 * 60 * minute;
  await vi.waitFor(() => expect(change).toHaveBeenCalledWith({ params: { id }, body: { step: 'hold', holdUntil } }));
});

test('those who lead the desk save views, canned answers and business hours', async () => {
  const addView = vi.fn(() => ({ id, name: 'Late API', filter: { queue: 'late' as const } }));
  const addCanned = vi.fn(() => ({ id, name: 'Thanks', text: 'Thank you.', revision: 1 }));
  const setHours = vi.fn(({ body }: { body: BusinessHours }) => body);
  await mountScreen(queueScreen, {
    ...queue,
    path: '/issues/list?queue=late&category=api',
    calls: [
      ...[...around, listed(item)],
      onCall(ticketDeskCalls.addView, addView),
      onCall(ticketDeskCalls.addCanned, addCanned),
      onCall(ticketDeskCalls.setHours, setHours),
    ],
  });
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  await page.getByRole('dialog').getByLabelText('Name').fill('Late API');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await vi.waitFor(() =>
    expect(addView).toHaveBeenCalledWith({ body: { name: 'Late API', filter: { queue: 'late', category: 'api' } } }),
  );
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ticket settings' }).click();
  await page.getByRole('checkbox', { name: 'Saturday' }).click();
  await page.getByRole('button', { name: 'Save business hours' }).click();
  await vi.waitFor(() => expect(setHours).toHaveBeenCalledOnce());
  expect(setHours.mock.lastCall?.[0].body.days.filter((day) => day === null)).toHaveLength(1);
  await page.getByRole('button', { name: 'Add canned answer' }).click();
  await page.getByRole('dialog').getByLabelText('Name').fill('Thanks');
  await page.getByRole('dialog').getByLabelText('Text').fill('Thank you.');
  await expectNoViolations();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await vi.waitFor(() => expect(addCanned).toHaveBeenCalledWith({ body: { name: 'Thanks', text: 'Thank you.' } }));
});
