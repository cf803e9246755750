/**
 * Minutes above what a plan holds: when a month is closed they are priced once, with the terms of that day; what becomes known of the month
 * later is a further row of the difference (business rules §3). An invoice takes them up in `minutes-claim.service.ts`.
 */
import { dayIn } from '#kit/dates.ts';
import { notAllowed } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { entitlementsFor, findAccount } from '#core/accounts/server/accounts.service.ts';
import { usedMinutes } from '#meet/usage/server/usage.service.ts';
import { addDays, monthEnd, monthOf } from '#meet/usage/usage.rules.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import { minutesAbove, minutesCost, minutesLeft } from '../minutes.rules.ts';
import type { MinutesPage } from '../minutes.contract.ts';
import type { SubscriptionRow } from './billing.table.ts';
import { chargesOfMonth, heldSince, insertMinuteCharge, waitingCharges } from './minutes.queries.ts';
import { lockSubscription } from './subscriptions.queries.ts';

export type MinuteTerms = { rate: bigint; included: number; inclusive: boolean };
/** What a subscription holds now; null: its minutes cost nothing more. */
async function termsNow(db: Db, row: SubscriptionRow): Promise<MinuteTerms | null> {
  if (row.payBy === 'none') return null;
  const { planId, version, currency, period } = row;
  const sold = await findSold(db, { planId, version, currency, period });
  if (sold === null || sold.price.minuteAmount === null) return null;
  // what was granted on top counts while the plan runs
  const held = row.endedAt === null ? await entitlementsFor(db, row.accountId) : sold.version.entitlements;
  const included = held.minutesPerMonth ?? null;
  return included === null ? null : { rate: sold.price.minuteAmount, included, inclusive: sold.price.inclusive };
}

type HeldDays = { row: SubscriptionRow; from: string; until: string };
/** Which days of a month belong to which plan; no day to two. A trial is for nothing. */
async function heldIn(db: Db, of: { accountId: string; month: string; zone: string }): Promise<HeldDays[]> {
  const { accountId, month, zone } = of;
  // a day more than any zone is away from UTC
  const since = new Date(Date.parse(`${month}T00:00:00Z`) - 86_400_000);
  const found: HeldDays[] = [];
  let next = month;
  for (const { row, firstAt } of await heldSince(db, { accountId, since })) {
    const [first, last] = [dayIn(firstAt.getTime(), zone), row.endedAt === null ? null : dayIn(row.endedAt.getTime(), zone)];
    const from = first > next ? first : next;
    const until = last !== null && last < monthEnd(month) ? last : monthEnd(month);
    if (from > until) continue;
    found.push({ row, from, until });
    next = addDays(until, 1);
  }
  return found;
}

type Month = { accountId: string; month: string; zone: string };
async function reckonOne(
  ctx: Ctx,
  tx: Db,
  { held, month, by }: { held: HeldDays; month: string; by: MinutesBilling['by'] },
): Promise<void> {
  const row = await lockSubscription(tx, held.row.id);
  if (row === null) return;
  const before = await chargesOfMonth(tx, { subscriptionId: row.id, month });
  const [first] = before;
  // a month that was closed without a price per minute stays so
  const terms = first ?? (by === 'closed' ? await termsNow(tx, row) : null);
  if (terms === null) return;
  const { from, until } = held;
  const used = await usedMinutes(tx, { accountId: row.accountId, from, until });
  const left = minutesLeft({ used, included: terms.included, rate: terms.rate }, before);
  if (left === null) return;
  await insertMinuteCharge(tx, {
    id: newId(ctx.now()),
    ...{ accountId: row.accountId, sellerId: row.sellerId, subscriptionId: row.id, month, turn: before.length },
    ...{ currency: first?.currency ?? row.currency, inclusive: terms.inclusive, rate: terms.rate, included: terms.included },
    ...left,
    invoiceId: null,
    reckonedAt: new Date(ctx.now()),
  });
}

/** `month`: its first day; `by`: whether it was closed, or something became known of it since. */
export type MinutesBilling = { accountId: string; month: string; by: 'closed' | 'adjusted' };
/** Prices a closed month of an account. Doing it again changes nothing. */
export async function reckonMinutes(ctx: Ctx, { accountId, month, by }: MinutesBilling): Promise<void> {
  if (ctx.actor.kind !== 'system') throw notAllowed('subscriptions.manage');
  const account = await findAccount(ctx.system.read, accountId);
  if (account === null) return;
  const of: Month = { accountId, month, zone: account.timeZone };
  for (const held of await heldIn(ctx.system.read, of)) await ctx.system.write((tx) => reckonOne(ctx, tx, { held, month, by }));
}

/** Of the month that it is, as it would be billed now, and what waits for the next invoice; null: minutes cost nothing more. */
export async function minutesNow(ctx: Ctx, row: SubscriptionRow): Promise<MinutesPage | null> {
  const db = ctx.system.read;
  const [terms, waits, account] = await Promise.all([
    row.endedAt === null ? termsNow(db, row) : null,
    waitingCharges(db, row.id),
    findAccount(db, row.accountId),
  ]);
  if (account === null || (terms === null && waits.length === 0)) return null;
  const { timeZone: zone } = account;
  const month = monthOf(dayIn(ctx.now(), zone));
  const held = (await heldIn(db, { accountId: row.accountId, month, zone })).find((one) => one.row.id === row.id);
  const used = held === undefined ? 0 : await usedMinutes(db, { accountId: row.accountId, from: held.from, until: held.until });
  const billed = terms === null ? 0 : minutesAbove(used, terms.included);
  // a trial is for nothing
  if (held === undefined && waits.length === 0) return null;
  return {
    running:
      terms === null || held === undefined
        ? null
        : {
            ...{ from: held.from, until: monthEnd(month), used, included: terms.included, billed },
            ...{ rate: Number(terms.rate), amount: Number(minutesCost(billed, terms.rate)), inclusive: terms.inclusive },
          },
    waiting: waits.map(({ month: of, turn, minutes, billed: above, amount, inclusive }) => ({
      ...{ month: of, late: turn > 0, minutes, billed: above, amount: Number(amount), inclusive },
    })),
  };
}
