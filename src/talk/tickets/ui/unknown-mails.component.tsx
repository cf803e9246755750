import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { ticketDeskCalls } from '../ticket-desk.contract.ts';
import { ticketsCalls } from '../tickets.contract.ts';
import { type UnknownMail, unknownMailsCalls } from '../unknown-mails.contract.ts';
import * as queueScreen from './queue.screen.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const mail: UnknownMail = {
  ...{
    id,
    from: 'ana@elsewhere.example',
    fromName: 'Ana',
    subject: 'We cannot get in',
    text: 'Our room is shut.',
    verified: false,
    automatic: true,
  },
  ...{ files: ['door.png'], leftOut: [{ name: 'film.mp4', why: 'too_large' }], original: 'kept', ticketNumber: 1042 },
  ...{ receivedAt: now - 3_600_000, keptUntil: now + 13 * 86_400_000 },
};
const counts = onCall(ticketsCalls.counts, () => ({
  ...{ unassigned: 6, mine: 4, late: 1, open: 17, waiting: 8, unknown: 1, manage: false },
}));
const desk = onCall(ticketDeskCalls.get, () => ({
  ...{ canned: [], views: [], mail: null, manage: false },
  hours: { timeZone: 'Europe/Berlin', days: [null, null, null, null, null, null, null] },
}));
const listed = (...items: UnknownMail[]) => onCall(unknownMailsCalls.list, () => ({ items, next: null, total: items.length }));
const at = { user: { scope: ['tickets.answer'] }, path: '/issues/list?view=unknown-senders' };

beforeEach(() => {
  // the panes reach over the padding that the frame of the page has there
  document.body.style.padding = '24px 32px 40px';
  document.body.id = 'main';
  onTestFinished(() => {
    document.body.removeAttribute('id');
    document.body.removeAttribute('style');
  });
});

test.each(looks)('mails of unknown senders, and one of them: $locale $scheme $width', async (look) => {
  if (look.width === 360) document.body.style.padding = '16px';
  await mountScreen(queueScreen, { ...at, look, calls: [counts, desk, listed(mail)] });
  await expect.element(page.getByRole('button', { name: 'We cannot get in' })).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'We cannot get in' }).click();
  await expect.element(page.getByRole('dialog').getByText('Our room is shut.')).toBeVisible();
  await expectNoViolations();
});

test('a mail becomes a ticket of the person who is chosen', async () => {
  const openTicket = vi.fn(() => ({ id }));
  const person = { userId: id, name: 'Miriam Sander', email: 'm@school.example', accountId: id, account: 'Nordlicht School' };
  const people = vi.fn(() => ({ items: [person] }));
  await mountScreen(queueScreen, {
    ...at,
    calls: [
      counts,
      desk,
      listed(mail),
      onCall(unknownMailsCalls.people, people),
      onCall(unknownMailsCalls.openTicket, openTicket),
    ],
  });
  await page.getByRole('button', { name: 'We cannot get in' }).click();
  await expect.element(page.getByRole('dialog').getByText('Automatic email')).toBeVisible();
  const original = page.getByRole('link', { name: 'Open the original email' });
  await expect.element(original).toHaveAttribute('href', `/api/unknown-mails/${id}/original`);
  await page.getByRole('button', { name: 'Make a ticket' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill('miriam');
  await page.getByRole('button', { name: /Miriam Sander/ }).click();
  await vi.waitFor(() => expect(openTicket).toHaveBeenCalledWith({ params: { id }, body: { userId: id, accountId: id } }));
});

test('a mail is discarded after a question', async () => {
  const discard = vi.fn(() => ({}));
  await mountScreen(queueScreen, { ...at, calls: [counts, desk, listed(mail), onCall(unknownMailsCalls.discard, discard)] });
  await page.getByRole('button', { name: 'We cannot get in' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  expect(discard).not.toHaveBeenCalled();
  await page.getByRole('dialog', { name: 'Discard this email?' }).getByRole('button', { name: 'Discard' }).click();
  await vi.waitFor(() => expect(discard).toHaveBeenCalledWith({ params: { id } }));
});

test('the list says when no mail waits', async () => {
  await mountScreen(queueScreen, { ...at, calls: [counts, desk, listed()] });
  await expect.element(page.getByText('No emails are waiting')).toBeVisible();
});
