import { expect, test } from 'vitest';
import { daysLater } from './days.rules.ts';

test.each([
  { what: 'into winter', zone: 'Europe/Berlin', from: '2027-10-20T12:00:00Z', to: '2027-11-03T13:00:00Z' },
  { what: 'into summer', zone: 'America/New_York', from: '2027-03-01T12:00:00Z', to: '2027-03-15T11:00:00Z' },
  { what: 'where clocks stay', zone: 'UTC', from: '2027-10-20T12:00:00Z', to: '2027-11-03T12:00:00Z' },
  // half past two is skipped on that night, so it is half past three
  { what: 'to a time that is skipped', zone: 'Europe/Berlin', from: '2027-03-14T01:30:00Z', to: '2027-03-28T01:30:00Z' },
  // half past two comes twice
  { what: 'to a time that comes twice', zone: 'Europe/Berlin', from: '2027-10-17T00:30:00Z', to: '2027-10-31T00:30:00Z' },
])('a fortnight later it is the same time by the clocks: $what', ({ zone, from, to }) => {
  expect(new Date(daysLater(Date.parse(from), 14, zone)).toISOString()).toBe(to.replace('Z', '.000Z'));
});
