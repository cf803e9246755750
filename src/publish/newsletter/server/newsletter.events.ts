/** What the newsletter hears: bounces of any of our mails, and requests to unsubscribe that came by mail. */
import type { Listener } from '#kit/server/jobs/events.ts';
import { inboundEvents } from '#core/inbound/server/inbound.events.ts';
import { mailEvents } from '#core/outbox/server/outbox.events.ts';
import { noteBounce } from './subscribers.service.ts';
import { leaveByMail } from './unsubscribe.service.ts';

export const listeners: Listener[] = [
  {
    event: mailEvents.bounced,
    name: 'newsletter',
    later: async (ctx, { data: { email, kind } }) => {
      if (typeof email === 'string' && (kind === 'hard' || kind === 'soft')) await noteBounce(ctx, { email, kind });
    },
  },
  {
    event: inboundEvents.unsubscribeRequested,
    name: 'newsletter',
    later: async (ctx, { data: { id, token } }) => {
      if (typeof id === 'string') await leaveByMail(ctx, { subscriberId: id, token: typeof token === 'string' ? token : null });
    },
  },
];
