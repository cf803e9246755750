/** `/files/{versionId}/{token}/{part}/{name}`: files of libraries for those who have a signed address; the name is only what it is saved as. */
import * as z from 'zod/mini';
import { isId } from '#kit/ids.ts';
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { sendUploaded } from '#kit/server/http/stored-file.ts';
import { libraryLimits } from '../files.rules.ts';
import { libraryFilesPath, readAddress } from './addresses.service.ts';

const params = z.object({
  versionId: z.string().check(z.refine(isId)),
  token: z.string().check(z.maxLength(120)),
  part: z.string().check(z.maxLength(20)),
});

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET', 'HEAD'],
    path: `${libraryFilesPath}:versionId/:token/:part/*`,
    access: 'guest',
    handle: async (exchange) => {
      const at = z.safeParse(params, exchange.request.params);
      const found = at.success ? await readAddress(exchange.ctx, at.data) : null;
      return sendUploaded(exchange, found, libraryLimits.address / 1_000);
    },
  },
];
