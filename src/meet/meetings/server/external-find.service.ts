/** Meetings of customers' programs, found for the endpoint; `db` decides whose eyes look. */
import type { Db } from '#kit/server/db.ts';
import { type ExternalKey, liveExternals, openBreakouts, openExternals, peopleNow } from './external.queries.ts';
import type { MeetingRow } from './meetings.queries.ts';

export type { ExternalKey } from './external.queries.ts';
export type { MeetingRow } from './meetings.queries.ts';

/** The breakout rooms of one meeting that start or run. */
export const runningBreakouts = (db: Db, parent: Pick<MeetingRow, 'id' | 'accountId'>): Promise<MeetingRow[]> =>
  openBreakouts(db, parent);

/** The same for many at once, of any accounts; each is the row or null, in the order of the keys. `db` sees all accounts. */
export async function findExternals(db: Db, keys: readonly ExternalKey[]): Promise<(MeetingRow | null)[]> {
  const nameOf = (accountId: string, externalId: string | null) => `${accountId} ${externalId ?? ''}`;
  const found = new Map((await openExternals(db, keys)).map((row) => [nameOf(row.accountId, row.externalId), row]));
  return keys.map((key) => found.get(nameOf(key.accountId, key.externalId)) ?? null);
}

/** All that run in an account, oldest first. */
export const runningExternals = (db: Db, accountId: string): Promise<MeetingRow[]> => liveExternals(db, accountId);

/** People in all meetings of an account, those of rooms too. */
export const peopleIn = (db: Db, accountId: string): Promise<number> => peopleNow(db, accountId);
