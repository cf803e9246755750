import { expect, test } from 'vitest';
import type { MeetingItem } from '../meetings.contract.ts';
import { withSeen } from './meeting-subjects.hook.ts';

const named = (id: string, name: string) => ({ id, name, slug: id });
const meeting = (part: Partial<MeetingItem>): MeetingItem => ({
  id: 'm',
  name: 'Mathematics',
  room: null,
  account: null,
  server: null,
  state: 'ended',
  startedBy: null,
  createdAt: 0,
  startedAt: null,
  endedAt: null,
  endReason: null,
  people: 0,
  moderators: 0,
  peak: 0,
  total: 0,
  recording: false,
  rights: { join: false, end: false, attendance: false },
  ...part,
});
const none = { room: new Map(), server: new Map(), account: new Map() };

test('what pages named so far may be narrowed to, under its latest name', () => {
  const first = withSeen(none, [meeting({ room: named('r1', 'Old name'), server: named('s1', 'one') })]);
  const second = withSeen(first, [meeting({ room: named('r1', 'New name') }), meeting({ room: named('r2', 'Two') })]);
  expect([...second.room]).toEqual([
    ['r1', 'New name'],
    ['r2', 'Two'],
  ]);
  expect([...second.server]).toEqual([['s1', 'one']]);
  expect([...second.account]).toEqual([]);
});

test('nothing new is the same object, so that nothing is drawn again', () => {
  const seen = withSeen(none, [meeting({ room: named('r1', 'One') })]);
  expect(withSeen(seen, [meeting({ room: named('r1', 'One') })])).toBe(seen);
  expect(withSeen(none, [meeting({})])).toBe(none);
});
