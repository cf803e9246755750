/** The seller ends a plan immediately: used time stays owed, future time is not claimed, and the books agree. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 3000n });
const day = 86_400_000;
const invoice = (buyer: UserActor, id: string) => world.api(buyer).invoices.get({ params: { id } });
const live = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription;

/** A plan in its second month, whose claim is open; `into`: days of it that were had. */
async function behind(into: number): Promise<{ buyer: UserActor; id: string; claim: string; days: number }> {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  const end = (await live(buyer))?.periodEnd ?? 0;
  for (const at of [end - 14 * day, end, end + into * day]) {
    world.clock.advance(Math.max(0, at - world.clock.now()));
    await runEngine(world.ctx());
  }
  const held = await live(buyer);
  const [open] = (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items;
  const days = Math.round(((held?.periodEnd ?? 0) - (held?.periodStart ?? 0)) / day);
  return { buyer, id: held?.id ?? '', claim: open?.id ?? '', days };
}
const cancel = async (id: string, credit: 'unused' | 'nothing') => {
  const params = { id };
  const { revision } = await world.api(shop.operator).allSubscriptions.get({ params });
  return world.api(shop.operator).allSubscriptions.cancel({ params, body: { credit, reason: 'as agreed', revision } });
};
/** Of an account: what its claims still ask for, by the journal. */
const receivable = async ({ accountId }: UserActor) =>
  Number(
    (
      await world.ctx().system.read.execute<{ sum: string }>(sql`select coalesce(sum(l.amount), 0) as sum
        from journal_lines l join journal_entries e on e.id = l.entry_id where l.ledger = 'receivable' and e.account_id = ${accountId}`)
    ).rows[0]?.sum,
  );

test('the days that were had stay due, whichever way, and are asked for after the end; the rest is credited', async () => {
  for (const credit of ['unused', 'nothing'] as const) {
    const { buyer, id, claim, days } = await behind(5);
    await cancel(id, credit);
    const left = await invoice(buyer, claim);
    // 30.00 and 19 % for a whole period
    const due = 3570 - Math.round((3570 * (days - 5)) / days);
    expect([credit, left.state, Math.abs(left.remaining - due) <= 1]).toEqual([credit, 'open', true]);
    expect(left.remaining + left.credited).toBe(3570);
    expect(await receivable(buyer)).toBe(left.remaining);
    expect((await world.api(buyer).billing.subscription()).balances).toEqual([]);
    world.clock.advance(8 * day);
    await runEngine(world.ctx());
    expect((await invoice(buyer, claim)).overdue).toBe(true);
    await pay(world, shop, claim);
    expect([(await invoice(buyer, claim)).state, await receivable(buyer)]).toEqual(['paid', 0]);
  }
});

test('what nobody had is void: the claim for a period to come, and one on its first day before it begins', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  const held = await live(buyer);
  world.clock.advance((held?.periodEnd ?? 0) - 13 * day - world.clock.now());
  await runEngine(world.ctx());
  const [next] = (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items;
  await cancel(held?.id ?? '', 'nothing');
  expect([(await invoice(buyer, next?.id ?? '')).state, await receivable(buyer)]).toEqual(['void', 0]);
});

test('with nothing to be given back, what was paid in part stays paid and only the unpaid rest is let go of', async () => {
  const { buyer, id, claim } = await behind(5);
  const body = { amount: 3000, valueDate: '2026-11-20', bankRef: '', note: '' };
  await world.api(shop.operator).allInvoices.record({ params: { id: claim }, body });
  await cancel(id, 'nothing');
  expect(await invoice(buyer, claim)).toMatchObject({ state: 'paid', paid: 3000, credited: 570, remaining: 0 });
  expect([(await world.api(buyer).billing.subscription()).balances, await receivable(buyer)]).toEqual([[], 0]);
});

test('the receipt of a withdrawal names what is still due, and only then', async () => {
  const trusting = await buildBuyer(world, { buyer: 'consumer' });
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update billing_sellers set trust_days = 20 where account_id = ${shop.operator.accountId}`),
    );
  const { billing, subscriptions } = world.api(trusting);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const payer = await buildBuyer(world, { buyer: 'consumer' });
  await subscribe(world, shop, { buyer: payer, planId });
  world.clock.advance(5 * day);
  await runEngine(world.ctx());
  const { due, revision } = await subscriptions.withdrawal();
  expect(due).toBeGreaterThan(0);
  await subscriptions.withdraw({ body: { revision } });
  const own = await world.api(payer).subscriptions.withdrawal();
  await world.api(payer).subscriptions.withdraw({ body: { revision: own.revision } });
  const said = async ({ email }: UserActor) =>
    (await mailsTo(world, email)).find((one) => one.template === 'billing.withdrawn')?.bodyText ?? '';
  expect(await said(trusting)).toContain(`€${(due / 100).toFixed(2)} is still due for what was used.`);
  expect(await said(payer)).not.toMatch(/still due|\{/);
});
