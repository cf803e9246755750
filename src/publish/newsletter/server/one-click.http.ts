/**
 * `POST /newsletter?preferences=…`: the one-click unsubscription of mail programs (RFC 8058), at the address that the mail's header names. It
 * comes without cookies and from anywhere: the signed link is all that counts. GET at the same address is the page, and changes nothing.
 */
import * as z from 'zod/mini';
import { Failure, notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { oneClick } from './unsubscribe.service.ts';

const query = z.object({ preferences: z.string().check(z.maxLength(200)) });
/** RFC 8058 §3.2: the field comes in a form of either kind. */
const isOneClick = (body: unknown): boolean =>
  typeof body === 'string' &&
  (/List-Unsubscribe=One-Click/i.test(body) || (/name="?List-Unsubscribe"?\s/i.test(body) && /\bOne-Click\b/i.test(body)));
/** Requests from one address that know no link; mail providers send those of thousands. */
const unknownLinks = { max: 100, windowSeconds: 3_600 };

async function unsubscribe({ ctx, request, reply }: HttpExchange) {
  reply.header('cache-control', 'no-store');
  const wish = z.safeParse(query, request.query);
  if (!wish.success || !isOneClick(request.body)) throw new Failure('bad_request');
  if ((await oneClick(ctx, wish.data.preferences)) === 'unknown') {
    await ctx.limits.use(`newsletter:one-click:${callerIn(request.ip)}`, unknownLinks);
    throw notFound();
  }
  return reply.code(200).type('text/plain; charset=utf-8').send('');
}

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['POST'],
    path: '/newsletter',
    access: 'guest',
    body: { kind: 'text', types: ['application/x-www-form-urlencoded', 'multipart/form-data'], limit: 4_000 },
    handle: unsubscribe,
  },
];
