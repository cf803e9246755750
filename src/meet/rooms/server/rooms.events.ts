import type { DomainEventListener, PublicEvent } from '#kit/server/jobs/events.ts';
import { roomById } from './rooms.queries.ts';

/** What rooms tell others. All carry `roomId`; `transferred` also `from` and `to` (accounts). */
export const roomEvents = {
  created: 'rooms.created',
  changed: 'rooms.changed',
  deleted: 'rooms.deleted',
  restored: 'rooms.restored',
  purged: 'rooms.purged',
  transferred: 'rooms.transferred',
} as const;

export const listeners: DomainEventListener[] = [];

const told: PublicEvent['read'] = async (db, { id, accountId, at, data }) => {
  const roomId = String(data['roomId'] ?? '');
  const room = accountId === null ? null : await roomById(db, roomId, null);
  if (accountId === null || room === null) return [];
  const { name, slug, ownerId } = room.room;
  return [{ id, accountId, subjectId: roomId, at, data: { roomId, name, slug, ownerId } }];
};
export const publicEvents: readonly PublicEvent[] = [
  { name: 'room.created', from: roomEvents.created, read: told },
  { name: 'room.changed', from: roomEvents.changed, read: told },
  { name: 'room.deleted', from: roomEvents.deleted, read: told },
  { name: 'room.restored', from: roomEvents.restored, read: told },
];
