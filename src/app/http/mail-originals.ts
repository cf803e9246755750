/** Mails as they came, for staff whose session may answer them: a stranger's file, given away to be kept and never shown here. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import { type OriginalMail, openTicketOriginal, openUnknownOriginal } from '#talk/tickets/server/original.service.ts';
import { disposition, type ReaderOf } from './invoice-files.ts';

const id = z.string().check(z.refine(isId));
const ofTicket = z.object({ id, messageId: id });
const ofMail = z.object({ id });

function send(reply: FastifyReply, { bytes, file }: OriginalMail): FastifyReply {
  reply.headers({
    'content-type': 'message/rfc822',
    'content-length': bytes.length,
    'content-disposition': disposition(file),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "sandbox; default-src 'none'",
  });
  return reply.send(Buffer.from(bytes));
}

/** Mounts `/api/tickets/{id}/messages/{messageId}/original` and `/api/unknown-mails/{id}/original`. */
export function mountMailOriginals(app: FastifyInstance, ctxOf: ReaderOf): void {
  app.get('/api/tickets/:id/messages/:messageId/original', async (request, reply) => {
    const at = z.safeParse(ofTicket, request.params);
    const ctx = await ctxOf(request, 'tickets.answer');
    if (!at.success) throw notFound();
    return send(reply, await openTicketOriginal(ctx, at.data));
  });
  app.get('/api/unknown-mails/:id/original', async (request, reply) => {
    const at = z.safeParse(ofMail, request.params);
    const ctx = await ctxOf(request, 'tickets.answer');
    if (!at.success) throw notFound();
    return send(reply, await openUnknownOriginal(ctx, at.data.id));
  });
}
