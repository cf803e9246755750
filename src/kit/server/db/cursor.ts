/** Lists that are read page by page (keyset pagination): opaque cursors, the cut of a page, and the condition of the next one. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';

/** Parts of a position. PostgreSQL takes no NUL in a text, and no day after those that JavaScript knows. */
export const cursorId = z.string().check(z.refine(isId));
export const cursorText = z.string().check(z.refine((text) => text.length <= 1_000 && !text.includes('\0')));
export const cursorTime = z.codec(z.int().check(z.gte(0), z.lte(8.64e15)), z.date(), {
  decode: (ms) => new Date(ms),
  encode: (at) => at.getTime(),
});

/** Positions of the rows of one list as text (JSON in base64url). */
export type Cursor<Position> = {
  write: (position: Position) => string;
  /** Null at the start of the list; also where the text is no cursor of this list, such as one of another sorting. */
  read: (text: string | undefined) => Position | null;
};

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}

export const cursorOf = <Position>(position: z.ZodMiniType<Position>): Cursor<Position> => ({
  write: (at) => Buffer.from(JSON.stringify(z.encode(position, at))).toString('base64url'),
  read: (text) => {
    const read = text === undefined ? null : z.safeParse(position, parsedJson(text));
    return read?.success === true ? read.data : null;
  },
});

const invalidCursor = () => new Failure('invalid_input', { fields: { 'query.cursor': 'invalid' } });
/** The same where a text that is no cursor of the list is a failure, `invalid_input` unless the call declares another. */
export function requirePosition<Position>(
  cursor: Cursor<Position>,
  text: string | undefined,
  failure: () => Failure = invalidCursor,
): Position | null {
  const position = cursor.read(text);
  if (text !== undefined && position === null) throw failure();
  return position;
}

/** Of a list that is sorted by id. */
export const idCursor = cursorOf(cursorId);
/** Of a list that is sorted by a time, then by id. */
export type TimePosition = { at: Date; id: string };
export const timeCursor = cursorOf<TimePosition>(z.object({ at: cursorTime, id: cursorId }));
/** Of a list that is sorted by a column, then by id; what the key is compared as is in its shape. */
export type KeyPosition = { key: string; id: string };
export const keyCursorOf = (key: z.ZodMiniType<string>): Cursor<KeyPosition> => cursorOf(z.object({ key, id: cursorId }));
export const textKeyCursor = keyCursorOf(cursorText);
export const timeKeyCursor = keyCursorOf(z.iso.datetime());

/** A page, from a query for one row more than it has: that row says whether there is a next one. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  cursorAt: (last: Row) => string,
): { shown: Row[]; next: string | null } {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, next: rows.length > limit && last !== undefined ? cursorAt(last) : null };
}
export const pageById = <Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { shown: Row[]; next: string | null } => pageOf(rows, limit, ({ id }) => idCursor.write(id));

type Direction = 'asc' | 'desc';
/** A column of the order, the value of it in the last row seen, and the direction. Columns that may be null are sorted by a `coalesce`. */
export type SortKey = readonly [column: AnyColumn | SQL, last: SQL | string | number | boolean | Date, direction: Direction];

const paramOf = (last: SortKey[1]): SQL => (last instanceof Date ? sql`${last.toISOString()}::timestamptz` : sql`${last}`);
const listed = (parts: readonly (AnyColumn | SQL)[]): SQL =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  );

function behind(keys: readonly SortKey[], direction: Direction): SQL {
  const [columns, values] = [listed(keys.map(([column]) => column)), listed(keys.map(([, last]) => paramOf(last)))];
  return direction === 'asc' ? sql`(${columns}) > (${values})` : sql`(${columns}) < (${values})`;
}

/**
 * The rows after the last one seen, in the order of these columns. Columns of one direction are compared as a row, which an index answers;
 * where the direction changes, the rest counts only among rows that are equal so far.
 */
export function rowsAfter(...keys: readonly [SortKey, ...SortKey[]]): SQL {
  const [[, , direction]] = keys;
  const change = keys.findIndex((key) => key[2] !== direction);
  if (change === -1) return behind(keys, direction);
  const [same, [first, ...rest]] = [keys.slice(0, change), keys.slice(change)];
  if (first === undefined) return behind(same, direction);
  const equal = sql`(${listed(same.map(([column]) => column))}) = (${listed(same.map(([, last]) => paramOf(last)))})`;
  return sql`(${behind(same, direction)} or (${equal} and ${rowsAfter(first, ...rest)}))`;
}
