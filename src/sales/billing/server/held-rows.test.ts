/** What the database itself refuses: parts that leave a numbered invoice, another amount, money that no bank took back. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const plan = await buildPlan(world, shop);
const { allInvoices } = world.api(shop.operator);

/** The name of the rule that refused it; `done` when none did. */
const refused = (change: SQL): Promise<string> =>
  world
    .ctx()
    .system.write((tx) => tx.execute(change))
    .then(
      () => 'done',
      (error: unknown) => {
        const cause = error instanceof Error ? error.cause : null;
        return typeof cause === 'object' && cause !== null && 'constraint' in cause ? String(cause.constraint) : String(error);
      },
    );
const bought = async () => {
  const buyer = await buildBuyer(world);
  return { buyer, id: await subscribe(world, shop, { buyer, planId: plan }) };
};

test('lines do not leave a numbered invoice for a draft, and none come to it', async () => {
  const { buyer, id } = await bought();
  const lines = [{ title: 'a', detail: '', quantity: 1, unit: 100 }];
  const draft = await allInvoices.create({ body: { accountId: buyer.accountId, currency: 'EUR', lines, note: '' } });
  const move = (from: string, to: string) =>
    sql`update invoice_lines set invoice_id = ${to}, position = 77 where invoice_id = ${from}`;
  expect(await refused(move(id, draft.id))).toBe('invoices_frozen');
  expect(await refused(move(draft.id, id))).toBe('invoices_frozen');
});

test('a payment keeps its amount, its currency and its claim', async () => {
  const [one, other] = [await bought(), await bought()];
  for (const change of [sql`amount = 1`, sql`currency = 'USD'`, sql`invoice_id = ${other.id}`])
    expect(await refused(sql`update payments set ${change} where invoice_id = ${one.id}`)).toBe('payments_frozen');
});

test('what was paid is not taken back by hand', async () => {
  const { id } = await bought();
  for (const change of [sql`state = 'open', paid = 0`, sql`state = 'open'`, sql`paid = paid - 1`])
    expect(await refused(sql`update invoices set ${change} where id = ${id}`)).toBe('invoices_reopened');
});

test('rows begin at the beginning', async () => {
  const { buyer, id } = await bought();
  const whose = sql`${buyer.accountId}, ${shop.operator.accountId}`;
  expect(
    await refused(sql`insert into payments (id, account_id, seller_id, invoice_id, provider, state, amount, currency, created_at, changed_at)
      values (gen_random_uuid(), ${whose}, ${id}, 'transfer', 'succeeded', 1, 'EUR', now(), now())`),
  ).toBe('payments_begin');
  expect(
    await refused(sql`insert into subscriptions (id, account_id, seller_id, kind, state, plan_id, version, currency, period, anchor_at, pay_by, next_at, state_since, created_at)
      values (gen_random_uuid(), ${whose}, 'base', 'canceled', ${plan}, 1, 'EUR', 'month', now(), 'card', now(), now(), now())`),
  ).toBe('subscriptions_begin');
  expect(
    await refused(sql`insert into invoices (id, seller_id, account_id, kind, state, cause, currency, inclusive, locale, note, dunned, revision, created_at)
      values (gen_random_uuid(), ${shop.operator.accountId}, ${buyer.accountId}, 'invoice', 'paid', 'manual', 'EUR', false, 'en-US', '', '[]', 1, now())`),
  ).toBe('invoices_begin');
});

test('a claim is not void while its money may be on the way', async () => {
  const buyer = await buildBuyer(world);
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId: plan, period: 'month', currency: 'EUR', seats: 0 } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const away = sql`update invoices set state = 'void' where id = ${invoiceId}`;
  expect(await refused(away)).toBe('invoices_void_waiting');
});

test('credit notes never come to more than their invoice', async () => {
  const { id } = await bought();
  await allInvoices.credit({ params: { id }, body: { amount: 3000, to: 'balance', reason: 'as agreed' } });
  const more = sql`with draft as (insert into invoices (id, seller_id, account_id, kind, state, cause, currency, inclusive, lines_total, net, total, locale, note, refers_to, dunned, revision, created_at)
    select gen_random_uuid(), seller_id, account_id, 'credit_note', 'draft', 'credit', currency, inclusive, 500, 500, 500, locale, '', id, '[]', 1, now() from invoices where id = ${id} returning id)
    select id from draft`;
  expect(await refused(more)).toBe('done');
  expect(await refused(sql`update invoices set finalized_at = now() where refers_to = ${id} and finalized_at is null`)).toBe(
    'invoices_credited_most',
  );
});
