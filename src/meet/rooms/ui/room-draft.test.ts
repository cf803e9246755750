import { expect, test } from 'vitest';
import { standardOptions } from '../rooms.rules.ts';
import { problemsOf } from '#kit/ui/form/field-errors.ts';
import { bodyOf, changedOf, changesOf, draftOf, draftTrouble, emptyDraft, likes, newEntryCode } from './room-draft.hook.ts';
import { draftSchema } from './room-fields.hook.ts';
import { newRoom } from '../room-fields.contract.ts';

const named = { ...emptyDraft, name: 'Physics' };
const codesOf = (draft: object) =>
  Object.fromEntries(Object.entries(problemsOf(draftSchema, { ...draft })).map(([field, { code }]) => [field, code]));

test('an empty form asks for the name alone', () => {
  expect(codesOf(emptyDraft)).toEqual({ name: 'required' });
  expect(codesOf(named)).toEqual({});
});

test('numbers are typed as text: empty is no limit, a word is no number, too little is told', () => {
  expect(bodyOf(named)).toMatchObject({ maxPeople: null, maxMinutes: null });
  expect(bodyOf({ ...named, maxPeople: ' 30 ' })).toMatchObject({ maxPeople: 30 });
  expect(codesOf({ ...named, maxPeople: 'many', maxMinutes: '2' })).toEqual({ maxPeople: 'number', maxMinutes: 'too_small' });
});

test('an open room has no access code, whatever stands in the hidden field', () => {
  expect(bodyOf({ ...named, entry: 'open', viewerCode: '418207' })).toMatchObject({ lobby: false, viewerCode: null });
  expect(bodyOf({ ...named, entry: 'lobby', viewerCode: '418207' })).toMatchObject({ lobby: true, viewerCode: '418207' });
});

test('a code is asked for where only a code lets in, and both codes differ', () => {
  expect(draftTrouble({ ...named, entry: 'code' }, 'new')).toEqual({ viewerCode: 'code_missing' });
  expect(draftTrouble({ ...named, entry: 'code', viewerCode: '418207', moderatorCode: '418207 ' }, 'new')).toEqual({
    moderatorCode: 'codes_same',
  });
});

test('tags are words between commas, each once', () => {
  expect(bodyOf({ ...named, tags: ' Lab, physics,, LAB ' }).tags).toEqual(['Lab', 'physics']);
  expect(changesOf({ ...named, tags: 'Lab' }, ['tags'])).toEqual({ tags: ['Lab'] });
  expect(draftTrouble({ ...named, tags: `Lab, ${'x'.repeat(41)}` }, 'new')).toEqual({ tags: 'tag_length' });
  const many = Array.from({ length: 21 }, (_none, at) => `t${at}`).join(',');
  expect(draftTrouble({ ...named, tags: many }, 'new')).toEqual({ tags: 'tag_many' });
});

test('a link may be left out for a new room only', () => {
  expect(draftTrouble(named, 'new')).toEqual({});
  expect(draftTrouble(named, 'kept')).toEqual({ slug: 'required' });
  expect(draftTrouble({ ...named, slug: 'Two  words' }, 'new')).toEqual({ slug: 'slug_letters' });
});

test('only what was changed is sent, so that another person’s changes stay', () => {
  const first = { ...named, slug: 'physics', welcome: 'Hello' };
  const values = { ...first, entry: 'code' as const, viewerCode: '418207', maxPeople: '12' };
  expect(changesOf(values, changedOf(first, values))).toEqual({ lobby: false, viewerCode: '418207', maxPeople: 12 });
});

test('a room goes into the form and back unchanged', () => {
  const room = {
    name: 'Physics',
    slug: 'physics',
    welcome: '',
    lobby: false,
    viewerCode: '418207',
    moderatorCode: null,
    anyoneCanStart: true,
    signInRequired: false,
    muteOnStart: true,
    record: false,
    maxPeople: 30,
    maxMinutes: null,
    tags: ['Physics', 'Grade 9'],
  };
  const options = { ...standardOptions, lockMic: true };
  expect(bodyOf(draftOf({ ...room, options }))).toEqual({ ...room, options });
});

test('every setting to begin with makes a room that the contract takes', () => {
  for (const like of Object.values(likes)) expect(newRoom.safeParse(bodyOf({ ...named, ...like })).success).toBe(true);
});

test('a code that was made is long enough', () => {
  expect(newEntryCode()).toMatch(/^\d{6}$/);
});
