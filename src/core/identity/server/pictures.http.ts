/** `/faces/{name}`: the pictures of people, for everybody who knows the address. */
import * as z from 'zod/mini';
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { sendPicture } from '#kit/server/http/stored-file.ts';
import { hashInPicture, picturesPath } from '../picture.rules.ts';
import { readPicture } from './picture.service.ts';

const params = z.object({ file: z.string() });
/** Seconds: what was taken away or erased is gone soon. */
const maxAge = 3_600;

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET'],
    path: `${picturesPath}:file`,
    access: 'guest',
    handle: async ({ ctx, request, reply }) => {
      const hash = hashInPicture(z.parse(params, request.params).file);
      const content = hash === null ? null : await readPicture(ctx, hash);
      return sendPicture(reply, content && { content, bytes: content.length, mime: 'image/webp', maxAge });
    },
  },
];
