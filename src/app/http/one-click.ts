/**
 * `POST /newsletter?preferences=…`: the one-click unsubscription of mail programs (RFC 8058), at the address that the mail's header names. It
 * comes without cookies and from anywhere: the signed link is all that counts. GET at the same address is the page, and changes nothing.
 */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { oneClick } from '#publish/newsletter/server/unsubscribe.service.ts';
import { contextOf, type Parts } from '#app/context.ts';

const query = z.object({ preferences: z.string().check(z.maxLength(200)) });
/** RFC 8058 §3.2: the field comes in a form of either kind. */
const isOneClick = (body: unknown): boolean =>
  typeof body === 'string' &&
  (/List-Unsubscribe=One-Click/i.test(body) || (/name="?List-Unsubscribe"?\s/i.test(body) && /\bOne-Click\b/i.test(body)));
/** Requests from one address that know no link; mail providers send those of thousands. */
const unknownLinks = { max: 100, windowSeconds: 3_600 };

export async function mountOneClick(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: 4_000 },
      (_request, body, done) => done(null, body),
    );
    scope.post('/newsletter', async (request, reply) => {
      const ctx = contextOf(parts, { kind: 'nobody' }, { caller: { address: request.ip, agent: '' } });
      const asked = z.safeParse(query, request.query);
      reply.header('cache-control', 'no-store');
      if (!asked.success || !isOneClick(request.body)) return sendFailure(new Failure('bad_request'), request, reply);
      if ((await oneClick(ctx, asked.data.preferences)) === 'unknown') {
        await ctx.limits.use(`newsletter:one-click:${callerIn(request.ip)}`, unknownLinks);
        return sendFailure(new Failure('not_found'), request, reply);
      }
      return reply.code(200).type('text/plain; charset=utf-8').send('');
    });
    ready();
  });
}
