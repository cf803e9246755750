/** What tickets hear: mails to their addresses, and who left. */
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { inboundEvents, letterIn, letterRetries } from '#core/inbound/server/inbound.events.ts';
import { takeQuestion, takeReplied } from './letters.service.ts';
import { pushTicket } from './moving.service.ts';
import { unassignOpen } from './tickets.queries.ts';

export const listeners: DomainEventListener[] = [
  {
    event: accountEvents.memberRemoved,
    name: 'tickets',
    now: async (ctx, tx, { accountId: sellerId, data: { userId: assigneeId } }) => {
      if (sellerId === null || typeof assigneeId !== 'string') return;
      for (const row of await unassignOpen(tx, { sellerId, assigneeId })) await pushTicket(ctx, tx, row);
    },
  },
  {
    event: inboundEvents.replied,
    name: 'tickets',
    retries: letterRetries,
    later: async (ctx, { data }) => {
      const { id } = data;
      if (typeof id === 'string') await takeReplied(ctx, { id, letter: letterIn(data) });
    },
  },
  {
    event: inboundEvents.supportAsked,
    name: 'tickets',
    retries: letterRetries,
    later: (ctx, { data }) => takeQuestion(ctx, letterIn(data)),
  },
];
