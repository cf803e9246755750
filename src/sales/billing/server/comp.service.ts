/** Giving a plan for nothing: endless or for some months, from now on or from a day to come. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isDuplicate } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import { findSold } from '#sales/plans/server/sold.service.ts';
import type { allSubscriptionsCalls, SubscriptionDetail } from '../all-subscriptions.contract.ts';
import type { PayBy } from '../billing.contract.ts';
import { periodAt } from '../period.rules.ts';
import { monthsFrom, startDays, startOn } from '../start.rules.ts';
import { moneyKeeperOf, mustSellTo, note } from './access.service.ts';
import { tell } from './all-subscription-acts.service.ts';
import { get } from './all-subscriptions.service.ts';
import { addonHeld, addonsWished } from './addons.service.ts';
import type { HeldAddon, SellerRow, SubscriptionRow } from './billing.table.ts';
import { nextLook } from './looks.service.ts';
import { methodsOf, profileOf, sellerById } from './parties.queries.ts';
import { mayCharge } from './pay.service.ts';
import { moveSubscription } from './standing.service.ts';
import { insertPeriod, insertSubscription, liveBaseOf } from './subscriptions.queries.ts';

type Body = Parsed<typeof allSubscriptionsCalls.comp>['body'];

/** How the months after those for nothing are paid. Throws `profile_missing` for accounts that cannot get an invoice. */
async function paysAfter(ctx: Ctx, tx: Db, { body, seller }: { body: Body; seller: SellerRow | null }): Promise<PayBy> {
  if (body.months === undefined || body.after === 'end') return 'none';
  if (seller === null || (await profileOf(tx, body.accountId)) === null) throw new Failure('profile_missing');
  const card = seller.cards && mayCharge(ctx) && (await methodsOf(tx, body.accountId)).length > 0;
  return card ? 'card' : 'transfer';
}

function startFor(ctx: Ctx, { startsOn }: Body, zone: string): number | null {
  const found = startOn(startsOn, { now: ctx.now(), zone });
  if (found.kind === 'refused')
    throw new Failure('start_refused', { data: startDays(ctx.now(), zone), fields: { 'body.startsOn': 'start_refused' } });
  return found.kind === 'at' ? found.at : null;
}

type Given = {
  body: Body;
  sellerId: string;
  version: number;
  addons: HeldAddon[];
  payBy: PayBy;
  start: number | null;
  zone: string;
};
async function give(ctx: Ctx, tx: Db, { body, sellerId, version, addons, payBy, start, zone }: Given): Promise<SubscriptionRow> {
  const { accountId, planId, currency, period, seats, months, after } = body;
  if ((await liveBaseOf(tx, accountId)) !== null) throw new Failure('already_subscribed');
  const at = new Date(ctx.now());
  const begins = new Date(start ?? ctx.now());
  const freeUntil = months === undefined ? null : new Date(monthsFrom(begins.getTime(), months, zone));
  const periodEnd = freeUntil ?? new Date(periodAt({ anchor: begins.getTime(), every: period, zone }, 0).end);
  const state = start === null ? ('active' as const) : ('scheduled' as const);
  // months for nothing are one period of their own: the next one is number 0 from their end on
  const counted =
    freeUntil === null || start !== null ? { anchorAt: begins, periodNumber: 0 } : { anchorAt: freeUntil, periodNumber: -1 };
  const row = await insertSubscription(tx, {
    ...{
      id: newId(ctx.now()),
      accountId,
      sellerId,
      kind: 'base',
      state,
      planId,
      version,
      currency,
      period,
      seats,
      addons,
      payBy,
      anchorZone: zone,
    },
    ...counted,
    ...(start === null ? { periodStart: begins, periodEnd } : {}),
    freeUntil,
    cancelAtEnd: freeUntil !== null && after === 'end',
    stateSince: at,
    revision: 1,
    createdAt: at,
  }).catch((error: unknown) => {
    throw isDuplicate(error, 'subscriptions_one_base') ? new Failure('already_subscribed') : error;
  });
  if (start === null) await insertPeriod(tx, { subscriptionId: row.id, startsAt: begins, endsAt: periodEnd, invoiceId: null });
  await note(ctx, tx, { accountId, sellerId, subscriptionId: row.id, kind: `subscription.${state}`, toState: state });
  return moveSubscription(ctx, tx, { row, to: state, change: { nextAt: nextLook(row) } });
}

/** A plan for nothing. Throws `other_seller`, `already_subscribed`, `offer_gone`, `seats_refused`, `addon_refused`, `profile_missing`, `start_refused`. */
export async function comp(ctx: Ctx, body: Body): Promise<SubscriptionDetail> {
  const actor = moneyKeeperOf(ctx);
  const { accountId, planId, currency, period, seats, reason } = body;
  const id = await ctx.system.write(async (tx) => {
    const account = await findStanding(tx, accountId);
    if (account === null || account.kind === 'operator') throw notFound();
    await mustSellTo(tx, accountId);
    const sold = await findSold(tx, { planId, version: null, currency, period });
    if (sold === null || sold.plan.kind !== 'base' || sold.plan.sellerId !== actor.accountId) throw new Failure('offer_gone');
    if (seats > 0 && sold.version.seatKey === null) throw new Failure('seats_refused', { data: { most: 0 } });
    const wished = { addons: body.addons ?? [], held: [], plan: sold, code: undefined, by: 'seller' as const };
    const addons = (await addonsWished(tx, wished)).map(addonHeld);
    const seller = await sellerById(tx, actor.accountId);
    const payBy = await paysAfter(ctx, tx, { body, seller });
    const zone = seller?.zone ?? 'UTC';
    const start = startFor(ctx, body, zone);
    const terms = { version: sold.version.version, addons, payBy, start, zone };
    const row = await give(ctx, tx, { body, sellerId: actor.accountId, ...terms });
    const months = body.months === undefined ? {} : { months: body.months, after: body.after };
    await tell(ctx, tx, { row, action: 'comped', reason, data: { plan: sold.plan.code, addons: addons.length, ...months } });
    return row.id;
  });
  return get(ctx, id);
}
