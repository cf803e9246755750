/** What the newsletter hears: bounces of any of our mails, and requests to unsubscribe that came by mail. */
import * as z from 'zod/mini';
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { inboundEvents } from '#core/inbound/server/inbound.events.ts';
import { noteIgnored } from '#core/inbound/server/message-outcome.service.ts';
import { mailEvents } from '#core/outbox/server/outbox.events.ts';
import { noteBounce } from './subscribers.service.ts';
import { leaveByMail } from './unsubscribe.service.ts';

/** `original`: of the mail; events of an older version have none. */
const unsubscribeData = z.object({
  id: z.string(),
  token: z.nullable(z.string()),
  original: z._default(z.nullable(z.string()), null),
});

export const listeners: DomainEventListener[] = [
  {
    event: mailEvents.bounced,
    name: 'newsletter',
    later: async (ctx, { data: { email, kind } }) => {
      if (typeof email === 'string' && (kind === 'hard' || kind === 'soft' || kind === 'complaint'))
        await noteBounce(ctx, { email, kind });
    },
  },
  {
    event: inboundEvents.unsubscribeRequested,
    name: 'newsletter',
    later: async (ctx, { data }) => {
      const { id, token, original } = z.parse(unsubscribeData, data);
      const left = await leaveByMail(ctx, { subscriberId: id, token });
      if (left === 'unknown' && original !== null)
        await ctx.system.write((tx) => noteIgnored(tx, { id: original, reason: 'unknown_mail' }));
    },
  },
];
