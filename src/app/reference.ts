/** The reference of the REST API as a program reads it. */
import type { FastifyInstance } from 'fastify';
import { openApi } from '#kit/server/openapi.ts';
import { contract } from './contract.ts';

export function mountReference(app: FastifyInstance): void {
  const body = JSON.stringify(openApi(contract, { title: 'Atrium', version: '0.1' }));
  app.get('/api/openapi.json', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .type('application/json; charset=utf-8')
      .send(body),
  );
}
