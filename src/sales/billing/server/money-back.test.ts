/** Money that goes back: refunds by the provider and by hand, disputes, and what the provider tells of them in any order. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, pay, subscribe } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, days, hear, intentOf } from './card-world.factory.ts';
import { reconcileRefunds } from './refunds.service.ts';
import { reversePayment } from './reverse.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

const total = 3451;
const keeper = () => card.world.api(card.shop.operator).allInvoices;
const bought = async (): Promise<{ buyer: UserActor; id: string }> => {
  const buyer = await buildBuyer(card.world);
  const id = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  return { buyer, id };
};
const refund = (id: string, amount: number, by: 'card' | 'transfer' = 'card') =>
  keeper().refund({ params: { id }, body: { amount, by, reason: 'as agreed' } });
const view = (id: string) => keeper().get({ params: { id } });
const states = async (id: string) => (await view(id)).refunds.map((one) => one.state);
const balances = async (buyer: UserActor) =>
  (await card.world.api(buyer).billing.subscription()).balances.map((one) => one.amount);
const state = async (buyer: UserActor) => (await card.world.api(buyer).billing.subscription()).subscription?.state;
/** What each ledger holds of an account; their sum is zero. */
async function ledgers(buyer: UserActor): Promise<Record<string, number>> {
  const { rows } = await card.world.ctx().system.read.execute<{ ledger: string; amount: number }>(
    sql`select l.ledger, sum(l.amount)::int as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.account_id = ${buyer.accountId} group by l.ledger order by l.ledger`,
  );
  return Object.fromEntries(rows.map((row) => [row.ledger, row.amount]));
}
const notices = async () =>
  (await card.world.api(card.shop.operator).notices.list({ query: { limit: 100 } })).items.map((one) => one.kind);
const refundCalls = () => card.fake.calls.filter((call) => call === 'POST refunds').length;

test('a part goes back to the card by a credit note, then the rest, and a third time nothing', async () => {
  const { buyer, id } = await bought();
  const first = await refund(id, 1000);
  expect(first).toMatchObject({ state: 'paid', refunds: [{ state: 'created', amount: 1000 }], payments: [{ refunded: 1000 }] });
  await card.world.runJobs();
  expect(await states(id)).toEqual(['succeeded']);
  await refund(id, total - 1000);
  await card.world.runJobs();
  await expect(refund(id, 1)).rejects.toMatchObject({ code: 'credit_too_much' });
  const after = await view(id);
  expect(after.refunds.map((one) => one.state)).toEqual(['succeeded', 'succeeded']);
  expect([after.state, after.rights.refund, after.creditNotes.length]).toEqual(['paid', false, 2]);
  expect(await balances(buyer)).toEqual([]);
  expect(await ledgers(buyer)).toEqual({ card: 0, receivable: 0, revenue: 0, tax: 0 });
  const mails = await templatesTo(card.world, buyer.email);
  expect(mails.filter((name) => name === 'billing.refunded')).toHaveLength(2);
  expect(mails).toContain('billing.refunding');
  const mine = await card.world.api(buyer).invoices.get({ params: { id } });
  expect([mine.refunds.length, mine.rights.refund]).toEqual([2, false]);
});

test('more than a payment has left is refused, and nothing was written', async () => {
  const { id } = await bought();
  await expect(refund(id, total + 1)).rejects.toMatchObject({ code: 'credit_too_much' });
  const [payment] = (await view(id)).payments;
  const body = { amount: 10, by: 'card' as const, reason: 'as agreed', paymentId: id };
  await expect(keeper().refund({ params: { id }, body })).rejects.toMatchObject({ code: 'refund_too_much' });
  await refund(id, 3000);
  await expect(refund(id, 452)).rejects.toMatchObject({ code: 'credit_too_much' });
  await keeper().credit({ params: { id }, body: { amount: 51, to: 'balance', reason: 'good will' } });
  await expect(refund(id, 401)).rejects.toMatchObject({ code: 'credit_too_much' });
  const after = await view(id);
  expect([after.creditNotes.length, after.payments[0]?.id]).toEqual([2, payment?.id]);
});

test('a refund that the bank refuses goes to the balance, and the operator is told', async () => {
  const { buyer, id } = await bought();
  card.fake.switches.refunds = 'failed';
  await refund(id, total);
  await card.world.runJobs();
  await hear(card);
  card.fake.switches.refunds = 'succeeded';
  expect(await states(id)).toEqual(['failed']);
  expect(await balances(buyer)).toEqual([total]);
  expect(await ledgers(buyer)).toMatchObject({ card: total, balance: -total });
  expect(await notices()).toContain('refundFailed');
  const note = await view((await view(id)).creditNotes[0]?.id ?? '');
  expect(note).toMatchObject({ paid: 0, balanceUsed: total });
});

test('an answer that is lost is looked up and never asked for twice', async () => {
  const { buyer, id } = await bought();
  card.fake.switches.cut = 'done';
  const before = refundCalls();
  await refund(id, 500);
  await card.world.runJobs();
  card.world.clock.advance(20 * 60_000);
  await reconcileRefunds(card.world.ctx());
  expect(await states(id)).toEqual(['succeeded']);
  const made = [...card.fake.things.values()].filter(
    (one) => one.object === 'refund' && one['payment_intent'] === intentOf(card, id),
  );
  expect(made).toHaveLength(1);
  expect(refundCalls()).toBeGreaterThan(before);
  expect(await ledgers(buyer)).toMatchObject({ card: total - 500 });
});

test('a job that died before it asked is made up for by the hourly look', async () => {
  const { id } = await bought();
  await refund(id, 500);
  await card.world.ctx().system.write(async (tx) => {
    await tx.execute(sql`update pgboss.job set state = 'cancelled' where name = 'billing.refund' and state = 'created'`);
  });
  card.world.clock.advance(20 * 60_000);
  await reconcileRefunds(card.world.ctx());
  expect(await states(id)).toEqual(['succeeded']);
});

test('a refund that takes days follows the news of it', async () => {
  const { id } = await bought();
  card.fake.switches.refunds = 'pending';
  await refund(id, 500);
  await hear(card);
  card.fake.switches.refunds = 'succeeded';
  expect(await states(id)).toEqual(['processing']);
  const [made] = [...card.fake.things.values()].filter((one) => one.object === 'refund' && one['status'] === 'pending');
  if (made !== undefined) made['status'] = 'succeeded';
  card.world.clock.advance(20 * 60_000);
  await reconcileRefunds(card.world.ctx());
  expect(await states(id)).toEqual(['succeeded']);
});

test('by transfer somebody sends it, and says so; what cannot be sent goes to the balance', async () => {
  const { buyer, id } = await bought();
  const waiting = await refund(id, 1000, 'transfer');
  const refundId = waiting.refunds[0]?.id ?? '';
  expect((await keeper().figures()).toRefund).toBe(1);
  const sent = { valueDate: '2026-11-22', bankRef: 'E2E-1' };
  await keeper().refundSent({ params: { id, refundId }, body: sent });
  await expect(keeper().refundSent({ params: { id, refundId }, body: sent })).rejects.toMatchObject({ code: 'wrong_state' });
  const other = await refund(id, 451, 'transfer');
  const droppedId = other.refunds.at(-1)?.id ?? '';
  const after = await keeper().refundDropped({ params: { id, refundId: droppedId }, body: { reason: 'no bank account' } });
  expect(after.refunds.map((one) => [one.state, one.bankRef])).toEqual([
    ['succeeded', 'E2E-1'],
    ['failed', null],
  ]);
  expect(await balances(buyer)).toEqual([451]);
  const { id: strange } = await bought();
  await expect(keeper().refundSent({ params: { id: strange, refundId }, body: sent })).rejects.toMatchObject({
    code: 'not_found',
  });
});

test('money that somebody sends back at the provider itself is told to the operator', async () => {
  const { id } = await bought();
  const intent = intentOf(card, id);
  await fetch(`${card.fake.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${card.fake.key}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ payment_intent: intent, amount: '100' }),
  });
  await hear(card);
  expect(await notices()).toContain('refundElsewhere');
  expect((await view(id)).timeline.map((one) => one.kind)).toContain('payment.refunded_elsewhere');
});

test('a dispute is told, holds back refunds, and won it changes nothing', async () => {
  const { buyer, id } = await bought();
  const dispute = card.fake.dispute(intentOf(card, id));
  card.fake.switches.duplicate = true;
  await hear(card);
  card.fake.switches.duplicate = false;
  expect((await view(id)).payments[0]?.dispute).toMatchObject({ state: 'open', amount: total, reason: 'fraudulent' });
  expect((await keeper().figures()).disputed).toBe(1);
  expect((await notices()).filter((kind) => kind === 'disputeOpened')).toHaveLength(1);
  await expect(refund(id, 100)).rejects.toMatchObject({ code: 'payment_disputed' });
  card.fake.closeDispute(dispute, 'won');
  await hear(card);
  expect(await view(id)).toMatchObject({ state: 'paid', payments: [{ state: 'succeeded', dispute: { state: 'won' } }] });
  expect(await state(buyer)).toBe('active');
});

test('a dispute that is lost opens the invoice again; reminders count from that day, and paying ends it', async () => {
  const { buyer, id } = await bought();
  const dispute = card.fake.dispute(intentOf(card, id));
  card.fake.closeDispute(dispute, 'lost');
  // the end may come before the beginning
  card.fake.switches.reorder = true;
  await hear(card);
  card.fake.switches.reorder = false;
  expect(await view(id)).toMatchObject({
    state: 'open',
    remaining: total,
    payments: [{ state: 'reversed', dispute: { state: 'lost' } }],
  });
  expect(await state(buyer)).toBe('past_due');
  expect(await ledgers(buyer)).toMatchObject({ card: 0, receivable: total });
  expect(await templatesTo(card.world, buyer.email)).toContain('billing.reversed');
  await days(card.world, 2);
  expect(await state(buyer)).toBe('past_due');
  const charged = card.fake.calls.filter((call) => call === 'POST payment_intents').length;
  await days(card.world, 9);
  expect(await state(buyer)).toBe('restricted');
  expect(card.fake.calls.filter((call) => call === 'POST payment_intents')).toHaveLength(charged);
  await pay(card.world, card.shop, id);
  expect(await state(buyer)).toBe('active');
});

test('a transfer that the bank takes back leaves the balance, too', async () => {
  const buyer = await buildBuyer(card.world);
  const id = await subscribe(card.world, card.shop, { buyer, planId: await buildPlan(card.world, card.shop) });
  const { payments } = await view(id);
  const of = { paymentId: payments[0]?.id ?? '', reason: 'returned', bankRef: 'R-1', valueDate: '2026-11-22' };
  for (let turn = 0; turn < 2; turn++) await card.world.ctx().system.write((tx) => reversePayment(card.world.ctx(), tx, of));
  expect(await view(id)).toMatchObject({ state: 'open', remaining: total, payments: [{ state: 'reversed' }] });
  expect(await ledgers(buyer)).toMatchObject({ bank: 0, receivable: total });
  expect((await view(id)).timeline.filter((one) => one.kind === 'payment.reversed')).toHaveLength(1);
});

test('what was more than due leaves the balance with the payment', async () => {
  const buyer = await buildBuyer(card.world);
  const planId = await buildPlan(card.world, card.shop);
  const { billing } = card.world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const id = invoiceId ?? '';
  const body = { amount: total + 500, valueDate: '2026-11-22', bankRef: '', note: '' };
  await keeper().record({ params: { id }, body });
  expect(await balances(buyer)).toEqual([500]);
  const paymentId = (await view(id)).payments.find((one) => one.state === 'succeeded')?.id ?? '';
  const ctx = card.world.ctx();
  await ctx.system.write((tx) => reversePayment(ctx, tx, { paymentId, reason: 'returned', claim: 'write_off' }));
  expect(await balances(buyer)).toEqual([]);
  expect((await view(id)).state).toBe('uncollectible');
  expect(await ledgers(buyer)).toMatchObject({ bank: 0, balance: 0, receivable: 0, loss: total });
});

test('a card that is gone at the provider is not used any more, and its account is asked for another', async () => {
  const { buyer } = await bought();
  const { methods } = await card.world.api(buyer).billing.subscription();
  expect(methods).toHaveLength(1);
  const customer = [...card.fake.things.values()].findLast((one) => one.object === 'customer');
  await fetch(`${card.fake.url}/v1/customers/${customer?.id ?? ''}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${card.fake.key}` },
  });
  await hear(card);
  expect((await card.world.api(buyer).billing.subscription()).methods).toEqual([]);
  expect(await templatesTo(card.world, buyer.email)).toContain('billing.gone');
});
