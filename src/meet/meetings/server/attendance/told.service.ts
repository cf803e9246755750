/** A meeting of a customer's program, with the facts that callbacks and hooks need. */
import type { Db } from '#kit/server/db/db.ts';
import { askedOf, callbacksOf, type CustomerCallbacks } from '#meet/meetings/server/external/external-asked.service.ts';
import { meetingById, type MeetingRow, meetingsById } from '#meet/meetings/server/meetings.queries.ts';

/** `externalId` is the program's own meetingID, `secretId` the secret with which it was created. `startedAt` in epoch milliseconds. */
export type ToldMeeting = {
  id: string;
  accountId: string;
  name: string;
  externalId: string;
  internalId: string | null;
  /** The parent's internal id when it is a breakout room. */
  parentInternalId: string | null;
  secretId: string | null;
  serverId: string | null;
  recording: boolean;
  startedAt: number | null;
  /** Epoch milliseconds as well. */
  endedAt: number | null;
  /** When its server was last heard of, for a meeting that was lost with it. */
  detachedAt: number | null;
  callbacks: CustomerCallbacks;
};

/** Null when there is none, or when it is a meeting of a room, which sends no callbacks. */
export async function toldMeeting(db: Db, id: string): Promise<ToldMeeting | null> {
  const row = await meetingById(db, id);
  return row === null ? null : toldOf(row);
}

/** The same for many, by their ids. */
export async function toldMeetings(db: Db, ids: readonly string[]): Promise<Map<string, ToldMeeting>> {
  const told = (await meetingsById(db, ids)).flatMap((row) => toldOf(row) ?? []);
  return new Map(told.map((one) => [one.id, one]));
}

function toldOf(row: MeetingRow): ToldMeeting | null {
  if (row.externalId === null) return null;
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    externalId: row.externalId,
    internalId: row.internalId,
    parentInternalId: askedOf(row)?.parentMeetingId ?? null,
    secretId: row.secretId,
    serverId: row.serverId,
    recording: row.recording,
    startedAt: row.startedAt?.getTime() ?? null,
    endedAt: row.endedAt?.getTime() ?? null,
    detachedAt: row.detachedAt?.getTime() ?? null,
    callbacks: callbacksOf(row),
  };
}
