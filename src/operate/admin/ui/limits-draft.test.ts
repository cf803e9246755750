import { expect, test } from 'vitest';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { limitKeys, limitSwitches } from '../admin.rules.ts';
import { limitsDraftOf, limitsOf, limitsTrouble, NO_LIMIT } from './limits-draft.hook.ts';

const standard = { rooms: 100, people: 50, recordingAllowed: true };
test('an empty field follows the standard, no limit is null, and what was read is what is sent', () => {
  const limits = { rooms: 7, people: null, recordingAllowed: false };
  const draft = limitsDraftOf(limits, standard);
  expect([draft.rooms, draft.people, draft.meetingsAtOnce]).toEqual(['7', NO_LIMIT, '']);
  expect(limitsOf(draft, standard)).toEqual(limits);
  expect(limitsOf({ ...draft, rooms: ' ', recordingAllowed: true }, standard)).toEqual({ people: null });
});

test('the form has everything that an account can be given', () => {
  expect([...limitKeys, ...limitSwitches].sort()).toEqual(Object.keys(standardEntitlements).sort());
  const off = Object.fromEntries(limitSwitches.map((name) => [name, !standardEntitlements[name]]));
  expect(limitsOf(limitsDraftOf(off, standardEntitlements), standardEntitlements)).toEqual(off);
  expect(limitsOf(limitsDraftOf({}, standardEntitlements), standardEntitlements)).toEqual({});
});

test('only whole figures of a size that can be are taken', () => {
  const draft = limitsDraftOf({}, standard);
  expect(limitsTrouble({ ...draft, rooms: '12', people: NO_LIMIT })).toEqual({});
  for (const text of ['x', '-1', '1.5', '99999999', '1e3'])
    expect(limitsTrouble({ ...draft, rooms: text })).toEqual({ rooms: 'not_a_number' });
});
