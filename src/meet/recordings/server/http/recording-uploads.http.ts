/**
 * What the transfer script on a BBB server calls: `/api/transfer/{serverId}/uploads…`. Requests are signed and bodies go straight into
 * the store, so this is no part of the contract. Answers tell how far an upload is in headers, which a shell reads without a parser.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Failure, notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import { openBodyReader } from '#kit/server/http/body-reader.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { isPlainText, refusedValue } from '#kit/server/http/input-values.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { uploadLimits } from '../../recordings.rules.ts';
import { keyForScript, signingServer, transferPath } from '../transfer-key.service.ts';
import { installScript } from '../transfer-script.service.ts';
import { startUpload, takePart, type UploadStatus, uploadStatus } from '../upload.service.ts';

const statuses = {
  bad_metadata: 422,
  no_owner: 422,
  gone: 410,
  other_server: 409,
  wrong_offset: 409,
  wrong_digest: 422,
  length_missing: 411,
} as const;

const ids = z.object({ serverId: z.string().check(z.refine(isId)), id: z._default(z.string(), '') });
const announced = z.object({
  recordId: z.string(),
  format: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** In base64: a shell can make that. */
  metadata: z.base64(),
});

const partPlace = z.object({ offset: z.coerce.number().check(z.int(), z.gte(0)) });

const headerOf = (request: FastifyRequest, name: string): string => String(request.headers[name] ?? '');
const nothing = createHash('sha256').digest('hex');
/** Of all announcements together, in this process. Bytes. */
const announcementsInFlight = 16_000_000;

/** Who asks, and for which upload. `digest`: of the body, as signed. */
async function knock({ ctx, request }: HttpExchange) {
  const at = z.safeParse(ids, request.params);
  if (!at.success) throw notFound();
  const digest = headerOf(request, 'x-atrium-digest');
  const server = await signingServer(ctx, {
    serverId: at.data.serverId,
    method: request.method,
    target: request.raw.url ?? '',
    digest,
    time: headerOf(request, 'x-atrium-time'),
    signature: headerOf(request, 'x-atrium-signature'),
  });
  return { server, id: at.data.id, digest };
}

function tell(reply: FastifyReply, status: UploadStatus): FastifyReply {
  return reply
    .headers({
      'upload-id': status.id,
      'upload-offset': status.offset,
      'upload-length': status.bytes,
      'upload-state': status.state,
      ...(status.trouble === null ? {} : { 'upload-trouble': status.trouble }),
      'cache-control': 'no-store',
    })
    .type('application/json')
    .send(JSON.stringify(status));
}

/** The size of the body, which must be known before. Throws `length_missing`. */
function lengthOf(request: FastifyRequest): number {
  const length = headerOf(request, 'content-length');
  if (!/^\d{1,15}$/.test(length)) throw new Failure('length_missing');
  return Number(length);
}

function readJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw new Failure('bad_request');
  }
}

/** A body that says how long it is leaves the connection usable after a refusal only when it was read. */
const unread = (request: FastifyRequest, reply: FastifyReply) => {
  if (!request.raw.readableEnded) reply.header('connection', 'close');
};

function handlers(): Record<'start' | 'part' | 'status' | 'script', HttpRoute['handle']> {
  const bodies = openBodyReader(announcementsInFlight);
  const readBody = async (raw: IncomingMessage) => {
    const most = uploadLimits.metadata * 2;
    const body = await bodies.read(raw, most);
    // one that is short enough came at a bad moment: its server may ask again
    const isShort = Number(raw.headers['content-length'] ?? Number.NaN) <= most;
    if (body === 'too long') throw new Failure(isShort ? 'unavailable' : 'too_large');
    if (body === 'gone') throw new Failure('bad_request');
    return body;
  };
  return {
    start: async (exchange) => {
      const { ctx, request, reply } = exchange;
      const { server, digest } = await knock(exchange);
      const body = await readBody(request.raw);
      const same = createHash('sha256').update(body.bytes).digest('hex') === digest;
      const sent = same ? readJson(body.bytes) : null;
      const read = z.safeParse(announced, sent);
      body.release();
      if (!same) throw new Failure('wrong_digest');
      if (refusedValue(sent, 'body') !== null) throw new Failure('invalid_input');
      if (!read.success) throw new Failure('bad_request');
      const metadata = Buffer.from(read.data.metadata, 'base64').toString('utf8');
      if (!isPlainText(metadata)) throw new Failure('bad_metadata');
      return tell(reply.code(201), await startUpload(ctx, server, { ...read.data, metadata }));
    },
    part: async (exchange) => {
      const { ctx, request, reply } = exchange;
      const { server, id, digest } = await knock(exchange);
      const place = z.safeParse(partPlace, request.query);
      if (!place.success) throw new Failure('invalid_input', { fields: { 'query.offset': 'bad_offset' } });
      const part = { offset: place.data.offset, bytes: lengthOf(request), digest, content: request.raw };
      return tell(reply, await takePart(ctx, server, { id, part }));
    },
    status: async (exchange) => {
      const { ctx, reply } = exchange;
      const { server, id, digest } = await knock(exchange);
      if (digest !== nothing) throw new Failure('wrong_digest');
      return tell(reply, await uploadStatus(ctx, server, id));
    },
    script: async ({ ctx, request, reply }) => {
      const at = z.safeParse(ids, request.params);
      const asked = z.safeParse(z.object({ token: z.string().check(z.maxLength(120)) }), request.query);
      const who = at.success && asked.success ? { serverId: at.data.serverId, token: asked.data.token } : null;
      const key = who === null ? null : await keyForScript(ctx, who);
      if (who === null || key === null) throw notFound();
      return reply
        .headers({ 'content-type': 'text/x-shellscript; charset=utf-8', 'cache-control': 'no-store' })
        .send(installScript(ctx, { serverId: who.serverId, key }));
    },
  };
}

/** A refusal with the offset that counts, so that a shell goes on there. */
function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  unread(request, reply);
  if (error instanceof Failure) {
    const { offset, reason } = error.data;
    reply.header('atrium-refusal', typeof reason === 'string' ? reason : error.code);
    if (typeof offset === 'number') reply.header('upload-offset', offset);
  }
  return sendFailure(error, request, reply);
}

/** Bodies are left to the handlers: no parser reads them first. */
export function httpRoutes(): HttpRoute[] {
  const { start, part, status, script } = handlers();
  const uploads = `${transferPath}:serverId/uploads`;
  const shared = { access: 'guest', body: { kind: 'stream' }, failures: statuses, refuse } as const;
  return [
    { ...shared, methods: ['POST'], path: uploads, handle: start },
    { ...shared, methods: ['PUT'], path: `${uploads}/:id`, handle: part },
    { ...shared, methods: ['GET', 'HEAD'], path: `${uploads}/:id`, handle: status },
    { ...shared, methods: ['GET'], path: `${transferPath}:serverId/script`, handle: script },
  ];
}
