/** A change that nobody paid lapses whatever became of its subscription meanwhile, and nothing is looked at over and over. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/testing.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { days } from './card-world.factory.ts';

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
const asked = async () => {
  const [small, large] = [await buildPlan(world, shop), await buildPlan(world, shop, { month: 9900n })];
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: small });
  const { subscriptions, billing } = world.api(buyer);
  const end = (await billing.subscription()).subscription?.periodEnd ?? 0;
  await days(world, Math.ceil((end - world.clock.now()) / 86_400_000));
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

test('one that is paid in part waits for the rest, and is looked at once a day', async () => {
  const { buyer, invoiceId } = await asked();
  const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
  const body = { amount: 100, valueDate, bankRef: '', note: '' };
  await world.api(shop.operator).allInvoices.record({ params: { id: invoiceId }, body });
  for (let day = 0; day < 20; day += 1) {
    await days(world, 1);
    expect((await rowOf(buyer.accountId)).ahead).toBe(true);
  }
  expect((await rowOf(buyer.accountId)).changing).toMatchObject({ invoiceId });
});
