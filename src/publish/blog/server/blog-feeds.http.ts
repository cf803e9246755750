/** `/blog/rss.xml` and `/blog/atom.xml`: the blog for feed readers; `?lang=` and `?category=` choose among its posts. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import { locales } from '#kit/facts.ts';
import type { HttpExchange, HttpRoute } from '#kit/server/http/http-route.ts';
import { type FeedForm, feedForms, renderFeed } from './feed.service.ts';

const query = z.object({ lang: z.optional(z.enum(locales)), category: z.optional(z.string().check(z.maxLength(200))) });
const mimeOf: Readonly<Record<FeedForm, string>> = { rss: 'application/rss+xml', atom: 'application/atom+xml' };

async function sendFeed(form: FeedForm, { ctx, request, reply }: HttpExchange): Promise<FastifyReply> {
  const wish = z.safeParse(query, request.query);
  if (!wish.success) throw notFound();
  const { lang: locale, category } = wish.data;
  const { xml, updatedAt } = await renderFeed(ctx, { form, locale, category });
  const etag = `"${createHash('sha256').update(xml).digest('base64url').slice(0, 27)}"`;
  reply.headers({
    etag,
    'last-modified': updatedAt.toUTCString(),
    'cache-control': 'public, max-age=300',
    // read by programs of other sites, too
    'access-control-allow-origin': '*',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  // a proxy that compresses marks the tag as weak
  if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send();
  return reply.type(`${mimeOf[form]}; charset=utf-8`).send(xml);
}

export const httpRoutes = (): HttpRoute[] =>
  feedForms.map((form) => ({
    methods: ['GET'],
    path: `/blog/${form}.xml`,
    access: 'guest',
    handle: (exchange) => sendFeed(form, exchange),
  }));
