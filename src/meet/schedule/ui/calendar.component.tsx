import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, mountScreen, now, onCall } from '#app/proof/testing-components.tsx';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import { type ScheduledDate, type ScheduledMeetingDetail, type SchedulePreview, scheduleCalls } from '../schedule.contract.ts';
import { RoomDates } from './blocks/next-dates.part.tsx';
import * as calendarScreen from './calendar.screen.tsx';

// "now" is Tuesday, 10 March 2026, 09:00
const idOf = (n: number): string => `01890000-0000-7000-8000-00000000000${n}`;
const room = { id: idOf(1), name: 'Mathematics 9b', slug: 'math-9b' };
const user = { scope: ['rooms.view', 'rooms.edit'] };
const hour = 3_600_000;
const date = (n: number, startsAt: number, more: Partial<ScheduledDate> & { title: string }): ScheduledDate => {
  const start = new Date(startsAt).toISOString().slice(0, 16);
  return {
    ...{ seriesId: idOf(n), recurrence: start, room, startsAt, endsAt: startsAt + hour, start, zone: 'UTC', minutes: 60 },
    ...{ repeats: false, changed: false, live: false, invited: 0, accepted: 0, declined: 0, rights: { edit: true, start: true } },
    ...more,
  };
};
const slope = date(2, now - 24 * hour, { title: 'Slope', repeats: true });
const functions = date(3, now, { title: 'Functions', live: true });
const cells = date(4, now + hour / 2, { title: 'Cell division', room: { id: idOf(9), name: 'Biology 10a', slug: 'bio' } });
const lenses = date(5, now + 26 * hour, { title: 'Lenses', repeats: true, invited: 3, accepted: 2 });
const all = [slope, functions, cells, lenses];
const dates = (items: ScheduledDate[] = all) => onCall(scheduleCalls.dates, () => ({ items, next: null, total: items.length }));
const days = onCall(scheduleCalls.days, ({ query }) => ({
  items: [{ day: query.from, dates: [slope, functions, cells, lenses], count: 120 }],
}));
const roomRights = { view: true, edit: true, delete: true, start: true, share: true, transfer: true };
const rooms = onCall(roomsCalls.list, () => ({
  ...{ items: [{ ...sampleOf(roomsCalls.get.result, {}), ...room, deletedAt: null, rights: roomRights }], next: null, total: 1 },
}));
const detail: ScheduledMeetingDetail = {
  ...lenses,
  ...{
    description: '',
    seriesStart: lenses.start,
    lobbyMinutes: 10,
    reminderMinutes: 30,
    cancelled: ['2026-04-08T11:00'],
    version: 4,
  },
  repeat: { every: 1, unit: 'week', days: ['WE'], monthly: 'day', until: null, count: 10 },
  invitees: [
    {
      id: idOf(6),
      userId: idOf(6),
      email: 'aylin@example.org',
      name: 'Aylin Demir',
      answer: 'accepted',
      answeredAt: now,
      words: 'I need a step-free entrance.',
    },
    { id: idOf(7), userId: null, email: 'tomasz@example.org', name: null, answer: 'declined', answeredAt: now, words: null },
    { id: idOf(8), userId: null, email: 'sofia@example.org', name: null, answer: 'none', answeredAt: null, words: null },
  ],
  limits: { maxPeople: 100, maxMinutes: 60, atOnce: null },
};
const preview: SchedulePreview = {
  dates: [{ start: lenses.start, startsAt: lenses.startsAt }],
  ...{ count: 10, moved: [{ planned: '2026-03-29T02:30', start: '2026-03-29T03:30' }], limits: detail.limits },
  warnings: [{ warning: 'longer_than_allowed', max: 60, wanted: 90 }],
};
const get = onCall(scheduleCalls.get, () => detail);
const plan = onCall(scheduleCalls.preview, () => preview);
const busyAylin = { userId: idOf(6), spans: [{ startsAt: now + 26 * hour, endsAt: now + 27 * hour }] };
const busy = onCall(scheduleCalls.busy, () => ({ items: [busyAylin] }));
const opened = { user, calls: [dates(), days, rooms, get, plan, busy] };
const open = (view: string) => ({ ...opened, path: `/rooms/calendar?view=${view}&day=2026-03-10` });

// the chips of the rooms reach over the padding that the frame of the page has there
beforeEach(() => {
  // drafts of the test before
  localStorage.clear();
  document.body.style.paddingInline = '16px';
  onTestFinished(() => {
    document.body.style.paddingInline = '';
  });
});

test.each(looks)('a week with overlaps: $locale $scheme $width', async (look) => {
  await mountScreen(calendarScreen, { ...open('week'), look });
  await expect.element(page.getByRole('button', { name: /Functions/ })).toBeVisible();
  await expectNoViolations();
});

test.each(looks)('a month counts what has no room: $locale $scheme $width', async (look) => {
  await mountScreen(calendarScreen, { ...open('month'), look });
  await expect.element(page.getByText('Slope')).toBeInTheDocument();
  await expectNoViolations();
});

test.each(looks)('dates one after the other: $locale $scheme $width', async (look) => {
  await mountScreen(calendarScreen, { ...open('agenda'), look });
  await expect.element(page.getByRole('button', { name: /Lenses/ })).toBeVisible();
  await expectNoViolations();
});

test('a phone begins with the agenda, a wide window with the week', async () => {
  await mountScreen(calendarScreen, {
    ...{ user, calls: [...opened.calls, onCall(scheduleCalls.upcoming, () => ({ items: [functions] }))] },
    look: { locale: 'en-US', scheme: 'light', width: 360 },
    path: '/rooms/calendar',
  });
  await expect.element(page.getByRole('radio', { name: 'Agenda' })).toBeChecked();
  await page.viewport(1280, 800);
  await expect.element(page.getByRole('radio', { name: 'Week' })).toBeChecked();
});

test.each(looks)('a date of a series beside the week: $locale $scheme $width', async (look) => {
  await mountScreen(calendarScreen, { ...open('week'), look });
  await page.getByRole('button', { name: /Lenses/ }).click();
  await expect.element(page.getByText('Aylin Demir')).toBeVisible();
  await expect.element(page.getByText(/90|60/).first()).toBeVisible();
  await expectNoViolations();
});

test('one date of a series is saved alone, unless what belongs to the series has changed', async () => {
  const change = vi.fn(() => detail);
  await mountScreen(calendarScreen, { ...open('week'), calls: [...opened.calls, onCall(scheduleCalls.change, change)] });
  await page.getByRole('button', { name: /Lenses/ }).click();
  await page.getByLabelText('Title').fill('Lenses, part 2');
  await expect.element(page.getByText('3 people get an email')).toBeVisible();
  await page.getByRole('button', { name: 'More options' }).click();
  await page.getByLabelText('Repeats').selectOptions('Daily');
  await expect.element(page.getByRole('button', { name: 'Only this meeting' })).not.toBeInTheDocument();
  await page.getByLabelText('Repeats').selectOptions('Weekly');
  await page.getByRole('button', { name: 'Only this meeting' }).click();
  await vi.waitFor(() =>
    expect(change).toHaveBeenCalledWith({
      params: { id: lenses.seriesId },
      body: { title: 'Lenses, part 2', version: 4, recurrence: lenses.recurrence, scope: 'this' },
    }),
  );
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('a date is lifted and moved by keys, and what others hear of is asked first', async () => {
  const change = vi.fn(() => detail);
  await mountScreen(calendarScreen, { ...open('week'), calls: [...opened.calls, onCall(scheduleCalls.change, change)] });
  const block = page.getByRole('button', { name: /Lenses/ });
  await expect.element(block).toBeVisible();
  block.element().focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowRight}');
  await expect.element(page.getByText('Thursday 12 March, 11:15 to 12:15')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  await expect.element(page.getByText(/3 people get an email/)).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'This and following' }).click();
  await vi.waitFor(() =>
    expect(change).toHaveBeenCalledWith({
      params: { id: lenses.seriesId },
      body: {
        start: '2026-03-12T11:15',
        minutes: 60,
        scope: 'following',
        quietSeconds: 20,
        version: 4,
        recurrence: lenses.recurrence,
      },
    }),
  );
});

test('a single date with guests is moved at once, and put back before they get an email', async () => {
  const exam = { ...lenses, title: 'Exam', repeats: false };
  const change = vi.fn(() => ({ ...detail, start: '2026-03-12T11:15', recurrence: '2026-03-12T11:15', version: 5 }));
  const calls = [dates([exam]), days, rooms, get, plan, busy, onCall(scheduleCalls.change, change)];
  await mountScreen(calendarScreen, { ...open('week'), calls });
  const block = page.getByRole('button', { name: /Exam/ });
  await expect.element(block).toBeVisible();
  block.element().focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowRight} ');
  await expect.element(page.getByText('Meeting moved. 3 people get an email shortly.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await vi.waitFor(() =>
    expect(change).toHaveBeenLastCalledWith({
      params: { id: exam.seriesId },
      body: {
        start: '2026-03-11T11:00',
        minutes: 60,
        scope: 'all',
        quietSeconds: 20,
        version: 5,
        recurrence: '2026-03-12T11:15',
      },
    }),
  );
});

test('a date is pulled with the mouse by whole quarters, and stays where it was when that fails', async () => {
  const change = vi.fn(() => {
    throw new Failure('changed_meanwhile');
  });
  await mountScreen(calendarScreen, { ...open('week'), calls: [...opened.calls, onCall(scheduleCalls.change, change)] });
  const block = page.getByRole('button', { name: /Cell division/ });
  await expect.element(block).toBeVisible();
  const box = block.element().getBoundingClientRect();
  const pull = (type: string, y: number) =>
    block
      .element()
      .dispatchEvent(
        new PointerEvent(type, { bubbles: true, clientX: box.x + 10, clientY: box.y + y, button: 0, pointerType: 'mouse' }),
      );
  pull('pointerdown', 10);
  pull('pointermove', 10 + 56 + 3);
  await expect.element(page.getByText('10:30 – 11:30')).toBeVisible();
  pull('pointerup', 10 + 56 + 3);
  await vi.waitFor(() =>
    expect(change).toHaveBeenCalledWith({
      params: { id: cells.seriesId },
      body: { start: '2026-03-10T10:30', minutes: 60, scope: 'all', quietSeconds: 20, version: 4, recurrence: cells.recurrence },
    }),
  );
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /Cell division.*09:30/ })).toBeVisible();
});

test('without a day in the address, the calendar opens on the week of the next meeting', async () => {
  const next = date(6, now + 9 * 24 * hour, { title: 'Next week' });
  const inRange = onCall(scheduleCalls.dates, ({ query }) => {
    const items = [slope, next].filter(({ startsAt }) => startsAt >= Number(query.from) && startsAt < Number(query.to));
    return { items, next: null, total: items.length };
  });
  const upcoming = onCall(scheduleCalls.upcoming, () => ({ items: [next] }));
  await mountScreen(calendarScreen, { user, path: '/rooms/calendar', calls: [inRange, upcoming] });
  await expect.element(page.getByRole('button', { name: /Next week/ })).toBeVisible();
  await page.getByRole('button', { name: 'Today' }).click();
  await expect.element(page.getByRole('button', { name: /Slope/ })).toBeVisible();
});

test('who may only look sees the answers and no way to change', async () => {
  const seen = { ...detail, rights: { edit: false, start: false } };
  await mountScreen(calendarScreen, {
    ...{ ...open('week'), user: { scope: ['rooms.view'] } },
    calls: [dates([{ ...lenses, rights: seen.rights }]), onCall(scheduleCalls.get, () => seen)],
  });
  await page.getByRole('button', { name: /Lenses/ }).click();
  await expect.element(page.getByText('2 accepted, 0 declined, 1 awaiting reply')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'New meeting' })).not.toBeInTheDocument();
  await expectNoViolations();
});

test('an address to subscribe to is shown once, and a new one asks first', async () => {
  const makeFeed = vi.fn(() => ({ id: idOf(6), url: 'https://meet.example/calendar/s3cret.ics' }));
  const known = { id: idOf(6), room: null, createdAt: now, readAt: now, reader: 'Thunderbird' };
  const feeds = onCall(scheduleCalls.feeds, () => ({ items: makeFeed.mock.calls.length === 0 ? [] : [known] }));
  await mountScreen(calendarScreen, {
    ...open('week'),
    calls: [...opened.calls, feeds, onCall(scheduleCalls.makeFeed, makeFeed)],
  });
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'Create address' }).click();
  await expect.element(page.getByText('https://meet.example/calendar/s3cret.ics')).toBeVisible();
  await expectNoViolations();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Subscribe' }).click();
  await page.getByRole('button', { name: 'New address' }).click();
  await expect.element(page.getByText('Create a new address?')).toBeVisible();
  expect(makeFeed).toHaveBeenCalledTimes(1);
});

test('a room without dates offers to plan one', async () => {
  const upcoming = onCall(scheduleCalls.upcoming, () => ({ items: [] }));
  await mount(<RoomDates room={{ id: room.id, rights: { edit: true } }} />, { user, calls: [upcoming] });
  await expect.element(page.getByRole('link', { name: 'Schedule meeting' })).toBeVisible();
  await expectNoViolations();
});
