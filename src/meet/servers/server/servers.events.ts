import type { Listener } from '#kit/server/events.ts';

/** `restarted` (serverId): a server lost what was in its memory. */
export const serverEvents = { restarted: 'servers.restarted' } as const;

export const listeners: Listener[] = [];
