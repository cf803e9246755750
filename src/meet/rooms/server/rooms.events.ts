import type { Listener } from '#kit/server/events.ts';

/** What rooms tell others. All carry `roomId`; `transferred` also `from` and `to` (accounts). */
export const roomEvents = {
  created: 'rooms.created',
  changed: 'rooms.changed',
  deleted: 'rooms.deleted',
  restored: 'rooms.restored',
  purged: 'rooms.purged',
  transferred: 'rooms.transferred',
} as const;

export const listeners: Listener[] = [];
