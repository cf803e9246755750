/** `/brand/{hash}.webp`: a vendor's logo, for everybody who sees its pages and mails. */
import * as z from 'zod/mini';
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { sendPicture } from '#kit/server/http/stored-file.ts';
import { findLogo } from './logo.service.ts';

const params = z.object({ file: z.string().check(z.regex(/^[0-9a-f]{40}\.webp$/)) });

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET'],
    path: '/brand/:file',
    access: 'guest',
    handle: async ({ ctx, request, reply }) => {
      const at = z.safeParse(params, request.params);
      const content = at.success ? await findLogo(ctx, at.data.file.slice(0, 40)) : null;
      return sendPicture(reply, content && { content, bytes: content.length, mime: 'image/webp' });
    },
  },
];
