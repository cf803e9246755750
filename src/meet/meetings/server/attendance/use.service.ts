/** What an account's meetings use of its limits. */
import type { Db } from '#kit/server/db/db.ts';
import { anyHeld, inMeetings, type MeetingUse, type UseAsk, useFigures } from './use.queries.ts';

export type { MeetingUse } from './use.queries.ts';
/** Now, and the most since a moment; `db` decides whose eyes look. */
export const useOf = (db: Db, ask: UseAsk): Promise<MeetingUse> => useFigures(db, ask);
/** Whether a meeting of the account began within a span, half-open, or one that began before went on within it and somebody was there. */
export const heldWithin = (db: Db, of: { accountId: string; from: Date; until: Date }): Promise<boolean> => anyHeld(db, of);
/** Those of these people who are in a running meeting now. */
export const whoIsInMeetings = async (db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(userIds.length === 0 ? [] : await inMeetings(db, userIds));
