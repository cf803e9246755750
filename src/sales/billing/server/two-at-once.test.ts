/** What the database refuses though two ask at once, or one asks beside the services: each rule by its name. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const plan = await buildPlan(world, shop);
const { allInvoices } = world.api(shop.operator);
const system = world.ctx().system;

const nameOf = (error: unknown): string => {
  const cause = error instanceof Error ? (error.cause ?? error) : null;
  return typeof cause === 'object' && cause !== null && 'constraint' in cause ? String(cause.constraint) : String(error);
};
/** The name of the rule that refused it, at once or at the commit; `done` when none did. */
const refused = (...changes: SQL[]): Promise<string> =>
  system
    .write(async (tx) => {
      for (const change of changes) await tx.execute(change);
    })
    .then(() => 'done', nameOf);
/** Both at once: the second asks while the first has written and not committed yet. */
async function atOnce(first: SQL, second: SQL): Promise<string[]> {
  const wrote = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const one = system
    .write(async (tx) => {
      await tx.execute(first);
      wrote.resolve();
      await asked.promise;
    })
    .then(() => 'done', nameOf);
  await wrote.promise;
  const other = refused(second);
  // long enough for the second to be at the row that the first holds
  await new Promise((resolve) => setTimeout(resolve, 300));
  asked.resolve();
  return Promise.all([one, other]);
}

async function issued(buyer: UserActor, unit = 10_000) {
  const body = { accountId: buyer.accountId, currency: 'EUR', lines: [{ title: 'Hour', quantity: 1, unit }] };
  const { id, revision } = await allInvoices.create({ body });
  return allInvoices.finalize({ params: { id }, body: { revision } });
}
const payment = (buyer: UserActor, of: { id: string; provider: 'card' | 'transfer'; amount: number }): SQL => {
  const state = of.provider === 'card' ? 'created' : 'awaiting_transfer';
  return sql`insert into payments (id, account_id, seller_id, invoice_id, provider, state, amount, currency, created_at, changed_at)
    values (gen_random_uuid(), ${buyer.accountId}, ${shop.operator.accountId}, ${of.id}, ${of.provider}, ${state}, ${of.amount}, 'EUR', now(), now())`;
};
type Entry = { cause: string; amount: number; invoiceId?: string };
const entry = (buyer: UserActor, { cause, amount, invoiceId }: Entry): SQL =>
  sql`insert into balance_entries (id, account_id, seller_id, currency, amount, cause, invoice_id, at)
    values (gen_random_uuid(), ${buyer.accountId}, ${shop.operator.accountId}, 'EUR', ${amount}, ${cause}, ${invoiceId ?? null}, now())`;
const voided = (id: string): SQL => sql`update invoices set state = 'void' where id = ${id}`;

test('what the balance or a credit note settled in part is not void', async () => {
  const buyer = await buildBuyer(world);
  const [used, credited] = [await issued(buyer), await issued(buyer)];
  expect(await refused(sql`update invoices set balance_used = 100, state = 'void' where id = ${used.id}`)).toBe(
    'invoices_void_paid',
  );
  await allInvoices.credit({ params: { id: credited.id }, body: { amount: 100, to: 'balance', reason: 'good will' } });
  expect(await refused(voided(credited.id))).toBe('invoices_void_paid');
  expect(await refused(sql`update invoices set credited = 0, state = 'void' where id = ${credited.id}`)).toBe(
    'invoices_void_paid',
  );
  expect(await refused(voided(used.id))).toBe('done');
});

test('two periods at once never overlap', async () => {
  const buyer = await buildBuyer(world);
  const id = await subscribe(world, shop, { buyer, planId: plan });
  const { rows } = await system.read.execute<{ subscription: string }>(
    sql`select subscription_id as subscription from invoices where id = ${id}`,
  );
  const period = (from: string, to: string) =>
    sql`insert into subscription_periods (subscription_id, starts_at, ends_at) values (${rows[0]?.subscription}, ${from}, ${to})`;
  expect(await atOnce(period('2031-01-01', '2031-02-01'), period('2031-01-15', '2031-02-15'))).toEqual([
    'done',
    'subscription_periods_overlap',
  ]);
  expect(await atOnce(period('2032-01-01', '2032-02-01'), period('2032-02-01', '2032-03-01'))).toEqual(['done', 'done']);
  const longer = sql`update subscription_periods set ends_at = '2032-02-02' where starts_at = '2032-01-01' and subscription_id = ${rows[0]?.subscription}`;
  expect(await refused(longer)).toBe('subscription_periods_overlap');
});

test('a claim is not called off while a payment is written, nor paid while it is called off', async () => {
  const buyer = await buildBuyer(world);
  const [one, other] = [await issued(buyer), await issued(buyer)];
  const card = (id: string) => payment(buyer, { id, provider: 'card', amount: 11_900 });
  expect(await atOnce(card(one.id), voided(one.id))).toEqual(['done', 'invoices_void_waiting']);
  expect(await atOnce(voided(other.id), card(other.id))).toEqual(['done', 'payments_claim']);
});

test('a card is asked for what is due and for no more', async () => {
  const buyer = await buildBuyer(world);
  const [open, paid] = [await issued(buyer), await issued(buyer)];
  await allInvoices.record({ params: { id: paid.id }, body: { amount: 11_900, valueDate: '2026-11-01', bankRef: '', note: '' } });
  expect(await refused(payment(buyer, { id: open.id, provider: 'card', amount: 119_000 }))).toBe('payments_due');
  expect(await refused(payment(buyer, { id: open.id, provider: 'card', amount: 11_901 }))).toBe('payments_due');
  expect(await refused(payment(buyer, { id: paid.id, provider: 'card', amount: 1 }))).toBe('payments_due');
  // a transfer comes unasked, and the rest of it is the account's
  expect(await refused(payment(buyer, { id: paid.id, provider: 'transfer', amount: 1 }))).toBe('done');
  expect(await refused(payment(buyer, { id: open.id, provider: 'card', amount: 11_900 }))).toBe('done');
});

test('nothing counts as paid that did not come, and nothing that came is not counted', async () => {
  const buyer = await buildBuyer(world);
  const one = await issued(buyer);
  expect(await refused(sql`update invoices set paid = total, state = 'paid' where id = ${one.id}`)).toBe('invoices_paid_came');
  expect(await refused(sql`update invoices set paid = 1 where id = ${one.id}`)).toBe('invoices_paid_came');
  expect(await refused(payment(buyer, { id: one.id, provider: 'transfer', amount: 11_900 }))).toBe('done');
  const came = sql`update payments set state = 'succeeded' where invoice_id = ${one.id}`;
  expect(await refused(came)).toBe('invoices_paid_came');
  expect(await refused(came, sql`update invoices set paid = total, state = 'paid' where id = ${one.id}`)).toBe('done');
});

test('a period is claimed once, as the first or as a later one, though two ask at once', async () => {
  const buyer = await buildBuyer(world);
  const id = await subscribe(world, shop, { buyer, planId: plan });
  const claim = (cause: string, start: string) =>
    sql`insert into invoices (id, seller_id, account_id, kind, state, cause, subscription_id, period_start, period_end, currency, locale, created_at)
      select gen_random_uuid(), seller_id, account_id, 'invoice', 'draft', ${cause}, subscription_id, ${start}::timestamptz, ${start}::timestamptz + interval '1 month', currency, locale, now()
      from invoices where id = ${id}`;
  expect(await atOnce(claim('start', '2031-01-01'), claim('period', '2031-01-01'))).toEqual(['done', 'invoices_period_once']);
  expect(await refused(claim('period', '2031-02-01'))).toBe('done');
});

test('two at once use of a balance what is there, and no more', async () => {
  const buyer = await buildBuyer(world);
  const [one, other] = [await issued(buyer), await issued(buyer)];
  expect(await refused(entry(buyer, { cause: 'used', amount: -1, invoiceId: one.id }))).toBe('balance_entries_there');
  expect(await refused(entry(buyer, { cause: 'given', amount: 1_000 }))).toBe('done');
  expect(
    await atOnce(
      entry(buyer, { cause: 'used', amount: -700, invoiceId: one.id }),
      entry(buyer, { cause: 'used', amount: -700, invoiceId: other.id }),
    ),
  ).toEqual(['done', 'balance_entries_there']);
  // what a bank takes back may leave it below nothing; what is given to a claim is used by that one all the same
  expect(await refused(entry(buyer, { cause: 'reversed', amount: -900 }))).toBe('done');
  expect(
    await refused(
      entry(buyer, { cause: 'given', amount: 100, invoiceId: other.id }),
      entry(buyer, { cause: 'used', amount: -100, invoiceId: other.id }),
    ),
  ).toBe('done');
  expect(await refused(entry(buyer, { cause: 'used', amount: -1, invoiceId: other.id }))).toBe('balance_entries_there');
});
