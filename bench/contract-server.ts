/**
 * The same JSON twice: by a bare route of Fastify and through the contract layer. A process of its own, so that the load, which
 * costs more than the answers, takes nothing from them. Tells its address to the process that started it, and ends with it.
 */
import Fastify from 'fastify';
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { bind, mountCalls } from '#kit/server/http/mount.ts';

const row = z.object({ id: z.string(), name: z.string(), people: z.number(), live: z.boolean(), at: z.nullable(z.number()) });
const calls = {
  list: call({
    method: 'GET',
    path: '/contract/rooms',
    summary: 'A list.',
    access: 'all',
    query: z.object({ limit: z._default(z.coerce.number(), 20) }),
    result: z.object({ items: z.array(row), next: z.nullable(z.string()) }),
  }),
};
const rows = Array.from({ length: 20 }, (_one, at) => ({
  id: `room-${at}`,
  name: `Room ${at}`,
  people: at,
  live: at % 3 === 0,
  at: null,
}));

const app = Fastify();
app.get('/bare/rooms', async (_request, reply) => reply.header('cache-control', 'no-store').send({ items: rows, next: null }));
// cast: nothing of the context is used by this one handler
const ctx = { actor: { kind: 'nobody' } } as Ctx;
mountCalls(app, {
  mounted: bind('rooms', calls, { list: () => ({ items: rows, next: null }) }),
  doors: { everHeldBy: () => true },
  scheme: 'http',
  ctxOf: async () => ctx,
});
const origin = await app.listen({ port: 0, host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
process.send?.(origin);
