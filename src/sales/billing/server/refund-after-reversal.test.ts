/** A refund that fails after a bank took its payment back: what the bank has is not the account's, and the claim can be paid. */
import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildShop } from './billing.factory.ts';
import { balanceOf } from './payments.queries.ts';
import { settleRefund } from './refunds.service.ts';
import { reversePayment } from './reverse.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const lines = [{ title: 'Hour', quantity: 1, unit: 10_000 }];
const pay = (id: string, amount: number) =>
  keeper().record({ params: { id }, body: { amount, valueDate: '2026-11-01', bankRef: '', note: '' } });
const balance = (buyer: UserActor) =>
  balanceOf(world.ctx().system.read, { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' });
/** What each ledger holds of an account; those that hold nothing are left out. */
async function ledgers(buyer: UserActor): Promise<Record<string, number>> {
  const { rows } = await world.ctx().system.read.execute<{ ledger: string; amount: number }>(
    sql`select l.ledger, sum(l.amount)::int as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.account_id = ${buyer.accountId} group by 1 having sum(l.amount) <> 0 order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.ledger, row.amount]));
}
const notices = async () => (await world.api(shop.operator).notices.list({ query: { limit: 100 } })).items.map((one) => one.kind);

/** An invoice of 119.00 that was paid, and 11.90 of it that are to go back. */
async function refunding() {
  const buyer = await buildBuyer(world);
  const draft = await keeper().create({ body: { accountId: buyer.accountId, currency: 'EUR', lines } });
  const { id } = await keeper().finalize({ params: { id: draft.id }, body: { revision: draft.revision } });
  await pay(id, 11_900);
  const asked = await keeper().refund({ params: { id }, body: { amount: 1190, by: 'transfer', reason: 'as agreed' } });
  const [paymentId = '', refundId = ''] = [asked.payments[0]?.id, asked.refunds[0]?.id];
  const takeBack = () =>
    world.ctx().system.write((tx) => reversePayment(world.ctx(), tx, { paymentId, reason: 'returned by the bank' }));
  /** A card's bank took this much. */
  const lose = (amount: bigint) =>
    world.ctx().system.write(async (tx) => {
      const dispute = { id: newId(world.clock.now()), amount };
      await tx.execute(sql`insert into disputes (id, account_id, seller_id, invoice_id, payment_id, provider, ref, state, amount, currency, reason, opened_at, changed_at)
        values (${dispute.id}, ${buyer.accountId}, ${shop.operator.accountId}, ${id}, ${paymentId}, 'card', ${dispute.id}, 'lost', ${amount}, 'EUR', 'general', now(), now())`);
      await reversePayment(world.ctx(), tx, { paymentId, reason: 'dispute lost', dispute });
    });
  const drop = () => keeper().refundDropped({ params: { id, refundId }, body: { reason: 'never sent' } });
  const settleAs = (state: 'succeeded' | 'failed') =>
    world.ctx().system.write((tx) => settleRefund(world.ctx(), tx, { id: refundId, state }));
  return { buyer, id, takeBack, lose, drop, settleAs };
}

test('what was never sent was taken by the bank as well: nothing stands on the balance, and the rest can be paid', async () => {
  const { buyer, id, takeBack, drop } = await refunding();
  await takeBack();
  expect(await drop()).toMatchObject({ state: 'open', paid: 1190, remaining: 10_710, refunds: [{ state: 'failed' }] });
  expect(await balance(buyer)).toBe(0n);
  expect(await ledgers(buyer)).toEqual({ receivable: 10_710, revenue: -9000, tax: -1710 });
  expect(await notices()).not.toContain('refundFailed');
  const { timeline, payments } = await keeper().get({ params: { id } });
  expect(timeline.filter((one) => one.kind === 'payment.reversed')).toHaveLength(2);
  const api = world.api(shop.operator).allPayments;
  const whole = await api.get({ params: { id: payments[0]?.id ?? '' } });
  expect([whole.onInvoice, whole.takenBack]).toEqual([11_900, 11_900]);
  expect(await pay(id, 10_710)).toMatchObject({ state: 'paid', remaining: 0 });
  expect(await ledgers(buyer)).toEqual({ bank: 10_710, revenue: -9000, tax: -1710 });
});

test('what was dropped before stands on the balance, and all of the payment is asked for again', async () => {
  const { buyer, id, takeBack, drop } = await refunding();
  await drop();
  await takeBack();
  expect(await keeper().get({ params: { id } })).toMatchObject({ state: 'open', paid: 0, remaining: 11_900 });
  expect(await balance(buyer)).toBe(1190n);
  expect(await pay(id, 11_900)).toMatchObject({ state: 'paid' });
});

test('what a bank sends back later is the account’s as far as nobody took it with the payment', async () => {
  const [whole, other] = [await refunding(), await refunding()];
  await whole.settleAs('succeeded');
  await whole.takeBack();
  await whole.settleAs('failed');
  expect([await balance(whole.buyer), (await ledgers(whole.buyer))['bank']]).toEqual([0n, undefined]);
  expect(await pay(whole.id, 10_710)).toMatchObject({ state: 'paid' });

  await other.lose(11_900n);
  await other.drop();
  // a transfer that was taken is taken whole, whatever was said of it
  expect(await balance(other.buyer)).toBe(0n);
  expect(await pay(other.id, 10_710)).toMatchObject({ state: 'paid' });
});

test('payments of before get what was taken of them from how it was booked', async () => {
  const { lose } = await refunding();
  await lose(3000n);
  const migration = await readFile(new URL('../../../../migrations/0074_taken_back.sql', import.meta.url), 'utf8');
  const [fill = ''] = migration.match(/update payments p set taken[^;]*;/) ?? [];
  const taken = 'select id, taken from payments where taken > 0 order by id';
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  try {
    const before = (await client.query(taken)).rows;
    expect(before.length).toBeGreaterThan(2);
    await client.query('alter table payments disable trigger user; update payments set taken = 0');
    expect((await client.query(taken)).rows).toEqual([]);
    await client.query(fill);
    expect((await client.query(taken)).rows).toEqual(before);
    await client.query('alter table payments enable trigger user');
  } finally {
    await client.end();
  }
});
