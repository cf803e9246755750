/** Conditions of lists that are searched: parts of a text (LIKE), and words (full text search). */
import { type AnyColumn, ilike, or, type SQL, sql } from 'drizzle-orm';
import { spacedForSearch } from '#kit/search-text.ts';

/** The text with the wildcards of LIKE escaped, so that it stands for itself. */
export const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** The LIKE pattern of all that contains the text. */
export const containsPattern = (text: string): string => `%${likeLiteral(text)}%`;

/** One of the columns contains the text, in any case. Undefined where nothing is searched for. */
export const containsText = (search: string | null | undefined, ...columns: (AnyColumn | SQL)[]): SQL | undefined =>
  search === null || search === undefined || search === ''
    ? undefined
    : or(...columns.map((column) => ilike(column, containsPattern(search))));

/**
 * The words of a text with the ids of those who may find them, for a GIN index on one column. Full text search alone would walk
 * through the hits of all accounts.
 */
export const wordsFor = (text: string, finders: readonly string[]): SQL =>
  sql`to_tsvector('simple', ${spacedForSearch(text)}) || array_to_tsvector(${sql.param([...new Set(finders)])}::text[])`;

/** The query for `wordsFor`, as people type it in a search engine, among what this finder may find. */
export const wordsQuery = (search: string, finder: string): SQL =>
  sql`(websearch_to_tsquery('simple', ${spacedForSearch(search)}) && ${`'${finder}'`}::tsquery)`;
