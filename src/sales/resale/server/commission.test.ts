/** What a vendor earns: on what its customers paid, never on tax, and not on what is given back. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPlan, buildShop, pay, subscribe } from '#sales/billing/server/billing.factory.ts';
import { reversePayment } from '#sales/billing/server/reverse.service.ts';
import { lockDue, recount } from './commission.service.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 10_000n });
const day = 86_400_000;
const keeper = () => world.api(shop.operator);

type Row = { state: string; amount: string; base: string };
const rowsOf = async (vendor: UserActor): Promise<Row[]> =>
  (
    await world
      .ctx()
      .system.read.execute<Row>(
        sql`select state, amount, base from commissions where account_id = ${vendor.accountId} order by created_at, id`,
      )
  ).rows.map(({ state, amount, base }) => ({ state, amount: String(amount), base: String(base) }));
/** Counts what was asked for by events. */
const counted = async (invoiceId: string) => {
  await world.runJobs();
  await recount(world.ctx(), invoiceId);
};
const bought = async (vendor: UserActor) => {
  const buyer = await buildCustomerOf(world, vendor);
  const invoiceId = await subscribe(world, shop, { buyer, planId });
  return { buyer, invoiceId };
};
const credit = (id: string, amount: number) =>
  keeper().allInvoices.credit({ params: { id }, body: { amount, to: 'balance', reason: 'asked for by phone' } });

test('a paid invoice earns the agreed part of its net, once, and the event asks for it', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 20_000 });
  await bought(vendor);
  await world.runJobs();
  expect(await rowsOf(vendor)).toEqual([{ state: 'accrued', amount: '2000', base: '10000' }]);
});

test('an unpaid invoice earns nothing, and what a vendor buys itself neither', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission' });
  const buyer = await buildCustomerOf(world, vendor);
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await counted(invoiceId ?? '');
  expect(await rowsOf(vendor)).toEqual([]);
  await pay(world, shop, invoiceId);
  await counted(invoiceId ?? '');
  expect(await rowsOf(vendor)).toHaveLength(1);
  const selfish = world.ctx().system.write((tx) =>
    tx.execute(sql`insert into commissions (id, account_id, customer_id, invoice_id, state, rate, base, amount, currency, locks_at, created_at)
      values (${newId()}, ${vendor.accountId}, ${vendor.accountId}, ${invoiceId}, 'accrued', 20000, 10000, 2000, 'EUR', now(), now())`),
  );
  await expect(selfish).rejects.toMatchObject({ cause: { code: '23514' } });
});

test('a credit note takes back its part, and the whole of it reverses what was earned', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 15_000 });
  const { invoiceId } = await bought(vendor);
  await counted(invoiceId);
  await credit(invoiceId, 2380);
  await counted(invoiceId);
  expect(await rowsOf(vendor)).toEqual([
    { state: 'accrued', amount: '1500', base: '10000' },
    { state: 'accrued', amount: '-300', base: '8000' },
  ]);
  await credit(invoiceId, 11_900 - 2380);
  await counted(invoiceId);
  expect((await rowsOf(vendor)).map((one) => one.state)).toEqual(['reversed', 'reversed']);
});

test('of a claim that is given up on, what came and stayed still earns', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 15_000 });
  const { buyer, invoiceId } = await bought(vendor);
  await counted(invoiceId);
  const [payment] = (await keeper().allInvoices.get({ params: { id: invoiceId } })).payments;
  const dispute = { id: newId(), amount: 2380n };
  const lost = { paymentId: payment?.id ?? '', reason: 'dispute lost', claim: 'write_off' as const, dispute };
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into disputes (id, account_id, seller_id, invoice_id, payment_id, provider, ref, state, amount, currency, reason, opened_at, changed_at)
      values (${dispute.id}, ${buyer.accountId}, ${shop.operator.accountId}, ${invoiceId}, ${lost.paymentId}, 'card', ${dispute.id}, 'lost', ${dispute.amount}, 'EUR', 'general', now(), now())`);
    await reversePayment(world.ctx(), tx, lost);
  });
  await counted(invoiceId);
  expect((await keeper().allInvoices.get({ params: { id: invoiceId } })).state).toBe('uncollectible');
  expect(await rowsOf(vendor)).toEqual([
    { state: 'accrued', amount: '1500', base: '10000' },
    { state: 'accrued', amount: '-300', base: '8000' },
  ]);
});

test('it is locked after the time for refunds, stated for the month, paid, and a later refund is set off', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 20_000, lockDays: 30 });
  const { invoiceId } = await bought(vendor);
  await counted(invoiceId);
  await lockDue(world.ctx());
  expect(await rowsOf(vendor)).toMatchObject([{ state: 'accrued' }]);
  world.clock.advance(31 * day);
  await lockDue(world.ctx());
  expect(await rowsOf(vendor)).toMatchObject([{ state: 'locked' }]);
  world.clock.advance(31 * day);
  await closeMonth(world.ctx());
  await closeMonth(world.ctx());
  expect(await rowsOf(vendor)).toMatchObject([{ state: 'payable' }]);
  const { resale } = world.api(vendor);
  const { items } = await resale.ownStatements({ query: {} });
  expect(items).toMatchObject([{ kind: 'commission', net: 2000, tax: 380, gross: 2380, paidOn: null }]);
  const id = items[0]?.id ?? '';
  const view = await resale.statement({ params: { id } });
  expect(view).toMatchObject({
    supplier: { name: 'Bildung Digital eG' },
    buyer: { name: 'Atrium Hosting GmbH' },
    lines: [{ customer: expect.any(String), base: 10_000, rate: 20_000, amount: 2000 }],
  });
  expect(view.number).toMatch(/^SB\d{4}-0001$/);
  const body = { paidOn: '2027-01-05', bankRef: 'SB1' };
  // payouts are held while a vendor is suspended
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update vendors set state = 'suspended', reason = 'x' where account_id = ${vendor.accountId}`),
    );
  await expect(keeper().resale.payout({ params: { id }, body })).rejects.toMatchObject({ code: 'vendor_held' });
  await world
    .ctx()
    .system.write((tx) => tx.execute(sql`update vendors set state = 'active' where account_id = ${vendor.accountId}`));
  expect(await keeper().resale.payout({ params: { id }, body })).toMatchObject(body);
  await expect(keeper().resale.payout({ params: { id }, body })).rejects.toMatchObject({ code: 'already_paid' });
  await credit(invoiceId, 11_900);
  await counted(invoiceId);
  await lockDue(world.ctx());
  expect(await rowsOf(vendor)).toMatchObject([
    { state: 'paid', amount: '2000' },
    { state: 'locked', amount: '-2000' },
  ]);
  // a debt of the vendor is no statement: it waits for the next commission
  world.clock.advance(31 * day);
  await closeMonth(world.ctx());
  expect((await resale.ownStatements({ query: {} })).items).toHaveLength(1);
});

test('it is locked when the agreed days are over, and not a day before', async () => {
  const hour = day / 24;
  const vendor = await buildReseller(world, shop, { model: 'commission', lockDays: 30 });
  const { invoiceId } = await bought(vendor);
  await counted(invoiceId);
  world.clock.advance(30 * day - hour);
  await lockDue(world.ctx());
  expect(await rowsOf(vendor)).toMatchObject([{ state: 'accrued' }]);
  world.clock.advance(2 * hour);
  await lockDue(world.ctx());
  expect(await rowsOf(vendor)).toMatchObject([{ state: 'locked' }]);
});

test('whatever is given back in whatever parts, what stands is the part of what was kept', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission', rate: 17_333 });
  for (const parts of [[1], [3, 3, 7], [119, 5000, 81], [11_899], [4000, 4000, 3900]]) {
    const { invoiceId } = await bought(vendor);
    await counted(invoiceId);
    for (const part of parts) {
      await credit(invoiceId, part);
      await counted(invoiceId);
      const found = await world.ctx().system.read.execute<{ held: string; net: string; back: string }>(sql`select
        (select coalesce(sum(amount), 0) from commissions where invoice_id = ${invoiceId} and state <> 'reversed') as held,
        i.net, (select sum(net) from invoices c where c.refers_to = i.id) as back from invoices i where i.id = ${invoiceId}`);
      const [row] = found.rows;
      const kept = BigInt(row?.net ?? 0) - BigInt(row?.back ?? 0);
      expect(BigInt(row?.held ?? -1)).toBe((kept * 17_333n * 2n + 100_000n) / 200_000n);
    }
  }
}, 60_000);

test('a commission takes only its steps, and more than the agreed part is refused by the database', async () => {
  const vendor = await buildReseller(world, shop, { model: 'commission' });
  const { buyer, invoiceId } = await bought(vendor);
  await counted(invoiceId);
  const run = (statement: ReturnType<typeof sql>) => world.ctx().system.write((tx) => tx.execute(statement));
  const refused = { cause: { code: '23514' } };
  for (const change of [sql`state = 'paid'`, sql`amount = 1`, sql`base = 1`])
    await expect(run(sql`update commissions set ${change} where invoice_id = ${invoiceId}`)).rejects.toMatchObject(refused);
  await expect(run(sql`delete from commissions where invoice_id = ${invoiceId}`)).rejects.toBeDefined();
  await expect(
    run(sql`insert into commissions (id, account_id, customer_id, invoice_id, state, rate, base, amount, currency, locks_at, created_at)
      values (${newId()}, ${vendor.accountId}, ${buyer.accountId}, ${invoiceId}, 'accrued', 20000, 10000, 1, 'EUR', now(), now())`),
  ).rejects.toMatchObject(refused);
});
