/**
 * `/newsletter/opened/…` and `/newsletter/links/…`: what mails to readers who agreed to be counted ask for. No cookie is read or set, and
 * neither the address nor the program of the reader is kept. HEAD, with which programs look at links in advance, counts nothing.
 */
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { countOpened, followLink } from './figures.service.ts';

const transparentGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const unknownLinks = { max: 100, windowSeconds: 3_600 };
const openedParams = z.object({ token: z.string() });
const linkParams = z.object({ token: z.string(), hash: z.string() });

/** `send` gives null for an address that opens nothing. */
const counted = (send: (exchange: HttpExchange) => Promise<FastifyReply | null>) => async (exchange: HttpExchange) => {
  const { ctx, request, reply } = exchange;
  reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  const answer = await send({ ...exchange, ctx: { ...ctx, caller: { address: request.ip, agent: '' } } });
  if (answer !== null) return answer;
  await ctx.limits.use(`newsletter:figures:${callerIn(request.ip)}`, unknownLinks);
  throw notFound();
};

const token = ':token(^[\\w-]{40,200}$)';
export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET'],
    head: 'refused',
    path: `/newsletter/opened/${token}`,
    access: 'guest',
    handle: counted(async ({ ctx, request, reply }) => {
      const opened = await countOpened(ctx, z.parse(openedParams, request.params).token);
      return opened === 'known' ? reply.type('image/gif').send(transparentGif) : null;
    }),
  },
  {
    methods: ['GET'],
    head: 'refused',
    path: `/newsletter/links/:hash(^[0-9a-f]{16}$)/${token}`,
    access: 'guest',
    handle: counted(async ({ ctx, request, reply }) => {
      const url = await followLink(ctx, z.parse(linkParams, request.params));
      return url === null ? null : reply.redirect(url, 302);
    }),
  },
];
