/** A change that is paid in part does not outlive the period for which it was priced, and what came for it is never lost, however it or its plan ends. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { setClosing } from '#core/accounts/server/closing.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { balanceOf } from './payments.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const [small, large] = [
  await buildPlan(world, shop, { name: 'Small' }),
  await buildPlan(world, shop, { name: 'Large', month: 9900n, year: 99_000n }),
];

async function pass(count: number): Promise<void> {
  for (let day = 0; day < count; day += 1) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
  }
}
const put = (id: string, amount: number) => {
  const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
  return world.api(shop.operator).allInvoices.record({ params: { id }, body: { amount, valueDate, bankRef: '', note: '' } });
};
/** A cent that comes when nobody waits for it any more. */
const late = (id: string) => {
  const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
  const body = { amount: 1, valueDate, bankRef: '', note: '', more: true as const };
  return world.api(shop.operator).allInvoices.record({ params: { id }, body });
};
const claim = (id: string) => world.api(shop.operator).allInvoices.get({ params: { id } });
const balance = ({ accountId }: UserActor) =>
  balanceOf(world.ctx().system.read, { accountId, sellerId: shop.operator.accountId, currency: 'EUR' });
const live = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription;
/** As the database has it: nobody signs in to a closed account. */
const rowOf = async ({ accountId }: UserActor) => {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ id: string; revision: number; state: string; changing: { until: number } | null }>(
      sql`select id, revision, state, changing from subscriptions where account_id = ${accountId} order by created_at desc`,
    );
  const [row] = rows;
  if (row === undefined) throw new Error('none');
  return row;
};
const periodClaims = async (buyer: UserActor) =>
  (await world.api(buyer).invoices.list({ query: {} })).items.filter((one) => one.cause === 'period' && one.state !== 'void');
const timesTold = async (buyer: UserActor) => {
  const { items } = await world.api(shop.operator).notices.list({ query: {} });
  const ids = (await world.api(buyer).invoices.list({ query: {} })).items.map((one) => `/all-invoices/${one.id}`);
  return items.filter((one) => one.kind === 'partOnBalance' && ids.includes(one.link ?? '')).length;
};

type PartPaidChange = { day: number; period?: 'month' | 'year'; buyer?: 'consumer' };
/** On that day of its first period somebody asks for the large plan, and all but a cent of it comes. */
async function partPaid({ day, period = 'month', buyer: kind }: PartPaidChange) {
  const buyer = await buildBuyer(world, kind === undefined ? {} : { buyer: kind });
  await subscribe(world, shop, { buyer, planId: small });
  await pass(day);
  const { subscriptions } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: { planId: large, period, seats: 0 } });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  const id = invoiceId ?? '';
  const part = (await claim(id)).remaining - 1;
  await put(id, part);
  expect((await rowOf(buyer)).changing).toMatchObject({ invoiceId: id });
  return { buyer, id, part };
}

test.each(['month', 'year'] as const)('its rest is waited for until the period ends and no longer: %s', async (period) => {
  const { buyer, id, part } = await partPaid({ day: 27, period });
  await pass(6);
  expect(await rowOf(buyer)).toMatchObject({ state: 'active', changing: null });
  expect(await claim(id)).toMatchObject({ state: 'paid', remaining: 0 });
  expect(await timesTold(buyer)).toBe(1);
  // the next period is the small plan's, and was paid from what came for the change as far as it goes
  const [next] = await periodClaims(buyer);
  const price = next?.total ?? 0;
  expect(price).toBeLessThan(4000);
  expect([next?.remaining, await balance(buyer)]).toEqual([Math.max(0, price - part), BigInt(Math.max(0, part - price))]);
  if ((next?.remaining ?? 0) > 0) await put(next?.id ?? '', next?.remaining ?? 0);
  const before = await balance(buyer);
  // what comes afterwards is the account's, and changes nothing
  await late(id);
  await pass(2);
  expect([await balance(buyer), (await live(buyer))?.planName]).toEqual([before + 1n, 'Small']);
  expect(await periodClaims(buyer)).toHaveLength(1);
});

test('where its period is long enough the rest is waited for beyond the usual time, and never past the end of the period', async () => {
  const { buyer, id } = await partPaid({ day: 2 });
  const end = (await live(buyer))?.periodEnd ?? 0;
  await pass(20);
  const { changing } = await rowOf(buyer);
  expect(changing).toMatchObject({ invoiceId: id });
  expect(changing?.until ?? Number.NaN).toBeLessThanOrEqual(end);
  await pass(Math.ceil((end - world.clock.now()) / 86_400_000));
  expect((await rowOf(buyer)).changing).toBeNull();
});

test('while its rest is said to be sent, nothing is decided and nobody is behind; once it is not there, the change ends', async () => {
  const { buyer, id, part } = await partPaid({ day: 27 });
  await world.api(buyer).invoices.pay({ params: { id }, body: { by: 'transfer' } });
  await world.api(buyer).invoices.report({ params: { id }, body: { note: '' } });
  await pass(9);
  expect(await rowOf(buyer)).toMatchObject({ state: 'active', changing: { invoiceId: id } });
  await world.api(shop.operator).allInvoices.reject({ params: { id }, body: { reason: 'It never came' } });
  await pass(1);
  expect(await rowOf(buyer)).toMatchObject({ state: 'active', changing: null });
  const [next] = await periodClaims(buyer);
  expect((next?.total ?? 0) - (next?.remaining ?? 0) + Number(await balance(buyer))).toBe(part);
});

test('nobody looks at what is said to be sent: after the time for which such a word holds, the state tells it, until somebody does', async () => {
  const { buyer, id } = await partPaid({ day: 27 });
  await world.api(buyer).invoices.pay({ params: { id }, body: { by: 'transfer' } });
  await world.api(buyer).invoices.report({ params: { id }, body: { note: '' } });
  await pass(3 + 14 + 3);
  expect(await rowOf(buyer)).toMatchObject({ state: 'past_due', changing: { invoiceId: id } });
  await world.api(shop.operator).allInvoices.reject({ params: { id }, body: { reason: 'It never came' } });
  await pass(1);
  expect((await rowOf(buyer)).changing).toBeNull();
  // of the period that began meanwhile, and of the coming one
  expect(await periodClaims(buyer)).toHaveLength(2);
});

test('it is taken back by whoever asked for it, and another one is paid from what came', async () => {
  const { buyer, id, part } = await partPaid({ day: 20 });
  await world.api(buyer).subscriptions.undoChange({ body: { revision: (await live(buyer))?.revision ?? 0 } });
  expect([await balance(buyer), (await rowOf(buyer)).changing, (await claim(id)).state]).toEqual([BigInt(part), null, 'paid']);
  expect(await timesTold(buyer)).toBe(1);

  const again = await partPaid({ day: 20 });
  const middle = await buildPlan(world, shop, { name: 'Middle', month: 4900n });
  const { subscriptions } = world.api(again.buyer);
  const quote = await subscriptions.quoteChange({ body: { planId: middle, period: 'month', seats: 0 } });
  expect(await subscriptions.change({ body: { quoteId: quote.id } })).toMatchObject({ next: { kind: 'done' } });
  expect(await live(again.buyer)).toMatchObject({ planName: 'Middle' });
  expect(await balance(again.buyer)).toBe(BigInt(again.part - quote.total));
});

test('when its plan ends by the word of its people, what came for it is on the balance', async () => {
  const { buyer, id, part } = await partPaid({ day: 20 });
  await world.api(buyer).billing.cancel({ body: { atEnd: true, revision: (await live(buyer))?.revision ?? 0 } });
  await pass(14);
  expect(await rowOf(buyer)).toMatchObject({ state: 'canceled', changing: null });
  expect([(await claim(id)).state, await balance(buyer), await timesTold(buyer)]).toEqual(['paid', BigInt(part), 1]);
  await late(id);
  expect(await balance(buyer)).toBe(BigInt(part + 1));
});

test.each(['active', 'restricted'])('so it is when the account closes while its plan is %s', async (state) => {
  const { buyer, part } = await partPaid({ day: 20 });
  const { accountId } = buyer;
  // as the steps of its dunning leave it
  if (state !== 'active')
    for (const to of ['past_due', state])
      await world.ctx().system.read.execute(sql`update subscriptions set state = ${to} where account_id = ${accountId}`);
  const eraseAt = world.clock.now() + 90 * 86_400_000;
  await world.ctx().system.write((tx) => setClosing(world.ctx(), tx, { accountId, eraseAt }));
  await world.runJobs();
  await pass(14);
  expect(await rowOf(buyer)).toMatchObject({ state: 'canceled', changing: null });
  expect(await balance(buyer)).toBe(BigInt(part));
});

test.each(['nothing', 'unused'] as const)('so it is when whoever sells ends the plan and gives back %s', async (credit) => {
  const { buyer, id, part } = await partPaid({ day: 20 });
  const row = await rowOf(buyer);
  const body = { revision: row.revision, reason: 'asked on the phone', credit };
  await world.api(shop.operator).allSubscriptions.cancel({ params: { id: row.id }, body });
  expect(await claim(id)).toMatchObject({ state: 'paid', remaining: 0 });
  const has = await balance(buyer);
  if (credit === 'nothing') expect(has).toBe(BigInt(part));
  else expect(has).toBeGreaterThan(BigInt(part));
  expect(await timesTold(buyer)).toBe(1);
});

test('a consumer who withdraws gets all of it back, with what was not used of the plan', async () => {
  const { buyer, part } = await partPaid({ day: 4, buyer: 'consumer' });
  await pass(5);
  const other = await buildBuyer(world, { buyer: 'consumer' });
  await subscribe(world, shop, { buyer: other, planId: small });
  await pass(2);
  const { subscriptions } = world.api(buyer);
  const { back, revision } = await subscriptions.withdrawal();
  const done = await subscriptions.withdraw({ body: { revision } });
  expect(done.back).toBe(back);
  expect(await balance(buyer)).toBe(BigInt(back));
  // eleven of thirty or thirty-one days were had of the small plan, and none of the large one
  const price = 3451;
  expect(back - part).toBeGreaterThan(price * 0.6);
  expect(back - part).toBeLessThan(price * 0.7);
});
