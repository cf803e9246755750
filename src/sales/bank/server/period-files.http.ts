/** `/period-exports/{id}.zip`: finished files of a period, for holders of the signed address that the call gave a moment ago. */
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { archiveAddress, sendArchive } from '#kit/server/http/stored-file.ts';
import { periodFor, periodsPath } from './periods.service.ts';

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET'],
    path: `${periodsPath}:file`,
    access: 'guest',
    handle: async (exchange) => {
      const at = archiveAddress(exchange.request);
      return sendArchive(exchange, at && (await periodFor(exchange.ctx, at)));
    },
  },
];
