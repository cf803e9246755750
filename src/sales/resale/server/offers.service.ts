/** A vendor's own offers: plans, add-ons and passes of the operator under its name and at its prices. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isRuleBroken } from '#kit/server/db/db.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { type Catalogued, catalogueOf, handOn, pricesAt, trialAt } from '#sales/plans/server/resold.service.ts';
import { holdVendor, vendorOf } from '#sales/vendors/server/access.service.ts';
import { findTerms } from '#sales/vendors/server/selling.service.ts';
import { findVendorState } from '#sales/vendors/server/selling.service.ts';
import type { MoneyView, resaleCalls } from '../resale.contract.ts';
import { belowFloor, minutesMixed, type Price } from '../resale.rules.ts';
import { moneyOf, ownPlans } from './money.service.ts';
import { checkFloorsNow, floorsOf, handedBy, insertHanded } from './prices.queries.ts';

type Body = Parsed<typeof resaleCalls.offer>['body'];
type Wish = { vendorId: string; plan: Pick<Catalogued, 'id' | 'version'>; body: Body };

export const floorsFor = async (tx: Db, { vendorId, plan }: Omit<Wish, 'body'>): Promise<Price[]> =>
  (await floorsOf(tx, vendorId))
    .filter((row) => row.planId === plan.id && row.version === plan.version)
    .map(({ currency, period, amount, seatAmount, minuteAmount }) => ({
      ...{ currency, period, amount: Number(amount), seatAmount: seatAmount === null ? null : Number(seatAmount) },
      minuteAmount: minuteAmount === null ? null : Number(minuteAmount),
    }));

const inOrder = (prices: readonly Price[]): string =>
  JSON.stringify(
    prices
      .map(({ currency, period, amount, seatAmount, minuteAmount = null }) =>
        [currency, period, amount, seatAmount, minuteAmount].join(' '),
      )
      .sort(),
  );
/** Whether these prices, of this version, are on sale already: then there is no other version. */
async function isSame(tx: Db, { vendorId, plan, body }: Wish, own: { planId: string; version: number } | undefined) {
  if (own === undefined) return false;
  const source = (await handedBy(tx, vendorId)).find((row) => row.planId === own.planId && row.version === own.version);
  const now = await pricesAt(tx, own);
  const trial = (await trialAt(tx, own)) === body.trialDays;
  return trial && source?.sourceVersion === plan.version && inOrder(now) === inOrder(body.prices);
}

async function keep(ctx: Ctx, tx: Db, wish: Wish): Promise<void> {
  const { vendorId, plan, body } = wish;
  const below = belowFloor(body.prices, await floorsFor(tx, wish));
  if (below !== null)
    throw new Failure('below_floor', {
      data: { least: below.least },
      fields: { [`body.prices.${below.at}.${below.field}`]: 'below_floor' },
    });
  const mixed = minutesMixed(body.prices);
  if (mixed !== null) throw new Failure('invalid_input', { fields: { [`body.prices.${mixed}.minuteAmount`]: 'minutes_mixed' } });
  const most = await trialAt(tx, { planId: plan.id, version: plan.version });
  if (body.trialDays > most)
    throw new Failure('trial_too_long', { data: { most }, fields: { 'body.trialDays': 'trial_too_long' } });
  const own = (await ownPlans(tx, vendorId)).get(plan.id);
  const same = await isSame(tx, wish, own);
  const made = await handOn(ctx, tx, {
    sellerId: vendorId,
    planId: own?.planId ?? null,
    source: { planId: plan.id, version: plan.version },
    name: body.name,
    onSale: body.onSale && body.prices.length > 0 ? 'yes' : 'no',
    prices: same ? null : body.prices,
    trialDays: body.trialDays,
  });
  if (made === null) throw notFound();
  if (!same) await insertHanded(tx, { ...made, accountId: vendorId, sourcePlanId: plan.id, sourceVersion: plan.version });
  await checkFloorsNow(tx);
  const data = { version: made.version, onSale: body.onSale };
  await record(ctx, tx, { action: 'resale.offer-changed', subjectKind: 'plan', subjectId: made.planId, data });
}

/** Throws `below_floor` with the least that may be asked, `trial_too_long`, `coupon_below_floor`, `not_wholesale`, `not_possible` while the vendor does not sell. */
export async function offer(ctx: Ctx, { planId, body }: { planId: string; body: Body }): Promise<MoneyView> {
  const { accountId: vendorId } = vendorOf(ctx);
  try {
    return await ctx.system.write(async (tx) => {
      await holdVendor(tx, vendorId);
      const [state, terms] = [await findVendorState(tx, vendorId), await findTerms(tx, vendorId)];
      const operator = await findOperatorAccount(tx);
      const plan = (operator === null ? [] : await catalogueOf(tx, operator.id)).find((one) => one.id === planId);
      if (plan === undefined) throw notFound();
      if (state !== 'active') throw new Failure('not_possible');
      if (terms?.model !== 'wholesale') throw new Failure('not_wholesale');
      await keep(ctx, tx, { vendorId, plan, body });
      return moneyOf(tx, vendorId);
    });
  } catch (error) {
    if (isRuleBroken(error, 'resale_coupon')) throw new Failure('coupon_below_floor');
    if (isRuleBroken(error, 'resale_floor')) throw new Failure('below_floor', { data: { least: null } });
    throw error;
  }
}
