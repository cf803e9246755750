import { expect, test } from 'vitest';
import type { SecretItem } from '../endpoint.contract.ts';
import { emptySecret, fieldsOf, secretDraftOf, secretTrouble } from './secret-draft.hook.ts';
import { readingCalls, secretRows, works } from './secret-rows.hook.ts';

const secret = (id: string, more: Partial<SecretItem> = {}): SecretItem => ({
  id,
  name: id,
  hint: 'abcd',
  calls: null,
  ranges: null,
  callsPerMinute: null,
  bodyHash: false,
  hashes: null,
  meetingsAtOnce: null,
  peoplePerMeeting: null,
  state: 'active',
  endsAt: null,
  replaces: null,
  createdAt: 0,
  lastUsedAt: null,
  lastAddress: null,
  ...more,
});

test('what a rotation replaced stands under its successor, through several rotations', () => {
  const rows = secretRows([
    secret('c', { replaces: 'b' }),
    secret('x'),
    secret('b', { replaces: 'a', state: 'ending', endsAt: 5 }),
    secret('a', { state: 'ended', endsAt: 1 }),
  ]);
  expect(rows.map((row) => [row.secret.id, row.older.map((one) => one.id)])).toEqual([
    ['c', ['b', 'a']],
    ['x', []],
  ]);
});

test('one whose successor was ended stands for itself', () => {
  const rows = secretRows([secret('a', { state: 'ending', endsAt: 5 })]);
  expect(rows.map((row) => row.secret.id)).toEqual(['a']);
  expect(works(secret('a', { state: 'ending' }))).toBe(true);
  expect(works(secret('a', { state: 'ended' }))).toBe(false);
});

test('reading calls change nothing', () => {
  expect(readingCalls).toContain('getMeetings');
  expect(readingCalls).not.toContain('create');
  expect(readingCalls).not.toContain('join');
});

test('the form says what is wrong before anything is sent', () => {
  expect(secretTrouble(emptySecret)).toEqual({ name: 'required' });
  const draft = { ...emptySecret, name: 'Moodle' };
  expect(secretTrouble(draft)).toEqual({});
  expect(secretTrouble({ ...draft, which: 'some' })).toEqual({ calls: 'no_calls' });
  expect(secretTrouble({ ...draft, ranges: '10.0.0.0/8\n10.0.0.1/8' })).toEqual({ ranges: 'bad_range' });
  for (const perMinute of ['0', '1.5', 'many', '100001'])
    expect(secretTrouble({ ...draft, perMinute })).toEqual({ perMinute: 'not_a_number' });
  expect(secretTrouble({ ...draft, perMinute: '100000' })).toEqual({});
});

test('what a secret may is kept on the way through the form', () => {
  const rules = {
    callsPerMinute: 60,
    bodyHash: true,
    hashes: ['sha256', 'sha512'],
    meetingsAtOnce: 3,
    peoplePerMeeting: 25,
  } as const;
  const kept = secret('a', { calls: ['create', 'join'], ranges: ['10.0.0.0/8', '::1'], ...rules, hashes: [...rules.hashes] });
  expect(fieldsOf(secretDraftOf(kept))).toEqual({
    name: 'a',
    calls: ['create', 'join'],
    ranges: ['10.0.0.0/8', '::1'],
    ...rules,
  });
  expect(fieldsOf({ ...emptySecret, name: ' a ', ranges: ' \n' })).toEqual({
    name: 'a',
    calls: null,
    ranges: null,
    callsPerMinute: null,
    bodyHash: false,
    hashes: null,
    meetingsAtOnce: null,
    peoplePerMeeting: null,
  });
  expect(secretTrouble({ ...emptySecret, name: 'a', hashes: [], meetings: '0', people: '1.5' })).toEqual({
    hashes: 'no_hashes',
    meetings: 'not_a_number',
    people: 'not_a_number',
  });
});
