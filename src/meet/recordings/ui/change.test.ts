import { expect, test } from 'vitest';
import { changesOf, differencesOf, type RecordingDraft, takenOver } from './change.hook.ts';

const first: RecordingDraft = { name: 'Lesson', visibility: 'account', protect: false, keep: 'forever', day: '' };
const free = { zone: 'UTC', latest: null };

test('only what was touched is sent', () => {
  expect(changesOf(first, { ...first, name: ' Lesson ' }, free)).toEqual({});
  expect(changesOf(first, { ...first, name: 'Other', protect: true }, free)).toEqual({ name: 'Other', protect: true });
  expect(changesOf({ ...first, keep: 'until', day: '2026-01-05' }, first, free)).toEqual({ keepUntil: null });
});

test('a chosen day is kept to its end, or as long as the plan allows on that day', () => {
  const until: RecordingDraft = { ...first, keep: 'until', day: '2026-01-05' };
  expect(changesOf(first, until, free)).toEqual({ keepUntil: Date.parse('2026-01-05T23:59:59Z') });
  const latest = Date.parse('2026-01-05T10:00:00Z');
  expect(changesOf(first, until, { zone: 'UTC', latest })).toEqual({ keepUntil: latest });
});

test('differences of two states are told by field', () => {
  const a = { name: 'A', visibility: 'link', protect: false, keepUntil: null } as const;
  expect(differencesOf(a, a)).toEqual([]);
  expect(differencesOf(a, { ...a, name: 'B', keepUntil: 5 })).toEqual(['name', 'keepUntil']);
});

test('after somebody else saved, what was typed stays and the rest is what they saved', () => {
  const typed: RecordingDraft = { ...first, name: 'Mine' };
  const saved: RecordingDraft = { name: 'Theirs', visibility: 'link', protect: true, keep: 'until', day: '2026-01-05' };
  const merged = takenOver(first, typed, saved);
  expect(merged).toEqual({ ...saved, name: 'Mine' });
  expect(changesOf(saved, merged, free)).toEqual({ name: 'Mine' });
  expect(takenOver(first, { ...first, keep: 'until', day: '2027-01-01' }, saved)).toMatchObject({ day: '2027-01-01' });
});
