/** A plan to come whose account is closed, and one whose claim is void before its day. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { setClosing } from '#core/accounts/server/closing.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { dayIn } from '../days.rules.ts';
import { buildBuyer, buildPlan, buildShop, pay } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop);
const day = 86_400_000;
const keeper = () => world.api(shop.operator);
const claimsOf = async (buyer: UserActor) => (await world.api(buyer).invoices.list({ query: {} })).items;
async function until(at: number): Promise<void> {
  world.clock.advance(at - world.clock.now());
  await runEngine(world.ctx());
}
/** As the database has it: nobody signs in to a closed account. */
async function kept(buyer: UserActor): Promise<Record<string, unknown>> {
  const { rows } = await world.ctx().system.read.execute(sql`select s.state, s.coupon_left,
      (select coalesce(sum(b.amount), 0)::int from balance_entries b where b.account_id = s.account_id) as balance
      from subscriptions s where s.account_id = ${buyer.accountId}`);
  return rows[0] ?? {};
}
/** A purchase by transfer for a day to come, whose claim is written. */
async function scheduled(coupon = '') {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const startsOn = dayIn(world.clock.now() + 10 * day, 'Europe/Berlin');
  const wish = { planId, period: 'month' as const, currency: 'EUR', startsOn, ...(coupon === '' ? {} : { coupon }) };
  const quote = await billing.quote({ body: wish });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await runEngine(world.ctx());
  const [claim] = await claimsOf(buyer);
  return { buyer, start: quote.startsAt ?? 0, id: claim?.id ?? '', total: quote.total };
}
async function close({ accountId }: UserActor): Promise<void> {
  const eraseAt = world.clock.now() + 60 * day;
  await world.ctx().system.write((tx) => setClosing(world.ctx(), tx, { accountId, eraseAt }));
  await world.runJobs();
}
/** A transfer of it is under way, as its payer says. */
async function reported() {
  const bought = await scheduled();
  const params = { id: bought.id };
  await world.api(bought.buyer).invoices.pay({ params, body: { by: 'transfer' } });
  await world.api(bought.buyer).invoices.report({ params, body: { note: '' } });
  return bought;
}

test('a closed account whose transfer is under way does not begin its plan: the money goes to its balance', async () => {
  const { buyer, start, id, total } = await reported();
  await close(buyer);
  expect(await kept(buyer)).toMatchObject({ state: 'scheduled' });
  // it waits quietly until somebody decides
  await until(world.clock.now() + 2 * 3_600_000);
  expect(await kept(buyer)).toMatchObject({ state: 'scheduled' });
  await pay(world, shop, id);
  await until(world.clock.now() + 3_600_000 + 1000);
  expect(await kept(buyer)).toMatchObject({ state: 'canceled', balance: total });
  await until(start + 1000);
  expect(await kept(buyer)).toMatchObject({ state: 'canceled', balance: total });
});

test('nor does it after its day when nobody decided by then; one that did not come is void', async () => {
  const { buyer, start, id } = await reported();
  await close(buyer);
  await until(start + 1000);
  expect(await kept(buyer)).toMatchObject({ state: 'scheduled' });
  await keeper().allInvoices.reject({ params: { id }, body: { reason: 'it never came' } });
  await until(world.clock.now() + 3_600_000 + 1000);
  expect(await kept(buyer)).toMatchObject({ state: 'canceled', balance: 0 });
  expect((await keeper().allInvoices.get({ params: { id } })).state).toBe('void');
});

test('months for nothing that end and were to begin later are called off with the account', async () => {
  const buyer = await buildBuyer(world);
  const startsOn = dayIn(world.clock.now() + 10 * day, 'Europe/Berlin');
  const wish = { planId, currency: 'EUR', period: 'month', seats: 0, months: 2, after: 'end', startsOn } as const;
  await keeper().allSubscriptions.comp({ body: { ...wish, accountId: buyer.accountId, reason: 'a partner' } });
  await close(buyer);
  expect(await kept(buyer)).toMatchObject({ state: 'canceled' });
});

test('a start to come keeps its coupon when its claim is void and written anew', async () => {
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into coupons (id, seller_id, code, thousandths, periods, created_at)
      values (${newId()}, ${shop.operator.accountId}, 'HALF', 50000, 1, now())`),
  );
  const { buyer, start, id, total } = await scheduled('HALF');
  await keeper().allInvoices.voiding({ params: { id }, body: { reason: 'a wrong address' } });
  expect(await kept(buyer)).toMatchObject({ state: 'scheduled', coupon_left: 1 });
  await until(start + 1000);
  expect((await claimsOf(buyer)).map((one) => [one.state, one.total])).toEqual([
    ['open', total],
    ['void', total],
  ]);
  expect(await kept(buyer)).toMatchObject({ coupon_left: 0 });
});

test('a claim for the next period that is void leaves its coupon as it was; one of a period that was had does not', async () => {
  const buyer = await buildBuyer(world);
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into coupons (id, seller_id, code, thousandths, periods, created_at)
      values (${newId()}, ${shop.operator.accountId}, 'THREE', 50000, 3, now())`),
  );
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR', coupon: 'THREE' } });
  await pay(world, shop, (await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).invoiceId);
  await until(world.clock.now() + 20 * day);
  expect(await kept(buyer)).toMatchObject({ coupon_left: 1 });
  const voided = async () => {
    const next = (await claimsOf(buyer)).find((one) => one.state === 'open');
    await keeper().allInvoices.voiding({ params: { id: next?.id ?? '' }, body: { reason: 'a wrong address' } });
  };
  await voided();
  expect(await kept(buyer)).toMatchObject({ coupon_left: 2 });
  const end = (await billing.subscription()).subscription?.periodEnd ?? 0;
  await until(end + 1000);
  expect(await kept(buyer)).toMatchObject({ coupon_left: 1 });
  await voided();
  expect(await kept(buyer)).toMatchObject({ coupon_left: 1 });
});
