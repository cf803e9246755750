import { describe, expect, test } from 'vitest';
import { localOf, msOf } from '#kit/ui/local-moment.ts';
import { windowsOf } from './maintenance-rows.hook.ts';
import { bodyOf, changesOf, draftTrouble, emptyDraft, wordsOf } from './server-draft.hook.ts';

const zone = 'Europe/Berlin';
const good = { ...emptyDraft, name: 'eu-1', url: 'bbb.example.org', secret: 's' };

describe('the form of a server', () => {
  test('a good draft has no trouble, and becomes what the contract takes', () => {
    expect(draftTrouble(good, { of: 'new', zone })).toEqual({});
    expect(bodyOf({ ...good, multiplier: '1,5', maxPeople: ' 400 ', tags: 'GPU, exams' }, zone)).toMatchObject({
      multiplier: 1.5,
      maxPeople: 400,
      maxMeetings: null,
      region: null,
      tags: ['gpu', 'exams'],
    });
  });

  test('a new server needs a secret, a known one keeps its own', () => {
    expect(draftTrouble({ ...good, secret: '' }, { of: 'new', zone })).toEqual({ secret: 'required' });
    expect(draftTrouble({ ...good, secret: '' }, { of: 'kept', zone })).toEqual({});
  });

  test('words, counts and weights that are none are told at their fields', () => {
    const draft = { ...good, tags: 'a/b', maxMeetings: '0', maxPeople: 'many', multiplier: '0' };
    expect(Object.keys(draftTrouble(draft, { of: 'new', zone })).sort()).toEqual([
      'maxMeetings',
      'maxPeople',
      'multiplier',
      'tags',
    ]);
  });

  test('only what was changed is sent', () => {
    const first = { ...good, secret: '', tags: 'a, b' };
    expect(changesOf({ first, draft: { ...first, tags: 'a,b', maxPeople: '50' }, zone })).toEqual({ maxPeople: 50 });
  });

  test('words may be separated as people do', () => {
    expect(wordsOf(' gpu,exams; GPU\nbig ')).toEqual(['gpu', 'exams', 'big']);
  });
});

describe('times of maintenance', () => {
  const at = Date.parse('2026-07-01T08:00:00Z');
  test('are written on the clock of the reader', () => {
    expect(localOf(at, zone)).toBe('2026-07-01T10:00');
    expect(msOf('2026-07-01T10:00', zone)).toBe(at);
  });

  test('are right on both sides of the change of the clock', () => {
    for (const moment of ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', '2026-10-25T02:30:00Z'].map(Date.parse))
      expect(msOf(localOf(moment, zone), zone)).toBe(moment);
  });

  test('one that ends before it begins, or has no end, is refused', () => {
    const row = { id: '1', from: '2026-07-01T10:00', to: '2026-07-01T09:00', note: '' };
    expect(windowsOf([row], zone)).toBeNull();
    expect(windowsOf([{ ...row, to: '' }], zone)).toBeNull();
    expect(windowsOf([{ ...row, to: '2026-07-01T12:00' }], zone)).toHaveLength(1);
  });
});
