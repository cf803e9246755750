/** Mails as they came, for staff whose session may answer them: a stranger's file, given away to be kept and never shown here. */
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import { notFound } from '#kit/errors.ts';
import { isId } from '#kit/ids.ts';
import type { HttpRoute } from '#kit/server/http/http-route.ts';
import { attachmentHeaders } from '#kit/server/http/stored-file.ts';
import { type OriginalMail, openTicketOriginal, openUnknownOriginal } from './original.service.ts';

const id = z.string().check(z.refine(isId));
const messageParams = z.object({ id, messageId: id });
const mailParams = z.object({ id });

const send = (reply: FastifyReply, { bytes, file }: OriginalMail): FastifyReply =>
  reply
    .headers({
      ...attachmentHeaders({ file, mime: 'message/rfc822', cache: 'no-store' }),
      'content-length': bytes.length,
    })
    .send(Buffer.from(bytes));

export const httpRoutes = (): HttpRoute[] => [
  {
    methods: ['GET'],
    path: '/api/tickets/:id/messages/:messageId/original',
    access: 'tickets.answer',
    handle: async ({ ctx, request, reply }) => {
      const at = z.safeParse(messageParams, request.params);
      if (!at.success) throw notFound();
      return send(reply, await openTicketOriginal(ctx, at.data));
    },
  },
  {
    methods: ['GET'],
    path: '/api/unknown-mails/:id/original',
    access: 'tickets.answer',
    handle: async ({ ctx, request, reply }) => {
      const at = z.safeParse(mailParams, request.params);
      if (!at.success) throw notFound();
      return send(reply, await openUnknownOriginal(ctx, at.data.id));
    },
  },
];
