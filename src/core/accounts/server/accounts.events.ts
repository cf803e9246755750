import type { Listener } from '#kit/server/events.ts';

/** What accounts tell others. `created`: kind, state, ownerId. `stateChanged`: from, to. `personStateChanged`: userId, to. */
export const accountEvents = {
  created: 'accounts.created',
  stateChanged: 'accounts.state-changed',
  personStateChanged: 'accounts.person-state-changed',
} as const;

export const listeners: Listener[] = [];
