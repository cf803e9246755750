import { expect, test } from 'vitest';
import { type EntryFacts, entryOf, mayWake, meetingRights, minutesBetween } from './meetings.rules.ts';

const facts = (over: Partial<EntryFacts>): EntryFacts => ({
  role: 'stranger',
  signedIn: 'no',
  signInRequired: false,
  viewerCode: null,
  moderatorCode: null,
  code: null,
  same: (a, b) => a === b,
  ...over,
});

test.each<[string, Partial<EntryFacts>, unknown]>([
  ['an open room', {}, { as: 'viewer', guest: 'guest' }],
  ['a colleague', { role: 'colleague', signedIn: 'yes' }, { as: 'viewer', guest: 'known' }],
  ['a participant needs no code', { role: 'participant', viewerCode: 'aaaaaa' }, { as: 'viewer', guest: 'known' }],
  [
    'a participant may still use the moderator code',
    { role: 'participant', moderatorCode: 'mmmmmm', code: 'mmmmmm' },
    { as: 'moderator', guest: 'known' },
  ],
  ['an owner', { role: 'owner', viewerCode: 'aaaaaa', code: 'wrong1' }, { as: 'moderator', guest: 'known' }],
  ['no code', { viewerCode: 'aaaaaa' }, 'code_required'],
  ['a wrong code', { viewerCode: 'aaaaaa', code: 'bbbbbb' }, 'wrong_code'],
  ['a wrong moderator code where none is needed', { moderatorCode: 'mmmmmm', code: 'bbbbbb' }, 'wrong_code'],
  ['a wrong code of a participant', { role: 'participant', moderatorCode: 'mmmmmm', code: 'bbbbbb' }, 'wrong_code'],
  ['a code where the room has none', { code: 'bbbbbb' }, { as: 'viewer', guest: 'guest' }],
  ['the right code', { viewerCode: 'aaaaaa', code: 'aaaaaa' }, { as: 'viewer', guest: 'guest' }],
  ['the moderator code', { viewerCode: 'aaaaaa', moderatorCode: 'mmmmmm', code: 'mmmmmm' }, { as: 'moderator', guest: 'known' }],
  ['sign-in comes before the code', { signInRequired: true, moderatorCode: 'mmmmmm', code: 'mmmmmm' }, 'sign_in_required'],
  ['signed in', { signInRequired: true, signedIn: 'yes' }, { as: 'viewer', guest: 'guest' }],
])('%s', (_name, over, expected) => {
  expect(entryOf(facts(over))).toEqual(expected);
});

test('only moderators wake a room, unless anyone may', () => {
  expect(mayWake({ as: 'moderator', guest: 'known' }, { anyoneCanStart: false })).toBe(true);
  expect(mayWake({ as: 'viewer', guest: 'guest' }, { anyoneCanStart: false })).toBe(false);
  expect(mayWake({ as: 'viewer', guest: 'guest' }, { anyoneCanStart: true })).toBe(true);
});

test('an operator may end any meeting but joins none, and reads no attendance', () => {
  const scope = ['meetings.end', 'attendance.view', 'meetings.view'];
  expect(meetingRights({ role: 'operator', scope, state: 'live' })).toEqual({ join: false, end: true, attendance: false });
  expect(meetingRights({ role: 'owner', scope, state: 'ended' })).toEqual({ join: false, end: false, attendance: true });
  expect(meetingRights({ role: 'moderator', scope, state: 'live' })).toEqual({ join: true, end: true, attendance: false });
  expect(meetingRights({ role: 'moderator', scope: [], state: 'live' }).end).toBe(false);
});

test('minutes are rounded up and never negative', () => {
  expect([
    minutesBetween(0, 0),
    minutesBetween(0, 1),
    minutesBetween(0, 60_000),
    minutesBetween(0, 60_001),
    minutesBetween(5, 0),
  ]).toEqual([0, 1, 1, 2, 0]);
});
