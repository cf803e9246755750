import { peopleCalls } from '#core/accounts/people.contract.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { type MailboxItem, type MailboxMail, mailboxCalls } from '../mailbox.contract.ts';
import * as screen from './mailbox.screen.tsx';

const idOf = (digit: number) => `01890000-0000-7000-8000-00000000000${digit}`;
const [id, secondId, thirdId, labelId, personId] = [idOf(1), idOf(2), idOf(3), idOf(4), idOf(5)] as const;
const [hour, day] = [3_600_000, 86_400_000];
const item: MailboxItem = {
  ...{ id, place: 'inbox', kind: 'tickets', sender: { id: null, name: 'Ravi Menon' }, recipients: [] },
  ...{ subject: 'Echo in Biology 10a', snippet: 'Both laptops in the lab had an open microphone.', unread: true },
  ...{ starred: false, labels: [labelId], files: 1, sendAt: null, at: now - hour },
};
const invitation: MailboxItem = {
  ...{ ...item, id: secondId, kind: 'meetings', sender: { id: null, name: '' }, subject: 'Invitation: Open day' },
  ...{ snippet: 'Thu 19 Nov', unread: false, starred: true, labels: [], files: 0, at: now - day },
};
const personal: MailboxItem = {
  ...{ ...invitation, id: thirdId, kind: 'people', sender: { id: personId, name: 'Jonas Weber' } },
  ...{ subject: 'Lab on Friday', snippet: 'Can you take it?', starred: false, at: now - 20 * day },
};
const detailOf = (mail: MailboxItem, more: Partial<MailboxMail> = {}): MailboxMail => ({
  ...mail,
  ...{ text: mail.snippet, html: null, files: [], link: null, thing: null, reply: null, replyTo: null, revision: 1, ...more },
});
const ticket = detailOf(item, {
  files: [
    {
      id: thirdId,
      name: 'echo.pdf',
      mime: 'application/pdf',
      url: '/files/x',
      thumbnail: null,
      state: 'ready' as const,
      bytes: 48_000,
    },
  ],
  thing: {
    kind: 'ticket',
    id,
    name: 'T-318',
    state: 'your_turn',
    path: '/issues/user/details/x',
    at: null,
    due: null,
    act: null,
  },
  reply: 'ticket',
});
const listed = (...items: MailboxItem[]) => onCall(mailboxCalls.list, () => ({ items, next: null, total: items.length }));
const kinds = { meetings: 1, tickets: 1, invoices: 0, recordings: 0, news: 100, people: 0, account: 0 };
const counts = onCall(mailboxCalls.counts, () => ({ unread: 3, kinds, drafts: 1, attach: true }));
const labels = onCall(mailboxCalls.labels, () => ({ items: [{ id: labelId, name: 'Biology', hue: 3 }] }));
const nothing = () => ({ changed: 1, undo: null });
const marked = onCall(mailboxCalls.mark, nothing);
const around = [counts, labels, listed(item, invitation, personal)];
const shown = (...mails: MailboxMail[]) =>
  onCall(mailboxCalls.get, ({ params }) => mails.find((mail) => mail.id === params.id) ?? detailOf(item));
const user = { scope: ['mailbox.use'] };
const opened = { user, path: `/mailbox?mail=${id}` };

beforeEach(() => {
  localStorage.clear();
  // the panes reach over the padding that the frame of the page has there
  document.body.style.padding = '24px 32px 40px';
  document.body.id = 'main';
  onTestFinished(() => {
    document.body.removeAttribute('id');
    document.body.removeAttribute('style');
  });
});

test.each(looks)('folders and the list by days: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(screen, { user, path: '/mailbox', look, calls: around });
  await expect.element(page.getByText('Echo in Biology 10a')).toBeVisible();
  await expectNoViolations();
});

test.each(looks)('an open mail about a ticket: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(screen, { ...opened, look, calls: [...around, marked, shown(ticket)] });
  await expect.element(page.getByText('T-318')).toBeVisible();
  await expectNoViolations();
});

const due = { amount: 3451, currency: 'EUR', day: '2026-12-12' };
const billed = detailOf(
  { ...item, kind: 'invoices', subject: 'Invoice 2026-0042' },
  { thing: { kind: 'invoice', id, name: '2026-0042', state: 'open', path: '/invoices/x', at: null, due, act: 'pay' } },
);
test.each(looks)('a mail about an open invoice leads to its payment: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(screen, { ...opened, look, calls: [...around, marked, shown(billed)] });
  await expect.element(page.getByText('2026-0042', { exact: true })).toBeVisible();
  await expectNoViolations();
  if (look.locale !== 'en-US') return;
  await expect.element(page.getByText(/^€34.51 due by .*2026$/)).toBeVisible();
  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect.element(page.getByText('elsewhere')).toBeVisible();
});

test('who may not pay an invoice is offered no payment', async () => {
  const looked = { ...billed, thing: billed.thing && { ...billed.thing, act: null } };
  await mountScreen(screen, { ...opened, calls: [...around, marked, shown(looked)] });
  await expect.element(page.getByText(/^€34.51 due by .*2026$/)).toBeVisible();
  expect(page.getByRole('link', { name: 'Pay now' }).elements()).toEqual([]);
});

test('an empty folder says what comes there', async () => {
  await mountScreen(screen, { user, path: '/mailbox', calls: [counts, labels, listed()] });
  await expect.element(page.getByText('Nothing new')).toBeVisible();
  await expectNoViolations();
});

test('opening marks as read once, and U marks as unread for good', async () => {
  const mark = vi.fn(nothing);
  await mountScreen(screen, { ...opened, calls: [...around, shown(ticket), onCall(mailboxCalls.mark, mark)] });
  await vi.waitFor(() => expect(mark).toHaveBeenCalledWith({ body: { ids: [id], mark: 'read' } }));
  mark.mockClear();
  await userEvent.keyboard('s');
  await vi.waitFor(() => expect(mark).toHaveBeenCalledWith({ body: { ids: [id], mark: 'star' } }));
  expect(mark).toHaveBeenCalledOnce();
});

test('E archives, opens the next mail, and can be undone', async () => {
  const mark = vi.fn(({ body }: { body: { mark: string } }) => ({
    changed: 1,
    undo: body.mark === 'archive' ? { mark: 'inbox' as const, ids: [id], labelId: null } : null,
  }));
  const calls = [...around, shown(detailOf({ ...item, unread: false }), detailOf(invitation)), onCall(mailboxCalls.mark, mark)];
  await mountScreen(screen, { ...opened, calls });
  await expect.element(page.getByRole('heading', { name: 'Echo in Biology 10a' })).toBeVisible();
  await userEvent.keyboard('e');
  await expect.element(page.getByRole('heading', { name: 'Invitation: Open day' })).toBeVisible();
  await page.getByRole('button', { name: /Undo/ }).click();
  await vi.waitFor(() => expect(mark).toHaveBeenLastCalledWith({ body: { ids: [id], mark: 'inbox' } }));
});

test('J and K go through the list, and Enter opens what the mail is about', async () => {
  const calls = [...around, marked, shown(ticket, detailOf(invitation))];
  await mountScreen(screen, { user, path: '/mailbox', calls });
  await expect.element(page.getByText('No mail selected')).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('heading', { name: 'Echo in Biology 10a' })).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(page.getByRole('heading', { name: 'Invitation: Open day' })).toBeVisible();
  await userEvent.keyboard('k');
  await expect.element(page.getByRole('heading', { name: 'Echo in Biology 10a' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('elsewhere')).toBeVisible();
});

test('several mails are moved at once', async () => {
  const mark = vi.fn(nothing);
  await mountScreen(screen, { user, path: '/mailbox', calls: [...around, onCall(mailboxCalls.mark, mark)] });
  await page.getByRole('button', { name: 'Select mails' }).click();
  await page.getByRole('checkbox', { name: 'Select Echo in Biology 10a' }).click();
  await page.getByRole('checkbox', { name: 'Select Lab on Friday' }).click();
  await expectNoViolations();
  await page.getByRole('toolbar').getByRole('button', { name: 'Move to bin' }).click();
  await vi.waitFor(() => expect(mark).toHaveBeenCalledWith({ body: { ids: [id, thirdId], mark: 'bin' } }));
});

test('HTML runs no script, and pictures from elsewhere wait for a press', async () => {
  const html = '<p>Hello</p><img src="https://spy.example/x.png"><script>parent.document.title = "x"</script>';
  await mountScreen(screen, { ...opened, calls: [...around, marked, shown({ ...ticket, html })] });
  const frame = () => document.querySelector('iframe');
  await vi.waitFor(() => expect(frame()?.srcdoc).toContain('img-src data:"'));
  expect(frame()?.getAttribute('sandbox')).not.toMatch(/allow-(?:scripts|same-origin|forms)/);
  await page.getByRole('button', { name: 'Show pictures' }).click();
  await vi.waitFor(() => expect(frame()?.srcdoc).toContain('img-src data: https:'));
});

test('a reply goes into the ticket, and what is written is kept until then', async () => {
  const reply = vi.fn(() => ticket);
  await mountScreen(screen, { ...opened, calls: [...around, marked, shown(ticket), onCall(mailboxCalls.reply, reply)] });
  await expect.element(page.getByText('Your reply goes to the ticket.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Reply to the ticket' }).fill('The echo is gone.');
  expect(JSON.stringify(localStorage)).toContain('The echo is gone.');
  await page.getByRole('button', { name: 'Reply', exact: true }).click();
  await vi.waitFor(() => expect(reply).toHaveBeenCalledWith({ params: { id }, body: { text: 'The echo is gone.', files: [] } }));
  await expect.element(page.getByRole('textbox', { name: 'Reply to the ticket' })).toHaveValue('');
});

test('an invitation is answered in place', async () => {
  const asked = detailOf(invitation, {
    thing: {
      kind: 'meeting',
      id,
      name: 'Open day',
      state: 'none',
      path: '/rooms/calendar',
      at: now + day,
      due: null,
      act: 'join',
    },
    reply: 'invitation',
  });
  const answer = vi.fn(() => ({ ...asked, thing: asked.thing && { ...asked.thing, state: 'maybe' } }));
  const calls = [...around, shown(asked), onCall(mailboxCalls.answer, answer)];
  await mountScreen(screen, { user, path: `/mailbox?mail=${secondId}`, calls });
  await expectNoViolations();
  await page.getByRole('button', { name: 'Maybe' }).click();
  await expect.element(page.getByText('You may attend')).toBeVisible();
  expect(answer).toHaveBeenCalledWith({ params: { id: secondId }, body: { answer: 'maybe' } });
});

test('an invitation is accepted from the head, and then leads into the meeting; a cancelled one leads nowhere', async () => {
  const thing = { kind: 'meeting' as const, id, name: 'Open day', state: 'none', path: '/m/open-day', at: now + day, due: null };
  const asked = detailOf(invitation, { thing: { ...thing, act: 'join' }, reply: 'invitation', link: '/m/open-day' });
  const answer = vi.fn(() => ({ ...asked, thing: { ...thing, state: 'yes', act: 'join' as const } }));
  const calls = [...around, shown(asked), onCall(mailboxCalls.answer, answer)];
  await mountScreen(screen, { user, path: `/mailbox?mail=${secondId}`, calls });
  await page.getByRole('button', { name: 'Accept' }).click();
  expect(answer).toHaveBeenCalledWith({ params: { id: secondId }, body: { answer: 'yes' } });
  await expect.element(page.getByRole('link', { name: 'Join' })).toHaveAttribute('href', '/m/open-day');
});

test('what is paid or cancelled offers nothing but a look', async () => {
  const paid = { ...billed, thing: billed.thing && { ...billed.thing, state: 'paid', due: null, act: null } };
  const off = detailOf(invitation, {
    ...{ reply: null, link: '/m/open-day' },
    thing: { kind: 'meeting', id, name: 'Open day', state: 'cancelled', path: null, at: now + day, due: null, act: null },
  });
  await mountScreen(screen, { ...opened, calls: [...around, marked, shown(paid, off)] });
  await expect.element(page.getByRole('link', { name: 'Open invoice' })).toHaveAttribute('href', '/invoices/x');
  expect(page.getByRole('link', { name: 'Pay now' }).elements()).toEqual([]);
  await page.getByRole('link', { name: 'Invitation: Open day' }).click();
  await expect.element(page.getByText('Cancelled')).toBeVisible();
  for (const name of ['Join', 'Open']) expect(page.getByRole('link', { name, exact: true }).elements()).toEqual([]);
});

const draft = detailOf({ ...personal, place: 'draft', sender: { id: personId, name: 'Me' } }, { subject: '', text: '' });
const people = onCall(peopleCalls.find, () => ({ items: [{ id: personId, name: 'Jonas Weber', email: null }] }));
const writing = { user, path: `/mailbox?place=draft&mail=${thirdId}` };

test('a mail is written, saved by itself, sent, and taken back', async () => {
  const jonas = [{ id: personId, name: 'Jonas Weber' }];
  const full = { ...draft, recipients: jonas, subject: 'Lab on Friday', text: 'At 10?' };
  const save = vi.fn(({ body: { revision } }: { body: { revision: number } }) => ({ ...full, revision: revision + 1 }));
  const send = vi.fn(({ body: { revision } }: { body: { revision: number } }) => ({ ...full, place: 'sent' as const, revision }));
  const takeBack = vi.fn(() => full);
  const calls = [
    ...[...around, shown(draft), people, onCall(mailboxCalls.save, save), onCall(mailboxCalls.send, send)],
    ...[onCall(mailboxCalls.takeBack, takeBack)],
  ];
  await mountScreen(screen, { ...writing, calls });
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Choose at least one recipient.')).toBeVisible();
  await page.getByRole('combobox', { name: 'To' }).fill('Jo');
  await page.getByRole('option', { name: 'Jonas Weber' }).click();
  await page.getByRole('textbox', { name: 'Subject' }).fill('Lab on Friday');
  await page.getByRole('textbox', { name: 'Text' }).fill('At 10?');
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(save.mock.lastCall?.[0].body).toMatchObject({ recipients: [personId], subject: 'Lab on Friday', text: 'At 10?' });
  await page.getByRole('button', { name: /Undo/ }).click();
  await vi.waitFor(() => expect(takeBack).toHaveBeenCalledWith({ params: { id: thirdId } }));
});

test('a draft that was saved elsewhere shows a conflict and is not overwritten', async () => {
  const save = vi.fn(() => {
    throw new Failure('changed_meanwhile');
  });
  await mountScreen(screen, { ...writing, calls: [...around, shown(draft), people, onCall(mailboxCalls.save, save)] });
  await page.getByRole('textbox', { name: 'Subject' }).fill('Mine');
  await expect.element(page.getByText(/changed in another window/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Text' }).fill('More of mine');
  expect(save).toHaveBeenCalledOnce();
});

test('a label is made with a colour', async () => {
  const addLabel = vi.fn(() => ({ id: labelId, name: 'Chemistry', hue: 2 }));
  await mountScreen(screen, { user, path: '/mailbox', calls: [...around, onCall(mailboxCalls.addLabel, addLabel)] });
  await page.getByRole('button', { name: 'New label' }).click();
  await page.getByRole('dialog').getByLabelText('Name').fill('Chemistry');
  await page.getByRole('radio', { name: 'Colour 3' }).click();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await vi.waitFor(() => expect(addLabel).toHaveBeenCalledWith({ body: { name: 'Chemistry', hue: 2 } }));
});
