/** What leads an account's page, and what the list of accounts says of money. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { failureOf } from '#meet/meetings/server/meet.factory.ts';
import { buildTicket } from '#talk/tickets/server/tickets.factory.ts';

const world = await testWorld();
afterAll(() => world.close());

test('plan, balance, next charge, invoices and tickets of an account; the list narrows by plan and by what is overdue', async () => {
  const shop = await buildShop(world);
  const { operator } = shop;
  const [planId, other] = [
    await buildPlan(world, shop, { name: 'Lectures' }),
    await buildPlan(world, shop, { name: 'Seminars' }),
  ];
  const [buyer, quiet] = [await buildBuyer(world), await buildBuyer(world)];
  const paid = await subscribe(world, shop, { buyer, planId });
  const { billing } = world.api(quiet);
  const quote = await billing.quote({ body: { planId: other, period: 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const ticket = await buildTicket(world.ctx(buyer), { subject: 'Who pays' });
  const { users } = world.api(operator);
  const overview = await users.overview({ params: { id: buyer.accountId } });
  expect(overview).toMatchObject({
    money: { plan: { name: 'Lectures', state: 'active', next: { minor: 3451, currency: 'EUR' } }, owes: [] },
    tickets: [{ id: ticket, subject: 'Who pays' }],
    meetings: [],
  });
  expect(overview.money?.invoices.map(({ id, state }) => [id, state])).toEqual([[paid, 'paid']]);

  const ids = async (query: { plan?: string; balance?: 'open' | 'overdue' }) =>
    (await users.list({ query })).items.map(({ id }) => id);
  expect(await ids({ plan: planId })).toEqual([buyer.accountId]);
  expect(await ids({ balance: 'open' })).toEqual([quiet.accountId]);
  expect(await ids({ balance: 'overdue' })).toEqual([]);
  world.clock.advance(40 * 86_400_000);
  expect(await ids({ balance: 'overdue', plan: other })).toEqual([quiet.accountId]);
  expect(await ids({ balance: 'overdue', plan: planId })).toEqual([]);
  const [row] = (await users.list({ query: { balance: 'overdue' } })).items;
  expect(row?.standing).toMatchObject({ plan: { name: 'Seminars' }, owes: [{ currency: 'EUR', minor: 3451, overdue: true }] });
});

test('staff without invoices or tickets hear of neither, and money narrows nothing for them; others are not there', async () => {
  const shop = await buildShop(world);
  const planId = await buildPlan(world, shop);
  const [buyer, other] = [await buildBuyer(world), await buildBuyer(world)];
  await subscribe(world, shop, { buyer, planId });
  const without = ['invoices.manage', 'tickets.answer'];
  const helper = { ...shop.operator, scope: shop.operator.scope.filter((one) => !without.includes(one)) };
  const { users } = world.api(helper);
  expect(await users.overview({ params: { id: buyer.accountId } })).toMatchObject({ money: null, tickets: null });
  const list = await users.list({ query: { plan: planId, limit: 100 } });
  expect(list.rights.money).toBe(false);
  expect(list.items.map(({ id }) => id)).toContain(other.accountId);
  expect(list.items.every(({ standing }) => standing === null)).toBe(true);
  const overview = (api: ReturnType<typeof world.api>) => api.users.overview({ params: { id: buyer.accountId } });
  expect(await failureOf(overview(world.api(other)))).toMatchObject({ code: 'not_found' });
  expect(await failureOf(overview(world.api()))).toMatchObject({ code: 'not_signed_in' });
});
