/** What vendors tell, and what they hear: a new account that came by a referral link is attributed in the transaction that makes it. */
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { attribute } from './referral.service.ts';
import { ensureVendor } from './steps.service.ts';

export const listeners: DomainEventListener[] = [
  {
    event: accountEvents.created,
    name: 'vendors.attribute',
    now: async (ctx, tx, event) => {
      const { kind, ownerId } = event.data;
      if (event.accountId === null) return;
      if (kind === 'customer') await attribute(ctx, tx, event.accountId);
      if (kind === 'vendor')
        await ensureVendor(ctx, tx, { accountId: event.accountId, ownerId: typeof ownerId === 'string' ? ownerId : null });
    },
  },
];
