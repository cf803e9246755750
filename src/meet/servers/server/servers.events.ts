import type { DomainEventListener } from '#kit/server/jobs/events.ts';

/** `restarted` (serverId): a server was started again, or stopped. `retired` (serverId): it was taken out for good and is asked nothing any more. */
export const serverEvents = { restarted: 'servers.restarted', retired: 'servers.retired' } as const;

export const listeners: DomainEventListener[] = [];
