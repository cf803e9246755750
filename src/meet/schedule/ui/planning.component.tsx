import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { sampleOf } from '#kit/sample.factory.ts';
import { peopleCalls } from '#core/accounts/people.contract.ts';
import { expectNoViolations, looks, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { scheduleCalls } from '../schedule.contract.ts';
import * as calendarScreen from './calendar.screen.tsx';

const user = { scope: ['rooms.view', 'rooms.edit'] };
// "now" is Tuesday, 10 March 2026, 09:00
const hour = 3_600_000;
const room = { id: '01890000-0000-7000-8000-000000000001', name: 'Mathematics 9b', slug: 'math-9b' };
const aylin = { id: '01890000-0000-7000-8000-000000000006', name: 'Aylin Demir', email: 'aylin@example.org' };
const lenses = sampleOf(scheduleCalls.get.result, {
  ...{ seriesId: '01890000-0000-7000-8000-000000000005', recurrence: '2026-03-11T11:00', room, title: 'Lenses' },
  ...{ startsAt: now + 26 * hour, endsAt: now + 27 * hour, start: '2026-03-11T11:00', zone: 'UTC' },
});
const preview = {
  dates: [{ start: lenses.start, startsAt: lenses.startsAt }],
  ...{ count: 10, moved: [{ planned: '2026-03-29T02:30', start: '2026-03-29T03:30' }] },
  warnings: [{ warning: 'longer_than_allowed' as const, max: 60, wanted: 90 }],
  limits: { maxPeople: 100, maxMinutes: 60, atOnce: null },
};
const dates = onCall(scheduleCalls.dates, () => ({ items: [lenses], next: null, total: 1 }));
const roomRights = { view: true, edit: true, delete: true, start: true, share: true, transfer: true };
const rooms = onCall(roomsCalls.list, () => ({
  ...{ items: [{ ...sampleOf(roomsCalls.get.result, {}), ...room, deletedAt: null, rights: roomRights }], next: null, total: 1 },
}));
const plan = onCall(scheduleCalls.preview, () => preview);
const calls = [dates, rooms, plan];
const path = '/rooms/calendar?view=week&day=2026-03-10&new=1';

// the chips of the rooms reach over the padding that the frame of the page has there; drafts are of the test before
beforeEach(() => {
  localStorage.clear();
  document.body.style.paddingInline = '16px';
  onTestFinished(() => {
    document.body.style.paddingInline = '';
  });
});

test.each(looks)('a new date says what its plan comes to: $locale $scheme $width', async (look) => {
  await mountScreen(calendarScreen, { user, calls, look, path });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await expect.element(page.getByRole('dialog').getByText(/60/).first()).toBeVisible();
  await expectNoViolations();
});

test('a new date is sent with its rule and its invitees', async () => {
  const create = vi.fn(() => lenses);
  const find = onCall(peopleCalls.find, () => ({ items: [] }));
  await mountScreen(calendarScreen, {
    ...{ user, path: '/rooms/calendar?view=week&day=2026-03-10' },
    calls: [...calls, find, onCall(scheduleCalls.create, create)],
  });
  await page.getByRole('button', { name: 'New meeting' }).click();
  await expect.element(page.getByLabelText('Title')).toHaveValue('Mathematics 9b');
  await page.getByLabelText('Title').fill('');
  await page.getByRole('button', { name: 'Schedule meeting' }).click();
  await expect.element(page.getByText('Enter a title')).toBeVisible();
  await page.getByLabelText('Title').fill('Office hours');
  await expect.element(page.getByText('Does not repeat')).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabelText('Repeats').selectOptions('Weekly');
  await page.getByRole('button', { name: 'Fri', exact: true }).click();
  await page.getByRole('button', { name: 'More options' }).click();
  await expect.element(page.getByText('Every week · Tuesday, Friday · 12 meetings')).toBeVisible();
  await page.getByRole('combobox', { name: 'Invitees' }).fill('nobody');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('“nobody” is not an email address')).toBeVisible();
  await page.getByRole('combobox', { name: 'Invitees' }).fill('Ana@example.org');
  await page.getByRole('option', { name: 'ana@example.org' }).click();
  await page.getByRole('button', { name: 'Schedule meeting' }).click();
  await vi.waitFor(() =>
    expect(create).toHaveBeenCalledWith({
      body: {
        ...{ roomId: room.id, title: 'Office hours', description: '', zone: 'UTC', start: '2026-03-10T10:00', minutes: 60 },
        ...{ lobbyMinutes: 10, reminderMinutes: 30, invitees: ['ana@example.org'] },
        repeat: { every: 1, unit: 'week', days: ['TU', 'FR'], monthly: 'day', until: null, count: 12 },
      },
    }),
  );
  // what was made is selected on its day, and the form is gone
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /Lenses/ })).toHaveAttribute('aria-pressed', 'true');
});

test.each(looks)('who is busy is said beside the name, with a time when all are free: $locale $scheme $width', async (look) => {
  const find = onCall(peopleCalls.find, () => ({ items: [aylin] }));
  const spans = [{ startsAt: now + hour, endsAt: now + 1.5 * hour }];
  const ask = vi.fn(() => ({ items: [{ userId: aylin.id, spans }] }));
  await mountScreen(calendarScreen, {
    ...{ look, path, user },
    calls: [...calls, find, onCall(scheduleCalls.busy, ask)],
  });
  // the room is a choice, too
  await page.getByRole('dialog').getByRole('combobox').nth(1).click();
  await page.getByRole('option', { name: 'Aylin Demir' }).click();
  await expect.element(page.getByText(/10:00( ص)?–10:30/)).toBeVisible();
  await expectNoViolations();
  expect(ask).toHaveBeenCalledWith({
    body: { people: [aylin.id], from: now - 9 * hour, to: now + (14 * 24 - 9) * hour },
  });
  await page.getByRole('button', { name: /10:30.*11:30/ }).click();
  await expect.element(page.getByText(/10:00( ص)?–10:30/)).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /10:30.*11:30/ })).not.toBeInTheDocument();
});

test('a draft keeps the name of a colleague whose address is hidden', async () => {
  localStorage.setItem('atrium.draft.schedule:new', JSON.stringify({ people: [{ ...aylin, email: null }] }));
  const find = onCall(peopleCalls.find, () => ({ items: [] }));
  const ask = onCall(scheduleCalls.busy, () => ({ items: [] }));
  const create = vi.fn(() => lenses);
  await mountScreen(calendarScreen, { user, path, calls: [...calls, find, ask, onCall(scheduleCalls.create, create)] });
  await expect.element(page.getByText('Aylin Demir')).toBeVisible();
  await page.getByRole('button', { name: 'Schedule meeting' }).click();
  await vi.waitFor(() => expect(create).toHaveBeenCalledWith({ body: expect.objectContaining({ invitees: [aylin.id] }) }));
});

test('a day of the month opens planning on it', async () => {
  const days = onCall(scheduleCalls.days, () => ({ items: [] }));
  await mountScreen(calendarScreen, { user, path: '/rooms/calendar?view=month&day=2026-03-10', calls: [...calls, days] });
  const cell = document.querySelector('[data-day="2026-03-12"]');
  if (cell instanceof HTMLElement) cell.click();
  await expect.element(page.getByRole('textbox', { name: 'Day', exact: true })).toHaveValue('12 Mar 2026');
  await expect.element(page.getByRole('textbox', { name: 'From' })).toHaveValue('09:00');
});
