/** What billing hears: an account that its owner closes is not charged again, and what is known of a month's minutes is charged. */
import { accountEvents } from '#core/accounts/server/accounts.events.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { DomainEventListener } from '#kit/server/jobs/events.ts';
import { usageEvents } from '#meet/usage/server/count.service.ts';
import { monthOf } from '#meet/usage/usage.rules.ts';
import { exchangeEvents } from '#sales/exchange/server/take.service.ts';
import { endOfAccount, isIdle } from './ending.service.ts';
import { reckonMinutes } from './minutes.service.ts';
import { callOffOnceDecided } from './scheduled.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';
import { liveBaseOf, lockSubscription } from './subscriptions.queries.ts';

/** What is paid for stays theirs, should they come back within the grace; what is paused or restricted ends at once. */
const endWithPeriod = (ctx: Ctx, accountId: string): Promise<void> =>
  ctx.system.write(async (tx) => {
    const found = await liveBaseOf(tx, accountId);
    const row = found === null ? null : await lockSubscription(tx, found.id);
    if (row === null) return;
    const reason = 'account closed';
    if (row.state === 'scheduled') return callOffOnceDecided(ctx, tx, { row, reason });
    if (row.state === 'incomplete' || (row.cancelAtEnd && !isIdle(row))) return;
    await endOfAccount(ctx, tx, { row, reason });
  });

/** `day`: any of the month. */
const reckon = async (ctx: Ctx, of: { accountId: string | null; day: unknown; by: 'closed' | 'adjusted' }): Promise<void> => {
  const { accountId, day, by } = of;
  if (accountId !== null && typeof day === 'string') await reckonMinutes(ctx, { accountId, month: monthOf(day), by });
};

export const listeners: DomainEventListener[] = [
  {
    event: exchangeEvents.arrived,
    name: 'billing.claims-with-rates',
    later: async (ctx) => void (await settleTaxes(ctx, null)),
  },
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
