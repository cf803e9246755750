import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { containsPattern, containsText, likeLiteral, wordsFor, wordsQuery } from './search.ts';

const render = (condition: ReturnType<typeof containsText>) =>
  condition === undefined ? undefined : new PgDialect().sqlToQuery(condition);

test('wildcards of LIKE stand for themselves', () => {
  expect(likeLiteral(String.raw`50%_a\b`)).toBe(String.raw`50\%\_a\\b`);
  expect(containsPattern('a_b')).toBe(String.raw`%a\_b%`);
});

test('one of the columns contains the text; nothing searched for is no condition', () => {
  expect(render(containsText('a%', sql`t.name`, sql`t.code`))).toMatchObject({
    sql: '(t.name ilike $1 or t.code ilike $2)',
    params: [String.raw`%a\%%`, String.raw`%a\%%`],
  });
  for (const nothing of [undefined, null, '']) expect(containsText(nothing, sql`t.name`)).toBeUndefined();
});

test('words are found by those who may find them', () => {
  expect(render(wordsFor('東京', ['a', 'a', 'b']))?.params).toEqual([' 東  京 ', ['a', 'b']]);
  expect(render(wordsQuery('x -y', 'account-1'))?.params).toEqual(['x -y', "'account-1'"]);
});
