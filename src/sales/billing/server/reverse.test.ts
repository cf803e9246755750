/** A bank takes a part of a payment back that was more than what was due. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';
import { balanceOf, paymentsOf } from './payments.queries.ts';
import { reversePayment } from './reverse.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);

/** A first invoice of 34.51 for which 40.00 came. */
async function overpaid() {
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: await buildPlan(world, shop), period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const id = invoiceId ?? '';
  const body = { amount: 4000, valueDate: new Date(world.clock.now()).toISOString().slice(0, 10), bankRef: '', note: '' };
  await world.api(shop.operator).allInvoices.record({ params: { id }, body });
  const holder = { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' };
  const [payment] = (await paymentsOf(world.ctx().system.read, id)).filter((one) => one.state === 'succeeded');
  const lose = (amount: bigint) =>
    world.ctx().system.write(async (tx) => {
      const dispute = { id: newId(world.clock.now()), amount };
      await tx.execute(sql`insert into disputes (id, account_id, seller_id, invoice_id, payment_id, provider, ref, state, amount, currency, reason, opened_at, changed_at)
        values (${dispute.id}, ${buyer.accountId}, ${shop.operator.accountId}, ${id}, ${payment?.id}, 'card', ${dispute.id}, 'lost', ${amount}, 'EUR', 'general', now(), now())`);
      return reversePayment(world.ctx(), tx, { paymentId: payment?.id ?? '', reason: 'dispute lost', dispute });
    });
  const stands = async () => {
    const { state, remaining } = await invoices.get({ params: { id } });
    return [state, remaining, Number(await balanceOf(world.ctx().system.read, holder))];
  };
  return { buyer, lose, stands };
}

test('what was more than due leaves the balance before anything is asked for again', async () => {
  const { lose, stands } = await overpaid();
  expect(await stands()).toEqual(['paid', 0, 549]);
  await lose(500n);
  expect(await stands()).toEqual(['paid', 0, 49]);
  await lose(100n);
  expect(await stands()).toEqual(['open', 51, 0]);
  await lose(10_000n);
  expect(await stands()).toEqual(['open', 3451, 0]);
});

test('what the balance paid for since is asked for at the claim, and nothing is owed to the balance', async () => {
  const { buyer, lose, stands } = await overpaid();
  const { billing } = world.api(buyer);
  const { id = '', revision = 0 } = (await billing.subscription()).subscription ?? {};
  const body = { credit: 'nothing' as const, reason: 'as agreed', revision };
  await world.api(shop.operator).allSubscriptions.cancel({ params: { id }, body });
  const quote = await billing.quote({ body: { planId: await buildPlan(world, shop), period: 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  expect(await stands()).toEqual(['paid', 0, 0]);
  await lose(500n);
  expect(await stands()).toEqual(['open', 500, 0]);
  await lose(10_000n);
  expect(await stands()).toEqual(['open', 3451, -549]);
});
