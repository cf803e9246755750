/** What goes wrong between a claim and its money: nobody is served for nothing, and nobody is held to what is owed no more. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, pay, type Shop, subscribe } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, days as oneDayAfterTheOther } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';

let card: CardWorld;
let world: World;
let shop: Shop;
beforeAll(async () => {
  card = await cardWorld();
  ({ world, shop } = card);
});
afterAll(() => card.close());

const day = 86_400_000;
const run = (statement: ReturnType<typeof sql>) => world.ctx().system.write(async (tx) => void (await tx.execute(statement)));
const days = (count: number) => oneDayAfterTheOther(world, count);
const live = async (buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('none');
  return subscription;
};
const newest = async (buyer: UserActor) => {
  const [first] = (await world.api(buyer).invoices.list()).items;
  if (first === undefined) throw new Error('none');
  return first;
};
const keeper = () => world.api(shop.operator).allInvoices;
const overdue = async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  await days(34);
  expect((await live(buyer)).state).toBe('past_due');
  return buyer;
};

test('a card of which nothing is heard is behind the next day, and ends once the provider has let go', async () => {
  const buyer = await buildBuyer(world);
  await buyByCard(world, buyer, { planId: await buildPlan(world, shop) });
  await run(sql`update payment_methods set removed_at = now() where account_id = ${buyer.accountId}`);
  const { periodEnd } = await live(buyer);
  await days(Math.ceil(((periodEnd ?? 0) - world.clock.now()) / day));
  const { id } = await newest(buyer);
  expect((await live(buyer)).state).toBe('active');
  await days(2);
  expect((await live(buyer)).state).toBe('past_due');
  expect((await world.api(buyer).invoices.pay({ params: { id }, body: { by: 'card' } })).kind).toBe('redirect');
  await days(10);
  expect((await live(buyer)).state).toBe('restricted');
  await days(22);
  expect((await live(buyer)).state).toBe('canceled');
  expect((await keeper().get({ params: { id } })).state).toBe('uncollectible');
});

test('what is void, given up on or given back is owed no more', async () => {
  const acts = [
    (id: string) => keeper().voiding({ params: { id }, body: { reason: 'our mistake' } }),
    (id: string) => keeper().writeOff({ params: { id }, body: { reason: 'too small' } }),
    (id: string) => keeper().credit({ params: { id }, body: { amount: 3451, to: 'balance', reason: 'good will' } }),
  ];
  for (const act of acts) {
    const buyer = await overdue();
    await act((await newest(buyer)).id);
    await runEngine(world.ctx());
    expect((await live(buyer)).state).toBe('active');
  }
});

test('what is restricted is ended at once by whoever has it, who still owes it and starts nothing new', async () => {
  const buyer = await overdue();
  await days(9);
  const { state, revision } = await live(buyer);
  expect(state).toBe('restricted');
  const { id } = await newest(buyer);
  await world.api(buyer).billing.cancel({ body: { atEnd: true, revision } });
  expect((await live(buyer)).state).toBe('canceled');
  expect((await keeper().get({ params: { id } })).state).toBe('open');
  const held = await entitlementsFor(world.ctx().system.read, buyer.accountId);
  expect([held.meetingsAtOnce, held.recordingAllowed]).toEqual([0, false]);
});

test('a change whose claim is taken back does not come', async () => {
  const acts = [
    (id: string) => keeper().voiding({ params: { id }, body: { reason: 'not wanted' } }),
    async (id: string) =>
      keeper().credit({
        params: { id },
        body: { amount: (await keeper().get({ params: { id } })).total, to: 'balance', reason: 'not wanted' },
      }),
  ];
  for (const act of acts) {
    const [buyer, planId, large] = [
      await buildBuyer(world),
      await buildPlan(world, shop),
      await buildPlan(world, shop, { month: 9900n }),
    ];
    await subscribe(world, shop, { buyer, planId });
    const { subscriptions } = world.api(buyer);
    const quote = await subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 0 } });
    const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
    await act(invoiceId ?? '');
    await days(1);
    expect(await live(buyer)).toMatchObject({ state: 'active', planId });
    const again = await subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 0 } });
    expect((await subscriptions.change({ body: { quoteId: again.id } })).invoiceId).not.toBeNull();
  }
});

test('a coupon counts for the plans that it is for', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop);
  await run(sql`insert into coupons (id, seller_id, code, thousandths, used, revision, created_at)
    values (gen_random_uuid(), ${shop.operator.accountId}, 'HALF', 50000, 0, 1, now())`);
  await subscribe(world, shop, { buyer, planId, coupon: 'HALF' });
  const half = (await live(buyer)).next?.total ?? 0;
  expect(half).toBeLessThan(2000);
  await run(sql`update coupons set plan_ids = array[gen_random_uuid()] where code = 'HALF'`);
  expect((await live(buyer)).next?.total).toBe(3451);
  await days(20);
  expect((await newest(buyer)).total).toBe(3451);
});

test('after a trial without a way to pay, the first period begins with the money', async () => {
  const buyer = await buildBuyer(world);
  await buyByCard(world, buyer, { planId: await buildPlan(world, shop, { trialDays: 14 }) });
  await days(15);
  const { state, revision } = await live(buyer);
  expect(state).toBe('paused');
  const { invoiceId } = await world.api(buyer).subscriptions.resume({ body: { by: 'card', revision } });
  await run(sql`update payments set state = 'canceled' where invoice_id = ${invoiceId}`);
  await days(40);
  await pay(world, shop, invoiceId);
  const begun = await live(buyer);
  expect(begun.state).toBe('active');
  expect(Math.abs((begun.periodStart ?? 0) - world.clock.now())).toBeLessThan(day);
});

test('what begins again is not set up again', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop, { setupFee: 5000n }) });
  const { id, revision } = await live(buyer);
  const { allSubscriptions } = world.api(shop.operator);
  const over = await allSubscriptions.cancel({ params: { id }, body: { reason: 'a test', credit: 'nothing', revision } });
  await allSubscriptions.restart({ params: { id }, body: { reason: 'a test', revision: over.revision } });
  expect((await newest(buyer)).total).toBe(3451);
});

test('a number that nobody can check is waited for three days, and then there is tax', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { periodEnd } = await live(buyer);
  await days(Math.floor(((periodEnd ?? 0) - world.clock.now()) / day) - 15);
  const at = new Date(world.clock.now()).toISOString();
  await run(sql`update billing_profiles set country = 'AT', vat_id = 'ATU12345675', vat_check = null, changed_at = ${at}::timestamptz
    where account_id = ${buyer.accountId}`);
  await days(2);
  await settleTaxes(world.ctx(), null);
  expect(await newest(buyer)).toMatchObject({ state: 'pending_tax', number: null });
  await days(3);
  await settleTaxes(world.ctx(), null);
  expect(await newest(buyer)).toMatchObject({ state: 'open', total: 3480 });
});

test('whoever cannot be asked for money for days is behind with it', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  await run(sql`delete from billing_profiles where account_id = ${buyer.accountId}`);
  await days(36);
  expect((await live(buyer)).state).toBe('past_due');
});

test('prices with tax and prices without it do not mix', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const planId = await buildPlan(world, shop, { month: 9900n, inclusive: true });
  const asked = world.api(buyer).subscriptions.quoteChange({ body: { planId, period: 'month', seats: 0 } });
  await expect(asked).rejects.toMatchObject({ code: 'offer_gone' });
});

test('a claim that was given up on and is void is neither owed nor lost', async () => {
  const buyer = await overdue();
  const { id } = await newest(buyer);
  await keeper().writeOff({ params: { id }, body: { reason: 'too small' } });
  await keeper().voiding({ params: { id }, body: { reason: 'our mistake' } });
  const { rows } = await world.ctx().system.read.execute<{ ledger: string; amount: number }>(
    sql`select l.ledger, sum(l.amount)::int as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.invoice_id = ${id} group by l.ledger`,
  );
  expect(rows.length).toBeGreaterThan(2);
  expect(rows.every((row) => row.amount === 0)).toBe(true);
});

test("a plan's own days count", async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop, { dunning: { retries: [], reminders: [], restrict: 2, cancel: 4 } });
  await subscribe(world, shop, { buyer, planId });
  await days(34);
  expect((await live(buyer)).state).toBe('restricted');
  await days(3);
  expect((await live(buyer)).state).toBe('canceled');
});
