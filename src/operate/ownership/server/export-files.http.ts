/** `/exports/{id}.zip`: finished exports, for holders of the signed address that the export call gave a moment ago. */
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { archiveAddress, sendArchive } from '#kit/server/http/stored-file.ts';
import { exportFor, exportsPath } from './export.service.ts';

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET'],
    path: `${exportsPath}:file`,
    access: 'guest',
    handle: async (exchange) => {
      const at = archiveAddress(exchange.request);
      const name = at === null ? null : await exportFor(exchange.ctx, at);
      return sendArchive(exchange, at === null || name === null ? null : { name, file: `atrium-export-${at.id.slice(-8)}.zip` });
    },
  },
];
