import type { Listener } from '#kit/server/events.ts';
import { loseServer } from './poll.service.ts';

/** A server that started anew knows none of its meetings any more. */
export const listeners: Listener[] = [
  {
    event: 'servers.restarted',
    name: 'end-its-meetings',
    later: async (ctx, event) =>
      void (typeof event.data['serverId'] === 'string' && (await loseServer(ctx, event.data['serverId'], event.at))),
  },
];
