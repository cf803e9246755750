/**
 * Money that comes, goes back and is taken back at random, from a seed that a failure prints: whatever happens to an invoice, each
 * step is done or refused by its name, and the books are in order after it.
 */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildShop } from '#sales/billing/server/billing.factory.ts';
import { settleRefund } from '#sales/billing/server/refunds.service.ts';
import { reversePayment } from '#sales/billing/server/reverse.service.ts';
import { questions } from './rules.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;

/** Numbers from 0 to below 1, the same for the same seed. */
function* chance(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state / 2_147_483_648;
  }
}
/** Which of `n`, from 0 on. */
type Pick = (n: number) => number;

async function issue(buyer: UserActor): Promise<string> {
  const lines = [{ title: 'Hour', quantity: 1, unit: 10_000 }];
  const draft = await keeper().create({ body: { accountId: buyer.accountId, currency: 'EUR', lines } });
  return (await keeper().finalize({ params: { id: draft.id }, body: { revision: draft.revision } })).id;
}

/** A dispute about a payment, lost for an amount. */
async function lose(buyer: UserActor, of: { id: string; paymentId: string; amount: bigint }): Promise<unknown> {
  const { id, paymentId, amount } = of;
  return world.ctx().system.write(async (tx) => {
    const dispute = { id: newId(world.clock.now()), amount };
    await tx.execute(sql`insert into disputes (id, account_id, seller_id, invoice_id, payment_id, provider, ref, state, amount, currency, reason, opened_at, changed_at)
      values (${dispute.id}, ${buyer.accountId}, ${shop.operator.accountId}, ${id}, ${paymentId}, 'card', ${dispute.id}, 'lost', ${amount}, 'EUR', 'general', now(), now())`);
    return reversePayment(world.ctx(), tx, { paymentId, reason: 'dispute lost', dispute });
  });
}

type Deed = { name: string; act: () => Promise<unknown> };
async function deedFor(buyer: UserActor, { id, pick, first }: { id: string; pick: Pick; first: boolean }): Promise<Deed> {
  const params = { id };
  const view = await keeper().get({ params });
  const came = view.payments.filter((one) => one.state === 'succeeded');
  const back = view.refunds.filter((one) => one.state !== 'failed');
  const [payment, refund] = [came[pick(Math.max(1, came.length))], back[pick(Math.max(1, back.length))]];
  const amounts = first ? [11_900, 13_000, 5000] : [100, 1190, 3000, 11_900, 13_000];
  const amount = amounts[pick(amounts.length)] ?? 0;
  const small = Math.min(amount, 1190 + pick(3) * 1000);
  const reason = 'for a reason';
  const pay = {
    name: 'pay',
    act: () => keeper().record({ params, body: { amount, valueDate: '2026-11-01', bankRef: '', note: '', more: true } }),
  };
  if (first) return pay;
  const giveBack = { name: 'refund', act: () => keeper().refund({ params, body: { amount: small, by: 'transfer', reason } }) };
  const deeds: Deed[] = [
    pay,
    pay,
    giveBack,
    { name: 'credit', act: () => keeper().credit({ params, body: { amount: small, to: 'balance', reason } }) },
    { name: 'write off', act: () => keeper().writeOff({ params, body: { reason } }) },
  ];
  if (refund !== undefined) {
    const at = { id, refundId: refund.id };
    const drop = { name: 'drop', act: () => keeper().refundDropped({ params: at, body: { reason } }) };
    const fail = () => world.ctx().system.write((tx) => settleRefund(world.ctx(), tx, { id: refund.id, state: 'failed' }));
    const sent = () => keeper().refundSent({ params: at, body: { valueDate: '2026-11-01', bankRef: '' } });
    deeds.push(drop, drop, { name: 'sent', act: sent }, { name: 'failed', act: fail });
    // refunds whose payment is gone are the hard ones
    if (view.payments.some((one) => one.state === 'reversed')) deeds.push(drop, drop, drop, { name: 'failed', act: fail });
  }
  if (payment !== undefined) {
    const of = { id, paymentId: payment.id, amount: BigInt(Math.min(amount, payment.amount)) };
    const dispute = { name: 'dispute', act: () => lose(buyer, of) };
    const { paymentId } = of;
    const reverse = () => world.ctx().system.write((tx) => reversePayment(world.ctx(), tx, { paymentId, reason: 'bank' }));
    deeds.push({ name: 'reverse', act: reverse }, dispute, dispute, giveBack);
  }
  return deeds[pick(deeds.length)] ?? pay;
}

/** What is not in order now. */
async function broken(): Promise<string[]> {
  const found: string[] = [];
  for (const { rule, ask } of questions) {
    if (rule === 'engine' || rule === 'entitlements') continue;
    const { rows } = await world.ctx().system.read.execute(ask(new Date(world.clock.now())));
    if (rows.length > 0) found.push(rule);
  }
  return found;
}

test.each([7, 46, 62, 77])('books stay in order whatever happens to the money (seed %i)', async (seed) => {
  const numbers = chance(seed * 7919);
  const pick: Pick = (n) => Math.floor(numbers.next().value * n);
  const buyer = await buildBuyer(world);
  const ids = [await issue(buyer)];
  const log: string[] = [];
  for (let step = 0; step < 12; step++) {
    const id = ids[pick(ids.length)] ?? '';
    const { name, act } = await deedFor(buyer, { id, pick, first: step === 0 });
    const said = await act().then(
      () => 'done',
      (error: unknown) => (error instanceof Failure ? error.code : String(error)),
    );
    log.push(`${name}: ${said}`);
    expect(said, log.join(' | ')).not.toContain('rror');
    expect(await broken(), log.join(' | ')).toEqual([]);
    if (pick(6) === 0) ids.push(await issue(buyer));
  }
});
