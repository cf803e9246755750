/** A vendor's VAT number about which nobody says anything: its month waits, is asked about each hour, and never fails or charges twice. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld, type World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { type FakeVies, startFakeVies } from '../../../../e2e/fake-vies.ts';
import { buildPlan, buildShop, type Shop } from '#sales/billing/server/billing.factory.ts';
import { checkProfile } from '#sales/billing/server/vat.service.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

let world: World & { close(): Promise<void> };
let vies: FakeVies;
let shop: Shop;
beforeAll(async () => {
  vies = await startFakeVies(() => Date.now());
  world = await testWorld({ env: { VAT_CHECK_ADDRESS: vies.url } });
  shop = await buildShop(world);
});
afterAll(async () => {
  await world.close();
  await vies.close();
});

const day = 86_400_000;
const run = async (query: ReturnType<typeof sql>) =>
  (await world.ctx().system.write((tx) => tx.execute<Record<string, unknown>>(query))).rows;
/** A vendor in Vienna with one customer's month to be charged for; the number was given a minute ago. */
async function monthOf(): Promise<UserActor> {
  const planId = await buildPlan(world, shop, { month: 2000n });
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const [at, end] = [new Date(world.clock.now()).toISOString(), new Date(world.clock.now() + 31 * day).toISOString()];
  const [{ id } = {}] =
    await run(sql`insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, period_number, pay_by, state_since, created_at)
    values (gen_random_uuid(), ${buyer.accountId}, ${vendor.accountId}, 'pass', 'active', ${own}, 1, 'EUR', 'month', ${at}, 0, 'none', ${at}, ${at}) returning id`);
  await run(sql`insert into subscription_periods (subscription_id, starts_at, ends_at) values (${id}, ${at}, ${end})`);
  world.clock.advance(33 * day);
  await run(sql`delete from billing_profiles where account_id = ${vendor.accountId}`);
  await run(sql`insert into billing_profiles (account_id, organisation, street, postcode, city, country, email, buyer, vat_id, order_number, buyer_reference, revision, changed_at)
    values (${vendor.accountId}, 'Reseller Wien', 'Ring 1', '1010', 'Wien', 'AT', 'r@example.org', 'business', 'ATU12345675', '', '', 1, ${new Date(world.clock.now()).toISOString()})`);
  return vendor;
}
const statements = async (vendor: UserActor) => (await world.api(vendor).resale.ownStatements({ query: {} })).items;

test('the month waits without failing, the number is asked about again, and with the answer it is charged once', async () => {
  const vendor = await monthOf();
  vies.switches.mood = 'down';
  vies.switches.numbers['ATU12345675'] = { valid: true, name: 'Reseller', address: 'Wien' };
  await run(sql`update billing_sellers set tax_fallback = 'hold'`);
  expect([await closeMonth(world.ctx()), await closeMonth(world.ctx()), await statements(vendor)]).toEqual([0, 0, []]);
  // the operator reads it where it looks: once in its notices and its audit log, and at the vendor, who reads it too
  const waits = async () => (await world.api(shop.operator).resale.money({ params: { id: vendor.accountId } })).waits;
  const told = [{ kind: 'wholesale', currency: 'EUR', reason: 'vat' }];
  expect([await waits(), (await world.api(vendor).resale.own()).waits]).toMatchObject([told, told]);
  const notices = (await world.api(shop.operator).notices.list({ query: {} })).items;
  const mine = notices.filter((one) => one.kind === 'vendorMonthWaits' && one.link?.includes(vendor.accountId));
  expect(mine).toMatchObject([
    { link: `/vendors/edit-vendor/${vendor.accountId}?tab=months`, data: { reason: 'vat', kind: 'wholesale' } },
  ]);
  const written = await run(
    sql`select account_id from audit_entries where action = 'resale.month-waits' and subject_id = ${vendor.accountId}`,
  );
  expect(written.map((one) => one['account_id']).sort()).toEqual([vendor.accountId, shop.operator.accountId].sort());
  const other = await buildReseller(world, shop, { model: 'wholesale' });
  expect((await world.api(other).resale.own()).waits).toEqual([]);
  await expect(world.api(other).resale.money({ params: { id: vendor.accountId } })).rejects.toMatchObject({ code: 'not_found' });
  const asked = await run(
    sql`select count(*)::int as n from pgboss.job where name = 'billing.vat-check' and data::text like ${`%${vendor.accountId}%`}`,
  );
  expect(Number(asked[0]?.['n'])).toBe(1);
  // after the month that follows, too
  world.clock.advance(40 * day);
  expect([await closeMonth(world.ctx()), await statements(vendor)]).toEqual([0, []]);
  vies.switches.mood = 'up';
  await checkProfile(world.ctx(), vendor.accountId);
  expect([await closeMonth(world.ctx()), await closeMonth(world.ctx())]).toEqual([1, 0]);
  const [found, ...more] = await statements(vendor);
  expect([found?.net, found?.tax, more, await waits()]).toEqual([1000, 0, [], []]);
});

test('where the operator does not hold such claims, tax is charged after three days', async () => {
  const vendor = await monthOf();
  vies.switches.mood = 'down';
  await run(sql`update billing_sellers set tax_fallback = 'charge'`);
  expect([await closeMonth(world.ctx()), await statements(vendor)]).toEqual([0, []]);
  world.clock.advance(3 * day + 3_600_000);
  expect(await closeMonth(world.ctx())).toBe(1);
  expect((await statements(vendor)).map(({ net, gross }) => [net, gross])).toEqual([[1000, 1200]]);
});

test('a vendor decides by hand about its own waiting invoice, with a reason that is kept; nobody else does', async () => {
  const planId = await buildPlan(world, shop, { month: 2000n });
  const [vendor, other] = [
    await buildReseller(world, shop, { model: 'wholesale' }),
    await buildReseller(world, shop, { model: 'wholesale' }),
  ];
  vies.switches.mood = 'down';
  const buyer = await buildCustomerOf(world, vendor, { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' });
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const { billing, invoices } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const params = { id: invoiceId ?? '' };
  const { state, rights, revision } = await world.api(vendor).resale.sale({ params });
  expect([state, rights.decideTax]).toEqual(['pending_tax', true]);
  const body = { as: 'valid' as const, reason: 'saw the certificate', revision };
  for (const who of [other, shop.operator, buyer])
    await expect(world.api(who).resale.decideSaleTax({ params, body })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api(shop.operator).allInvoices.decideTax({ params, body })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api().resale.decideSaleTax({ params, body })).rejects.toMatchObject({ code: 'not_signed_in' });
  const less = { ...vendor, scope: vendor.scope.filter((one) => one !== 'vendors.manage') };
  await expect(world.api(less).resale.decideSaleTax({ params, body })).rejects.toMatchObject({ code: 'not_allowed' });
  const stale = { ...body, revision: revision + 1 };
  await expect(world.api(vendor).resale.decideSaleTax({ params, body: stale })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  expect(await world.api(vendor).resale.decideSaleTax({ params, body })).toMatchObject({ state: 'open', total: 2000, tax: 0 });
  expect((await invoices.get({ params })).number).toMatch(/^BD/);
  const kept = await run(
    sql`select data from audit_entries where action = 'billing.invoice-tax-decided' and subject_id = ${params.id}`,
  );
  expect(kept[0]?.['data']).toMatchObject({ as: 'valid', reason: 'saw the certificate' });
});
