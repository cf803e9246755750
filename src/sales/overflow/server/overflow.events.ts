import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener, StoredEvent } from '#kit/server/jobs/events.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { roomEvents } from '#meet/rooms/server/rooms.events.ts';
import { lookSoon, lookSoonIfKnown } from './look.service.ts';

async function onLimits(ctx: Ctx, tx: Db, { accountId }: StoredEvent): Promise<void> {
  if (accountId !== null) await lookSoon(ctx, tx, accountId);
}
async function onNumber(ctx: Ctx, tx: Db, { accountId }: StoredEvent): Promise<void> {
  if (accountId !== null) await lookSoonIfKnown(ctx, tx, accountId);
}

export const listeners: DomainEventListener[] = [
  { event: accountEvents.limitsChanged, name: 'overflow', now: onLimits },
  { event: accountEvents.memberRemoved, name: 'overflow', now: onNumber },
  { event: accountEvents.memberAdded, name: 'overflow', now: onNumber },
  { event: roomEvents.deleted, name: 'overflow', now: onNumber },
  { event: roomEvents.transferred, name: 'overflow', now: onNumber },
];
