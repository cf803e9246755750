/** What a withdrawal gives back: to the card that paid, once, whenever a process dies. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, days, hear, intentOf } from './card-world.factory.ts';
import { type Death, dieAt } from './dying.factory.ts';
import { reconcileRefunds } from './refunds.service.ts';
import { withdraw } from './withdraw.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

async function bought(): Promise<{ buyer: UserActor; id: string }> {
  const buyer = await buildBuyer(card.world, { buyer: 'consumer' });
  const id = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  return { buyer, id };
}
const live = async (buyer: UserActor) => {
  const { subscription, balances } = await card.world.api(buyer).billing.subscription();
  return { revision: subscription?.revision ?? 0, state: subscription?.state, balance: balances[0]?.amount ?? 0 };
};
const view = (id: string) => card.world.api(card.shop.operator).allInvoices.get({ params: { id } });
/** What the provider sent back of the payments of an invoice. */
const sent = (id: string): number[] =>
  [...card.fake.things.values()].flatMap((thing) =>
    thing.object === 'refund' && thing['payment_intent'] === intentOf(card, id) ? [Number(thing['amount'])] : [],
  );

test('what a card paid goes back to it: told before, said in the receipt, and nothing stands to the credit', async () => {
  const { buyer, id } = await bought();
  await days(card.world, 5);
  const { subscriptions } = card.world.api(buyer);
  const told = await subscriptions.withdrawal();
  expect([told.toCard, told.back > 2000]).toEqual([told.back, true]);
  const done = await subscriptions.withdraw({ body: { revision: told.revision } });
  expect([done.back, done.toCard]).toEqual([told.back, told.back]);
  await card.world.runJobs();
  expect((await view(id)).refunds).toMatchObject([{ state: 'succeeded', amount: told.back, provider: 'card' }]);
  expect(sent(id)).toEqual([told.back]);
  expect(await live(buyer)).toMatchObject({ state: 'canceled', balance: 0 });
  const mails = await templatesTo(card.world, buyer.email);
  expect([mails.includes('billing.withdrawnCard'), mails.includes('billing.withdrawn')]).toEqual([true, false]);
});

test('what the balance paid goes back to the balance, beside what goes to the card', async () => {
  const buyer = await buildBuyer(card.world, { buyer: 'consumer' });
  await card.world
    .ctx()
    .system.read.execute(sql`insert into balance_entries (id, account_id, seller_id, currency, amount, cause, at)
    values (gen_random_uuid(), ${buyer.accountId}, ${card.shop.operator.accountId}, 'EUR', 3000, 'given', now())`);
  const id = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  const { revision } = await live(buyer);
  const done = await card.world.api(buyer).subscriptions.withdraw({ body: { revision } });
  await card.world.runJobs();
  expect([done.toCard, sent(id)]).toEqual([451, [451]]);
  expect((await live(buyer)).balance).toBe(done.back - 451);
  expect((await view(id)).creditNotes).toHaveLength(2);
});

test('while a bank is in doubt about the payment, or no card is taken any more, it stands to the credit', async () => {
  const { buyer, id } = await bought();
  const [payment] = (await view(id)).payments;
  await card.world
    .ctx()
    .system.read.execute(sql`insert into disputes (id, account_id, seller_id, invoice_id, payment_id, provider, ref, state, amount, currency, reason, opened_at, changed_at)
    values (gen_random_uuid(), ${buyer.accountId}, ${card.shop.operator.accountId}, ${id}, ${payment?.id}, 'card', ${id}, 'open', 10, 'EUR', 'general', now(), now())`);
  const { revision } = await live(buyer);
  const done = await card.world.api(buyer).subscriptions.withdraw({ body: { revision } });
  expect([done.toCard, (await live(buyer)).balance]).toEqual([0, done.back]);
  expect(await templatesTo(card.world, buyer.email)).toContain('billing.withdrawn');
});

test.each<Death>([
  { write: 1, when: 'within' },
  { write: 1, when: 'after' },
])('a process that dies $when the withdrawal sends it back once', async (death) => {
  const { buyer, id } = await bought();
  const { revision } = await live(buyer);
  await dieAt(death, (process) => withdraw(process.ctx(card.world.ctx(buyer)), { revision }));
  if (death.when === 'within') await card.world.api(buyer).subscriptions.withdraw({ body: { revision } });
  await expect(card.world.api(buyer).subscriptions.withdraw({ body: { revision } })).rejects.toMatchObject({
    code: 'not_withdrawable',
  });
  card.world.clock.advance(1_200_000);
  await reconcileRefunds(card.world.ctx());
  await card.world.runJobs();
  await reconcileRefunds(card.world.ctx());
  const { refunds, creditNotes } = await view(id);
  expect([refunds.map((one) => one.state), creditNotes.length, sent(id).length]).toEqual([['succeeded'], 1, 1]);
});
