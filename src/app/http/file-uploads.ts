/** The bytes of uploads: `/api/uploads/{id}`, by the tus protocol. Bodies go straight into the store, so this is no part of the contract. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { checkAccess } from '#kit/server/http/mount.ts';
import { Failure } from '#kit/errors.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { doneHeaders, giveUpUpload, serveUpload } from '#core/files/server/serve-upload.service.ts';
import { findUpload, requireStillRoom, uploadsPath } from '#core/files/server/uploads.service.ts';
import * as z from 'zod/mini';
import { doors } from './doors.ts';
import type { Ctx } from '#kit/server/ctx.ts';

type ReaderOf = (request: FastifyRequest, access: string) => Promise<Ctx>;
const place = z.object({ id: z.string().check(z.maxLength(100)) });

/** Throws `not_signed_in`, `not_allowed`, `not_found`, `limit_reached`, asked at each piece: a right may be gone since the last one. */
async function take(ctxOf: ReaderOf, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  // uploads for messages need no right in the library: `findUpload` asks for it where it counts
  const ctx = await ctxOf(request, 'library.edit');
  checkAccess('user', ctx.actor, doors);
  if (ctx.actor.kind === 'user' && ctx.actor.impersonator !== undefined) throw new Failure('acting_for_somebody');
  const row = await findUpload(ctx, z.parse(place, request.params).id);
  if (row.state === 'done') {
    if (request.method !== 'HEAD') throw new Failure('upload_done');
    return reply.code(200).headers(doneHeaders(row)).send();
  }
  if (request.method === 'DELETE') {
    await giveUpUpload(ctx, row);
    return reply.code(204).header('tus-resumable', '1.0.0').send();
  }
  if (request.method === 'PATCH') await requireStillRoom(ctx, row);
  reply.hijack();
  await serveUpload(ctx, row, { request: request.raw, response: reply.raw }).catch((error: unknown) => {
    ctx.log.error({ error, upload: row.id }, 'a piece of an upload failed');
    reply.raw.destroy();
  });
  return reply;
}

/** A refusal before the body was read leaves a connection that nothing else can use. */
function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.raw.readableEnded && request.method === 'PATCH') reply.header('connection', 'close');
  return sendFailure(error, request, reply.header('tus-resumable', '1.0.0').header('cache-control', 'no-store'));
}

/** Mounts the addresses. Bodies are left to the handler: no parser reads them first. */
export async function mountFileUploads(app: FastifyInstance, ctxOf: ReaderOf): Promise<void> {
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, parsed) => parsed(null));
    scope.setErrorHandler(refuse);
    // a connection may be lost at any moment, also while nobody reads the body
    scope.addHook('onRequest', (request, _reply, next) => {
      request.raw.on('error', () => undefined);
      next();
    });
    scope.route({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${uploadsPath}:id`,
      config: { failures: { upload_done: 409 } },
      handler: (request, reply) => take(ctxOf, request, reply),
    });
    done();
  });
}
