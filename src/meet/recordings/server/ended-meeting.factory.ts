/** Meetings that were recorded, and what their server tells of them, for tests. */
import { recording } from '@atrium/bbb/memory/memory-state';
import { sql } from 'drizzle-orm';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { World } from '#app/proof/testing.ts';
import type { RecordingServer } from './recordings.factory.ts';

export type EndedMeetingWish = {
  owner: UserActor;
  server: RecordingServer;
  roomId?: string;
  externalId?: string;
  fromCourse?: 'course';
};
export type EndedMeeting = { id: string; internalId: string };
/** A meeting that was recorded and ended on that server. */
export async function endedMeeting(
  world: World,
  { owner, server, roomId, externalId, fromCourse }: EndedMeetingWish,
): Promise<EndedMeeting> {
  const id = newId();
  const at = new Date(world.clock.now()).toISOString();
  const internalId = `internal-${id}`;
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into meetings
      (id, account_id, room_id, server_id, name, state, internal_id, started_by, created_at, started_at, ended_at, recording, external_id, from_course)
      values (${id}, ${owner.accountId}, ${roomId ?? null}, ${server.row.id}, 'Mathematics', 'ended', ${internalId},
        ${owner.userId}, ${at}, ${at}, ${at}, true, ${externalId ?? null}, ${fromCourse !== undefined})`),
  );
  return { id, internalId };
}
export const saidOf = (meeting: EndedMeeting, given: object = {}) =>
  recording({ recordID: meeting.internalId, meetingID: meeting.id, internalMeetingID: meeting.internalId, ...given });
