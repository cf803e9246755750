/** What the operator's home and the list of vendors tell: trials that end soon, and what resellers bring. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { buildCustomerOf, buildReseller } from '#sales/resale/server/resale.factory.ts';
import { buildVendor } from '#sales/vendors/server/vendors.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const books = () => world.api(shop.operator).books;
const day = 86_400_000;

/** Somebody who tries a plan. Returns the account. */
async function tries(trialDays: number): Promise<string> {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const planId = await buildPlan(world, shop, { trialDays });
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR', seats: 0 } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  return buyer.accountId;
}

test('trials that end within a week are told, the next one first, with what they were used for', async () => {
  expect((await books().money()).trials).toEqual([]);
  const [late, soon] = [await tries(6), await tries(3)];
  await tries(20);
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(
        sql`update accounts set name = case id when ${late}::uuid then 'Late' else 'Soon' end where id in (${late}, ${soon})`,
      ),
    );
  const now = world.clock.now();
  const { trials } = await books().money();
  expect(trials.map(({ account, pays, meetings }) => ({ account, pays, meetings }))).toEqual([
    { account: 'Soon', pays: false, meetings: 0 },
    { account: 'Late', pays: false, meetings: 0 },
  ]);
  // the clock of the tests goes on
  expect(Math.abs((trials[0]?.endsAt ?? 0) - now - 3 * day)).toBeLessThan(day / 24);
  world.clock.advance(4 * day);
  expect((await books().money()).trials.map((one) => one.account)).toEqual(['Late']);
});

test('what resellers bring is summed: customers, what they pay a month, what is owed, who waits', async () => {
  const before = await books().vendors();
  expect(before).toMatchObject({ customers: 0, recurring: [], toPay: [], waiting: { count: 0, since: null } });
  const vendor = await buildReseller(world, shop, { model: 'commission' });
  const customer = await buildCustomerOf(world, vendor);
  await subscribe(world, shop, { buyer: customer, planId: await buildPlan(world, shop, { year: 36_000n }), period: 'year' });
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into resale_statements (id, account_id, kind, month, currency, net, tax, gross, number, issue_date, created_at)
      values (${newId()}, ${vendor.accountId}, 'commission', '2026-01', 'EUR', 1000, 190, 1190, 'T-1', '2026-02-01', now())`);
  });
  const sums = await books().vendors();
  expect(sums).toMatchObject({
    customers: 1,
    recurring: [{ currency: 'EUR', amount: 3000 }],
    toPay: [{ currency: 'EUR', amount: 1190, vendors: 1 }],
    waiting: { count: 0 },
  });
  expect(sums.all).toBeGreaterThan(sums.customers);
  const idle = await buildReseller(world, shop, { model: 'wholesale' });
  const { items } = await books().eachVendor({ query: { ids: [vendor, idle, customer].map((one) => one.accountId).join(',') } });
  expect(items).toHaveLength(2);
  expect(items).toContainEqual({
    id: vendor.accountId,
    terms: { model: 'commission', rate: expect.any(Number) },
    recurring: [{ currency: 'EUR', amount: 3000 }],
    toPay: [{ currency: 'EUR', amount: 1190 }],
  });
  expect(items).toContainEqual({
    id: idle.accountId,
    terms: { model: 'wholesale', rate: null },
    recurring: [],
    toPay: [],
  });
  await expect(books().eachVendor({ query: { ids: 'x' } })).rejects.toMatchObject({ code: 'invalid_input' });
  const applicant = await buildBuyer(world);
  const body = { about: 'Schools', website: '', expected: 3 };
  await world.api(applicant).vendors.apply({ body });
  const { waiting } = await books().vendors();
  expect(waiting.count).toBe(1);
  expect(waiting.since).toBeGreaterThan(0);
});

test('nobody else reads these sums', async () => {
  const { actor } = await buildVendor(world);
  await expect(world.api(actor).books.vendors()).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api(await buildBuyer(world)).books.vendors()).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api({ ...shop.operator, scope: [] }).books.vendors()).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(world.api().books.vendors()).rejects.toMatchObject({ code: 'not_signed_in' });
  const query = { ids: actor.accountId };
  await expect(world.api(actor).books.eachVendor({ query })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api(await buildBuyer(world)).books.eachVendor({ query })).rejects.toMatchObject({ code: 'not_found' });
  const unable = { ...shop.operator, scope: [] };
  await expect(world.api(unable).books.eachVendor({ query })).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(world.api().books.eachVendor({ query })).rejects.toMatchObject({ code: 'not_signed_in' });
});
