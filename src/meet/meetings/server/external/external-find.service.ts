/** Meetings of customers' programs, found for the endpoint; `db` decides whose eyes look. */
import type { Db } from '#kit/server/db/db.ts';
import {
  type ExternalKey,
  liveExternals,
  liveInternal,
  liveMark,
  openBreakouts,
  openExternals,
  preparedExternals,
} from './external.queries.ts';
import type { MeetingRow } from '#meet/meetings/server/meetings.queries.ts';

export type { ExternalKey } from './external.queries.ts';
export type { MeetingRow } from '#meet/meetings/server/meetings.queries.ts';

/** The breakout rooms of one meeting that start or run. */
export const runningBreakouts = (db: Db, parent: Pick<MeetingRow, 'id' | 'accountId'>): Promise<MeetingRow[]> =>
  openBreakouts(db, parent);

const nameOf = (accountId: string, externalId: string | null) => `${accountId} ${externalId ?? ''}`;

function inOrder(keys: readonly ExternalKey[], rows: readonly MeetingRow[]): (MeetingRow | null)[] {
  const found = new Map(rows.map((row) => [nameOf(row.accountId, row.externalId), row]));
  return keys.map((key) => found.get(nameOf(key.accountId, key.externalId)) ?? null);
}

/** Those that start or run, of any accounts; each is the row or null, in the order of the keys. `db` sees all accounts. */
export const findExternals = async (db: Db, keys: readonly ExternalKey[]): Promise<(MeetingRow | null)[]> =>
  inOrder(keys, await openExternals(db, keys));

/** One that runs, by the id that its server gave it. */
export const findInternal = (db: Db, accountId: string, internalId: string): Promise<MeetingRow | null> =>
  liveInternal(db, accountId, internalId);

/** The same for a `db` that is asked again and again. */
export function externalsFinder(db: Db): (keys: readonly ExternalKey[]) => Promise<(MeetingRow | null)[]> {
  const ask = preparedExternals(db);
  return async (keys) => inOrder(keys, await ask(keys));
}

/** All that run in an account, oldest first. */
export const runningExternals = (db: Db, accountId: string): Promise<MeetingRow[]> => liveExternals(db, accountId);

/** Which versions of rows `runningExternals` would read now: equal as long as none of them changed, came or went. */
export const markOfRunning = (db: Db, accountId: string): Promise<string> => liveMark(db, accountId);
