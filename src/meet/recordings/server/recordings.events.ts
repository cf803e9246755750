import type { DomainEventListener, PublicEvent } from '#kit/server/jobs/events.ts';
import { AWAITED_JOB } from './change.service.ts';
import { roomEvents } from '#meet/rooms/server/rooms.events.ts';
import { serverEvents } from '#meet/servers/server/servers.events.ts';
import { leftHere } from './formats.service.ts';
import { pollAwaited } from './ingest.service.ts';
import { recordingEvents } from './find.service.ts';
import { eraseWithRoom } from './room-purge.service.ts';
import { partlyHere, recordingById, setRecording } from './recordings.queries.ts';

/** Milliseconds in which our own engine has most recordings ready. */
const soon = 8_000;

/** A meeting that ended may have left a recording: its server is asked at once, a moment later, and each minute from then on. */
export const listeners: DomainEventListener[] = [
  {
    event: serverEvents.retired,
    name: 'keep-what-is-here',
    // nothing is asked of that server any more: what came here is all there is
    now: async (ctx, tx, event) => {
      for (const row of await partlyHere(tx, String(event.data.serverId))) {
        const left = leftHere(row);
        if (left !== null) await setRecording(tx, row.id, { ...left, updatedAt: new Date(ctx.now()) });
      }
    },
  },
  { event: roomEvents.purged, name: 'erase-recordings-of-room', now: eraseWithRoom },
  {
    event: 'meetings.ended',
    name: 'ask-for-recordings',
    later: async (ctx, event) => {
      await pollAwaited(ctx);
      await ctx.system.write((tx) =>
        ctx.jobs.enqueue(tx, { job: AWAITED_JOB, payload: {}, key: `soon ${event.id}`, after: ctx.now() + soon }),
      );
    },
  },
];

const told: PublicEvent['read'] = async (db, { id, accountId, at, data }) => {
  const row = await recordingById(db, String(data['recordingId'] ?? ''));
  if (accountId === null || row === null) return [];
  const { id: recordingId, recordId, meetingId, roomId, externalId, name, lengthMs, bytes } = row;
  return [
    {
      id,
      accountId,
      subjectId: recordingId,
      at,
      data: { recordingId, recordId, meetingId, roomId, externalId, name, lengthMs, bytes },
    },
  ];
};
export const publicEvents: readonly PublicEvent[] = [
  // others cannot play what waits for its owner
  { name: 'recording.ready', from: recordingEvents.published, read: told },
  { name: 'recording.deleted', from: recordingEvents.deleted, read: told },
];
