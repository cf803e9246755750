/** The reference of the REST API as a program reads it. */
import type { FastifyInstance } from 'fastify';

/** Made when it is first asked for: a start would wait a good part of a second for what most installations never read. */
export function mountReference(app: FastifyInstance): void {
  const made: { body: Promise<string> | null } = { body: null };
  const make = async (): Promise<string> => {
    const { apiDocument } = await import('./api-document.ts');
    return JSON.stringify(apiDocument());
  };
  app.get('/api/openapi.json', async (_request, reply) => {
    made.body ??= make();
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(await made.body);
  });
}
