import type { DomainEventListener, PublicEvent } from '#kit/server/jobs/events.ts';

/** What accounts tell others. `created`: kind, state, ownerId. `stateChanged`: from, to. `personStateChanged`: userId, to. */
export const accountEvents = {
  created: 'accounts.created',
  stateChanged: 'accounts.state-changed',
  /** Without data: listeners that cache limits read them again. */
  limitsChanged: 'accounts.limits-changed',
  personStateChanged: 'accounts.person-state-changed',
  /** Both: userId, role. */
  memberAdded: 'accounts.member-added',
  memberRemoved: 'accounts.member-removed',
} as const;

export const listeners: DomainEventListener[] = [];

const toldOfMembers: PublicEvent['read'] = async (_db, { id, accountId, at, data: { userId, role } }) =>
  accountId === null || typeof userId !== 'string'
    ? []
    : [{ id, accountId, subjectId: userId, at, data: { userId, role: role ?? null } }];

export const publicEvents: readonly PublicEvent[] = [
  { name: 'member.added', from: accountEvents.memberAdded, read: toldOfMembers },
  { name: 'member.removed', from: accountEvents.memberRemoved, read: toldOfMembers },
];
