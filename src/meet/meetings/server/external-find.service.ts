/** Meetings of customers' programs, found for the endpoint; `db` decides whose eyes look. */
import type { Db } from '#kit/server/db.ts';
import { liveExternals, openExternal, peopleNow } from './external.queries.ts';
import type { MeetingRow } from './meetings.queries.ts';

export type { MeetingRow } from './meetings.queries.ts';

/** The one that starts or runs under the customer's id, or null. */
export const findExternal = (db: Db, accountId: string, externalId: string): Promise<MeetingRow | null> =>
  openExternal(db, accountId, externalId);

/** All that run in an account, oldest first. */
export const runningExternals = (db: Db, accountId: string): Promise<MeetingRow[]> => liveExternals(db, accountId);

/** People in all meetings of an account, those of rooms too. */
export const peopleIn = (db: Db, accountId: string): Promise<number> => peopleNow(db, accountId);
