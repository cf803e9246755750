/** Where the card provider tells what happened: its words are signed over the bytes as they came, so no parser stands before them. */
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { takeNews } from '../news.service.ts';

/** A refused delivery is answered with its reason in one word; one that was known already is taken like the first. */
export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['POST'],
    path: '/api/providers/card/events',
    access: 'guest',
    // events are a few kilobytes
    body: { kind: 'text', types: ['*'], limit: 512_000 },
    handle: async ({ ctx, request, reply }) => {
      const signature = request.headers['stripe-signature'];
      const body = typeof request.body === 'string' ? request.body : '';
      const delivery = { body, signature: typeof signature === 'string' ? signature : undefined };
      const answer = await takeNews({ ...ctx, actor: { kind: 'system' } }, delivery);
      return reply
        .code(answer.kind === 'taken' ? 200 : answer.why === 'not_offered' ? 404 : 400)
        .header('cache-control', 'no-store')
        .send(answer.kind === 'taken' ? { received: true } : { refused: answer.why });
    },
  },
];
