/** What resale hears: a claim that was paid, given back or taken back changes what its vendor earns. */
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { billingEvents } from '#sales/billing/server/access.service.ts';
import { noticeClaim } from './commission.service.ts';

export const listeners: DomainEventListener[] = [
  {
    event: billingEvents.claimMoved,
    name: 'resale.notice-claim',
    now: async (ctx, tx, { accountId, data: { invoiceId } }) => {
      if (accountId !== null && typeof invoiceId === 'string') await noticeClaim(ctx, tx, { accountId, invoiceId });
    },
  },
];
