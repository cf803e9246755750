/** What mailboxes hear of: each mail that is written to a person. */
import * as z from 'zod/mini';
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { mailEvents } from '#core/outbox/server/outbox.events.ts';
import { copyMail } from './delivering.service.ts';

const written = z.object({
  mailId: z.string(),
  template: z.string(),
  userId: z.string(),
  accountId: z.string(),
  path: z.nullable(z.string()),
  author: z.nullable(z.string()),
});
export const listeners: DomainEventListener[] = [
  {
    event: mailEvents.written,
    name: 'mailbox',
    now: (ctx, tx, { data }) => copyMail(ctx, tx, z.parse(written, data)),
  },
];
