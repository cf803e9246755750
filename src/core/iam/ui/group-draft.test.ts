import { expect, test } from 'vitest';
import type { Statement } from '../statements.rules.ts';
import { groupDraftOf, statementsOfGroup } from './group-draft.hook.ts';

const groupOf = (statements: Statement[]) => ({ name: 'Biology', description: '', claim: null, statements, sets: [] });
const draft = {
  things: [
    { kind: 'room', id: 'a', role: 'start' },
    { kind: 'room', id: 'b', role: 'start' },
    { kind: 'room', id: 'c', role: 'lead' },
    { kind: 'recording', id: 'd', role: 'look' },
  ],
  actions: ['groups.view'],
  others: [],
} as const;

test('what the form says comes back as it was', () => {
  const said = { things: [...draft.things], actions: [...draft.actions], others: [] };
  const statements = statementsOfGroup(said);
  expect(statements.map(({ id, resources }) => [id, resources])).toEqual([
    ['room-start', ['room/a', 'room/b']],
    ['room-lead', ['room/c']],
    ['recording-look', ['recording/d']],
    ['areas', ['*']],
  ]);
  expect(groupDraftOf(groupOf(statements))).toMatchObject(said);
});

test('rules that the form has no field for stay, and their ids are not used twice', () => {
  const others: Statement[] = [
    { id: 'areas', effect: 'deny', actions: ['rooms.delete'], resources: ['*'] },
    { id: 'night', effect: 'allow', actions: ['rooms.view'], resources: ['room/a'], condition: { mfa: true } },
  ];
  const said = { things: [], actions: ['rooms.view'], others };
  const statements = statementsOfGroup(said);
  expect(new Set(statements.map(({ id }) => id)).size).toBe(statements.length);
  expect(groupDraftOf(groupOf(statements))).toMatchObject(said);
});

test('a room that is shared in two roles has the wider one', () => {
  const [look, lead] = [
    statementsOfGroup({ things: [{ kind: 'room', id: 'a', role: 'look' }], actions: [], others: [] }),
    statementsOfGroup({ things: [{ kind: 'room', id: 'a', role: 'lead' }], actions: [], others: [] }),
  ];
  expect(groupDraftOf(groupOf([...lead, ...look])).things).toEqual([{ kind: 'room', id: 'a', role: 'lead' }]);
});
