/** A refund to a card that fails after a dispute was lost: what the card's bank took with it is not the account's as well. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, hear, intentOf } from './card-world.factory.ts';

let card: CardWorld;
let planId: string;
beforeAll(async () => {
  card = await cardWorld();
  planId = await buildPlan(card.world, card.shop);
});
afterAll(() => card.close());

const total = 3451;
const keeper = () => card.world.api(card.shop.operator).allInvoices;
const view = (id: string) => keeper().get({ params: { id } });
const balances = async (buyer: UserActor) =>
  (await card.world.api(buyer).billing.subscription()).balances.map((one) => one.amount);
/** What each ledger holds of an account; those that hold nothing are left out. */
async function ledgers(buyer: UserActor): Promise<Record<string, number>> {
  const { rows } = await card.world.ctx().system.read.execute<{ ledger: string; amount: number }>(
    sql`select l.ledger, sum(l.amount)::int as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.account_id = ${buyer.accountId} group by 1 having sum(l.amount) <> 0 order by 1`,
  );
  return Object.fromEntries(rows.map((row) => [row.ledger, row.amount]));
}

/** 34.51 by card, 10.00 of them on their way back, and a dispute about `amount` that is lost. */
async function disputed(amount: number) {
  const buyer = await buildBuyer(card.world);
  const id = await buyByCard(card.world, buyer, { planId });
  await hear(card);
  const dispute = card.fake.dispute(intentOf(card, id));
  const made = card.fake.things.get(dispute);
  if (made !== undefined) made['amount'] = amount;
  card.fake.switches.refunds = 'pending';
  await keeper().refund({ params: { id }, body: { amount: 1000, by: 'card', reason: 'as agreed' } });
  await card.world.runJobs();
  card.fake.switches.refunds = 'succeeded';
  const refund = [...card.fake.things.values()].findLast((one) => one.object === 'refund');
  card.fake.closeDispute(dispute, 'lost');
  await hear(card);
  expect(await view(id)).toMatchObject({ state: 'open', payments: [{ state: 'reversed' }], refunds: [{ state: 'processing' }] });
  return { buyer, id, refundId: refund?.id ?? '' };
}

test('the bank took all of the payment: nothing stands on the balance, and what is left of the claim can be paid', async () => {
  const { buyer, id, refundId } = await disputed(total);
  card.fake.failRefund(refundId);
  await hear(card);
  expect(await view(id)).toMatchObject({ paid: 1000, remaining: total - 1000, refunds: [{ state: 'failed' }] });
  expect([await balances(buyer), await ledgers(buyer)]).toMatchObject([[], { receivable: total - 1000 }]);
  expect(Object.keys(await ledgers(buyer))).not.toContain('card');
  const body = { amount: total - 1000, valueDate: '2026-11-22', bankRef: '', note: '' };
  expect(await keeper().record({ params: { id }, body })).toMatchObject({ state: 'paid', remaining: 0 });
});

test('the bank took what had not been sent back: the refund that came to nothing is the account’s', async () => {
  const { buyer, id, refundId } = await disputed(total - 1000);
  card.fake.failRefund(refundId);
  await hear(card);
  expect([await balances(buyer), (await ledgers(buyer))['card']]).toEqual([[1000], 1000]);
  expect(await view(id)).toMatchObject({ paid: 1000, remaining: total - 1000 });
});
