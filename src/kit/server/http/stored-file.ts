/** Files of the store over HTTP, whole or in ranges (RFC 9110 §14). */
import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type FileFacts, filesOf } from '#kit/server/files/files.ts';
import type { HttpExchange } from './http-route.ts';

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

/** The answer without leave, and for what does not exist. */
export const refuseFile = (reply: FastifyReply): FastifyReply =>
  reply
    .code(404)
    .headers({ 'content-type': 'application/problem+json', 'cache-control': 'no-store' })
    .send(JSON.stringify({ type: 'urn:atrium:problem:not_found', title: 'not found', status: 404, code: 'not_found' }));

/** The bytes that are asked for, once all headers but those of the range are set. */
export async function sendStored(
  { ctx, request, reply }: HttpExchange,
  { name, facts }: { name: string; facts: FileFacts },
): Promise<FastifyReply> {
  if (request.headers['if-none-match'] === facts.etag) return reply.code(304).send();
  const range = rangeOf(request, facts);
  if (range === 'bad') return reply.code(416).header('content-range', `bytes */${facts.bytes}`).send();
  const { from, to } = range ?? { from: 0, to: facts.bytes - 1 };
  reply.code(range === null ? 200 : 206).header('content-length', to - from + 1);
  if (range !== null) reply.header('content-range', `bytes ${from}-${to}/${facts.bytes}`);
  if (request.method === 'HEAD' || facts.bytes === 0) return reply.send();
  return reply.send(await filesOf(ctx.config).get(name, range ?? undefined));
}

/** Latin letters and digits as they are; the rest of a name as RFC 8187 writes it. */
export const disposition = (file: string, shown: 'attachment' | 'inline' = 'attachment'): string =>
  `${shown}; filename="${file.replace(/[^A-Za-z0-9._-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file)}`;

/** What a sheet or a stranger's file says when somebody opens it by itself: it may be looked at, and nothing runs. */
export const attachmentHeaders = ({ file, mime, cache }: { file: string; mime: string; cache: string }) => ({
  'content-type': mime,
  'content-disposition': disposition(file),
  'cache-control': cache,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "sandbox; default-src 'none'",
});

const archiveParams = z.object({ file: z.string().check(z.regex(/^[0-9a-f-]{36}\.zip$/)) });
const archiveQuery = z.object({ token: z.string().check(z.maxLength(120)) });
/** Id and token in a signed address `…/:file?token=`; null when it is none. */
export function archiveAddress(request: Pick<FastifyRequest, 'params' | 'query'>): { id: string; token: string } | null {
  const [params, query] = [z.safeParse(archiveParams, request.params), z.safeParse(archiveQuery, request.query)];
  return params.success && query.success ? { id: params.data.file.slice(0, 36), token: query.data.token } : null;
}

/** A finished archive behind a signed address; null where the address opens nothing. `file` is its name for people. */
export async function sendArchive(
  { ctx, reply }: HttpExchange,
  archive: { name: string; file: string } | null,
): Promise<FastifyReply> {
  const facts = archive === null ? null : await filesOf(ctx.config).stat(archive.name);
  if (archive === null || facts === null) return refuseFile(reply);
  reply.headers({
    'content-type': 'application/zip',
    'content-length': facts.bytes,
    'content-disposition': `attachment; filename="${archive.file}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  return reply.send(await filesOf(ctx.config).get(archive.name));
}

/** A picture for everybody. `maxAge` in seconds; left out, the address stands for this one content and is never asked for again. */
export type ServedPicture = { content: Uint8Array | Readable; bytes: number; mime: string; maxAge?: number };
export function sendPicture(reply: FastifyReply, picture: ServedPicture | null): FastifyReply {
  if (picture === null) return refuseFile(reply);
  const { content, bytes, mime, maxAge } = picture;
  return reply
    .headers({
      'content-type': mime,
      'content-length': bytes,
      'cache-control': maxAge === undefined ? 'public, max-age=31536000, immutable' : `public, max-age=${maxAge}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    })
    .send(content);
}

/** A file that somebody uploaded. `for-good`: it is published, and may stand on other sites, such as in a reader of feeds. */
export type UploadedFile = {
  stored: string;
  mime: string;
  name: string;
  shown: 'attachment' | 'inline';
  lasting?: 'some-hours' | 'for-good';
};

const uploadQuery = z.object({ download: z.optional(z.string()) });
/** Nothing that somebody uploaded runs, also when it is opened by itself. Chromium shows no PDF in a sandbox, and runs none of it as a page. */
const uploadPolicy = (mime: string): string =>
  mime === 'application/pdf'
    ? "frame-ancestors 'self'"
    : "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/** An uploaded file, or the range of it that is asked for; null where the address opens nothing. `maxAge` in seconds. */
export async function sendUploaded(exchange: HttpExchange, file: UploadedFile | null, maxAge: number): Promise<FastifyReply> {
  const { ctx, request, reply } = exchange;
  const query = z.safeParse(uploadQuery, request.query);
  const facts = file === null ? null : await filesOf(ctx.config).stat(file.stored);
  if (file === null || facts === null || !query.success) return refuseFile(reply);
  reply.headers({
    'content-type': file.mime,
    'content-disposition': disposition(file.name, query.data.download === undefined ? file.shown : 'attachment'),
    'content-security-policy': uploadPolicy(file.mime),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'accept-ranges': 'bytes',
    // its content never changes under an address
    'cache-control': `private, max-age=${maxAge}, immutable`,
    'cross-origin-resource-policy': file.lasting === 'for-good' ? 'cross-origin' : 'same-origin',
    etag: facts.etag,
  });
  return sendStored(exchange, { name: file.stored, facts });
}
