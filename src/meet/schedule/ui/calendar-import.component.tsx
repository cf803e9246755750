import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Failure } from '#kit/errors.ts';
import { sampleOf } from '#kit/sample.factory.ts';
import { expectNoViolations, looks, mount, now, onCall } from '#app/proof/testing-components.tsx';
import { roomsCalls } from '#meet/rooms/rooms.contract.ts';
import type { CalendarFileMeeting } from '../calendar-file.contract.ts';
import { scheduleCalls } from '../schedule.contract.ts';
import { calendarTextOf } from './calendar-import.hook.ts';
import { CalendarImportDialog } from './calendar-import.part.tsx';

const hour = 3_600_000;
const meeting = (sourceUid: string, more: Partial<CalendarFileMeeting> = {}): CalendarFileMeeting => ({
  ...{ sourceUid, title: `Lesson ${sourceUid}`, description: '', zone: 'Europe/Berlin', start: '2026-03-11T10:00', minutes: 60 },
  ...{ repeat: null, exceptions: [], guests: [], notes: [], nextAt: now + 26 * hour },
  ...more,
});
const weekly = { every: 1, unit: 'week', days: ['WE'], monthly: 'day', until: null, count: 12 } as const;
const file = {
  meetings: [
    meeting('1', { title: 'Algebra', repeat: { ...weekly, days: ['WE'] }, guests: ['ben@example.org', 'cleo@example.org'] }),
    meeting('2', { title: '', notes: ['zone_unknown', 'no_end'] }),
    ...Array.from({ length: 25 }, (_, at) => meeting(String(at + 3))),
  ],
  skipped: [{ title: 'Holiday', reason: 'all_day' as const, count: 3 }],
};
const room = { id: '01890000-0000-7000-8000-000000000001', name: 'Mathematics 9b', slug: 'math-9b' };
const rights = { view: true, edit: true, delete: true, start: true, share: true, transfer: true };
const rooms = onCall(roomsCalls.list, () => ({
  ...{ items: [{ ...sampleOf(roomsCalls.get.result, {}), ...room, deletedAt: null, rights }], next: null, total: 1 },
}));
const read = onCall(scheduleCalls.readCalendarFile, () => file);
const user = { scope: ['rooms.view', 'rooms.edit'] };
async function choose(): Promise<void> {
  await expect.element(page.getByRole('button', { name: /Choose|اختيار/ })).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (input === null) throw new Error('There is no field for a file.');
  await userEvent.upload(input, new File(['BEGIN:VCALENDAR'], 'school.ics'));
}

test('chosen meetings are imported in parts, and what was refused or known is named', async () => {
  const parts: { uids: string[]; invite: boolean; roomId: string }[] = [];
  const importMeetings = onCall(scheduleCalls.importMeetings, ({ body: { meetings, invite, roomId } }) => {
    parts.push({ uids: meetings.map(({ sourceUid }) => sourceUid), invite, roomId });
    const refused = parts.length === 1 ? [{ sourceUid: '1', reason: 'no_dates' as const }] : [];
    return { imported: meetings.length - refused.length - 1, known: 1, refused };
  });
  await mount(<CalendarImportDialog room={null} onClose={() => {}} />, { user, calls: [rooms, read, importMeetings] });
  await choose();
  await expect.element(page.getByText('27 meetings found')).toBeVisible();
  await expect.element(page.getByText('3 entries left out')).toBeVisible();
  await page.getByRole('checkbox', { name: 'Lesson 3', exact: true }).click();
  await page.getByRole('checkbox', { name: 'Invite 2 guests by email' }).click();
  await page.getByRole('button', { name: 'Import 26 meetings' }).click();
  await expect.element(page.getByText('23 meetings imported')).toBeVisible();
  await expect.element(page.getByText('2 were already in this room')).toBeVisible();
  await expect.element(page.getByText('Algebra: all dates are over')).toBeVisible();
  expect(parts.map(({ uids, invite, roomId }) => [uids.length, invite, roomId])).toEqual([
    [20, true, room.id],
    [6, true, room.id],
  ]);
  expect(parts.flatMap(({ uids }) => uids)).not.toContain('3');
});

test('a file that is no calendar is refused in words, and another can be chosen', async () => {
  const refuse = onCall(scheduleCalls.readCalendarFile, () => {
    throw new Failure('not_a_calendar');
  });
  await mount(<CalendarImportDialog room={room.id} onClose={() => {}} />, { user, calls: [rooms, refuse] });
  await choose();
  await expect.element(page.getByText('This is not a calendar file.', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Choose file' })).toBeEnabled();
});

test.each(looks)('the meetings of a file: $locale $scheme $width', async (look) => {
  await mount(<CalendarImportDialog room={room.id} onClose={() => {}} />, { user, calls: [rooms, read], look });
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type="file"]') ?? document.body,
    new File(['x'], 'a.ics'),
  );
  await expect.element(page.getByText('Algebra')).toBeVisible();
  await expectNoViolations();
});

test('files of other encodings are read', () => {
  const utf16 = new Uint8Array([0xff, 0xfe, 0x4d, 0x00, 0xfc, 0x00]);
  expect([
    calendarTextOf(utf16),
    calendarTextOf(new Uint8Array([0x4d, 0xfc])),
    calendarTextOf(new TextEncoder().encode('Mü')),
  ]).toEqual(['Mü', 'Mü', 'Mü']);
});
