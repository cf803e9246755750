import { describe, expect, test } from 'vitest';
import type { Statement } from '../statements.rules.ts';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { freeId } from '../statements.rules.ts';
import { draftOf, statementOf, statementTrouble } from './set-statement-draft.hook.ts';

const zone = 'Europe/Berlin';
const room = '0190f3a2-7b1c-7d2e-8f30-4a5b6c7d8e9f';
const back = (one: Statement) => statementOf(draftOf(one, zone), { id: one.id, zone });

describe('a statement and its form', () => {
  test.each([
    { id: 'a', effect: 'allow', actions: ['*'], resources: ['*'] },
    { id: 'b', effect: 'deny', actions: ['rooms.delete'], resources: ['self'] },
    {
      id: 'c',
      effect: 'allow',
      actions: ['rooms.*', 'recordings.view'],
      resources: [`room/${room}`, `recording/${room}`, 'self'],
    },
    {
      id: 'd',
      effect: 'allow',
      actions: ['rooms.start'],
      resources: ['*'],
      condition: {
        mfa: true,
        ip: ['192.0.2.0/24', '2001:db8::/32'],
        time: { days: [1, 3], from: '22:00', to: '02:00', zone: 'Asia/Tokyo' },
        expires: Date.UTC(2027, 2, 28, 1, 30),
      },
    },
  ] satisfies Statement[])('come out as they went in: $id', (one) => {
    expect(back(one)).toEqual(one);
  });

  test('what is about no single thing goes where not everything is reached', () => {
    const draft = {
      ...draftOf(null, zone),
      actions: ['rooms.view', 'rooms.create', 'api.view', 'webhooks.*', 'meetings.*'],
      scope: 'own' as const,
    };
    expect(statementOf(draft, { id: 'x', zone }).actions).toEqual(['rooms.view', 'meetings.*']);
  });

  test('an hour that clocks skip or repeat is still a moment', () => {
    for (const at of [Date.UTC(2026, 2, 29, 0, 30), Date.UTC(2026, 2, 29, 1, 30), Date.UTC(2026, 9, 25, 3, 0)])
      expect(msOf(localOf(at, zone), zone)).toBe(at);
    expect(msOf('', zone)).toBeNull();
  });

  test('says what is wrong', () => {
    const now = Date.UTC(2026, 5, 1);
    const empty = { ...draftOf(null, zone), scope: 'some' as const };
    expect(statementTrouble(empty, { zone, now })).toEqual({ actions: 'no_actions', rooms: 'no_rooms' });
    const odd = {
      ...draftOf(null, zone),
      actions: ['*'],
      ranges: 'here',
      when: 'weekly' as const,
      days: [],
      ends: '2026-01-01T10:00',
    };
    expect(statementTrouble(odd, { zone, now })).toEqual({ ranges: 'not_a_range', days: 'no_days', ends: 'in_the_past' });
  });

  test('a new id is one that nobody has', () => {
    const [one] = [{ id: 's1', effect: 'allow' as const, actions: ['*'], resources: ['*'] }];
    expect(freeId([])).toBe('s1');
    expect(freeId([one])).toBe('s2');
  });
});
