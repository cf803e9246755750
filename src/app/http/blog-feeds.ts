/** `/blog/rss.xml` and `/blog/atom.xml`: the blog for feed readers; `?lang=` and `?category=` choose among its posts. */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { locales } from '#kit/facts.ts';
import { sendFailure } from '#kit/server/http/send-failure.ts';
import { type FeedForm, feedForms, renderFeed } from '#publish/blog/server/feed.service.ts';
import { contextOf, type Parts } from '#app/context.ts';

const query = z.object({ lang: z.optional(z.enum(locales)), category: z.optional(z.string().check(z.maxLength(200))) });
const mimeOf: Readonly<Record<FeedForm, string>> = { rss: 'application/rss+xml', atom: 'application/atom+xml' };

type FeedExchange = { request: FastifyRequest; reply: FastifyReply; form: FeedForm };
async function sendFeed(parts: Parts, { request, reply, form }: FeedExchange): Promise<FastifyReply> {
  const wish = z.safeParse(query, request.query);
  if (!wish.success) return sendFailure(new Failure('not_found'), request, reply);
  const { lang: locale, category } = wish.data;
  const { xml, updatedAt } = await renderFeed(contextOf(parts, { kind: 'nobody' }), { form, locale, category });
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

export function mountBlogFeeds(app: FastifyInstance, parts: Parts): void {
  for (const form of feedForms) app.get(`/blog/${form}.xml`, (request, reply) => sendFeed(parts, { request, reply, form }));
}
