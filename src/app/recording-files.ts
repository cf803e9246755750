/** The files of recordings over HTTP, whole or in ranges (RFC 9110 §14), for whoever has a token that the playback call gave. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type FileFacts, filesOf } from '#kit/server/files.ts';
import { filesPath, readableFile } from '#meet/recordings/server/play-files.service.ts';
import { isId } from '#kit/ids.ts';
import { contextOf, type Parts } from './context.ts';

const place = z.object({
  id: z.string().check(z.refine(isId)),
  file: z.string().check(z.regex(/^[\w-]{1,80}\.(?:webm|mp4|json|vtt)$/)),
});
const query = z.object({ token: z.string().check(z.maxLength(120)), download: z.optional(z.string()) });

function typeOf(file: string): string {
  if (file.endsWith('.mp4')) return 'video/mp4';
  if (file.endsWith('.vtt')) return 'text/vtt; charset=utf-8';
  if (file.endsWith('.json')) return 'application/json; charset=utf-8';
  return file.includes('mic') || file.includes('audio') ? 'audio/webm' : 'video/webm';
}

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

const refused = (reply: FastifyReply) =>
  reply
    .code(404)
    .headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
    .send(JSON.stringify({ type: 'urn:atrium:problem:not_found', title: 'not found', status: 404, code: 'not_found' }));

type Found = { name: string; file: string; facts: FileFacts; download: string | undefined };

async function find(parts: Parts, request: FastifyRequest): Promise<Found | null> {
  const [at, asked] = [z.safeParse(place, request.params), z.safeParse(query, request.query)];
  if (!at.success || !asked.success) return null;
  const ctx = contextOf(parts, { kind: 'nobody' });
  const name = await readableFile(ctx, { recordingId: at.data.id, file: at.data.file, token: asked.data.token });
  const facts = name === null ? null : await filesOf(parts.config).stat(name);
  return name === null || facts === null ? null : { name, file: at.data.file, facts, download: asked.data.download };
}

async function give(parts: Parts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const found = await find(parts, request);
  // without leave, and for what is not there, the answer is the same
  if (found === null) return refused(reply);
  const { facts, file } = found;
  reply.headers({
    'content-type': typeOf(file),
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=3600',
    etag: facts.etag,
    'last-modified': new Date(facts.modifiedAt).toUTCString(),
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    ...(found.download === undefined ? {} : { 'content-disposition': `attachment; filename="recording-${file}"` }),
  });
  if (request.headers['if-none-match'] === facts.etag) return reply.code(304).send();
  const range = rangeOf(request, facts);
  if (range === 'bad') return reply.code(416).header('content-range', `bytes */${facts.bytes}`).send();
  const { from, to } = range ?? { from: 0, to: facts.bytes - 1 };
  reply.code(range === null ? 200 : 206).header('content-length', to - from + 1);
  if (range !== null) reply.header('content-range', `bytes ${from}-${to}/${facts.bytes}`);
  if (request.method === 'HEAD' || facts.bytes === 0) return reply.send();
  return reply.send(await filesOf(parts.config).get(found.name, range ?? undefined));
}

/** Mounts `/recordings-files/{recordingId}/{file}`. Other origins get no leave to read it (no CORS headers). */
export function mountRecordingFiles(app: FastifyInstance, parts: Parts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${filesPath}:id/:file`,
    handler: (request, reply) => give(parts, request, reply),
  });
}
