/** What becomes of the claims of a plan that ended because nobody paid: only used time is a loss. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { turnTo } from '#meet/usage/server/usage.factory.ts';
import { buildBuyer, buildPlan, buildShop, type PlanGiven } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { balanceOf } from './payments.queries.ts';
import { findUnpaidEnd } from './unpaid-ends.service.ts';

const day = 86_400_000;
async function bought(of: { plan?: PlanGiven; period?: 'month' | 'year'; trustDays?: number } = {}) {
  const world = await worldForThisTest();
  turnTo(world, '2027-01-10T10:00:00Z');
  const shop = await buildShop(world, { trustDays: of.trustDays ?? 0 });
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop, of.plan ?? {});
  const { billing, invoices } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: of.period ?? 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const days = async (count: number) => {
    for (let at = 0; at < count; at += 1) {
      world.clock.advance(day);
      await runEngine(world.ctx());
      await world.runJobs();
    }
  };
  const papers = async () =>
    (await invoices.list({ query: {} })).items.map(({ kind, state, total, remaining }) => ({ kind, state, total, remaining }));
  const plan = async () => (await billing.subscription()).subscription;
  const holder = { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' };
  const balance = () => balanceOf(world.ctx().system.read, holder);
  return { world, shop, buyer, days, papers, plan, balance };
}
/** What the books say is lost, and what is owed to the seller; minor units. */
async function ledgers(world: World) {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ ledger: string; sum: string }>(sql`select ledger, sum(amount) as sum from journal_lines group by 1`);
  const of = (name: string) => Number(rows.find((one) => one.ledger === name)?.sum ?? 0);
  return { loss: of('loss'), receivable: of('receivable') };
}

test('of a year that was had for some weeks, only these are written off, and a credit note takes back the rest', async () => {
  const { world, days, papers, plan } = await bought({ period: 'year', trustDays: 14 });
  await days(14 + 30);
  expect((await plan())?.state).toBe('canceled');
  // 44 of 365 days of 345.10
  const had = 34_510 - Math.round((34_510 * (365 - 44)) / 365);
  const [note, claim] = await papers();
  expect(note).toMatchObject({ kind: 'credit_note', total: 34_510 - had });
  expect(claim).toEqual({ kind: 'invoice', state: 'uncollectible', total: 34_510, remaining: had });
  expect(await ledgers(world)).toEqual({ loss: had, receivable: 0 });
});

test('what came for more than was had stands on the balance, and its seller is told', async () => {
  const { world, shop, days, papers, balance } = await bought({ period: 'year', trustDays: 14 });
  const { items } = await world.api(shop.operator).allInvoices.list({ query: {} });
  const params = { id: items[0]?.id ?? '' };
  const body = { amount: 20_000, valueDate: '2027-01-11', bankRef: '', note: '' };
  await world.api(shop.operator).allInvoices.record({ params, body });
  await days(14 + 30);
  const had = 34_510 - Math.round((34_510 * (365 - 44)) / 365);
  expect((await papers()).map((one) => [one.kind, one.state])).toEqual([
    ['credit_note', 'paid'],
    ['invoice', 'paid'],
  ]);
  expect(await balance()).toBe(BigInt(20_000 - had));
  expect((await ledgers(world)).loss).toBe(0);
  const { rows } = await world.ctx().system.read.execute(sql`select 1 from notices where kind = 'partOnBalance'`);
  expect(rows).toHaveLength(1);
});

test('the claim for a period that never came is void: nothing is lost, and nobody owes it', async () => {
  const { world, buyer, days, papers, plan } = await bought({ plan: { trialDays: 7 } });
  await days(7 + 14 + 31);
  expect((await plan())?.state).toBe('canceled');
  expect(await papers()).toEqual([{ kind: 'invoice', state: 'void', total: 3451, remaining: 3451 }]);
  expect(await ledgers(world)).toEqual({ loss: 0, receivable: 0 });
  // nobody answered it but the calendar: what the account holds is over all the same
  expect(await findUnpaidEnd(world.ctx().system.read, buyer.accountId)).toMatchObject({ kept: null });
});

test('an account that is erased meanwhile is given up on all the same, by what stands on its invoice', async () => {
  const { world, buyer, days, papers } = await bought({ period: 'year', trustDays: 14 });
  await days(14 + 29);
  await world.ctx().system.read.execute(sql`delete from billing_profiles where account_id = ${buyer.accountId}`);
  await days(1);
  expect((await papers()).map((one) => one.state)).toEqual(['paid', 'uncollectible']);
  const { loss, receivable } = await ledgers(world);
  expect([loss > 0, receivable]).toEqual([true, 0]);
});

test('who ends a year with its period, and does not pay for it, is reminded and held back as anybody', async () => {
  const { world, buyer, days, plan } = await bought({ period: 'year', trustDays: 14 });
  await days(1);
  const { billing } = world.api(buyer);
  await billing.cancel({ body: { atEnd: true, revision: (await plan())?.revision ?? 0 } });
  expect(await plan()).toMatchObject({ state: 'active', cancelAtEnd: true });
  await days(14);
  expect((await plan())?.state).toBe('past_due');
  await days(30);
  expect((await plan())?.state).toBe('canceled');
});

test('a month that was had as a whole is written off as a whole', async () => {
  const { world, days, papers } = await bought({ trustDays: 14 });
  await days(14 + 30);
  expect(await papers()).toEqual([{ kind: 'invoice', state: 'uncollectible', total: 3451, remaining: 3451 }]);
  expect(await ledgers(world)).toEqual({ loss: 3451, receivable: 0 });
});
