import { expect, test } from 'vitest';
import {
  builtInNumber,
  inMaintenance,
  isAsked,
  leadsOn,
  mayManageServers,
  serverStates,
  withoutGroups,
} from './servers.rules.ts';

test('each action begins at its own states, and nothing leads out of retired', () => {
  const from = (action: Parameters<typeof leadsOn>[0]) => serverStates.filter((state) => leadsOn(action, state));
  expect(from('enable')).toEqual(['draining', 'disabled']);
  expect(from('drain')).toEqual(['enabled']);
  expect(from('disable')).toEqual(['enabled', 'draining']);
  expect(from('retire')).toEqual(['disabled']);
});

test('servers that take part are asked, and new ones until they answer', () => {
  const asked = serverStates.filter((state) => isAsked({ state, stateReason: 'by_hand' }));
  expect(asked).toEqual(['enabled', 'draining']);
  expect(isAsked({ state: 'disabled', stateReason: 'new' })).toBe(true);
});

test('a maintenance window holds from its beginning to just before its end', () => {
  const windows = [{ from: 10, to: 20 }];
  expect([9, 10, 19, 20].map((at) => inMaintenance(windows, at))).toEqual([false, true, true, false]);
});

test('the pool is for those of the operator who may, and for the program itself', () => {
  const scope = ['servers.manage'];
  expect(mayManageServers({ kind: 'system' })).toBe(true);
  expect(mayManageServers({ kind: 'user', accountKind: 'operator', scope })).toBe(true);
  expect(mayManageServers({ kind: 'user', accountKind: 'operator', scope: [] })).toBe(false);
  expect(mayManageServers({ kind: 'user', accountKind: 'vendor', scope })).toBe(false);
  expect(mayManageServers({ kind: 'nobody' })).toBe(false);
});

test('only the engines of this installation have a name of their own for people', () => {
  expect(['engine', 'engine-2', 'engine-x', 'my-engine', 'bbb-1'].map(builtInNumber)).toEqual([1, 2, null, null, null]);
});

test('people of groups are counted once, and those of breakout rooms that programs make are counted too', () => {
  const meeting = (internalMeetingID: string, parentMeetingID: string, ...people: string[]) => ({
    ...{ internalMeetingID, parentMeetingID },
    attendees: people.map((userID) => ({ userID })),
  });
  const meetings = [
    meeting('main', '', 'a', 'b', 'c'),
    meeting('group-1', 'main', 'a'),
    meeting('group-2', 'main'),
    meeting('program', 'main', 'b', 'd'),
    meeting('orphan', 'gone', 'e'),
  ];
  expect(withoutGroups(meetings).map(({ internalMeetingID }) => internalMeetingID)).toEqual(['main', 'program', 'orphan']);
});
