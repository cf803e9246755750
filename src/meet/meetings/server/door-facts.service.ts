/** What people must know before they come in and only the server of their meeting decides. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { RoomView } from '#meet/rooms/server/access.service.ts';
import type { RoomRow } from '#meet/rooms/server/live.service.ts';
import { asksBeforeRecording, hasOtherServers, serverOf } from '#meet/servers/server/servers.service.ts';
import { type MeetingRow, openMeetingOf } from './meetings.queries.ts';

/**
 * `record`: it is or will be set up to be recorded. `asksConsent`: the door has to ask, because the server asks nobody when it
 * begins to record. `hostsMuted`: hosts come in muted as everybody does.
 */
export type DoorFacts = { record: boolean; asksConsent: boolean; hostsMuted: boolean };

/** Of a meeting that does not run yet nobody knows the server: while there is one that does not ask, the door does. */
async function serverAsks(ctx: Ctx, meeting: MeetingRow | null): Promise<boolean> {
  if (meeting === null) return !(await hasOtherServers(ctx));
  const server = meeting.serverId === null ? null : await serverOf(ctx, meeting.serverId);
  return server !== null && asksBeforeRecording(server);
}

export async function doorFacts(ctx: Ctx, room: RoomRow): Promise<DoorFacts> {
  const meeting = room.liveState === null ? null : await openMeetingOf(ctx.system.read, room.id);
  // a meeting keeps what it began with, whatever the room says meanwhile
  const record = meeting === null ? room.record : meeting.recording;
  const asks = (record || room.muteOnStart) && (await serverAsks(ctx, meeting));
  return { record, asksConsent: record && !asks, hostsMuted: room.muteOnStart && !asks };
}

/** The last word, when it is known where the person goes: a meeting may begin elsewhere than was expected. */
export const lacksConsent = (
  { recording }: Pick<MeetingRow, 'recording'>,
  at: { server: { kind: 'engine' | 'bbb' }; consent: 'given' | 'missing' | 'not-asked' },
): boolean => recording && at.consent === 'missing' && !asksBeforeRecording(at.server);

/** Of joins that have to bring it. */
export const consentRequired = () => new Failure('consent_required', { fields: { 'body.consent': 'consent_required' } });

/** Where this person may change the room. */
export const settingsPath = ({ row, rights }: RoomView): string | null => (rights.edit ? `/rooms/edit-room/${row.id}` : null);
