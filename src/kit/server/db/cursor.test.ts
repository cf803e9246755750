import { sql } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import {
  cursorId,
  cursorOf,
  cursorTime,
  idCursor,
  pageById,
  requirePosition,
  rowsAfter,
  textKeyCursor,
  timeCursor,
  timeKeyCursor,
} from './cursor.ts';
import { openDatabases } from './db.ts';
import { cloneDatabase } from './template.ts';

const id = '01890000-0000-7000-8000-000000000000';
const textOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a position comes back as it was, with nothing of the row but its parts', () => {
  const row = { at: new Date(1_700_000_000_123), id, secret: 'x' };
  const text = timeCursor.write(row);
  expect(text).toMatch(/^[\w-]+$/);
  expect(Buffer.from(text, 'base64url').toString()).not.toContain('secret');
  expect(timeCursor.read(text)).toEqual({ at: row.at, id });
  expect(textKeyCursor.read(textKeyCursor.write({ key: 'Élan "東京"', id }))).toEqual({ key: 'Élan "東京"', id });
  const ranked = cursorOf(z.object({ rank: z.int(), at: cursorTime, id: cursorId }));
  expect(ranked.read(ranked.write({ rank: 2, at: new Date(0), id }))).toEqual({ rank: 2, at: new Date(0), id });
});

test.each([
  'nonsense',
  '',
  textOf(null),
  textOf('not an id'),
  textOf({ at: 'tomorrow', id }),
  textOf({ at: 9e15, id }),
  textOf({ at: 1, id: 'x' }),
  idCursor.write(id),
])('%s is no cursor of a list by time', (text) => {
  expect(timeCursor.read(text)).toBeNull();
  expect(() => requirePosition(timeCursor, text)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
  expect(() => requirePosition(timeCursor, text, () => new Failure('bad_cursor'))).toThrow(
    expect.objectContaining({ code: 'bad_cursor' }),
  );
});

test('a list without a cursor begins at its start; PostgreSQL is given no NUL and no time that is none', () => {
  expect(requirePosition(idCursor, undefined)).toBeNull();
  expect(textKeyCursor.read(textOf({ key: 'a\0b', id }))).toBeNull();
  expect(timeKeyCursor.read(textOf({ key: '1', id }))).toBeNull();
  expect(timeKeyCursor.read(textOf({ key: '2026-11-30T15:00:00.123456Z', id }))).not.toBeNull();
});

test('the row more than a page has says whether there is a next one', () => {
  const rows = [{ id }, { id: id.replace(/0$/, '1') }];
  expect(pageById(rows, 2)).toEqual({ shown: rows, next: null });
  expect(pageById(rows, 1)).toEqual({ shown: rows.slice(0, 1), next: idCursor.write(id) });
  expect(pageById([], 1)).toEqual({ shown: [], next: null });
});

test('pages of each order meet every row once, in the order of the database', async () => {
  const { url, drop } = await cloneDatabase(inject('databaseUrl'), null);
  const databases = openDatabases({ appUrl: url, systemUrl: url, max: 1, onError: () => undefined });
  onTestFinished(async () => {
    await databases.close();
    await drop();
  });
  const { read } = databases.system;
  type SortedRow = { a: number; at: Date; id: string };
  const lines = Array.from({ length: 24 }, (_, n) => {
    const at = new Date(1_700_000_000_000 + (n % 3)).toISOString();
    return sql`(${n % 2}::int, ${at}::timestamptz, ${`${id.slice(0, -2)}${String(10 + n)}`}::uuid)`;
  });
  const from = sql`(values ${sql.join(lines, sql`, `)}) t (a, at, id)`;
  const directions = ['asc', 'desc'] as const;
  const orders = directions.flatMap((a) => directions.flatMap((at) => directions.map((last) => ({ a, at, last }))));
  for (const { a, at, last } of orders) {
    const order = sql.raw(`order by a ${a}, at ${at}, id ${last}`);
    const all = await read.execute<SortedRow>(sql`select a, at, id from ${from} ${order}`);
    const met: SortedRow[] = [];
    for (;;) {
      const seen = met.at(-1);
      const further =
        seen === undefined
          ? sql`true`
          : rowsAfter([sql`a`, seen.a, a], [sql`at`, new Date(seen.at), at], [sql`id`, seen.id, last]);
      const { rows } = await read.execute<SortedRow>(sql`select a, at, id from ${from} where ${further} ${order} limit 5`);
      if (rows.length === 0) break;
      met.push(...rows);
    }
    expect(met).toEqual(all.rows);
  }
});
