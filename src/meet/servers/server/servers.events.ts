import type { Listener } from '#kit/server/jobs/events.ts';

/** `restarted` (serverId): a server lost what was in its memory. `retired` (serverId): it was taken out for good and is asked nothing any more. */
export const serverEvents = { restarted: 'servers.restarted', retired: 'servers.retired' } as const;

export const listeners: Listener[] = [];
