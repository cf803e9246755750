import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener, StoredEvent } from '#kit/server/jobs/events.ts';
import { NOT_ME } from '#core/identity/identity.rules.ts';
import { endKeysSince } from './keys.service.ts';

async function onNotMe(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  const { userId, since } = event.data;
  if (typeof userId !== 'string' || typeof since !== 'number') throw new Error('news of a stranger without a person and a time');
  await endKeysSince(ctx, tx, { userId, since });
}

/** Keys that a stranger made in somebody's name end with the stranger's stay. */
export const listeners: DomainEventListener[] = [{ event: NOT_ME, name: 'iam.keys', now: onNotMe }];
