/** What goes back of claims when a plan ends inside of a period: what was not used, once, of the claim that paid for it. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { turnTo } from '#meet/usage/server/usage.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay, type Shop, subscribe } from './billing.factory.ts';
import type { ProfileRow } from './billing.table.ts';
import { runEngine } from './engine.service.ts';
import { invoicesSince, linesOf } from './invoices.queries.ts';
import { profileOf, putProfile } from './parties.queries.ts';
import { balanceOf } from './payments.queries.ts';

const day = 86_400_000;
async function stage(of: { at?: string; trustDays?: number } = {}) {
  const world = await worldForThisTest();
  turnTo(world, of.at ?? '2027-01-10T10:00:00Z');
  return { world, shop: await buildShop(world, { trustDays: of.trustDays ?? 0 }) };
}
const days = async (world: World, count: number) => {
  for (let at = 0; at < count; at += 1) {
    world.clock.advance(day);
    await runEngine(world.ctx());
    await world.runJobs();
  }
};
const live = async (world: World, buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('none');
  return subscription;
};
/** Ends it at once, with what is unused given back. */
async function end(world: World, shop: Shop, buyer: UserActor): Promise<void> {
  const { id, revision } = await live(world, buyer);
  const body = { credit: 'unused' as const, reason: 'as agreed', revision };
  await world.api(shop.operator).allSubscriptions.cancel({ params: { id }, body });
}
/** Claims in order, with what credit notes gave back of each. */
async function given(world: World, buyer: UserActor) {
  const { id } = await live(world, buyer);
  const { read } = world.ctx().system;
  const rows = (
    await read.execute<{ refers_to: string; total: string }>(
      sql`select refers_to, sum(total) as total from invoices where subscription_id = ${id} and kind = 'credit_note' group by 1`,
    )
  ).rows;
  return (await invoicesSince(read, id)).map(({ cause, state, total, id: invoiceId }) => ({
    ...{ cause, state, total: Number(total) },
    back: Number(rows.find((one) => one.refers_to === invoiceId)?.total ?? 0),
  }));
}
async function change(world: World, shop: Shop, of: { buyer: UserActor; planId: string; period: 'month' | 'year' }) {
  const { subscriptions } = world.api(of.buyer);
  const quote = await subscriptions.quoteChange({ body: { planId: of.planId, period: of.period, seats: 0 } });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  await pay(world, shop, invoiceId);
}

test('a month that was used long ago stays paid, though its claim by transfer names no time', async () => {
  const { world, shop } = await stage();
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop, { month: 3000n }) });
  for (let month = 0; month < 2; month += 1) {
    await days(world, 31);
    const open = (await invoicesSince(world.ctx().system.read, (await live(world, buyer)).id)).find(
      (one) => one.state === 'open',
    );
    if (open !== undefined) await pay(world, shop, open.id);
  }
  await runEngine(world.ctx());
  await end(world, shop, buyer);
  const claims = await given(world, buyer);
  expect(claims[0]).toMatchObject({ cause: 'start', back: 0 });
  expect(claims.at(-1)?.back).toBeGreaterThan(2500);
});

test('minutes and a set-up fee were had, and stand on no line of the note', async () => {
  const { world, shop } = await stage();
  const entitlements = { minutesPerMonth: 100, minutesBeyond: true };
  const planId = await buildPlan(world, shop, { month: 3000n, setupFee: 5000n, minutes: 1000n, entitlements });
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  const { id } = await live(world, buyer);
  await world
    .ctx()
    .system.read.execute(sql`insert into minute_charges (id, account_id, seller_id, subscription_id, month, turn, currency, inclusive, rate, included, minutes, billed, amount, reckoned_at)
    values (${newId()}, ${buyer.accountId}, ${shop.operator.accountId}, ${id}, '2026-12-01', 0, 'EUR', false, 1000, 100, 20100, 20000, 20000, '2027-01-11T00:00:00Z')`);
  turnTo(world, '2027-02-10T10:00:05Z');
  await runEngine(world.ctx());
  const asked = (await invoicesSince(world.ctx().system.read, id)).find((one) => one.cause === 'period');
  expect(asked?.total).toBe(27_370n);
  await pay(world, shop, asked?.id ?? null);
  turnTo(world, '2027-02-11T10:00:00Z');
  await end(world, shop, buyer);
  const [start, period] = await given(world, buyer);
  // 27 of 28 days of 35.70
  expect([start?.back, period?.back]).toEqual([0, 3443]);
  const { read } = world.ctx().system;
  const [note] = (await read.execute<{ id: string }>(sql`select id from invoices where kind = 'credit_note'`)).rows;
  expect((await linesOf(read, note?.id ?? '')).map((line) => [line.kind, line.net])).toEqual([['plan', 2893n]]);
});

test('after a change to a year in the first month, what is left of the year goes back and nothing of the days before', async () => {
  for (const how of ['operator', 'consumer'] as const) {
    const { world, shop } = await stage();
    const planId = await buildPlan(world, shop, { month: 3000n, year: 36_500n });
    const buyer = await buildBuyer(world, { buyer: 'consumer' });
    await subscribe(world, shop, { buyer, planId });
    await days(world, 3);
    await change(world, shop, { buyer, planId, period: 'year' });
    await days(world, 7);
    const { revision } = await live(world, buyer);
    if (how === 'operator') await end(world, shop, buyer);
    else await world.api(buyer).subscriptions.withdraw({ body: { revision } });
    const back = (await given(world, buyer)).reduce((sum, one) => sum + one.back, 0);
    // 358 of 365 days of 434.35, within what rounding of two claims comes to
    expect(Math.abs(back - 42_602)).toBeLessThan(4);
  }
});

test('what a change gave back by a note of its own does not go back a second time', async () => {
  const { world, shop } = await stage();
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  const [small, large] = [await buildPlan(world, shop, { month: 3100n }), await buildPlan(world, shop, { month: 6200n })];
  const first = await subscribe(world, shop, { buyer, planId: small });
  await days(world, 3);
  const { read, write } = world.ctx().system;
  const row = await profileOf(read, buyer.accountId);
  if (row === null) throw new Error('no profile');
  const swiss: ProfileRow = { ...row, country: 'CH', postcode: '8001', city: 'Zürich' };
  await write((tx) => putProfile(tx, swiss, row.revision));
  await change(world, shop, { buyer, planId: large, period: 'month' });
  await days(world, 7);
  const before = await given(world, buyer);
  // 28 of 31 days of 36.89
  expect(before[0]).toMatchObject({ total: 3689, back: 3332 });
  const told = await world.api(buyer).subscriptions.withdrawal();
  const done = await world.api(buyer).subscriptions.withdraw({ body: { revision: told.revision } });
  expect(done.back).toBe(told.back);
  const [start, changed] = await given(world, buyer);
  expect(start?.back).toBe(3332);
  // 21 of 28 days
  expect(changed?.back).toBe(4200);
  expect((await world.api(buyer).invoices.get({ params: { id: first } })).state).toBe('paid');
});

test('whoever was trusted and withdraws owes the days that were had', async () => {
  const { world, shop } = await stage({ trustDays: 30 });
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  const quoted = { planId: await buildPlan(world, shop, { month: 3100n }), period: 'month' as const, currency: 'EUR' };
  const quote = await world.api(buyer).billing.quote({ body: quoted });
  await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await days(world, 13);
  const told = await world.api(buyer).subscriptions.withdrawal();
  const done = await world.api(buyer).subscriptions.withdraw({ body: { revision: told.revision } });
  // nothing was paid, so nothing goes back; 13 of 31 days of 36.89 are due
  expect([told.back, done.back, told.due, done.due]).toEqual([0, 0, 1547, 1547]);
  const { items } = await world.api(buyer).invoices.list({ query: {} });
  const claim = items.find((one) => one.kind === 'invoice');
  expect(claim).toMatchObject({ state: 'open', total: 3689, remaining: 1547 });
  const holder = { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' };
  expect(await balanceOf(world.ctx().system.read, holder)).toBe(0n);
  // and it is asked for after the end
  await days(world, 60);
  expect((await world.api(buyer).invoices.get({ params: { id: claim?.id ?? '' } })).state).toBe('uncollectible');
});

test('whoever was trusted and withdraws at once owes nothing', async () => {
  const { world, shop } = await stage({ trustDays: 30 });
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  const quoted = { planId: await buildPlan(world, shop), period: 'month' as const, currency: 'EUR' };
  const quote = await world.api(buyer).billing.quote({ body: quoted });
  const { invoiceId } = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const told = await world.api(buyer).subscriptions.withdrawal();
  const done = await world.api(buyer).subscriptions.withdraw({ body: { revision: told.revision } });
  expect([told.due, done.due]).toEqual([0, 0]);
  expect((await world.api(buyer).invoices.get({ params: { id: invoiceId ?? '' } })).state).toBe('void');
});
