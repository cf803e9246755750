/** A change that nobody paid lapses whatever became of its subscription meanwhile, and nothing is looked at over and over. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { days } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { balanceOf } from './payments.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);

const rowOf = async (accountId: string) => {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ state: string; changing: unknown; next: string }>(
      sql`select state, changing, (extract(epoch from next_at) * 1000)::bigint::text as next from subscriptions where account_id = ${accountId}`,
    );
  const [row] = rows;
  if (row === undefined) throw new Error('none');
  return { ...row, ahead: Number(row.next) > world.clock.now() };
};
/** Days without the jobs of each. */
async function pass(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
  }
}

const asked = async () => {
  const [small, large] = [await buildPlan(world, shop), await buildPlan(world, shop, { month: 9900n })];
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: small });
  const { subscriptions, billing } = world.api(buyer);
  const end = (await billing.subscription()).subscription?.periodEnd ?? 0;
  await pass(Math.floor((end - world.clock.now()) / 86_400_000));
  // not an hour later, which may be the next day: then the next period is overdue, and nothing can be changed
  world.clock.advance(end - world.clock.now());
  await runEngine(world.ctx());
  const quote = await subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 0 } });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  return { buyer, invoiceId: invoiceId ?? '' };
};
const claim = (id: string) => world.api(shop.operator).allInvoices.get({ params: { id } });

test('a change lapses while its subscription is behind with its money', async () => {
  const { buyer, invoiceId } = await asked();
  for (let day = 0; day < 20; day += 1) {
    await days(world, 1);
    expect((await rowOf(buyer.accountId)).ahead).toBe(true);
  }
  expect(await rowOf(buyer.accountId)).toMatchObject({ state: 'restricted', changing: null });
  expect((await claim(invoiceId)).state).toBe('void');
});

const put = async (id: string, amount: number) => {
  const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
  await world.api(shop.operator).allInvoices.record({ params: { id }, body: { amount, valueDate, bankRef: '', note: '' } });
};
const balance = ({ accountId }: { accountId: string }) =>
  balanceOf(world.ctx().system.read, { accountId, sellerId: shop.operator.accountId, currency: 'EUR' });

test('one that is paid in part waits for the rest, and is not looked at over and over', async () => {
  const { buyer, invoiceId } = await asked();
  await put(invoiceId, 100);
  for (let day = 0; day < 20; day += 1) {
    await days(world, 1);
    expect((await rowOf(buyer.accountId)).ahead).toBe(true);
  }
  expect((await rowOf(buyer.accountId)).changing).toMatchObject({ invoiceId });
  expect(await templatesTo(world, buyer.email)).toContain('billing.rest');
});

test('when the rest does not come, the change ends, its plan goes on, and what came is on the balance', async () => {
  const { buyer, invoiceId } = await asked();
  const { items } = await world.api(buyer).invoices.list({ query: {} });
  const period = items.find((one) => one.state === 'open' && one.cause === 'period');
  await put(period?.id ?? '', period?.total ?? 0);
  await put(invoiceId, 100);
  await pass(29);
  expect((await rowOf(buyer.accountId)).changing).toMatchObject({ invoiceId });
  await pass(20);
  expect(await claim(invoiceId)).toMatchObject({ state: 'paid', remaining: 0, paid: 100 });
  expect(await rowOf(buyer.accountId)).toMatchObject({ changing: null });
});

test('when the plan ends for want of money before that, what came for the change is on the balance as well', async () => {
  const { buyer, invoiceId } = await asked();
  await put(invoiceId, 100);
  await pass(32);
  expect(await rowOf(buyer.accountId)).toMatchObject({ state: 'canceled', changing: null });
  expect(await claim(invoiceId)).toMatchObject({ state: 'paid', remaining: 0, paid: 100 });
  expect(await balance(buyer)).toBe(100n);
});

test('one that was credited in part and not paid ends at its time', async () => {
  const { buyer, invoiceId } = await asked();
  const body = { amount: 100, to: 'balance' as const, reason: 'goodwill' };
  await world.api(shop.operator).allInvoices.credit({ params: { id: invoiceId }, body });
  await pass(20);
  expect(await claim(invoiceId)).toMatchObject({ state: 'paid', remaining: 0, paid: 0 });
  expect([(await rowOf(buyer.accountId)).changing, await balance(buyer)]).toEqual([null, 0n]);
});
