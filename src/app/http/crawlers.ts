/** `/robots.txt` and `/sitemap.xml`: what search engines may visit, and where it is. */
import type { FastifyInstance } from 'fastify';
import { siteUrl } from '#core/outbox/server/outbox.service.ts';
import { legalPages } from '#core/platform/server/legal.service.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { renderSitemap } from '#publish/blog/server/sitemap.service.ts';
import { ways } from '#sales/billing/server/quote.service.ts';
import { contextOf, type AppParts } from '#app/context.ts';

/** Pages for everybody that this installation has: prices only where something is sold. */
async function publicPaths(ctx: Ctx): Promise<string[]> {
  const [legal, { sells }] = await Promise.all([legalPages(ctx), ways(ctx)]);
  return ['/', ...(sells ? ['/purchase-plan'] : []), '/posts', ...legal.map((kind) => `/${kind}`)];
}

export function mountCrawlers(app: FastifyInstance, parts: AppParts): void {
  const visitor = () => contextOf(parts, { kind: 'nobody' });
  const kept = { 'cache-control': 'public, max-age=3600' };
  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers(kept)
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nDisallow: /api/\n\nSitemap: ${siteUrl(visitor())}/sitemap.xml\n`),
  );
  app.get('/sitemap.xml', async (_request, reply) => {
    const ctx = visitor();
    const xml = await renderSitemap(ctx, await publicPaths(ctx));
    return reply.headers(kept).type('application/xml; charset=utf-8').send(xml);
  });
}
