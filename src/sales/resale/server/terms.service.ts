/** What operator and vendor agree on: the model, its rate, and the floors of the price list. */
import { Failure, notFound } from '#kit/errors.ts';
import type { Parsed } from '#kit/contract.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type Db, isRuleBroken } from '#kit/server/db/db.ts';
import { record, recordForBoth } from '#core/audit/server/audit.service.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { sellsStill } from '#sales/billing/server/resold.service.ts';
import { catalogueOf, pricesAt } from '#sales/plans/server/resold.service.ts';
import { holdVendor, operatorOf } from '#sales/vendors/server/access.service.ts';
import { findTerms, putTerms } from '#sales/vendors/server/selling.service.ts';
import { findVendorState } from '#sales/vendors/server/selling.service.ts';
import type { MoneyView, resaleCalls } from '../resale.contract.ts';
import { moneyOf } from './money.service.ts';
import { dropFloor, putFloor } from './prices.queries.ts';

/** Locked; throws `not_found` for what is no vendor, `not_possible` for one that does not sell. */
async function heldVendor(tx: Db, vendorId: string): Promise<void> {
  await holdVendor(tx, vendorId);
  const state = await findVendorState(tx, vendorId);
  if (state === null) throw notFound();
  if (state !== 'active' && state !== 'suspended') throw new Failure('not_possible');
}

type TermsBody = Parsed<typeof resaleCalls.setTerms>['body'];
/** Throws `model_in_use` while what was sold under the present model still runs, `rate_missing`, `changed_meanwhile`. */
export async function setTerms(ctx: Ctx, { id, body }: { id: string; body: TermsBody }): Promise<MoneyView> {
  operatorOf(ctx);
  const { model, rate, lockDays, revision } = body;
  if (model === 'commission' && rate === null) throw new Failure('rate_missing', { fields: { 'body.rate': 'required' } });
  return ctx.system.write(async (tx) => {
    await heldVendor(tx, id);
    const before = await findTerms(tx, id);
    if (before !== null && before.model !== model) {
      const sellerId = before.model === 'wholesale' ? id : (await findOperatorAccount(tx))?.id;
      if (sellerId !== undefined && (await sellsStill(tx, { sellerId, vendorId: id }))) throw new Failure('model_in_use');
    }
    const agreed = { accountId: id, model, rate: model === 'commission' ? rate : null, lockDays };
    const kept = await putTerms(tx, { ...agreed, changedAt: new Date(ctx.now()) }, revision);
    if (kept === null) throw new Failure('changed_meanwhile', { data: { revision: before?.revision ?? 0 } });
    const { accountId, ...data } = agreed;
    const deed = { action: 'resale.terms-changed', subjectKind: 'account', subjectId: id, data };
    await recordForBoth(ctx, tx, { ...deed, accountId });
    await ctx.bus.push(tx, { topic: `account:${id}`, kind: 'resale' });
    return moneyOf(tx, id);
  });
}

type FloorsBody = Parsed<typeof resaleCalls.setFloors>['body'];
/** Throws `floor_held` where the vendor asks for less already; a price that the operator does not have is not found. */
export async function setFloors(ctx: Ctx, { id, body }: { id: string; body: FloorsBody }): Promise<MoneyView> {
  const actor = operatorOf(ctx);
  try {
    return await ctx.system.write(async (tx) => {
      await heldVendor(tx, id);
      const own = new Set((await catalogueOf(tx, actor.accountId)).map((plan) => plan.id));
      for (const [at, { planId, version, currency, period, amount, seatAmount, minuteAmount }] of body.floors.entries()) {
        const prices = own.has(planId) ? await pricesAt(tx, { planId, version }) : [];
        const listed = prices.find((one) => one.currency === currency && one.period === period);
        if (listed === undefined) throw notFound();
        // minutes that the operator does not charge its own customers have no price to resell
        if (minuteAmount !== null && listed.minuteAmount == null)
          throw new Failure('invalid_input', { fields: { [`body.floors.${at}.minuteAmount`]: 'minutes_of_what' } });
        const key = { accountId: id, planId, version, currency, period };
        if (amount === null) await dropFloor(tx, key);
        else
          await putFloor(tx, {
            ...key,
            amount: BigInt(amount),
            seatAmount: seatAmount === null ? null : BigInt(seatAmount),
            minuteAmount: minuteAmount === null ? null : BigInt(minuteAmount),
            changedAt: new Date(ctx.now()),
          });
      }
      const data = { floors: body.floors.length };
      await record(ctx, tx, { action: 'resale.floors-changed', subjectKind: 'account', subjectId: id, data });
      await ctx.bus.push(tx, { topic: `account:${id}`, kind: 'resale' });
      return moneyOf(tx, id);
    });
  } catch (error) {
    if (isRuleBroken(error, 'resale_coupon')) throw new Failure('coupon_below_floor');
    if (isRuleBroken(error, 'resale_floor_held')) throw new Failure('floor_held');
    throw error;
  }
}
