/** What changes inside of a period reaches what the vendor owes for the same month, with figures counted by hand. */
import { afterAll, expect, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildReseller } from './resale.factory.ts';

const world = await testWorld();
const shop = await buildShop(world);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return world.close();
});
const to = (date: string) => vi.setSystemTime(Date.now() + Date.parse(`${date}T10:00:00Z`) - world.clock.now());

/** Two plans under a vendor's name: floors of 10 and 30 euros, 1 and 2 for a seat. */
async function shelf(vendor: UserActor, buyer: UserActor): Promise<{ small: string; big: string }> {
  const at = { currency: 'EUR', period: 'month' as const };
  const params = { id: vendor.accountId };
  for (const [name, floor, seat] of [
    ['Small', 1000, 100],
    ['Big', 3000, 200],
  ] as const) {
    const planId = await buildPlan(world, shop, { name, month: BigInt(floor * 2), seat: BigInt(seat * 2) });
    const floors = [{ ...at, planId, version: 1, amount: floor, seatAmount: seat }];
    await world.api(shop.operator).resale.setFloors({ params, body: { floors } });
    const prices = [{ ...at, amount: floor * 3, seatAmount: seat * 3 }];
    await world.api(vendor).resale.offer({ params: { planId }, body: { name, onSale: true, prices } });
  }
  const { items } = await world.api(buyer).plans.offers({ query: { currency: 'EUR' } });
  const idOf = (name: string) => items.find((one) => one.name === name)?.id ?? '';
  return { small: idOf('Small'), big: idOf('Big') };
}

/** The vendor saw the money on its own account. */
async function paid(vendor: UserActor, invoiceId: string | null): Promise<void> {
  const { resale } = world.api(vendor);
  const params = { id: invoiceId ?? '' };
  const { remaining } = await resale.sale({ params });
  const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
  await resale.recordSale({ params, body: { amount: remaining, valueDate, bankRef: '', note: '' } });
}
async function buy(vendor: UserActor, buyer: UserActor, planId: string): Promise<void> {
  const quote = await world.api(buyer).billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await paid(vendor, invoiceId);
}
async function change(vendor: UserActor, buyer: UserActor, wish: { planId: string; seats: number }): Promise<void> {
  const { subscriptions } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: { ...wish, period: 'month' } });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  if (invoiceId !== null) await paid(vendor, invoiceId);
}
async function charged(vendor: UserActor): Promise<{ month: string; lines: number[]; net: number }[]> {
  const { resale } = world.api(vendor);
  const { items } = await resale.ownStatements({ query: {} });
  const views = await Promise.all(items.toReversed().map(({ id }) => resale.statement({ params: { id } })));
  return views.map(({ month, net, lines }) => ({ month, net, lines: lines.map((line) => line.amount) }));
}

test('an upgrade and seats are owed for the rest of their period, once, and the whole of the next one', async () => {
  to('2027-04-01');
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const { small, big } = await shelf(vendor, buyer);
  await buy(vendor, buyer, small);
  to('2027-04-11');
  await change(vendor, buyer, { planId: big, seats: 0 });
  to('2027-04-16');
  await change(vendor, buyer, { planId: big, seats: 4 });
  to('2027-05-02');
  await runEngine(world.ctx());
  await closeMonth(world.ctx());
  await closeMonth(world.ctx());
  // 10.00 · then (30.00 − 10.00) · 20/30 = 13.33 · then 4 · 2.00 · 15/30 = 4.00
  const april = { month: '2027-04', lines: [1000, 1333, 400], net: 2733 };
  expect(await charged(vendor)).toEqual([april]);
  const [invoice] = (await world.api(vendor).invoices.list({ query: {} })).items;
  const { lines } = await world.api(vendor).invoices.get({ params: { id: invoice?.id ?? '' } });
  expect(lines.map((line) => [line.detail, line.net])).toEqual([
    ['Small', 1000],
    ['Small → Big', 1333],
    ['Big → Big +4', 400],
  ]);
  to('2027-06-02');
  await closeMonth(world.ctx());
  // the second period as it began: 30.00 + 4 · 2.00
  expect(await charged(vendor)).toEqual([april, { month: '2027-05', lines: [3800], net: 3800 }]);
});

test('what is taken back early is owed as far as it was used, and what comes back alone waits for the next month', async () => {
  to('2027-09-01');
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor, { buyer: 'consumer' });
  const { small, big } = await shelf(vendor, buyer);
  await buy(vendor, buyer, big);
  to('2027-09-10');
  const { revision } = await world.api(buyer).subscriptions.withdrawal();
  await world.api(buyer).subscriptions.withdraw({ body: { revision } });
  to('2027-10-02');
  await closeMonth(world.ctx());
  // 30.00 less 30.00 · 21/30
  expect(await charged(vendor)).toEqual([{ month: '2027-09', lines: [3000, -2100], net: 900 }]);
  const other = await buildCustomerOf(world, vendor, { buyer: 'consumer' });
  to('2027-10-25');
  await buy(vendor, other, small);
  to('2027-11-02');
  await closeMonth(world.ctx());
  const own = await world.api(other).subscriptions.withdrawal();
  await world.api(other).subscriptions.withdraw({ body: { revision: own.revision } });
  to('2027-12-02');
  await closeMonth(world.ctx());
  // nothing but money to give back: no invoice for that
  expect((await charged(vendor)).map(({ net }) => net)).toEqual([900, 1000]);
  await buy(vendor, await buildCustomerOf(world, vendor), small);
  to('2028-01-02');
  await closeMonth(world.ctx());
  // of 31 days of a period that began on 25 October at 10:00, 8 were used, and summer time ended in between by the hour
  const [last] = (await charged(vendor)).slice(-1);
  expect(last?.month).toBe('2027-12');
  expect(last?.lines.toSorted((a, b) => b - a)).toEqual([1000, -742]);
});
