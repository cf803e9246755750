import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener, StoredEvent } from '#kit/server/jobs/events.ts';
import { findAccount, findOwners } from '#core/accounts/server/accounts.service.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { localeOf } from '../identity.rules.ts';
import { endSessions } from './sessions/sessions.service.ts';

async function tellApproved(ctx: Ctx, tx: Db, accountId: string): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (account === null) return;
  for (const userId of await findOwners(tx, accountId)) {
    const person = await findPerson(tx, userId);
    if (person === null) continue;
    await sendMail(ctx, tx, {
      template: 'approved',
      to: person.email,
      locale: localeOf(person.locale),
      data: { name: person.name, organisation: account.name },
      path: '/dashboard',
      accountId,
      userId,
      onceKey: `approved:${accountId}:${userId}`,
    });
  }
}

async function onAccountState(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  if (event.accountId === null) return;
  if (event.data['from'] === 'pending' && event.data['to'] === 'active') await tellApproved(ctx, tx, event.accountId);
  if (event.data['to'] === 'suspended' || event.data['to'] === 'closed')
    await endSessions(ctx, tx, { choice: { accountId: event.accountId }, reason: 'account-suspended' });
}

async function onPersonState(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  const { userId, to } = event.data;
  if (to === 'suspended' && typeof userId === 'string')
    await endSessions(ctx, tx, { choice: { userId }, reason: 'user-suspended' });
}

export const listeners: DomainEventListener[] = [
  { event: accountEvents.stateChanged, name: 'identity', now: onAccountState },
  { event: accountEvents.personStateChanged, name: 'identity', now: onPersonState },
];
