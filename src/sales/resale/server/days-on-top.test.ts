/** What a vendor owes for days that it gave on top of a period, with figures counted by hand: before and after a change, and for as long as a period goes on. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { handingOn } from './handed-on.factory.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildHanded, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const { buy, paid } = handingOn(world, shop);
const to = (day: string) => world.clock.advance(Date.parse(`${day}T10:00:00Z`) - world.clock.now());

/** Floors of 31.00 and 62.00 a month, and of ten times as much a year. */
async function stage() {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const shelf = async (name: string, floor: number) => {
    const planId = await buildPlan(world, shop, { name, month: BigInt(floor + 1000), year: BigInt(floor * 10 + 1000) });
    const prices = [
      { period: 'month' as const, floor, price: floor * 2 },
      { period: 'year' as const, floor: floor * 10, price: floor * 20 },
    ];
    return buildHanded(world, shop, { vendor, currency: 'EUR', planId, name, prices });
  };
  return { vendor, buyer, small: await shelf('Small', 3100), big: await shelf('Big', 6200) };
}
async function extend(vendor: UserActor, buyer: UserActor, days: number): Promise<void> {
  const { subscription } = await world.api(buyer).billing.subscription();
  const params = { id: subscription?.id ?? '' };
  const { revision } = await world.api(vendor).resale.subscription({ params });
  await world.api(vendor).resale.extendSubscription({ params, body: { days, reason: 'gift of the house', revision } });
}
/** Asked for, and not paid yet. */
async function ask(buyer: UserActor, planId: string, period: 'month' | 'year'): Promise<string | null> {
  const { subscriptions } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: { planId, period, seats: 0 } });
  return (await subscriptions.change({ body: { quoteId: quote.id } })).invoiceId;
}
const change = async (vendor: UserActor, buyer: UserActor, wish: { planId: string; period: 'month' | 'year' }) =>
  paid(vendor, await ask(buyer, wish.planId, wish.period));
async function close(day: string): Promise<void> {
  to(day);
  await runEngine(world.ctx());
  await closeMonth(world.ctx());
}
/** What was charged for a customer, the earliest first; of one instant, the larger first. */
async function charged({ accountId }: UserActor): Promise<(string | number)[][]> {
  const { rows } = await world.ctx().system.read.execute<{ day: string; amount: number }>(sql`
    select to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD') as day, c.amount::int as amount from resale_charges c
    join subscriptions s on s.id = c.subscription_id where s.account_id = ${accountId} order by c.starts_at, c.amount desc`);
  return rows.map(({ day, amount }) => [day, amount]);
}

test('days on top cost a month’s price for each, also when the customer changes to years after them', async () => {
  to('2027-03-01');
  const { vendor, buyer, small } = await stage();
  await buy(vendor, buyer, { planId: small });
  to('2027-03-05');
  await extend(vendor, buyer, 10);
  to('2027-03-12');
  await change(vendor, buyer, { planId: small, period: 'year' });
  await close('2027-04-02');
  const [whole, days, back, year] = await charged(buyer);
  expect([whole, days]).toEqual([
    ['2027-03-01', 3100],
    ['2027-03-05', 1000],
  ]);
  // thirty of forty-one days come back, and summer time ends an hour of them
  const both = [back, year].map((one) => one?.[1]).toSorted();
  expect([back?.[0], year?.[0]]).toEqual(['2027-03-12', '2027-03-12']);
  expect(both[1]).toBe(31_000);
  expect(both[0]).toBeGreaterThanOrEqual(-3010);
  expect(both[0]).toBeLessThanOrEqual(-2990);
});

test.each([
  { closed: 'only after the gift', bought: '2027-05-01', before: [], after: '2027-06-02' },
  { closed: 'before the gift, too', bought: '2027-07-20', before: ['2027-08-02'], after: '2027-10-02' },
])('days given after a change are charged once: the month was closed $closed', async ({ bought, before, after }) => {
  to(bought);
  const { vendor, buyer, small, big } = await stage();
  await buy(vendor, buyer, { planId: small });
  world.clock.advance(10 * 86_400_000);
  await change(vendor, buyer, { planId: big, period: 'month' });
  for (const day of before) await close(day);
  world.clock.advance(86_400_000);
  await extend(vendor, buyer, 10);
  await close(after);
  const amounts = (await charged(buyer)).slice(0, 3).map(([, amount]) => amount);
  // 31.00, then 31.00 · 21/31, then 62.00 · 10/31
  expect(amounts).toEqual([3100, 2100, 2000]);
});

test('days given while a change waits for its transfer are owed at the price of before, and the change covers them', async () => {
  to('2029-05-01');
  const { vendor, buyer, small, big } = await stage();
  await buy(vendor, buyer, { planId: small });
  to('2029-05-11');
  const invoiceId = await ask(buyer, big, 'month');
  to('2029-05-13');
  await extend(vendor, buyer, 10);
  to('2029-05-15');
  await paid(vendor, invoiceId);
  await close('2029-06-02');
  // 31.00 · 10/31 for the days, and 31.00 · 31/31 for the twenty-one days that were left and the ten
  expect(await charged(buyer)).toEqual([
    ['2029-05-01', 3100],
    ['2029-05-11', 3100],
    ['2029-05-13', 1000],
  ]);
});

test('a period that is made longer year after year is owed for each time, however long ago it began', {
  timeout: 60_000,
}, async () => {
  to('2030-03-01');
  const { vendor, buyer, small } = await stage();
  await buy(vendor, buyer, { planId: small });
  await extend(vendor, buyer, 366);
  await close('2030-04-02');
  to('2031-02-10');
  await extend(vendor, buyer, 366);
  await close('2031-03-02');
  to('2032-02-10');
  await extend(vendor, buyer, 366);
  await close('2032-03-02');
  // 31.00 · 366/31
  const all = [3100, 36_600, 36_600, 36_600];
  const amounts = async () => (await charged(buyer)).map(([, amount]) => Number(amount)).toSorted((a, b) => a - b);
  expect(await amounts()).toEqual(all);
  await close('2032-04-02');
  expect(await amounts()).toEqual(all);
});
