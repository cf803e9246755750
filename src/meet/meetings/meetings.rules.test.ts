import { expect, test } from 'vitest';
import {
  endReasons,
  type EntryFacts,
  entryOf,
  type LastSeen,
  mayWake,
  meetingRights,
  minutesBetween,
  toldReason,
  whyEnded,
} from './meetings.rules.ts';

const facts = (over: Partial<EntryFacts>): EntryFacts => ({
  role: 'stranger',
  signedIn: 'no',
  signInRequired: false,
  organisationOnly: false,
  viewerCode: null,
  moderatorCode: null,
  code: null,
  invited: 'no',
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
  ['an invited guest needs no code', { viewerCode: 'aaaaaa', invited: 'yes' }, { as: 'viewer', guest: 'guest' }],
  [
    'an invited guest may still use the moderator code',
    { viewerCode: 'aaaaaa', moderatorCode: 'mmmmmm', code: 'mmmmmm', invited: 'yes' },
    { as: 'moderator', guest: 'known' },
  ],
  ['a wrong code of an invited guest', { viewerCode: 'aaaaaa', code: 'bbbbbb', invited: 'yes' }, 'wrong_code'],
  ['an invitation does not replace signing in', { signInRequired: true, invited: 'yes' }, 'sign_in_required'],
  ['a wrong code', { viewerCode: 'aaaaaa', code: 'bbbbbb' }, 'wrong_code'],
  ['a wrong moderator code where none is needed', { moderatorCode: 'mmmmmm', code: 'bbbbbb' }, 'wrong_code'],
  ['a wrong code of a participant', { role: 'participant', moderatorCode: 'mmmmmm', code: 'bbbbbb' }, 'wrong_code'],
  ['a code where the room has none', { code: 'bbbbbb' }, { as: 'viewer', guest: 'guest' }],
  ['the right code', { viewerCode: 'aaaaaa', code: 'aaaaaa' }, { as: 'viewer', guest: 'guest' }],
  ['the moderator code', { viewerCode: 'aaaaaa', moderatorCode: 'mmmmmm', code: 'mmmmmm' }, { as: 'moderator', guest: 'known' }],
  ['sign-in comes before the code', { signInRequired: true, moderatorCode: 'mmmmmm', code: 'mmmmmm' }, 'sign_in_required'],
  ['nobody signed in, for an organisation alone', { organisationOnly: true }, 'sign_in_required'],
  ['somebody of another organisation', { organisationOnly: true, signedIn: 'yes' }, 'organisation_required'],
  [
    'the moderator code from another organisation',
    { organisationOnly: true, signedIn: 'yes', moderatorCode: 'mmmmmm', code: 'mmmmmm' },
    'organisation_required',
  ],
  [
    'a colleague, for the organisation alone',
    { organisationOnly: true, role: 'colleague', signedIn: 'yes' },
    { as: 'viewer', guest: 'known' },
  ],
  [
    'who has a part in the room',
    { organisationOnly: true, role: 'participant', signedIn: 'yes' },
    { as: 'viewer', guest: 'known' },
  ],
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

const now = 10_000_000;
const ended = (over: Partial<LastSeen>, heard: 'reported' | 'missing') =>
  whyEnded({ people: 0, total: 3, began: now - 600_000, seenAt: now - 3_000, maxMinutes: null, ...over }, { heard, now });

test.each<[string, Partial<LastSeen>, [reported: string, missing: string]]>([
  ['people were in', { people: 2 }, ['host', 'server_lost']],
  ['people were in, but that was long ago', { people: 2, seenAt: now - 60_000 }, ['server', 'server_lost']],
  ['the room was empty', {}, ['everyone_left', 'everyone_left']],
  ['nobody ever came', { total: 0 }, ['never_joined', 'never_joined']],
  ['it was shorter than two polls', { total: 0, began: now - 2_000, seenAt: null }, ['host', 'never_joined']],
  ['it lasted as long as it may', { people: 2, maxMinutes: 10 }, ['time_up', 'time_up']],
  ['it was shorter than it may', { people: 2, maxMinutes: 11 }, ['host', 'server_lost']],
])('when %s, the reason of the end', (_when, seen, reasons) => {
  expect([ended(seen, 'reported'), ended(seen, 'missing')]).toEqual(reasons);
});

test('a reason that a server tells is taken only in words we know', () => {
  expect(
    ['ended-by-moderator', 'duration', 'everybody-left', 'nobody-came', 'no-moderator', 'engine-stopped'].map(toldReason),
  ).toEqual(['host', 'time_up', 'everyone_left', 'never_joined', 'no_moderator', 'server_lost']);
  for (const word of [undefined, '', 'ended-by-api', 'toString', '__proto__', 'host']) expect(toldReason(word)).toBeNull();
  expect(new Set(endReasons).size).toBe(endReasons.length);
});
