/** Files of libraries over HTTP, whole or in ranges (RFC 9110 §14), for those who have a signed address. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { filesOf } from '#kit/server/files/files.ts';
import { isId } from '#kit/ids.ts';
import { libraryLimits } from '#core/files/files.rules.ts';
import { libraryFilesPath, readAddress, type StoredPart } from '#core/files/server/addresses.service.ts';
import { meetingFilesPath, noteFetched, readMeetingFile } from '#meet/presentations/server/meeting-presentations.service.ts';
import { contextOf, type Parts } from '#app/context.ts';
import { disposition } from './invoice-files.ts';
import { type Exchange, refuseFile, sendStored } from './recording-files.ts';

const place = z.object({
  versionId: z.string().check(z.refine(isId)),
  token: z.string().check(z.maxLength(120)),
  part: z.string().check(z.maxLength(20)),
});
const meetingPlace = z.object({
  meetingId: z.string().check(z.refine(isId)),
  versionId: z.string().check(z.refine(isId)),
  token: z.string().check(z.maxLength(120)),
});
const query = z.object({ download: z.optional(z.string()) });

/** Nothing that somebody uploaded runs, also when it is opened by itself. Chromium shows no PDF in a sandbox, and runs none of it as a page. */
const policyOf = (mime: string): string =>
  mime === 'application/pdf'
    ? "frame-ancestors 'self'"
    : "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

const headersOf = ({ mime, name, shown }: StoredPart) => ({
  'content-type': mime,
  'content-disposition': disposition(name, shown),
  'content-security-policy': policyOf(mime),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'accept-ranges': 'bytes',
  // its content never changes under an address
  'cache-control': `private, max-age=${libraryLimits.address / 1_000}, immutable`,
});

async function give(parts: Parts, found: StoredPart | null, { request, reply }: Exchange): Promise<FastifyReply> {
  const asked = z.safeParse(query, request.query);
  const facts = found === null ? null : await filesOf(parts.config).stat(found.stored);
  if (found === null || facts === null || !asked.success) return refuseFile(reply);
  const shown = asked.data.download === undefined ? found.shown : 'attachment';
  reply.headers({ ...headersOf({ ...found, shown }), etag: facts.etag });
  // what is published may stand on other sites, such as in a reader of feeds
  reply.header('cross-origin-resource-policy', found.lasting === 'for-good' ? 'cross-origin' : 'same-origin');
  return sendStored(parts, { request, reply }, { name: found.stored, facts });
}

async function giveFile(parts: Parts, exchange: Exchange): Promise<FastifyReply> {
  const at = z.safeParse(place, exchange.request.params);
  const found = at.success ? await readAddress(contextOf(parts, { kind: 'nobody' }), at.data) : null;
  return give(parts, found, exchange);
}

/** A server of BBB loads a presentation. It counts as loaded once the last byte has left. */
async function giveToServer(parts: Parts, { request, reply }: Exchange): Promise<FastifyReply> {
  const at = z.safeParse(meetingPlace, request.params);
  if (!at.success) return refuseFile(reply);
  const ctx = contextOf(parts, { kind: 'nobody' });
  const found = await readMeetingFile(ctx, at.data);
  if (found !== null && request.method === 'GET')
    reply.raw.once('finish', () => {
      if (reply.raw.statusCode === 200)
        noteFetched(ctx, at.data).catch((error: unknown) => ctx.log.error({ error }, 'a loaded presentation was not noted'));
    });
  return give(parts, found, { request, reply });
}

/** Mounts `/files/{versionId}/{token}/{part}/{name}`, where the name is only what it is saved as, and the addresses that servers load. */
export function mountLibraryFiles(app: FastifyInstance, parts: Parts): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: `${libraryFilesPath}:versionId/:token/:part/*`,
    handler: (request, reply) => giveFile(parts, { request, reply }),
  });
  app.route({
    method: ['GET', 'HEAD'],
    url: `${meetingFilesPath}:meetingId/:versionId/:token/*`,
    handler: (request, reply) => giveToServer(parts, { request, reply }),
  });
}
