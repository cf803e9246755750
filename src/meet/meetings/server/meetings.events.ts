import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener, PublicEvent, StoredEvent, RecordedEvent } from '#kit/server/jobs/events.ts';
import { lastStays, type AttendanceStay, stays } from './attendance/attendance.service.ts';
import { meetingById, meetingsById, type MeetingRow } from './meetings.queries.ts';
import { loseServer } from './polling/poll.service.ts';

/** A server that was started again knows the meetings that it could restore, and no others. */
export const listeners: DomainEventListener[] = [
  {
    event: 'servers.restarted',
    name: 'end-its-meetings',
    later: async (ctx, event) =>
      void (typeof event.data['serverId'] === 'string' && (await loseServer(ctx, event.data['serverId'], event.at))),
  },
];

const idIn = ({ data }: StoredEvent, name: string): string => String(data[name] ?? '');
const idsIn = (event: StoredEvent, name: string): string[] => idIn(event, name).split(',').filter(Boolean);
const aboutOf = ({ id: meetingId, roomId, externalId, name }: MeetingRow) => ({ meetingId, roomId, externalId, name });

async function toldOfMeeting(db: Db, event: StoredEvent): Promise<RecordedEvent[]> {
  const row = await meetingById(db, idIn(event, 'meetingId'));
  if (row === null) return [];
  const data = {
    ...aboutOf(row),
    recording: row.recording,
    startedAt: row.startedAt?.getTime() ?? null,
    ...(row.endedAt === null
      ? {}
      : { endedAt: row.endedAt.getTime(), endReason: row.endReason, people: row.peopleTotal, peoplePeak: row.peoplePeak }),
  };
  return [{ id: event.id, accountId: row.accountId, subjectId: row.id, at: event.at, data }];
}

/** Named by stay and by what happened, so that the poll and the end of a meeting never tell the same twice. */
async function toldOfStays(db: Db, all: readonly AttendanceStay[], what: 'joined' | 'left'): Promise<RecordedEvent[]> {
  const rows = await meetingsById(db, [...new Set(all.map((stay) => stay.meetingId))]);
  const meetings = new Map(rows.map((row) => [row.id, row]));
  return all.flatMap((stay) => {
    const meeting = meetings.get(stay.meetingId);
    const at = (what === 'joined' ? stay.joinedAt : stay.leftAt)?.getTime();
    if (meeting === undefined || at === undefined) return [];
    const person = { attendeeId: stay.id, person: stay.name, role: stay.role, userId: stay.userId };
    const data = { ...aboutOf(meeting), ...person };
    return [{ id: `${stay.id}-${what}`, accountId: meeting.accountId, subjectId: meeting.id, at, data }];
  });
}

/** Who was in when a meeting ended has left it. */
async function toldOfTheLast(db: Db, event: StoredEvent): Promise<RecordedEvent[]> {
  const row = await meetingById(db, idIn(event, 'meetingId'));
  if (row === null) return [];
  const of = { id: row.id, endedAt: row.endedAt?.getTime() ?? null, detachedAt: row.detachedAt?.getTime() ?? null };
  return toldOfStays(db, await lastStays(db, of), 'left');
}

export const publicEvents: readonly PublicEvent[] = [
  { name: 'meeting.started', from: 'meetings.started', read: toldOfMeeting },
  {
    name: 'attendee.joined',
    from: 'meetings.people',
    read: async (db, event) => toldOfStays(db, await stays(db, idsIn(event, 'came')), 'joined'),
  },
  {
    name: 'attendee.left',
    from: 'meetings.people',
    read: async (db, event) => toldOfStays(db, await stays(db, idsIn(event, 'left')), 'left'),
  },
  { name: 'attendee.left', from: 'meetings.ended', read: toldOfTheLast },
  { name: 'meeting.ended', from: 'meetings.ended', read: toldOfMeeting },
];
