/** The logos of accounts, for everybody. A name is never used twice, so a browser may keep what it loaded. */
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { logosPath } from '#core/accounts/accounts.rules.ts';
import { readLogo } from '#core/accounts/server/logo.service.ts';
import type { Parts } from '#app/context.ts';
import { refuseFile } from './recording-files.ts';

const place = z.object({ '*': z.string().check(z.maxLength(100)) });

/** Mounts `/logos/{account}/{name}`. */
export function mountLogos(app: FastifyInstance, parts: Parts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${logosPath}*`,
    handler: async (request, reply) => {
      const at = z.safeParse(place, request.params);
      const logo = at.success ? await readLogo(parts, at.data['*']) : null;
      if (logo === null) return refuseFile(reply);
      return reply
        .headers({
          'content-type': 'image/png',
          'content-length': logo.bytes,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cross-origin-resource-policy': 'cross-origin',
        })
        .send(logo.content);
    },
  });
}
