import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { csvOf } from '#kit/csv.ts';
import { changedFields, draftStore, withDraft } from '#kit/ui/form/draft.ts';
import { problemsOf } from '#kit/ui/form/field-errors.ts';
import { csvOfList } from './csv.ts';
import { readListState, withListState } from './list-state.ts';
import { timeText } from '#kit/ui/time.tsx';

const shape = { filters: ['tag'], sort: '-used' } as const;

test('the state of a list stands in its address and comes back the same', () => {
  const next = withListState(new URLSearchParams(), shape, {
    q: 'math',
    sort: { by: 'name', dir: 'up' },
    filters: { tag: ['a', 'b'] },
  });
  expect(next.toString()).toBe('q=math&sort=name&tag=a%2Cb');
  expect(readListState(next, shape)).toMatchObject({ q: 'math', sort: { by: 'name', dir: 'up' }, filters: { tag: ['a', 'b'] } });
});

test('what is usual is left out, and a new question begins at the first page', () => {
  const next = withListState(new URLSearchParams('after=k&sort=name'), shape, { sort: { by: 'used', dir: 'down' } });
  expect(next.toString()).toBe('');
});

test('abuse row 10: a spreadsheet takes no cell for a formula', () => {
  expect(csvOf([['=1+1', 'a"b', '-5', '+49 30']])).toBe(`\ufeff'=1+1,"a""b",-5,'+49 30\r\n`);
  expect(csvOf([['@x', '\ttab', 'a,b', 'two\nlines']])).toBe(`\ufeff'@x,'\ttab,"a,b","two\nlines"\r\n`);
});

const wholeList = { ...readListState(new URLSearchParams('q=math&after=k7&tag=a'), shape) };
const columns = [
  { id: 'name', title: 'الاسم', cell: () => null, text: (row: string) => row },
  { id: 'picture', title: 'Picture', cell: () => null },
];

test('a list becomes one file from its first page on, with what narrows it and the headings of the reader', async () => {
  const asked: unknown[] = [];
  const pages = new Map([
    [null, { items: ['=cmd()', 'Algebra'], next: 'k1' }],
    ['k1', { items: [], next: 'k2' }],
    ['k2', { items: ['Geometry'], next: null }],
  ]);
  const page = async ({ after, q, filters }: typeof wholeList) => {
    asked.push([after, q, filters]);
    return pages.get(after) ?? { items: ['asked for a page that does not exist'], next: null };
  };
  expect(await csvOfList({ file: 'x.csv', page }, columns, wholeList)).toBe("\ufeffالاسم\r\n'=cmd()\r\nAlgebra\r\nGeometry\r\n");
  expect(asked).toEqual([null, 'k1', 'k2'].map((after) => [after, 'math', { tag: ['a'] }]));
});

test('a page that fails leaves no half of a file', async () => {
  const page = async ({ after }: typeof wholeList) => {
    if (after !== null) throw new Error('server gone');
    return { items: ['Algebra'], next: 'k1' };
  };
  await expect(csvOfList({ file: 'x.csv', page }, columns, wholeList)).rejects.toThrow('server gone');
});

test('a draft brings back only fields of the form, and of the same kind', () => {
  const kept = new Map<string, string>();
  const store = draftStore(
    { getItem: (k) => kept.get(k) ?? null, setItem: (k, v) => void kept.set(k, v), removeItem: (k) => void kept.delete(k) },
    'room',
  );
  store.write({ name: 'B', max: 'many', other: 1 });
  const initial = { name: 'A', max: 60 };
  const merged = withDraft(initial, store.read());
  expect(merged).toEqual({ name: 'B', max: 60 });
  expect(changedFields(initial, merged)).toEqual(['name']);
  kept.set('atrium.draft.room', '{broken');
  expect(store.read()).toBeNull();
});

test('the problems of a form have codes and the numbers for their words', () => {
  const fields = z.object({ name: z.string().check(z.minLength(3), z.maxLength(5)), mail: z.string().check(z.email()) });
  expect(problemsOf(fields, { name: 'ab', mail: 'x' })).toEqual({
    name: { code: 'too_short', values: { min: 3 } },
    mail: { code: 'email', values: {} },
  });
  expect(problemsOf(fields, { name: '', mail: 'a@b.example' })).toEqual({ name: { code: 'required', values: {} } });
});

test('near times are words, in the zone of the reader', () => {
  const now = Date.UTC(2026, 10, 17, 12);
  const reader = { locale: 'en-US', zone: 'Europe/Berlin', now } as const;
  expect(timeText(now - 1000, 'near', reader)).toBe('now');
  expect(timeText(Date.UTC(2026, 10, 17, 7), 'near', reader)).toBe('today, 08:00');
  expect(timeText(Date.UTC(2026, 10, 16, 22, 30), 'near', reader)).toBe('yesterday');
  expect(timeText(Date.UTC(2026, 10, 16, 23, 30), 'near', reader)).toBe('today, 00:30');
  expect(timeText(Date.UTC(2026, 10, 9, 12), 'near', reader)).toBe('Mon 9 Nov');
  expect(timeText('junk', 'near', reader)).toBe('–');
});
