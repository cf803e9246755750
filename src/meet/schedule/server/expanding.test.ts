import ICAL from 'ical.js';
import ical from 'node-ical';
import { expect, test } from 'vitest';
import type { RepeatRule } from '../schedule.rules.ts';
import { countOf, expand, instantOf, lastOf, ruleOf, startOn, wallOf, wallsBetween } from './expanding.service.ts';
import { invitationFile, vtimezone } from './icalendar.service.ts';
import type { ExceptionRow, SeriesRow } from './schedule.table.ts';

const rule = (more: Partial<RepeatRule>): RepeatRule => ({
  every: 1,
  unit: 'day',
  days: [],
  monthly: 'day',
  until: null,
  count: null,
  ...more,
});
const at = (more: { start: string; zone?: string; repeat: RepeatRule | null }) => ({
  zone: 'Europe/Berlin',
  minutes: 60,
  ...more,
});
const range = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) });
const shown = (times: ReturnType<typeof at>, within: { from: number; to: number }) =>
  expand(times, [], within).map(({ startsAt }) => new Date(startsAt).toISOString().slice(0, 16));

test('a meeting stays at the hour of its zone when daylight saving begins and ends', () => {
  const weekly = at({ start: '2026-03-23T09:00', repeat: rule({ unit: 'week', days: ['MO'] }) });
  expect(shown(weekly, range('2026-03-20T00:00Z', '2026-04-10T00:00Z'))).toEqual([
    '2026-03-23T08:00',
    '2026-03-30T07:00',
    '2026-04-06T07:00',
  ]);
  const autumn = at({ start: '2026-10-24T09:00', zone: 'America/New_York', repeat: rule({ unit: 'week', days: ['SA'] }) });
  expect(shown(autumn, range('2026-10-20T00:00Z', '2026-11-10T00:00Z'))).toEqual([
    '2026-10-24T13:00',
    '2026-10-31T13:00',
    '2026-11-07T14:00',
  ]);
});

test('an hour that does not exist moves forward on that day alone, and of one that comes twice the first is meant', () => {
  const nightly = at({ start: '2026-03-28T02:30', repeat: rule({}) });
  const dates = expand(nightly, [], range('2026-03-27T00:00Z', '2026-03-30T12:00Z'));
  expect(dates.map(({ recurrence, startsAt }) => [recurrence, wallOf(startsAt, nightly.zone)])).toEqual([
    ['2026-03-28T02:30', '2026-03-28T02:30'],
    ['2026-03-29T02:30', '2026-03-29T03:30'],
    ['2026-03-30T02:30', '2026-03-30T02:30'],
  ]);
  expect(instantOf('2026-10-25T02:30', 'Europe/Berlin')).toBe(Date.parse('2026-10-25T00:30Z'));
  // half an hour, at midnight
  expect(wallOf(instantOf('2026-10-04T02:10', 'Australia/Lord_Howe'), 'Australia/Lord_Howe')).toBe('2026-10-04T02:40');
});

test('months without the day are left out, and the fifth weekday is the last one', () => {
  const monthly = at({ start: '2026-01-31T10:00', repeat: rule({ unit: 'month' }) });
  expect(wallsBetween(monthly, monthly.start, '2026-06-30T00:00').map((one) => one.slice(5, 10))).toEqual([
    '01-31',
    '03-31',
    '05-31',
  ]);
  const last = at({ start: '2026-01-29T10:00', repeat: rule({ unit: 'month', monthly: 'weekday' }) });
  expect(wallsBetween(last, last.start, '2026-04-30T23:00').map((one) => one.slice(5, 10))).toEqual([
    '01-29',
    '02-26',
    '03-26',
    '04-30',
  ]);
  const leap = at({ start: '2028-02-29T10:00', repeat: rule({ unit: 'year' }) });
  expect(wallsBetween(leap, leap.start, '2036-12-31T00:00').map((one) => one.slice(0, 10))).toEqual([
    '2028-02-29',
    '2032-02-29',
    '2036-02-29',
  ]);
});

test('a rule ends with its last day or its number, or not at all', () => {
  const days = at({
    start: '2026-11-30T09:00',
    repeat: rule({ unit: 'week', every: 2, days: ['MO', 'WE'], until: '2026-12-30' }),
  });
  expect([countOf(days), lastOf(days)]).toEqual([6, '2026-12-30T09:00']);
  expect([
    countOf(at({ start: '2026-11-30T09:00', repeat: rule({ count: 10 }) })),
    lastOf(at({ start: '2026-11-30T09:00', repeat: rule({ count: 10 }) })),
  ]).toEqual([10, '2026-12-09T09:00']);
  expect([
    countOf(at({ start: '2026-11-30T09:00', repeat: rule({}) })),
    lastOf(at({ start: '2026-11-30T09:00', repeat: rule({}) })),
  ]).toEqual([null, null]);
  expect(lastOf(at({ start: '2026-11-30T09:00', repeat: rule({ until: '2026-11-01' }) }))).toBeUndefined();
  // Saturday is none of its days
  expect(startOn(at({ start: '2026-11-28T09:00', repeat: rule({ unit: 'week', days: ['TU'] }) }))).toBe('2026-12-01T09:00');
});

const seriesOf = (more: Partial<SeriesRow>): SeriesRow => ({
  ...{
    id: '0190',
    accountId: 'a',
    roomId: 'r',
    title: 'Maths; with, commas\\',
    description: 'Bring\nbooks',
    zone: 'Europe/Berlin',
  },
  ...{
    start: '2026-03-23T09:00',
    minutes: 45,
    repeat: rule({ unit: 'week', days: ['MO'], count: 6 }),
    lobbyMinutes: 10,
    reminderMinutes: 30,
  },
  ...{ sourceUid: null, uid: '0190@meet.example', sequence: 3, version: 4, organizerId: null, endsAt: null, cancelledAt: null },
  ...{ expandedTo: new Date(), createdAt: new Date(), updatedAt: new Date() },
  ...more,
});
const exception = (more: Partial<ExceptionRow> & { recurrence: string }): ExceptionRow => ({
  ...{
    meetingId: '0190',
    accountId: 'a',
    roomId: 'r',
    cancelled: false,
    title: null,
    description: null,
    start: null,
    minutes: null,
  },
  ...more,
});
const fileOf = (
  series: SeriesRow,
  exceptions: ExceptionRow[],
  about: { method: 'REQUEST' | 'CANCEL'; recurrence: string | null },
) =>
  invitationFile({
    ...{ series, exceptions, about, url: 'https://meet.example/m/maths', at: Date.UTC(2026, 2, 1) },
    organizer: { name: 'Olga "the" Host', email: 'reply+abc@meet.example' },
    attendee: { email: 'ana@school.example', answer: 'none' },
    words: { titleOf: (title: string) => title, description: series.description },
  });

test('an invitation says to two other parsers what our own dates say', () => {
  const exceptions = [
    exception({ recurrence: '2026-04-06T09:00', cancelled: true }),
    exception({ recurrence: '2026-04-13T09:00', start: '2026-04-14T11:00', minutes: 90 }),
  ];
  const series = seriesOf({});
  const file = fileOf(series, exceptions, { method: 'REQUEST', recurrence: null });
  const ours = expand(series, exceptions, range('2026-03-01T00:00Z', '2026-06-01T00:00Z')).map(({ startsAt }) => startsAt);
  expect(ours).toHaveLength(5);

  // Mozilla's, reading nothing but the zone that the file brings along
  const calendar = ICAL.Component.fromString(file);
  expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST');
  const zone = calendar.getFirstSubcomponent('vtimezone');
  if (zone !== null) ICAL.TimezoneService.register(new ICAL.Timezone(zone), 'Europe/Berlin');
  const [master, ...changed] = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  if (master === undefined) throw new Error('no event');
  for (const one of changed) master.relateException(one);
  expect([master.uid, master.sequence, master.summary, changed.length]).toEqual([
    '0190@meet.example',
    3,
    'Maths; with, commas\\',
    1,
  ]);
  const theirs: number[] = [];
  const walk = master.iterator();
  for (let next = walk.next(); next; next = walk.next())
    theirs.push(master.getOccurrenceDetails(next).startDate.toJSDate().getTime());
  expect(theirs).toEqual(ours);
  ICAL.TimezoneService.reset();

  const read = Object.values(ical.sync.parseICS(file)).find((one) => one?.type === 'VEVENT');
  if (read?.type !== 'VEVENT') throw new Error('no event');
  expect([read.uid, String(read.sequence), read.start.getTime()]).toEqual([
    '0190@meet.example',
    '3',
    Date.parse('2026-03-23T08:00Z'),
  ]);
  expect(Object.values(read.recurrences ?? {})).toContainEqual(expect.objectContaining({ start: new Date('2026-04-14T09:00Z') }));
  expect(file.split('\r\n').every((one) => Buffer.byteLength(one) <= 75)).toBe(true);
});

test('one date is cancelled by its own number, under the same UID', () => {
  const own = exception({ recurrence: '2026-04-06T09:00', cancelled: true });
  const file = fileOf(seriesOf({}), [own], { method: 'CANCEL', recurrence: own.recurrence });
  const event = ICAL.Component.fromString(file).getFirstSubcomponent('vevent');
  expect(ICAL.Component.fromString(file).getFirstPropertyValue('method')).toBe('CANCEL');
  expect(event?.getFirstPropertyValue('status')).toBe('CANCELLED');
  expect(String(event?.getFirstPropertyValue('recurrence-id'))).toBe('2026-04-06T09:00:00');
  expect(event?.getFirstProperty('rrule')).toBeNull();
});

test('the end of a rule is written in UTC, and a zone with each of its changes', () => {
  expect(ruleOf(seriesOf({ repeat: rule({ unit: 'week', days: ['WE', 'MO'], until: '2026-12-02' }) }))).toBe(
    'FREQ=WEEKLY;INTERVAL=1;BYDAY=MO,WE;WKST=MO;UNTIL=20261202T225900Z',
  );
  const zone = vtimezone('America/New_York', Date.UTC(2026, 0, 1));
  expect(zone).toContain('BEGIN:DAYLIGHT\r\nDTSTART:20260308T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400');
  expect(zone).toContain('BEGIN:STANDARD\r\nDTSTART:20261101T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500');
  expect(vtimezone('Asia/Kolkata', Date.UTC(2026, 0, 1)).match(/BEGIN:/g)).toHaveLength(2);
});
