/** Months that are kept, and the nightly check with one planted fault for each rule. */
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { driftOf } from '#meet/usage/server/drift.service.ts';
import { bookRules } from '../books.rules.ts';
import { checkBooks } from './check.service.ts';
import { findingsBy } from './findings.queries.ts';
import { closeMonths } from './months.service.ts';
import { questions } from './rules.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const books = (actor: UserActor = shop.operator) => world.api(actor).books;
const day = 86_400_000;

const guarded = [
  ...[
    'invoices',
    'invoice_taxes',
    'journal_lines',
    'balance_entries',
    'accounts',
    'subscriptions',
    'payments',
    'resale_statements',
  ],
];
/** Past the guards of the database, as somebody with the owner's hands could. */
async function asOwner(work: (run: (line: string) => Promise<unknown>) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  const guards = (are: 'disable' | 'enable') =>
    client.query(guarded.map((table) => `alter table ${table} ${are} trigger user`).join('; '));
  try {
    await guards('disable');
    await work((line) => client.query(line));
    await guards('enable');
  } finally {
    await client.end();
  }
}
const plant = (line: string) => asOwner(async (run) => void (await run(line)));
/** What one rule finds now. */
async function foundBy(rule: string): Promise<string[]> {
  const question = questions.find((one) => one.rule === rule);
  if (question === undefined) return (await driftOf(world.ctx())).map((one) => one.counter);
  return (await findingsBy(world.ctx().system.read, question.ask(new Date(world.clock.now())))).map((one) => one.id);
}
async function found(): Promise<Record<string, string[]>> {
  await checkBooks(world.ctx());
  const { items } = await books().findings();
  return Object.fromEntries(
    items.map((one) => [one.rule, items.filter((other) => other.rule === one.rule).map((other) => other.subjectId)]),
  );
}

test('books of purchases, credit notes, a balance that is used and an end are in order', async () => {
  const buyer = await buildBuyer(world);
  const invoice = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { allInvoices, allSubscriptions } = world.api(shop.operator);
  await allInvoices.credit({ params: { id: invoice }, body: { amount: 500, to: 'balance', reason: 'a bad day' } });
  world.clock.advance(32 * day);
  await runEngine(world.ctx());
  const { items } = await allSubscriptions.list({ query: { accountId: buyer.accountId } });
  const [{ id = '', revision = 0 } = {}] = items;
  await allSubscriptions.credit({ params: { id }, body: { amount: 700, reason: 'for waiting' } });
  const { revision: now } = await allSubscriptions.get({ params: { id } });
  expect(now).toBeGreaterThanOrEqual(revision);
  await allSubscriptions.cancel({ params: { id }, body: { credit: 'unused', reason: 'closed down', revision: now } });
  expect(await found()).toEqual({});
  expect((await books().money()).check).toMatchObject({ findings: 0 });
});

test('each fault is found by its rule, and gone when it is mended', async () => {
  const buyer = await buildBuyer(world);
  const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { allInvoices } = world.api(shop.operator);
  const { creditNotes } = await allInvoices.credit({ params: { id }, body: { amount: 500, to: 'balance', reason: 'a bad day' } });
  const credit = creditNotes[0]?.id ?? '';
  const account = buyer.accountId;
  const faults: Record<string, [string, string]> = {
    journal_balance: [
      `update journal_lines set amount = amount + 1 where ledger = 'revenue' and entry_id = (select id from journal_entries where invoice_id = '${id}' and cause = 'invoice')`,
      `update journal_lines set amount = amount - 1 where ledger = 'revenue' and entry_id = (select id from journal_entries where invoice_id = '${id}' and cause = 'invoice')`,
    ],
    journal_receivable: [
      `update journal_lines set ledger = 'loss' where ledger = 'receivable' and entry_id = (select id from journal_entries where invoice_id = '${id}' and cause = 'invoice')`,
      `update journal_lines set ledger = 'receivable' where ledger = 'loss' and entry_id = (select id from journal_entries where invoice_id = '${id}' and cause = 'invoice')`,
    ],
    journal_credit: [
      `insert into balance_entries (id, account_id, seller_id, currency, amount, cause, at) values ('00000000-0000-7000-8000-000000000001', '${account}', '${shop.operator.accountId}', 'EUR', 3, 'given', now())`,
      `delete from balance_entries where id = '00000000-0000-7000-8000-000000000001'`,
    ],
    invoice_sums: [
      `update invoice_taxes set tax = tax + 1 where invoice_id = '${id}'`,
      `update invoice_taxes set tax = tax - 1 where invoice_id = '${id}'`,
    ],
    invoice_paid: [
      `update payments set amount = amount + 1 where invoice_id = '${id}'`,
      `update payments set amount = amount - 1 where invoice_id = '${id}'`,
    ],
    invoice_credited: [
      `update invoices set credited = 1, balance_used = balance_used - 1 where id = '${credit}'`,
      `update invoices set credited = 0, balance_used = balance_used + 1 where id = '${credit}'`,
    ],
    invoice_balance: [
      `insert into balance_entries (id, account_id, seller_id, currency, amount, cause, invoice_id, at) values ('00000000-0000-7000-8000-000000000002', '${account}', '${shop.operator.accountId}', 'EUR', -3, 'used', '${id}', now())`,
      `delete from balance_entries where id = '00000000-0000-7000-8000-000000000002'`,
    ],
    credit_note_parts: [
      `update balance_entries set amount = amount + 1 where invoice_id = '${credit}'`,
      `update balance_entries set amount = amount - 1 where invoice_id = '${credit}'`,
    ],
    numbers: [
      `update invoice_series set next = next + 1 where kind = 'invoice'`,
      `update invoice_series set next = next - 1 where kind = 'invoice'`,
    ],
    statement_sums: [
      `insert into resale_statements (id, account_id, kind, month, currency, net, tax, gross, number, issue_date, paper, created_at)
        values ('00000000-0000-7000-8000-000000000003', '${account}', 'commission', '2027-01', 'EUR', 100, 0, 100, 'SB2027-0001', '2027-01-31', '{}', now())`,
      `delete from resale_statements where id = '00000000-0000-7000-8000-000000000003'`,
    ],
    entitlements: [
      `update accounts set service = 'restricted' where id = '${account}'`,
      `update accounts set service = 'full' where id = '${account}'`,
    ],
    engine: [
      `update subscriptions set next_at = next_at - interval '400 days' where account_id = '${account}'`,
      `update subscriptions set next_at = next_at + interval '400 days' where account_id = '${account}'`,
    ],
    counter: [
      `insert into account_use (account_id, recorded_bytes) values ('${account}', 5) on conflict (account_id) do update set recorded_bytes = account_use.recorded_bytes + 5`,
      `update account_use set recorded_bytes = recorded_bytes - 5 where account_id = '${account}'`,
    ],
  };
  // files are planted where they are kept: `src/app/proof/invoice-copies.test.ts` and `statement-copies.test.ts`
  expect(Object.keys(faults).sort()).toEqual(bookRules.filter((rule) => rule !== 'papers' && rule !== 'statement_papers').sort());
  await asOwner(async (run) => {
    for (const [rule, [fault, mend]] of Object.entries(faults)) {
      expect(await foundBy(rule), rule).toEqual([]);
      await run(fault);
      expect(await foundBy(rule), rule).not.toEqual([]);
      await run(mend);
      expect(await foundBy(rule), rule).toEqual([]);
    }
  });
});

test('a finding that lasts is told once', async () => {
  const before = (await world.api(shop.operator).notices.list({ query: {} })).items.length;
  // of one year alone: the invoices before this may lie in two
  const series = `kind = 'invoice' and year = (select max(year) from invoice_series)`;
  await plant(`update invoice_series set next = next + 1 where ${series}`);
  await books().check();
  await world.runJobs();
  const [first] = (await books().findings()).items;
  expect(first).toMatchObject({ rule: 'numbers', subject: 'series' });
  await found();
  expect((await books().findings()).items).toMatchObject([{ id: first?.id, since: first?.since }]);
  expect((await world.api(shop.operator).notices.list({ query: {} })).items.length).toBe(before + 1);
  await plant(`update invoice_series set next = next - 1 where ${series}`);
  expect(await found()).toEqual({});
});

test('months are closed once and kept; the present one is counted against the end of the last', async () => {
  const other = await buildBuyer(world);
  const plan = await buildPlan(world, shop, { month: 4000n });
  await subscribe(world, shop, { buyer: other, planId: plan });
  await closeMonths(world.ctx());
  const start = (await books().money()).currencies[0]?.months.at(-1);
  for (let at = 0; at < 33; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
  }
  await closeMonths(world.ctx());
  const { currencies, overdue } = await books().money();
  const months = currencies[0]?.months ?? [];
  const closed = months.find((one) => one.month === start?.month);
  expect(closed?.recurring).toBe(start?.recurring);
  expect(closed?.came).toBeGreaterThan(0);
  expect(months.at(-1)).toMatchObject({ recurring: closed?.recurring, gained: 0, lost: 0 });
  expect(overdue.length).toBeGreaterThan(0);
  const { allSubscriptions } = world.api(shop.operator);
  const { items } = await allSubscriptions.list({ query: { accountId: other.accountId } });
  const [{ id = '', revision = 0 } = {}] = items;
  await allSubscriptions.cancel({ params: { id }, body: { credit: 'nothing', reason: 'closed down', revision } });
  await closeMonths(world.ctx());
  const after = (await books().money()).currencies[0]?.months ?? [];
  expect(after.at(-1)).toMatchObject({ lost: 4000, gone: 1, recurring: (closed?.recurring ?? 0) - 4000 });
  expect(after.find((one) => one.month === start?.month)).toEqual(closed);
});

test('nobody else looks into the books', async () => {
  const buyer = await buildBuyer(world);
  const staff = { ...shop.operator, scope: [] };
  for (const call of ['money', 'findings', 'check'] as const) {
    await expect(books(buyer)[call]()).rejects.toMatchObject({ code: 'not_found' });
    await expect(books(staff)[call]()).rejects.toMatchObject({ code: 'not_allowed' });
    await expect(world.api().books[call]()).rejects.toMatchObject({ code: 'not_signed_in' });
  }
});
