import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener, StoredEvent } from '#kit/server/jobs/events.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { MEMBERSHIP_TAKEN } from '#core/identity/identity.rules.ts';
import { socialEvents } from '#core/identity/server/social/social.events.ts';
import { followClaims } from './claims.service.ts';
import { takeInvitation } from './invite.service.ts';
import { clearPlace } from './members.service.ts';

async function onMembershipTaken(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  const { invitationId, userId } = event.data;
  if (typeof invitationId !== 'string' || typeof userId !== 'string') throw new Error('an invitation without its ids');
  await takeInvitation(ctx, tx, { invitationId, userId });
}

/** By whatever way somebody comes back: what their former place held does not wait for them. */
async function onMemberAdded(_ctx: Ctx, tx: Db, { accountId, data: { userId } }: StoredEvent): Promise<void> {
  if (accountId === null || typeof userId !== 'string') throw new Error('a new member without ids');
  await clearPlace(tx, { accountId, userId });
}

async function onClaims(ctx: Ctx, tx: Db, { data: { userId, provider, groups } }: StoredEvent): Promise<void> {
  if (typeof userId !== 'string' || typeof provider !== 'string' || typeof groups !== 'string')
    throw new Error('claims of nobody');
  await followClaims(ctx, tx, { userId, provider, groups: groups.split('\n').filter((name) => name.trim() !== '') });
}

export const listeners: DomainEventListener[] = [
  { event: MEMBERSHIP_TAKEN, name: 'iam', now: onMembershipTaken },
  { event: accountEvents.memberAdded, name: 'iam', now: onMemberAdded },
  { event: socialEvents.claims, name: 'iam', now: onClaims },
];
