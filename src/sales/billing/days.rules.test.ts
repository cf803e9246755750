import { expect, test } from 'vitest';
import { daysLater } from './days.rules.ts';

test.each([
  ['into winter', 'Europe/Berlin', '2027-10-20T12:00:00Z', '2027-11-03T13:00:00Z'],
  ['into summer', 'America/New_York', '2027-03-01T12:00:00Z', '2027-03-15T11:00:00Z'],
  ['where clocks stay', 'UTC', '2027-10-20T12:00:00Z', '2027-11-03T12:00:00Z'],
  // half past two is skipped on that night, so it is half past three
  ['to a time that is skipped', 'Europe/Berlin', '2027-03-14T01:30:00Z', '2027-03-28T01:30:00Z'],
  // half past two comes twice
  ['to a time that comes twice', 'Europe/Berlin', '2027-10-17T00:30:00Z', '2027-10-31T00:30:00Z'],
])('a fortnight later it is the same time by the clocks: %s', (_what, zone, from, to) => {
  expect(new Date(daysLater(Date.parse(from), 14, zone)).toISOString()).toBe(to.replace('Z', '.000Z'));
});
