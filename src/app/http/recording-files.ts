/** The files of recordings over HTTP, whole or in ranges (RFC 9110 §14), for whoever has a token that the playback call gave. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type FileFacts, filesOf } from '#kit/server/files/files.ts';
import { isFileName } from '#kit/server/files/files-names.ts';
import { filesPath, mimeOf, readableFile } from '#meet/recordings/server/play-files.service.ts';
import { isId } from '#kit/ids.ts';
import { contextOf, type Parts } from '#app/context.ts';

const place = z.object({
  id: z.string().check(z.refine(isId)),
  '*': z.string().check(z.refine((file) => isFileName(file) && mimeOf(file) !== null)),
});
const query = z.object({ token: z.string().check(z.maxLength(120)), download: z.optional(z.string()) });

/** A byte range; `bad` when it lies outside, null for the whole file (also when several ranges are asked for). */
export function readRange(header: string | undefined, size: number): { from: number; to: number } | 'bad' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from > to || from >= size ? 'bad' : { from, to };
}

/** The range that counts: none when the reader has another version than ours (If-Range, RFC 9110 §13.1.5). */
function rangeOf(request: FastifyRequest, facts: FileFacts) {
  const condition = request.headers['if-range'];
  const same = condition === undefined || condition === facts.etag || Date.parse(String(condition)) >= facts.modifiedAt;
  return same ? readRange(request.headers.range, facts.bytes) : null;
}

/** The answer without leave, and for what is not there. */
export const refuseFile = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
    .send(JSON.stringify({ type: 'urn:atrium:problem:not_found', title: 'not found', status: 404, code: 'not_found' }));

/** What a page or a drawing from elsewhere may do when somebody opens it by itself: be looked at. */
const harmless =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; font-src 'self'";
const isActive = (mime: string) => /html|svg|xml/.test(mime);

export type Exchange = { request: FastifyRequest; reply: FastifyReply };
/** The bytes that are asked for (RFC 9110 §14), once all headers but those of the range are set. */
export async function sendStored(
  parts: Parts,
  { request, reply }: Exchange,
  { name, facts }: { name: string; facts: FileFacts },
): Promise<FastifyReply> {
  if (request.headers['if-none-match'] === facts.etag) return reply.code(304).send();
  const range = rangeOf(request, facts);
  if (range === 'bad') return reply.code(416).header('content-range', `bytes */${facts.bytes}`).send();
  const { from, to } = range ?? { from: 0, to: facts.bytes - 1 };
  reply.code(range === null ? 200 : 206).header('content-length', to - from + 1);
  if (range !== null) reply.header('content-range', `bytes ${from}-${to}/${facts.bytes}`);
  if (request.method === 'HEAD' || facts.bytes === 0) return reply.send();
  return reply.send(await filesOf(parts.config).get(name, range ?? undefined));
}

/** A file of the store; `file` is its name for people, `download`: it is saved and not shown. */
export type Given = { name: string; file: string; download?: boolean };

/** Answers with the file of the store, or the part of it that is asked for. */
export async function giveFile(parts: Parts, { request, reply }: Exchange, given: Given): Promise<FastifyReply> {
  const mime = mimeOf(given.file);
  const facts = mime === null ? null : await filesOf(parts.config).stat(given.name);
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
  return sendStored(parts, { request, reply }, { name: given.name, facts });
}

async function give(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const [at, asked] = [z.safeParse(place, request.params), z.safeParse(query, request.query)];
  if (!at.success || !asked.success) return refuseFile(reply);
  const file = at.data['*'];
  const ctx = contextOf(parts, { kind: 'nobody' });
  const name = await readableFile(ctx, { recordingId: at.data.id, file, token: asked.data.token });
  if (name === null) return refuseFile(reply);
  return giveFile(parts, { request, reply }, { name, file, download: asked.data.download !== undefined });
}

/** Mounts `/recordings-files/{recordingId}/{file}`. Other origins get no leave to read it (no CORS headers). */
export function mountRecordingFiles(app: FastifyInstance, parts: Parts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${filesPath}:id/*`,
    handler: (request, reply) => give(parts, request, reply),
  });
}
