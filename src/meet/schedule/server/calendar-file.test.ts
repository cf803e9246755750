import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor, UserActor } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import type { CalendarFile, ImportedMeeting } from '../calendar-file.contract.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
let owner: UserActor;
beforeAll(async () => {
  world = await testWorld();
  world.clock.advance(Date.UTC(2026, 10, 30, 8) - world.clock.now());
  owner = await buildPerson(world, { name: 'Olga' });
});
afterAll(() => world.close());

const calls = (actor: Actor) => world.api(actor).schedule;
const calendar = (...lines: string[]): string => ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const read = (text: string): Promise<CalendarFile> => calls(owner).readCalendarFile({ body: { text, zone: 'Europe/Berlin' } });
const readEvent = async (...lines: string[]) => (await read(calendar(...event('UID:1', 'SUMMARY:Choir', ...lines)))).meetings;
const plain = ({ notes: _notes, nextAt: _next, ...meeting }: CalendarFile['meetings'][number]): ImportedMeeting => meeting;

test.each([
  ['of Windows', 'W. Europe Standard Time', 'Europe/Berlin'],
  ['of Windows with a number', 'Eastern Standard Time 1', 'America/New_York'],
  ['of an old Mozilla calendar', '/mozilla.org/20050126_1/Asia/Kolkata', 'Asia/Kolkata'],
  ['of Evolution', '/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
])('a zone name %s is understood', async (_, tzid, zone) => {
  const meetings = await readEvent(`DTSTART;TZID=${tzid}:20261201T090000`, `DTEND;TZID=${tzid}:20261201T103000`);
  expect(meetings).toMatchObject([{ zone, start: '2026-12-01T09:00', minutes: 90, notes: [] }]);
});

const ownZone = (tzid: string, winter: string, summer: string): string[] => [
  ...['BEGIN:VTIMEZONE', `TZID:${tzid}`],
  ...['BEGIN:STANDARD', 'DTSTART:16010101T030000', `TZOFFSETFROM:${summer}`, `TZOFFSETTO:${winter}`],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', `TZOFFSETFROM:${winter}`, `TZOFFSETTO:${summer}`],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE'],
];

test('a zone with a name of its own is known by its rules, and one that nothing explains is the reader’s', async () => {
  const tzid = 'Customized Time Zone';
  const helsinki = calendar(
    ...ownZone(tzid, '+0200', '+0300').map((line) => line.replace('T030000', 'T040000').replace('T020000', 'T030000')),
    ...event('UID:1', `DTSTART;TZID=${tzid}:20261201T090000`, 'DURATION:PT45M'),
  );
  const [known] = (await read(helsinki)).meetings;
  expect(known).toMatchObject({ start: '2026-12-01T09:00', minutes: 45, notes: ['zone_guessed'] });
  expect(new Date(known?.nextAt ?? 0).toISOString()).toBe('2026-12-01T07:00:00.000Z');
  const [unknown] = await readEvent('DTSTART;TZID=Somewhere:20261201T090000', 'DURATION:PT45M');
  expect(unknown).toMatchObject({ zone: 'Europe/Berlin', start: '2026-12-01T09:00', notes: ['zone_unknown'] });
});

test('times without a zone are the calendar’s, else the reader’s; times in UTC stay in UTC', async () => {
  expect(await readEvent('DTSTART:20261201T090000', 'DTEND:20261201T100000')).toMatchObject([{ zone: 'Europe/Berlin' }]);
  const named = calendar('X-WR-TIMEZONE:Asia/Tokyo', ...event('UID:1', 'DTSTART:20261201T090000', 'DTEND:20261201T100000'));
  expect((await read(named)).meetings).toMatchObject([{ zone: 'Asia/Tokyo', start: '2026-12-01T09:00' }]);
  expect(await readEvent('DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z')).toMatchObject([{ zone: 'UTC' }]);
});

test('a series keeps its rule, what was left out and what was moved', async () => {
  const zone = 'TZID=Europe/Berlin';
  const text = calendar(
    ...event(
      ...['UID:series', 'SUMMARY:Maths', `DTSTART;${zone}:20260901T090000`, `DTEND;${zone}:20260901T100000`],
      ...['RRULE:FREQ=WEEKLY;WKST=SU;UNTIL=20261222T225959Z;BYDAY=TU', `EXDATE;${zone}:20261006T090000,20261208T090000`],
      'EXDATE:20261215T080000Z',
    ),
    ...event(
      'UID:series',
      `RECURRENCE-ID;${zone}:20261201T090000`,
      'SUMMARY:Test',
      `DTSTART;${zone}:20261202T110000`,
      'DURATION:PT2H',
    ),
  );
  const { meetings, skipped } = await read(text);
  expect(skipped).toEqual([]);
  expect(meetings).toMatchObject([
    {
      ...{ sourceUid: 'series', title: 'Maths', start: '2026-09-01T09:00', minutes: 60, notes: [] },
      repeat: { unit: 'week', every: 1, days: ['TU'], until: '2026-12-22', count: null },
    },
  ]);
  expect(meetings[0]?.exceptions.toSorted((a, b) => (a.recurrence < b.recurrence ? -1 : 1))).toEqual([
    { recurrence: '2026-12-01T09:00', cancelled: false, title: 'Test', start: '2026-12-02T11:00', minutes: 120 },
    { recurrence: '2026-12-08T09:00', cancelled: true, title: null, start: null, minutes: null },
    { recurrence: '2026-12-15T09:00', cancelled: true, title: null, start: null, minutes: null },
  ]);
});

test.each([
  ['every second Tuesday of the month', 'FREQ=MONTHLY;BYDAY=2TU', { unit: 'month', monthly: 'weekday' }],
  ['the same by position', 'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2', { unit: 'month', monthly: 'weekday' }],
  ['working days', 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR', { unit: 'week', days: ['MO', 'TU', 'WE', 'TH', 'FR'] }],
  ['every year', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=8;COUNT=3', { unit: 'year', count: 3 }],
])('a rule for %s is ours', async (_, rule, repeat) => {
  const meetings = await readEvent('DTSTART:20261208T090000', 'DURATION:PT1H', `RRULE:${rule}`);
  expect(meetings).toMatchObject([{ repeat, notes: [] }]);
});

test('dates of a rule that is not ours become meetings of their own', async () => {
  const rule = 'RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15;COUNT=6';
  const meetings = await readEvent('DTSTART:20261101T090000', 'DURATION:PT1H', rule, 'EXDATE:20261215T090000');
  expect(meetings.map(({ start, sourceUid }) => `${start} ${sourceUid}`)).toEqual([
    '2026-12-01T09:00 1#2026-12-01T09:00',
    '2027-01-01T09:00 1#2027-01-01T09:00',
    '2027-01-15T09:00 1#2027-01-15T09:00',
  ]);
  expect(meetings.every(({ repeat, notes }) => repeat === null && notes.includes('dates_apart'))).toBe(true);
});

test('what cannot be a meeting is named with its reason', async () => {
  const text = calendar(
    ...event('UID:a', 'SUMMARY:Holiday', 'DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261227'),
    ...event('UID:b', 'SUMMARY:Last year', 'DTSTART:20251201T090000Z', 'DTEND:20251201T100000Z'),
    ...event('UID:c', 'SUMMARY:Called off', 'STATUS:CANCELLED', 'DTSTART:20261201T090000Z', 'DTEND:20261201T100000Z'),
    ...event('UID:d', 'SUMMARY:Trip', 'DTSTART:20261201T090000Z', 'DTEND:20261204T100000Z'),
    ...event('UID:e', 'SUMMARY:No start'),
    ...event(
      'UID:f',
      'SUMMARY:Moved alone',
      'RECURRENCE-ID:20261201T090000Z',
      'DTSTART:20261202T090000Z',
      'DTEND:20261202T100000Z',
    ),
  );
  const { meetings, skipped } = await read(text);
  expect(meetings).toMatchObject([{ title: 'Moved alone', sourceUid: 'f#2026-12-02T09:00', repeat: null }]);
  expect(skipped.map(({ title, reason }) => `${title}: ${reason}`)).toEqual([
    'Holiday: all_day',
    'Last year: over',
    'Called off: cancelled',
    'Trip: too_long',
    'No start: unreadable',
  ]);
});

test('damaged lines, markup and people of every kind are read', async () => {
  const meetings = await readEvent(
    ...['DTSTART:20261201T090000Z', 'this line means nothing', 'DESCRIPTION:<p>Bring <b>notes</b></p>'],
    ...['ATTENDEE;CN=Ben:mailto:Ben@Example.org', 'ATTENDEE;EMAIL=cleo@example.org:/principal/77'],
    ...['ATTENDEE;CUTYPE=ROOM:mailto:room-7@example.org', 'ATTENDEE:mailto:nobody'],
  );
  expect(meetings).toMatchObject([
    { description: 'Bring notes', guests: ['ben@example.org', 'cleo@example.org'], minutes: 60, notes: ['no_end'] },
  ]);
  const two = [calendar(...event('UID:1', 'DTSTART:20261201T090000Z')), calendar(...event('UID:2', 'DTSTART:20261202T090000Z'))];
  expect((await read(two.join('\r\n'))).meetings.map(({ sourceUid }) => sourceUid)).toEqual(['1', '2']);
  expect(await failureOf(read('PNG'))).toMatchObject({ code: 'not_a_calendar' });
});

test('chosen meetings are imported once, with their exceptions, and guests are invited only when asked for', async () => {
  const room = await buildRoom(world, owner);
  const zone = 'TZID=Europe/Berlin';
  const text = calendar(
    ...event(
      ...['UID:weekly', 'SUMMARY:Maths', `DTSTART;${zone}:20260901T090000`, 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=17'],
      ...[`EXDATE;${zone}:20261208T090000`, 'ATTENDEE:mailto:guest-of-maths@example.org'],
    ),
    ...event('UID:once', `DTSTART;${zone}:20261203T140000`, 'DURATION:PT30M', 'ATTENDEE:mailto:guest-of-once@example.org'),
  );
  const meetings = (await read(text)).meetings.map(plain);
  const importAll = (options: { invite: boolean }) =>
    calls(owner).importMeetings({ body: { roomId: room.id, meetings, ...options } });
  expect(await importAll({ invite: false })).toEqual({ imported: 2, known: 0, refused: [] });
  expect(await importAll({ invite: true })).toEqual({ imported: 0, known: 2, refused: [] });
  const range = { from: Date.UTC(2026, 10, 1), to: Date.UTC(2026, 11, 12), room: room.id };
  const { items } = await calls(owner).dates({ query: range });
  expect(items.map(({ start, title }) => `${start} ${title}`)).toEqual([
    '2026-12-01T09:00 Maths',
    `2026-12-03T14:00 ${room.name}`,
  ]);
  expect(await mailsTo(world, 'guest-of-maths@example.org')).toEqual([]);

  const other = await buildRoom(world, owner);
  const [once] = meetings.filter(({ sourceUid }) => sourceUid === 'once');
  if (once === undefined) throw new Error('The file has a single meeting.');
  await calls(owner).importMeetings({ body: { roomId: other.id, invite: true, meetings: [once] } });
  expect(await mailsTo(world, 'guest-of-once@example.org')).toHaveLength(1);
  expect(await mailsTo(world, 'guest-of-maths@example.org')).toEqual([]);
});

test('a meeting that is over is refused by itself, and rooms of others are not found', async () => {
  const room = await buildRoom(world, owner);
  const [good] = (await readEvent('DTSTART:20261203T090000Z', 'DURATION:PT1H')).map(plain);
  if (good === undefined) throw new Error('The file has a meeting.');
  const over = { ...good, sourceUid: 'over', start: '2025-01-01T09:00' };
  const body = { roomId: room.id, invite: false, meetings: [over, good] };
  expect(await calls(owner).importMeetings({ body })).toEqual({
    ...{ imported: 1, known: 0 },
    refused: [{ sourceUid: 'over', reason: 'no_dates' }],
  });
  const stranger = await buildPerson(world);
  expect(await failureOf(calls(stranger).importMeetings({ body }))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(calls(stranger).importMeetings({ body: { ...body, roomId: 'room' } }))).toMatchObject({
    code: 'invalid_input',
  });
});
