/** What the card provider tells days later: refunds that come back, cards that were renewed, payments that were slow. */
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { beginByCard, buyByCard, type CardWorld, cardWorld, days, hear, intentOf, payOn } from './card-world.factory.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterEach(() => {
  Object.assign(card.fake.switches, { mute: [], refunds: 'succeeded', duplicate: false });
});
afterAll(() => card.close());

const slow = '4000000000000341';
const total = 3451;
const keeper = () => card.world.api(card.shop.operator).allInvoices;
const bought = async (): Promise<{ buyer: UserActor; id: string }> => {
  const buyer = await buildBuyer(card.world);
  const id = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  return { buyer, id };
};
const refunded = async (id: string): Promise<string> => {
  await keeper().refund({ params: { id }, body: { amount: 1000, by: 'card', reason: 'as agreed' } });
  await hear(card);
  return [...card.fake.things.values()].findLast((one) => one.object === 'refund')?.id ?? '';
};
const refundStates = async (id: string) => (await keeper().get({ params: { id } })).refunds.map((one) => one.state);
const balances = async (buyer: UserActor) =>
  (await card.world.api(buyer).billing.subscription()).balances.map((one) => one.amount);
const failedNotices = async () =>
  (await card.world.api(card.shop.operator).notices.list({ query: { limit: 100 } })).items.filter(
    (one) => one.kind === 'refundFailed',
  ).length;
/** What each ledger holds of an account. */
async function ledgers(buyer: UserActor): Promise<Record<string, number>> {
  const { rows } = await card.world.ctx().system.read.execute<{ ledger: string; amount: number }>(
    sql`select l.ledger, sum(l.amount)::int as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.account_id = ${buyer.accountId} group by l.ledger order by l.ledger`,
  );
  return Object.fromEntries(rows.map((row) => [row.ledger, row.amount]));
}

// either of the two kinds of news is enough, and both together count once
test.each([['refund.updated'], ['refund.failed'], ['none']])(
  'a refund that comes back days after it was done is on the balance (without %s)',
  async (without) => {
    const { buyer, id } = await bought();
    const refund = await refunded(id);
    expect([await refundStates(id), await balances(buyer)]).toEqual([['succeeded'], []]);
    const told = await failedNotices();
    await days(card.world, 3);
    card.fake.switches.mute = [without];
    card.fake.switches.duplicate = true;
    card.fake.failRefund(refund);
    await hear(card);
    expect([await refundStates(id), await balances(buyer)]).toEqual([['failed'], [1000]]);
    expect(await ledgers(buyer)).toMatchObject({ card: total, balance: -1000 });
    expect(await failedNotices()).toBe(told + 1);
    const { items } = await card.world.api(card.shop.operator).allPayments.list({ query: { accountId: buyer.accountId } });
    expect(items[0]).toMatchObject({ state: 'succeeded', refunded: 0 });
    // what came back may be sent again, by a new note
    await refunded(id);
    expect(await refundStates(id)).toEqual(['failed', 'succeeded']);
  },
);

test('a refund that was on its way is done when the provider says so', async () => {
  const { id } = await bought();
  card.fake.switches.refunds = 'pending';
  const refund = await refunded(id);
  expect(await refundStates(id)).toEqual(['processing']);
  card.fake.settleRefund(refund);
  await hear(card);
  expect(await refundStates(id)).toEqual(['succeeded']);
});

test('a card that its bank renewed shows its new year and digits, and is charged as before', async () => {
  const { buyer, id } = await bought();
  const shown = async () => {
    const { methods } = await card.world.api(buyer).billing.subscription();
    return methods.map(({ last4, expires }) => [last4, expires]);
  };
  expect(await shown()).toEqual([['4242', '2031-08']]);
  const method = String(card.fake.things.get(intentOf(card, id))?.['payment_method']);
  card.fake.renewCard(method, { year: 2036, last4: '1881' });
  await hear(card);
  expect(await shown()).toEqual([['1881', '2036-08']]);
  await days(card.world, 32);
  const { items } = await card.world.api(buyer).payments.list({});
  expect(items.map((one) => [one.state, one.method?.last4])).toEqual([
    ['succeeded', '1881'],
    ['succeeded', '1881'],
  ]);
});

const slowly = async () => {
  const buyer = await buildBuyer(card.world);
  const { id, url } = await beginByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await payOn(url, slow);
  await card.world.api(buyer).billing.outcome({ params: { id } });
  await hear(card);
  const stands = async () => {
    const { subscription } = await card.world.api(buyer).billing.subscription();
    const { state, payments } = await card.world.api(buyer).invoices.get({ params: { id } });
    return [subscription?.state, state, payments.map((one) => one.state)];
  };
  return { buyer, id, stands };
};
/** All but the news of the page itself. */
const ofIntents = ['payment_intent.succeeded', 'payment_intent.payment_failed'];

test('a page whose bank was slow is paid by the news of the page alone', async () => {
  const { id, stands } = await slowly();
  expect(await stands()).toEqual(['incomplete', 'open', ['processing']]);
  card.fake.switches.mute = ofIntents;
  card.fake.decide(intentOf(card, id), 'succeeded');
  await hear(card);
  expect(await stands()).toEqual(['active', 'paid', ['succeeded']]);
});

test('a page whose bank said no in the end lets go of the payment, and it may be paid again', async () => {
  const { buyer, id, stands } = await slowly();
  card.fake.switches.mute = ofIntents;
  card.fake.decide(intentOf(card, id), 'failed');
  await hear(card);
  expect(await stands()).toEqual(['incomplete', 'open', ['failed']]);
  const again = await card.world.api(buyer).invoices.pay({ params: { id }, body: { by: 'card' } });
  const url = again.kind === 'redirect' ? again.url : '';
  await payOn(url, '4242424242424242');
  await hear(card);
  expect(await stands()).toEqual(['active', 'paid', ['succeeded', 'failed']]);
});
