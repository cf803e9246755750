/** `/logos/{account}/{name}`: the logos of accounts, as public as the pages and mails that show them. */
import * as z from 'zod/mini';
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { sendPicture } from '#kit/server/http/stored-file.ts';
import { logosPath } from '../accounts.rules.ts';
import { readLogo } from './logo.service.ts';

const params = z.object({ '*': z.string().check(z.maxLength(100)) });

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET', 'HEAD'],
    path: `${logosPath}*`,
    access: 'guest',
    handle: async ({ ctx, request, reply }) => {
      const at = z.safeParse(params, request.params);
      const logo = at.success ? await readLogo(ctx, at.data['*']) : null;
      return sendPicture(reply, logo && { ...logo, mime: 'image/png' });
    },
  },
];
