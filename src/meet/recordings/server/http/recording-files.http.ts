/** `/recordings-files/{recordingId}/{file}`: files of recordings, for holders of a token that the playback call gave. */
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { isId } from '#kit/ids.ts';
import { isFileName } from '#kit/server/files/files-names.ts';
import { filesOf } from '#kit/server/files/files.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { refuseFile, sendStored } from '#kit/server/http/stored-file.ts';
import { filesPath, mimeOf, readableFile } from '../play-files.service.ts';

const params = z.object({
  id: z.string().check(z.refine(isId)),
  '*': z.string().check(z.refine((file) => isFileName(file) && mimeOf(file) !== null)),
});
const query = z.object({ token: z.string().check(z.maxLength(120)), download: z.optional(z.string()) });

/** What a page or a drawing from elsewhere may do when somebody opens it by itself: be looked at. */
const harmless =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; font-src 'self'";
const isActive = (mime: string) => /html|svg|xml/.test(mime);

/** A file of the store; `file` is its name for people, `download`: it is saved and not shown. */
export type SentRecordingFile = { name: string; file: string; download?: boolean };

/** Answers with the file of the store, or the part of it that is asked for. */
export async function sendRecordingFile(exchange: HttpExchange, given: SentRecordingFile): Promise<FastifyReply> {
  const { reply } = exchange;
  const mime = mimeOf(given.file);
  const facts = mime === null ? null : await filesOf(exchange.ctx.config).stat(given.name);
  if (mime === null || facts === null) return refuseFile(reply);
  reply.headers({
    'content-type': mime,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    etag: facts.etag,
    'last-modified': new Date(facts.modifiedAt).toUTCString(),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(isActive(mime) ? { 'content-security-policy': harmless } : {}),
    ...(given.download === true
      ? { 'content-disposition': `attachment; filename="recording-${given.file.split('/').at(-1) ?? ''}"` }
      : {}),
  });
  return sendStored(exchange, { name: given.name, facts });
}

async function send(exchange: HttpExchange): Promise<FastifyReply> {
  const { ctx, request, reply } = exchange;
  const [at, wish] = [z.safeParse(params, request.params), z.safeParse(query, request.query)];
  if (!at.success || !wish.success) return refuseFile(reply);
  const file = at.data['*'];
  const name = await readableFile(ctx, { recordingId: at.data.id, file, token: wish.data.token });
  if (name === null) return refuseFile(reply);
  return sendRecordingFile(exchange, { name, file, download: wish.data.download !== undefined });
}

/** Other origins get no leave to read it (no CORS headers). */
export const httpRoutes = (): HttpRoute[] => [
  { methods: ['GET', 'HEAD'], path: `${filesPath}:id/*`, access: 'guest', handle: send },
];
