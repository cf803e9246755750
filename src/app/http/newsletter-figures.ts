/**
 * `/newsletter/opened/…` and `/newsletter/links/…`: what mails to readers who agreed to be counted ask for. No cookie is read or set, and
 * neither the address nor the program of the reader is kept. HEAD, with which programs look at links in advance, counts nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { countOpened, followLink } from '#publish/newsletter/server/figures.service.ts';
import { contextOf, type Parts } from '#app/context.ts';

const transparentGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const unknownLinks = { max: 100, windowSeconds: 3_600 };
type FiguresRequest = FastifyRequest<{ Params: { token: string; hash: string } }>;
type FiguresWork = (ctx: Ctx, params: FiguresRequest['params'], reply: FastifyReply) => Promise<FastifyReply | null>;

function answerWith(parts: Parts, work: FiguresWork) {
  return async (request: FiguresRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ctx = contextOf(parts, { kind: 'nobody' }, { caller: { address: request.ip, agent: '' } });
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    const answer = await work(ctx, request.params, reply);
    if (answer !== null) return answer;
    await ctx.limits.use(`newsletter:figures:${callerIn(request.ip)}`, unknownLinks);
    return sendFailure(new Failure('not_found'), request, reply);
  };
}

export function mountNewsletterFigures(app: FastifyInstance, parts: Parts): void {
  const token = ':token(^[\\w-]{40,200}$)';
  const only = { exposeHeadRoute: false } as const;
  app.get<{ Params: FiguresRequest['params'] }>(
    `/newsletter/opened/${token}`,
    only,
    answerWith(parts, async (ctx, params, reply) =>
      (await countOpened(ctx, params.token)) === 'known' ? reply.type('image/gif').send(transparentGif) : null,
    ),
  );
  app.get<{ Params: FiguresRequest['params'] }>(
    `/newsletter/links/:hash(^[0-9a-f]{16}$)/${token}`,
    only,
    answerWith(parts, async (ctx, params, reply) => {
      const url = await followLink(ctx, params);
      return url === null ? null : reply.redirect(url, 302);
    }),
  );
}
