/** What billing hears: an account that its owner closes is not charged again, and what is known of a month's minutes is charged. */
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Listener } from '#kit/server/events.ts';
import { usageEvents } from '#meet/usage/server/count.service.ts';
import { monthOf } from '#meet/usage/usage.rules.ts';
import { note } from './access.service.ts';
import { nextLook } from './looks.service.ts';
import { reckonMinutes } from './minutes.service.ts';
import { callOff } from './scheduled.service.ts';
import { moveSubscription } from './standing.service.ts';
import { changeSubscription, liveBaseOf, lockSubscription } from './subscriptions.queries.ts';

/** What is paid for stays theirs, should they come back within the grace; what is paused ends at once. */
const endWithPeriod = (ctx: Ctx, accountId: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const found = await liveBaseOf(tx, accountId);
    const row = found === null ? null : await lockSubscription(tx, found.id);
    if (row === null || row.cancelAtEnd) return;
    const reason = 'account closed';
    if (row.state === 'paused') return void (await moveSubscription(ctx, tx, { row, to: 'canceled', reason }));
    if (row.state === 'scheduled') return void (await callOff(ctx, tx, { row, reason }));
    if (!['trialing', 'active', 'past_due'].includes(row.state)) return;
    const nextAt = row.state === 'past_due' ? row.nextAt : nextLook({ ...row, cancelAtEnd: true });
    await changeSubscription(tx, row.id, { cancelAtEnd: true, nextAt });
    const kind = 'subscription.cancel_asked';
    await note(ctx, tx, { accountId: row.accountId, sellerId: row.sellerId, subscriptionId: row.id, kind, reason });
  });

/** `day`: any of the month. */
const reckon = async (ctx: Ctx, of: { accountId: string | null; day: unknown; by: 'closed' | 'adjusted' }): Promise<void> => {
  const { accountId, day, by } = of;
  if (accountId !== null && typeof day === 'string') await reckonMinutes(ctx, { accountId, month: monthOf(day), by });
};

export const listeners: Listener[] = [
  {
    event: usageEvents.closed,
    name: 'billing.charge-minutes',
    later: (ctx, { accountId, data: { month } }) => reckon(ctx, { accountId, day: month, by: 'closed' }),
  },
  {
    event: usageEvents.adjusted,
    name: 'billing.correct-minutes',
    later: (ctx, { accountId, data: { day } }) => reckon(ctx, { accountId, day, by: 'adjusted' }),
  },
  {
    event: accountEvents.stateChanged,
    name: 'billing.end-with-period',
    // later: closing has the account locked, and everybody here locks it last
    later: async (ctx, event) => {
      if (event.accountId !== null && event.data['to'] === 'closed') await endWithPeriod(ctx, event.accountId);
    },
  },
];
