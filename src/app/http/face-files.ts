/** The pictures of people, for everybody who knows the address. A name stands for one picture, so a browser may keep what it loaded. */
import type { FastifyInstance } from 'fastify';
import { hashInPicture, picturesPath } from '#core/identity/picture.rules.ts';
import { readPicture } from '#core/identity/server/picture.service.ts';
import { contextOf, type Parts } from '#app/context.ts';
import { refuseFile } from './recording-files.ts';

/** Mounts `/faces/{name}`. */
export function mountFaces(app: FastifyInstance, parts: Parts): void {
  app.get<{ Params: { file: string } }>(`${picturesPath}:file`, async (request, reply) => {
    const hash = hashInPicture(request.params.file);
    const picture = hash === null ? null : await readPicture(contextOf(parts, { kind: 'nobody' }), hash);
    if (picture === null) return refuseFile(reply);
    return reply
      .headers({
        'content-type': 'image/webp',
        'content-length': picture.length,
        // an hour, so that what was taken away or erased is gone soon
        'cache-control': 'public, max-age=3600',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(picture);
  });
}
