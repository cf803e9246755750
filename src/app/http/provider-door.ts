/** Where the card provider tells what happened: its words are signed over the bytes as they came, so no parser stands before them. */
import type { FastifyInstance } from 'fastify';
import { takeNews } from '#sales/billing/server/news.service.ts';
import { contextOf, type Parts } from '#app/context.ts';

export const cardEventsPath = '/api/providers/card/events';
/** Bytes; events are a few kilobytes. */
const longest = 512_000;

/** Mounts the door. A refused delivery is told why in one word; one that was known already is taken like the first. */
export async function mountProviderDoor(app: FastifyInstance, parts: Parts): Promise<void> {
  await app.register((scope, _options, ready) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: longest }, (_request, body, done) => done(null, body));
    scope.post(cardEventsPath, { bodyLimit: longest }, async (request, reply) => {
      const signature = request.headers['stripe-signature'];
      const body = typeof request.body === 'string' ? request.body : '';
      const ctx = contextOf(parts, { kind: 'system' });
      const answer = await takeNews(ctx, { body, signature: typeof signature === 'string' ? signature : undefined });
      return reply
        .code(answer.kind === 'taken' ? 200 : answer.why === 'not_offered' ? 404 : 400)
        .header('cache-control', 'no-store')
        .send(answer.kind === 'taken' ? { received: true } : { refused: answer.why });
    });
    ready();
  });
}
