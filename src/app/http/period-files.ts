/** Finished files of a period over HTTP, for whoever has the signed address that the call gave a moment ago. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { filesOf } from '#kit/server/files/files.ts';
import { periodFor, periodsPath } from '#sales/bank/server/periods.service.ts';
import { contextOf, type Parts } from '#app/context.ts';
import { refuseFile } from './recording-files.ts';

const asked = z.object({ file: z.string().check(z.regex(/^[0-9a-f-]{36}\.zip$/)) });
const query = z.object({ token: z.string().check(z.maxLength(120)) });

/** Mounts `/period-exports/{id}.zip`. */
export function mountPeriodFiles(app: FastifyInstance, parts: Parts): void {
  app.get(`${periodsPath}:file`, async (request, reply) => {
    const [at, told] = [z.safeParse(asked, request.params), z.safeParse(query, request.query)];
    if (!at.success || !told.success) return refuseFile(reply);
    const ctx = contextOf(parts, { kind: 'nobody' });
    const found = await periodFor(ctx, { id: at.data.file.slice(0, 36), token: told.data.token });
    const facts = found === null ? null : await filesOf(parts.config).stat(found.name);
    if (found === null || facts === null) return refuseFile(reply);
    reply.headers({
      'content-type': 'application/zip',
      'content-length': facts.bytes,
      'content-disposition': `attachment; filename="${found.file}"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    return reply.send(await filesOf(parts.config).get(found.name));
  });
}
