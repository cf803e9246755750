/**
 * A process that dies at a named step of taking or giving money back: afterwards nobody was charged twice, no money is lost, and no number is
 * missing. The provider's news are lost as well, so that looking again has to be enough (scenario 27).
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { masterKey } from '#app/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, intentOf, payOn, visa } from './card-world.factory.ts';
import { findDispute, takeDispute } from './disputes.service.ts';
import { type Death, dying, isDeath } from './dying.factory.ts';
import { runBatch, runEngine } from './engine.service.ts';
import { charge, reconcileStale } from './pay.service.ts';
import { paymentById } from './payments.queries.ts';
import { outcome, purchase } from './purchase.service.ts';
import { refund } from './refund-acts.service.ts';
import { reconcileRefunds, sendRefund } from './refunds.service.ts';

let card: CardWorld;
let planId = '';
beforeAll(async () => {
  card = await cardWorld();
  planId = await buildPlan(card.world, card.shop);
  card.fake.switches.drop = true;
});
afterAll(() => card.close());

const day = 86_400_000;
const total = 3451;
/** Does something as a process that dies at that step. */
async function dieAt(actor: UserActor | undefined, death: Death, work: (ctx: ReturnType<typeof dying>) => Promise<unknown>) {
  const error = await work(dying(card.world.ctx(actor), death)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!isDeath(error)) throw error ?? new Error('it lived: the step is not there');
}
/** What the next process does by itself within the hour. */
async function recover(): Promise<void> {
  card.world.clock.advance(20 * 60_000);
  const ctx = card.world.ctx();
  for (let turn = 0; turn < 2; turn++) {
    await runEngine(ctx);
    await card.world.runJobs();
    await reconcileStale(ctx);
    await reconcileRefunds(ctx);
  }
}
const invoices = async (buyer: UserActor) => (await card.world.api(buyer).invoices.list()).items;
const newest = async (buyer: UserActor) => (await invoices(buyer))[0]?.id ?? '';
const view = (id: string) => card.world.api(card.shop.operator).allInvoices.get({ params: { id } });
const taken = (id: string): number =>
  [...card.fake.things.values()].filter(
    (one) => one.object === 'payment_intent' && one['status'] === 'succeeded' && JSON.stringify(one['metadata']).includes(id),
  ).length;

/** What has to be true whatever died: one charge, all of it counted, books in order, numbers without a hole. */
async function isWhole(buyer: UserActor, id: string): Promise<void> {
  const { payments, state } = await view(id);
  const came = payments.filter((one) => one.state === 'succeeded').map((one) => one.amount);
  expect([state, came, taken(id)]).toEqual(['paid', [total], 1]);
  const { rows } = await card.world.ctx().system.read.execute<{ what: string }>(sql`
    select 'ledger ' || l.ledger as what from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.account_id = ${buyer.accountId} and l.ledger in ('receivable', 'balance') group by l.ledger having sum(l.amount) <> 0
    union all select 'series ' || s.kind from invoice_series s
      where s.next - 1 <> (select count(*) from invoices i where i.seller_id = s.seller_id and i.kind = s.kind and i.year = s.year)
    union all select 'claimed twice' from invoices where account_id = ${buyer.accountId} and kind = 'invoice' and state <> 'void'
      group by subscription_id, period_start having count(*) > 1`);
  expect(rows).toEqual([]);
}

const bought = async (): Promise<{ buyer: UserActor; id: string }> => {
  const buyer = await buildBuyer(card.world);
  return { buyer, id: await buyByCard(card.world, buyer, { planId }) };
};

/** Presses the button once more, as somebody does whose page never came, and pays. */
async function pressAgain(buyer: UserActor, quoteId: string): Promise<string> {
  const { billing } = card.world.api(buyer);
  const again = await billing.purchase({ body: { quoteId, by: 'card', terms: true } });
  if (again.next.kind !== 'redirect') throw new Error('no page to pay on');
  await payOn(again.next.url, visa);
  await billing.outcome({ params: { id: again.invoiceId ?? '' } });
  return again.invoiceId ?? '';
}

describe.each<[string, Death]>([
  ['before-the-purchase-is-committed', { write: 1, when: 'within' }],
  ['after-the-purchase-before-its-payment', { write: 1, when: 'after' }],
  ['before-the-payment-row-is-committed', { write: 2, when: 'within' }],
  ['after-the-payment-row-before-the-provider', { write: 2, when: 'after' }],
  ['after-the-customer-is-made-before-it-is-kept', { write: 3, when: 'before' }],
  ['after-the-page-is-made-before-it-is-kept', { write: 4, when: 'before' }],
  ['after-the-page-is-kept-before-the-answer', { write: 4, when: 'after' }],
])('buying dies %s', (_name, death) => {
  test('pressing again leads to one purchase and one charge', async () => {
    const buyer = await buildBuyer(card.world);
    const quote = await card.world.api(buyer).billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
    await dieAt(buyer, death, (ctx) => purchase(ctx, { quoteId: quote.id, by: 'card', terms: true }));
    const id = await pressAgain(buyer, quote.id);
    await recover();
    expect(await invoices(buyer)).toHaveLength(1);
    await isWhole(buyer, id);
  });
});

describe.each<[string, Death]>([
  ['after-the-provider-answer-before-it-is-written', { write: 1, when: 'before' }],
  ['after-the-provider-answer-before-commit', { write: 1, when: 'within' }],
  ['after-the-provider-answer-is-committed', { write: 1, when: 'after' }],
])('coming back from the page dies %s', (_name, death) => {
  test('the money counts, once', async () => {
    const buyer = await buildBuyer(card.world);
    const { billing } = card.world.api(buyer);
    const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
    const { next, invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'card', terms: true } });
    if (next.kind === 'redirect') await payOn(next.url, visa);
    await dieAt(buyer, death, (ctx) => outcome(ctx, invoiceId ?? ''));
    await recover();
    await isWhole(buyer, invoiceId ?? '');
    expect((await billing.subscription()).subscription?.state).toBe('active');
  });
});

describe.each<[string, Death]>([
  ['before-its-claim-is-committed', { write: 1, when: 'within' }],
  ['after-its-claim-before-the-charge', { write: 1, when: 'after' }],
])('renewing dies %s', (_name, death) => {
  test('the period is claimed and charged once', async () => {
    const { buyer } = await bought();
    card.world.clock.advance(31 * day);
    await dieAt(undefined, death, (ctx) => runBatch(ctx));
    await recover();
    expect(await invoices(buyer)).toHaveLength(2);
    await isWhole(buyer, await newest(buyer));
  });
});

/** A renewal whose charge is asked for and not made yet. */
async function renewed(): Promise<{ buyer: UserActor; id: string }> {
  const { buyer } = await bought();
  card.world.clock.advance(31 * day);
  await runEngine(card.world.ctx());
  return { buyer, id: await newest(buyer) };
}

describe.each<[string, Death]>([
  ['before-its-row-is-committed', { write: 1, when: 'within' }],
  ['after-its-row-before-the-provider', { write: 1, when: 'after' }],
  ['after-the-provider-answer-before-it-is-written', { write: 2, when: 'before' }],
  ['after-the-provider-answer-before-commit', { write: 2, when: 'within' }],
  ['after-the-provider-answer-is-committed', { write: 2, when: 'after' }],
])('charging a renewal dies %s', (_name, death) => {
  test('it is charged once', async () => {
    const { buyer, id } = await renewed();
    await dieAt(undefined, death, (ctx) => charge(ctx, id));
    await recover();
    await isWhole(buyer, id);
  });
});

describe.each<[string, 'refund' | 'send', Death]>([
  ['before-its-credit-note-is-committed', 'refund', { write: 1, when: 'within' }],
  ['after-its-credit-note-before-the-provider', 'refund', { write: 1, when: 'after' }],
  ['after-the-provider-answer-before-it-is-written', 'send', { write: 1, when: 'before' }],
  ['after-the-provider-answer-before-commit', 'send', { write: 1, when: 'within' }],
  ['after-the-provider-answer-is-committed', 'send', { write: 1, when: 'after' }],
])('refunding dies %s', (_name, verb, death) => {
  test('it goes back once, or not at all', async () => {
    const { buyer, id } = await bought();
    const body = { amount: 1000, by: 'card' as const, reason: 'as agreed' };
    if (verb === 'refund') await dieAt(card.shop.operator, death, (ctx) => refund(ctx, { id, body }));
    else {
      const { refunds } = await card.world.api(card.shop.operator).allInvoices.refund({ params: { id }, body });
      await dieAt(undefined, death, (ctx) => sendRefund(ctx, refunds[0]?.id ?? ''));
    }
    await recover();
    const begun = death.when !== 'within' || verb === 'send';
    const made = [...card.fake.things.values()].filter(
      (one) => one.object === 'refund' && one['payment_intent'] === intentOf(card, id),
    );
    const { refunds, creditNotes } = await view(id);
    expect([made.length, creditNotes.length, refunds.map((one) => one.state)]).toEqual(
      begun ? [1, 1, ['succeeded']] : [0, 0, []],
    );
    await isWhole(buyer, id);
  });
});

describe.each<[string, Death]>([
  ['before-commit', { write: 1, when: 'within' }],
  ['after-commit', { write: 1, when: 'after' }],
])('a lost dispute dies %s', (_name, death) => {
  test('the payment is taken back once', async () => {
    const { id } = await bought();
    const ref = card.fake.dispute(intentOf(card, id));
    card.fake.closeDispute(ref, 'lost');
    const found = await findDispute(card.world.ctx(), ref);
    const payment = await paymentById(card.world.ctx().system.read, (await view(id)).payments[0]?.id ?? '');
    if (found === null || payment === null) throw new Error('there is no dispute');
    await dieAt(undefined, death, (ctx) => takeDispute(ctx, { payment, found }));
    await takeDispute(card.world.ctx(), { payment, found });
    const { state, remaining, timeline } = await view(id);
    expect([state, remaining]).toEqual(['open', total]);
    expect(timeline.filter((one) => one.kind === 'payment.reversed')).toHaveLength(1);
  });
});

test('a process that is killed while the provider’s answer is on its way has charged once, and the next one knows', async () => {
  const { buyer, id } = await renewed();
  card.fake.switches.stall = 'done';
  const env = {
    ...card.env,
    DATABASE_ROLES: 'atrium_test',
    DATABASE_CONNECTIONS: '2',
    ENGINE: 'off',
    PUBLIC_URL: 'http://localhost:3000',
  };
  const program = path.join(import.meta.dirname, '../../../app/charging.factory.ts');
  const asked = [card.world.ownerUrl, masterKey, JSON.stringify(env), id, String(card.world.clock.now())];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...asked], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  // the provider has done its work, or the process ended by itself
  await vi.waitFor(() => expect([taken(id), child.exitCode]).not.toEqual([0, null]), { timeout: 60_000, interval: 50 });
  expect(taken(id)).toBe(1);
  const gone = new Promise((done) => child.once('exit', (_code, signal) => done(signal)));
  child.kill('SIGKILL');
  expect(await gone).toBe('SIGKILL');
  expect((await view(id)).payments.map((one) => one.state)).toEqual(['created']);
  await recover();
  await isWhole(buyer, id);
}, 90_000);
