/** The web process with its pages, as tests ask for them. */
import http from 'node:http';
import type { FastifyInstance } from 'fastify';
import { mountPages, type PageOptions } from '#app/http/pages.ts';
import type { AppParts } from '#app/context.ts';
import { createWeb } from '#app/web.ts';
import { buildPages } from './testing.ts';

/** `drawnBy`: other parts for the pages than for the rest, such as broken ones. */
export function openPages(
  parts: AppParts,
  { drawnBy = parts, ...options }: Pick<PageOptions, 'kept'> & { drawnBy?: AppParts } = {},
): Promise<FastifyInstance> {
  buildPages();
  return createWeb(parts, { pages: (app) => mountPages(app, drawnBy, { dev: false, door: http.createServer(), ...options }) });
}
