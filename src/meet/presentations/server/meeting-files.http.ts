/** The addresses under which servers of BBB load the presentations of a meeting. */
import * as z from 'zod/mini';
import { libraryLimits } from '#core/files/files.rules.ts';
import { isId } from '#kit/ids.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { refuseFile, sendUploaded } from '#kit/server/http/stored-file.ts';
import { meetingFilesPath, noteFetched, readMeetingFile } from './meeting-presentations.service.ts';

const params = z.object({
  meetingId: z.string().check(z.refine(isId)),
  versionId: z.string().check(z.refine(isId)),
  token: z.string().check(z.maxLength(120)),
});

/** It counts as loaded once the last byte has left. */
async function sendToServer(exchange: HttpExchange) {
  const { ctx, request, reply } = exchange;
  const at = z.safeParse(params, request.params);
  if (!at.success) return refuseFile(reply);
  const found = await readMeetingFile(ctx, at.data);
  if (found !== null && request.method === 'GET')
    reply.raw.once('finish', () => {
      if (reply.raw.statusCode === 200)
        noteFetched(ctx, at.data).catch((error: unknown) => ctx.log.error({ error }, 'a loaded presentation was not noted'));
    });
  return sendUploaded(exchange, found, libraryLimits.address / 1_000);
}

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET', 'HEAD'],
    path: `${meetingFilesPath}:meetingId/:versionId/:token/*`,
    access: 'guest',
    handle: sendToServer,
  },
];
