import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from './testing.ts';
import { countWords } from '#kit/counted.ts';
import { totalOf } from '#kit/server/db/total.ts';

test('a list is counted to a thousand and no further', async () => {
  const db = (await worldForThisTest()).ctx().system.read;
  expect(await totalOf(db, sql`generate_series(1, 1000) n`)).toBe(1_000);
  expect(await totalOf(db, sql`generate_series(1, 1001) n`)).toBeUndefined();
  expect(await totalOf(db, sql`generate_series(1, 5000) n`, sql`n < 8`)).toBe(7);
  // a row more would divide by zero
  expect(await totalOf(db, sql`generate_series(1, 5000) n`, sql`1 / (1002 - n) > -1`)).toBeUndefined();
});

test('what was not counted to the end is told as more', () => {
  expect(countWords(999, 'en-US')).toBe('999');
  expect(countWords(undefined, 'de')).toBe('\u20661.000+\u2069');
});
