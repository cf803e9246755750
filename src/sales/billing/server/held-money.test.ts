/** Money that must not go astray: pages of somebody else or for another sum, parts that a bank takes back, and what no row may become. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import {
  beginByCard,
  buyByCard,
  type CardWorld,
  cardWorld,
  hear,
  intentOf,
  mastercard,
  payOn,
  visa,
} from './card-world.factory.ts';
import { reconcileDisputes } from './disputes.service.ts';
import { payToken } from './pay-link-token.service.ts';
import { paymentById } from './payments.queries.ts';
import { reversePayment } from './reverse.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

const total = 3451;
const rows = async (ask: SQL) => (await card.world.ctx().system.read.execute<Record<string, unknown>>(ask)).rows;
const keeper = () => card.world.api(card.shop.operator).allInvoices;
const view = (id: string) => keeper().get({ params: { id } });
const of = async (buyer: UserActor) => card.world.api(buyer).billing.subscription();
const balances = async (buyer: UserActor) => (await of(buyer)).balances.map((one) => one.amount);
const cards = async (buyer: UserActor) => (await of(buyer)).methods.map((one) => [one.brand, one.first]);
const begun = async () => {
  const buyer = await buildBuyer(card.world);
  return { buyer, ...(await beginByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) })) };
};
const bought = async () => {
  const buyer = await buildBuyer(card.world);
  const id = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  return { buyer, id };
};
const outcome = (buyer: UserActor, id: string) => card.world.api(buyer).billing.outcome({ params: { id } });
const payAgain = async (buyer: UserActor, id: string): Promise<string> => {
  const next = await card.world.api(buyer).invoices.pay({ params: { id }, body: { by: 'card' } });
  return next.kind === 'redirect' ? next.url : '';
};
const arrive = (id: string, amount: number) =>
  keeper().record({ params: { id }, body: { amount, valueDate: '2026-11-01', bankRef: '', note: '' } });
/** What each ledger holds of an account; their sum is zero. */
async function ledgers(buyer: UserActor): Promise<Record<string, unknown>> {
  const found =
    await rows(sql`select l.ledger, sum(l.amount)::int as amount from journal_lines l join journal_entries e on e.id = l.entry_id
    where e.account_id = ${buyer.accountId} group by l.ledger order by l.ledger`);
  return Object.fromEntries(found.map((row) => [row['ledger'], row['amount']]));
}

test('somebody who pays by the link pays on a page of their own and leaves no card', async () => {
  const { buyer, id, url } = await begun();
  const token = payToken(card.world.ctx(), id);
  const next = await card.world.api().payLink.pay({ body: { token, by: 'card' } });
  const theirs = next.kind === 'redirect' ? next.url : '';
  expect(theirs).not.toBe(url);
  // the page of before is closed: the sum cannot be paid twice
  expect((await payOn(url, visa)).status).toBe(404);
  await payOn(theirs, mastercard);
  await outcome(buyer, id);
  expect((await view(id)).state).toBe('paid');
  expect(await cards(buyer)).toEqual([]);
});

test('the owner after somebody with the link: a page of their own again, whose card is kept', async () => {
  const { buyer, id } = await begun();
  const token = payToken(card.world.ctx(), id);
  await card.world.api().payLink.pay({ body: { token, by: 'card' } });
  const url = await payAgain(buyer, id);
  expect(await payAgain(buyer, id)).toBe(url);
  await payOn(url, visa);
  await outcome(buyer, id);
  expect((await view(id)).payments.map((one) => one.state)).toEqual(['succeeded', 'canceled', 'canceled']);
  expect(await cards(buyer)).toEqual([['visa', true]]);
});

test('what was credited while the page was open is not charged', async () => {
  const { buyer, id, url } = await begun();
  await keeper().credit({ params: { id }, body: { amount: 1000, to: 'balance', reason: 'as agreed' } });
  expect((await payOn(url, visa)).status).toBe(404);
  await payOn(await payAgain(buyer, id), visa);
  await outcome(buyer, id);
  const after = await view(id);
  expect([after.state, after.payments[0]?.amount]).toEqual(['paid', total - 1000]);
  expect(await balances(buyer)).toEqual([]);
});

test('a page left open holds up neither a transfer nor a person who books or voids', async () => {
  const first = await begun();
  const next = await card.world.api(first.buyer).invoices.pay({ params: { id: first.id }, body: { by: 'transfer' } });
  expect(next.kind).toBe('instructions');
  const second = await begun();
  expect((await arrive(second.id, total)).state).toBe('paid');
  expect((await payOn(second.url, visa)).status).toBe(404);
  const third = await begun();
  expect((await keeper().voiding({ params: { id: third.id }, body: { reason: 'as agreed' } })).state).toBe('void');
});

test('a page that was paid meanwhile counts before the transfer is booked', async () => {
  const { id, url } = await begun();
  await payOn(url, visa);
  await keeper()
    .voiding({ params: { id }, body: { reason: 'as agreed' } })
    .then(
      () => expect.unreachable(),
      (error: unknown) => expect(error).toMatchObject({ code: 'wrong_state' }),
    );
  expect((await view(id)).state).toBe('paid');
});

test('late news of an old payment leave the card that is used first as it is', async () => {
  const { buyer, id } = await bought();
  const { methods } = card.world.api(buyer);
  const setup = await methods.add();
  await payOn(setup.url, mastercard);
  await methods.arrive({ body: { id: setup.id } });
  const second = (await of(buyer)).methods.find((one) => one.brand === 'mastercard');
  await methods.first({ params: { id: second?.id ?? '' } });
  const ref = intentOf(card, id);
  await card.world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into provider_events (provider, event_id, kind, object_id, payment_ref, received_at)
      values ('card', 'evt_late', 'charge.updated', 'ch_x', ${ref}, now())`);
    await card.world.ctx().jobs.enqueue(tx, { job: 'billing.provider-news', payload: { id: 'evt_late' } });
  });
  await card.world.runJobs();
  expect(await cards(buyer)).toEqual([
    ['mastercard', true],
    ['visa', false],
  ]);
});

test('a dispute about a part that is lost takes that part alone, and then another', async () => {
  const { buyer, id } = await bought();
  const lose = async (amount: number) => {
    const ref = card.fake.dispute(intentOf(card, id));
    Object.assign(card.fake.things.get(ref) ?? {}, { amount });
    card.fake.closeDispute(ref, 'lost');
    await hear(card);
  };
  await lose(500);
  expect(await view(id)).toMatchObject({ state: 'open', remaining: 500, payments: [{ state: 'succeeded', amount: total }] });
  expect(await ledgers(buyer)).toMatchObject({ card: total - 500, receivable: 500 });
  await arrive(id, 500);
  expect((await view(id)).state).toBe('paid');
  // what the bank took cannot be sent back a second time
  await expect(
    keeper().refund({ params: { id }, body: { amount: total, by: 'card', reason: 'as agreed' } }),
  ).rejects.toMatchObject({ code: 'refund_too_much', data: { most: total - 500 } });
  await lose(total);
  expect(await view(id)).toMatchObject({ state: 'open', remaining: total - 500 });
  expect(await ledgers(buyer)).toMatchObject({ card: 0, bank: 500, receivable: total - 500 });
});

test('one dispute that cannot be taken in holds up none of the others', async () => {
  const refs: string[] = [];
  const ids: string[] = [];
  for (let nth = 0; nth < 2; nth++) {
    const { id } = await bought();
    ids.push(id);
    refs.push(card.fake.dispute(intentOf(card, id)));
    await hear(card);
    card.world.clock.advance(60_000);
  }
  card.fake.switches.drop = true;
  for (const ref of refs) card.fake.closeDispute(ref, 'lost');
  await hear(card);
  card.fake.switches.drop = false;
  Object.assign(card.fake.things.get(refs[0] ?? '') ?? {}, { currency: 'usd' });
  card.world.clock.advance(7 * 3_600_000);
  const ctx = card.world.ctx();
  await expect(reconcileDisputes(ctx, (id) => paymentById(ctx.system.read, id))).rejects.toThrow('disputes could not');
  // what is in another currency says nothing about this payment
  expect((await view(ids[0] ?? '')).state).toBe('paid');
  expect((await view(ids[1] ?? '')).state).toBe('open');
  // and it waits for its turn
  await reconcileDisputes(ctx, (id) => paymentById(ctx.system.read, id));
});

test('a payment that was more than due and sent back in part can still be reversed', async () => {
  const buyer = await buildBuyer(card.world);
  const quote = await card.world
    .api(buyer)
    .billing.quote({ body: { planId: await buildPlan(card.world, card.shop), period: 'month', currency: 'EUR', seats: 0 } });
  const { invoiceId } = await card.world
    .api(buyer)
    .billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const id = invoiceId ?? '';
  await arrive(id, 2000);
  await arrive(id, 2000);
  const paymentId = (await view(id)).payments[0]?.id ?? '';
  await keeper().refund({ params: { id }, body: { amount: 1900, by: 'transfer', reason: 'as agreed', paymentId } });
  const ctx = card.world.ctx();
  const gone = await ctx.system.write((tx) => reversePayment(ctx, tx, { paymentId, reason: 'returned' }));
  expect(gone?.state).toBe('reversed');
  expect(await balances(buyer)).toEqual([4000 - total - 100]);
  expect((await view(id)).state).toBe('paid');
});

test('money that came late and was disputed leaves the balance', async () => {
  const { buyer, id, url } = await begun();
  await card.world
    .ctx()
    .system.write((tx) => tx.execute(sql`update payments set state = 'canceled' where invoice_id = ${id} and provider = 'card'`));
  await payOn(url, visa);
  await hear(card);
  expect(await balances(buyer)).toEqual([total]);
  const ref = card.fake.dispute(intentOf(card, id));
  card.fake.closeDispute(ref, 'lost');
  await hear(card);
  await hear(card);
  expect(await balances(buyer)).toEqual([]);
  expect(await ledgers(buyer)).toMatchObject({ card: 0 });
});
