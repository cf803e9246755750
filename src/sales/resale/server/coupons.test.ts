/** Coupons and trials of a vendor's offers: the floor holds after the discount, in the service and in the database. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 3000n, trialDays: 14 });

const part = (code: string, thousandths: number, planIds: string[] | null = null) => ({
  ...{ code, thousandths, off: null, periods: 3, most: null, planIds, expiresAt: null },
});
const amount = (code: string, minor: number, currency = 'EUR') => ({
  ...{ code, thousandths: null, off: { amount: minor, currency }, periods: null, most: 5, planIds: null, expiresAt: null },
});
/** A vendor that asks 20 euros for what it owes 15 for. */
async function sells() {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1500, price: 2000 });
  return { vendor, buyer, own };
}
const offer = (vendor: UserActor, given: { price: number; trialDays?: number }) =>
  world.api(vendor).resale.offer({
    params: { planId },
    body: {
      ...{ name: 'Schule M', onSale: true, trialDays: given.trialDays ?? 0 },
      prices: [{ currency: 'EUR', period: 'month', amount: given.price, seatAmount: null }],
    },
  });
const broken = (constraint: string) => ({ cause: { constraint } });

test('a coupon down to the floor counts for the vendor’s customer; one below it is refused with the plan and its floor', async () => {
  const { vendor, buyer, own } = await sells();
  const { resale } = world.api(vendor);
  const below = { code: 'coupon_below_floor', data: { plan: 'Schule M', least: 1500 } };
  await expect(resale.addCoupon({ body: part('QUARTER1', 25_001) })).rejects.toMatchObject(below);
  await expect(resale.addCoupon({ body: amount('FIVE1', 501) })).rejects.toMatchObject(below);
  expect(await resale.addCoupon({ body: part('QUARTER', 25_000) })).toMatchObject({ code: 'QUARTER', state: 'active' });
  await resale.addCoupon({ body: amount('FIVE', 500) });
  // not a price of ours, so nothing is below anything
  await resale.addCoupon({ body: amount('YEN', 90_000, 'JPY') });
  await expect(resale.addCoupon({ body: part('QUARTER', 1000) })).rejects.toMatchObject({ code: 'code_taken' });
  const body = { planId: own, period: 'month' as const, currency: 'EUR', coupon: 'quarter' };
  expect(await world.api(buyer).billing.quote({ body })).toMatchObject({ net: 1500, discountTotal: 500 });
  expect((await resale.coupons({ query: {} })).items.map((one) => one.code)).toEqual(['YEN', 'FIVE', 'QUARTER']);
});

test('the database refuses the same, from whichever side the floor is reached', async () => {
  const { vendor } = await sells();
  const { resale } = world.api(vendor);
  const write = (code: string, thousandths: number) =>
    world.ctx().system.write((tx) =>
      tx.execute(sql`insert into coupons (id, seller_id, code, thousandths, periods, created_at)
        values (gen_random_uuid(), ${vendor.accountId}, ${code}, ${thousandths}, 1, now())`),
    );
  await expect(write('LOW', 25_001)).rejects.toMatchObject(broken('resale_coupon'));
  await write('TENTH', 10_000);
  // 18.00 are left with the coupon: a lower price or a higher floor would break it
  await expect(offer(vendor, { price: 1600 })).rejects.toMatchObject({ code: 'coupon_below_floor' });
  const floors = (least: number) =>
    world.api(shop.operator).resale.setFloors({
      params: { id: vendor.accountId },
      body: { floors: [{ planId, version: 1, currency: 'EUR', period: 'month', amount: least, seatAmount: null }] },
    });
  await expect(floors(1801)).rejects.toMatchObject({ code: 'coupon_below_floor' });
  await floors(1800);
  const [item] = (await resale.coupons({ query: {} })).items;
  expect(await resale.stopCoupon({ params: { id: item?.id ?? '' } })).toMatchObject({ state: 'stopped' });
  await floors(1801);
  expect((await offer(vendor, { price: 1900 })).plans.find((one) => one.planId === planId)?.prices[0]).toMatchObject({
    asked: 1900,
  });
});

test('what somebody has with a coupon holds the floor after the coupon was stopped', async () => {
  const { vendor, buyer, own } = await sells();
  const { resale } = world.api(vendor);
  const { id } = await resale.addCoupon({ body: part('MINE', 20_000) });
  const quote = await world.api(buyer).billing.quote({ body: { planId: own, period: 'month', currency: 'EUR', coupon: 'MINE' } });
  await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await resale.stopCoupon({ params: { id } });
  const body = { floors: [{ planId, version: 1, currency: 'EUR', period: 'month' as const, amount: 1700, seatAmount: null }] };
  const params = { id: vendor.accountId };
  await expect(world.api(shop.operator).resale.setFloors({ params, body })).rejects.toMatchObject({ code: 'coupon_below_floor' });
});

test('a trial is as long as the vendor says, and no longer than the operator’s own', async () => {
  const { vendor, buyer, own } = await sells();
  await expect(offer(vendor, { price: 2000, trialDays: 15 })).rejects.toMatchObject({
    code: 'trial_too_long',
    data: { most: 14 },
  });
  const view = await offer(vendor, { price: 2000, trialDays: 10 });
  expect(view.plans.find((one) => one.planId === planId)).toMatchObject({ trialDays: 10, trialMost: 14 });
  const body = { planId: own, period: 'month' as const, currency: 'EUR' };
  const quote = await world.api(buyer).billing.quote({ body });
  expect(quote).toMatchObject({ trialDays: 10, toPay: 0, version: 2 });
  await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect(await world.api(buyer).billing.subscription()).toMatchObject({ subscription: { state: 'trialing' } });
  const longer = world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into plan_versions (plan_id, version, entitlements, trial_days, created_at)
      select plan_id, 9, entitlements, 15, now() from plan_versions where plan_id = ${own} and version = 1`);
    await tx.execute(sql`insert into resale_versions (plan_id, version, account_id, source_plan_id, source_version)
      values (${own}, 9, ${vendor.accountId}, ${planId}, 1)`);
  });
  await expect(longer).rejects.toMatchObject(broken('resale_trial'));
});

test('coupons are each vendor’s own, of those who sell in their own name', async () => {
  const [one, other] = [await sells(), await sells()];
  const { id } = await world.api(one.vendor).resale.addCoupon({ body: part('OWN', 1000) });
  await expect(world.api(other.vendor).resale.stopCoupon({ params: { id } })).rejects.toMatchObject({ code: 'not_found' });
  expect((await world.api(other.vendor).resale.coupons({ query: {} })).items).toEqual([]);
  const strange = { body: part('STRANGE', 1000, [one.own]) };
  await expect(world.api(other.vendor).resale.addCoupon(strange)).rejects.toMatchObject({ code: 'invalid_input' });
  const sharer = await buildReseller(world, shop, { model: 'commission' });
  await expect(world.api(sharer).resale.addCoupon({ body: part('SHARED', 1000) })).rejects.toMatchObject({
    code: 'not_wholesale',
  });
  const held = { ...one.vendor, scope: one.vendor.scope.filter((right) => right !== 'vendors.manage') };
  for (const [who, code] of [
    [world.api(shop.operator).resale, 'not_found'],
    [world.api(one.buyer).resale, 'not_found'],
    [world.api(held).resale, 'not_allowed'],
    [world.api().resale, 'not_signed_in'],
  ] as const) {
    await expect(who.coupons({ query: {} })).rejects.toMatchObject({ code });
    await expect(who.addCoupon({ body: part('THEIRS', 1000) })).rejects.toMatchObject({ code });
    await expect(who.stopCoupon({ params: { id } })).rejects.toMatchObject({ code });
  }
});
