/** What the provider tells of stored cards and of customers: a card that is gone is not charged, and its account is asked for another one. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { cardProvider } from '#sales/providers/server/providers.service.ts';
import type { MethodRow } from './billing.table.ts';
import { mailOn } from './mail.service.ts';
import {
  accountOfCustomer,
  dropCustomer,
  makeFirst,
  methodByRef,
  methodsOf,
  profileOf,
  refreshMethod,
  removeMethod,
} from './parties.queries.ts';
import { liveBaseOf } from './subscriptions.queries.ts';

/** The next card takes its place; where there is none and a plan is paid by card, its account is asked for one. */
async function remove(ctx: Ctx, tx: Db, method: MethodRow): Promise<void> {
  const { accountId } = method;
  await removeMethod(tx, method.id, new Date(ctx.now()));
  const [next] = await methodsOf(tx, accountId);
  if (next !== undefined) return method.first ? makeFirst(tx, { accountId, id: next.id }) : undefined;
  const live = await liveBaseOf(tx, accountId);
  const to = await profileOf(tx, accountId);
  const account = await findStanding(tx, accountId);
  if (live === null || live.payBy !== 'card' || to === null || account === null) return;
  await mailOn(ctx, tx, { to, locale: account.locale, about: 'gone', once: method.id, data: { card: method.last4 } });
}

/** Looks at a stored card of which something was said; false when it is none of ours. */
export async function heardOfMethod(ctx: Ctx, ref: string): Promise<boolean> {
  const provider = cardProvider(ctx);
  const method = await methodByRef(ctx.system.read, ref);
  if (provider === null || method === null) return false;
  const now = await provider.fetchMethod(ref);
  await ctx.system.write(async (tx) => {
    if (now === null) await remove(ctx, tx, method);
    else await refreshMethod(tx, method.id, now);
    await ctx.bus.push(tx, { topic: `account:${method.accountId}`, kind: 'billing' });
  });
  return true;
}

/** Forgets a customer whom the provider knows no more, with all cards; false when it is none of ours. */
export async function heardOfCustomer(ctx: Ctx, ref: string): Promise<boolean> {
  const provider = cardProvider(ctx);
  const accountId = await accountOfCustomer(ctx.system.read, { provider: 'card', ref });
  if (provider === null || accountId === null) return false;
  if (await provider.hasCustomer(ref)) return true;
  await ctx.system.write(async (tx) => {
    await dropCustomer(tx, { provider: 'card', ref });
    for (const method of await methodsOf(tx, accountId)) await remove(ctx, tx, method);
    await ctx.bus.push(tx, { topic: `account:${accountId}`, kind: 'billing' });
  });
  return true;
}
