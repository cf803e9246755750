/** Owners get a mail when their account is suspended, with the reason, and when it is open again. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import type { DomainEventListener, StoredEvent } from '#kit/server/jobs/events.ts';
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import { findOwners, findStateReason } from '#core/accounts/server/accounts.service.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { adminMails } from './admin.mail.ts';

async function onState(ctx: Ctx, tx: Db, event: StoredEvent): Promise<void> {
  const { accountId } = event;
  const { from, to } = event.data;
  if (accountId === null || (to !== 'suspended' && !(from === 'suspended' && to === 'active'))) return;
  const account = await findStateReason(tx, accountId);
  if (account === null) return;
  for (const userId of await findOwners(tx, accountId)) {
    const person = await findPerson(tx, userId);
    if (person === null) continue;
    await sendMail(ctx, tx, {
      template: to === 'suspended' ? adminMails.suspended : adminMails.reopened,
      to: person.email,
      locale: localeOf(person.locale),
      data: { name: person.name, organisation: account.name, reason: account.reason ?? '–' },
      ...(to === 'active' && { path: '/login' }),
      accountId,
      userId,
    });
  }
}

export const listeners: DomainEventListener[] = [{ event: accountEvents.stateChanged, name: 'admin', now: onState }];
