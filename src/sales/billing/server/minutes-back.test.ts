import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { closeMonths, countUsage } from '#meet/usage/server/count.service.ts';
import { addStays, buildMeeting, turnTo } from '#meet/usage/server/usage.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { giveMinutesBack } from './minutes-back.service.ts';
import { billMinutes } from './minutes-claim.service.ts';
import { reckonMinutes } from './minutes.service.ts';
import { balanceOf } from './payments.queries.ts';

test('minutes that were asked for with another tax go back by a note on their invoice, once, and never as a line', async () => {
  const world = await worldForThisTest();
  turnTo(world, '2027-01-10T10:00:00Z');
  const shop = await buildShop(world);
  const entitlements = { minutesPerMonth: 100, minutesBeyond: true };
  const planId = await buildPlan(world, shop, { month: 3000n, minutes: 1000n, entitlements });
  const buyer = await buildBuyer(world);
  const { accountId } = buyer;
  const run = (text: ReturnType<typeof sql>) => world.ctx().system.read.execute(text);
  await subscribe(world, shop, { buyer, planId });
  const [from, until] = ['2027-01-20T10:00:00Z', '2027-01-20T15:00:00Z'];
  const meetingId = await buildMeeting(world, accountId);
  await addStays(world, { accountId, meetingId }, [['ann', from, until]]);
  await run(sql`update meetings set state = 'ended', ended_at = ${until} where id = ${meetingId}`);
  await countUsage(world.ctx());
  turnTo(world, '2027-02-02T10:00:00Z');
  await closeMonths(world.ctx());
  await world.runJobs();
  await run(sql`update subscriptions set cancel_at_end = true`);
  await billMinutes(world.ctx());
  await run(sql`update subscriptions set cancel_at_end = false`);
  const { items } = await world.api(buyer).invoices.list({ query: {} });
  const asked = items.find((one) => one.cause === 'use');
  await pay(world, shop, asked?.id ?? null);
  await run(
    sql`insert into usage_adjustments (id, account_id, day, minutes, noted_at) values (${newId()}, ${accountId}, '2027-01-20', -50, now())`,
  );
  await reckonMinutes(world.ctx(), { accountId, month: '2027-01-01', by: 'adjusted' });

  // the same tax: it waits for the next claim
  await giveMinutesBack(world.ctx());
  const notes = async () => (await world.api(buyer).invoices.get({ params: { id: asked?.id ?? '' } })).creditNotes;
  expect(await notes()).toEqual([]);
  await run(sql`update billing_profiles set country = 'CH', postcode = '8001', city = 'Zürich' where account_id = ${accountId}`);
  const { subscription } = await world.api(buyer).billing.subscription();
  expect(subscription?.next?.total).toBe(3000);
  for (const _ of [1, 2]) await giveMinutesBack(world.ctx());
  expect((await notes()).map((one) => one.total)).toEqual([60]);
  expect(await balanceOf(world.ctx().system.read, { accountId, sellerId: shop.operator.accountId, currency: 'EUR' })).toBe(60n);
  await expect(giveMinutesBack(world.ctx(buyer))).rejects.toMatchObject({ code: 'not_allowed' });
});

/** Minutes of January that were charged and paid, of which 2.00 was too much. */
async function charged(of: { coupon?: string } = {}) {
  const world = await worldForThisTest();
  turnTo(world, '2027-01-10T10:00:00Z');
  const shop = await buildShop(world);
  const entitlements = { minutesPerMonth: 100, minutesBeyond: true };
  const planId = await buildPlan(world, shop, { month: 3000n, minutes: 1000n, entitlements });
  const buyer = await buildBuyer(world);
  const run = async (text: ReturnType<typeof sql>) =>
    (await world.ctx().system.read.execute<{ id: string; invoice_id: string | null }>(text)).rows;
  await run(sql`insert into coupons (id, seller_id, code, thousandths, periods, created_at)
    values (${newId()}, ${shop.operator.accountId}, 'FREE', 100000, null, now())`);
  await subscribe(world, shop, { buyer, planId, ...of });
  const subscription = (await world.api(buyer).billing.subscription()).subscription?.id ?? '';
  const put = (turn: number, amount: number) =>
    run(sql`insert into minute_charges (id, account_id, seller_id, subscription_id, month, turn, currency, inclusive, rate, included, minutes, billed, amount, reckoned_at)
      values (${newId()}, ${buyer.accountId}, ${shop.operator.accountId}, ${subscription}, '2027-01-01', ${turn}, 'EUR', false, 1000, 100, ${amount}, ${amount}, ${amount}, ${new Date(world.clock.now())})`);
  const ends = (then: 'ends' | 'goes on') =>
    run(sql`update subscriptions set cancel_at_end = ${then === 'ends'} where id = ${subscription}`);
  turnTo(world, '2027-02-02T10:00:00Z');
  await put(0, 500);
  await ends('ends');
  await billMinutes(world.ctx());
  const { items } = await world.api(buyer).invoices.list({ query: {} });
  const use = items.find((one) => one.cause === 'use')?.id ?? '';
  await pay(world, shop, use);
  await put(1, -200);
  const look = async (days: number) => {
    for (let day = 0; day < days; day += 1) {
      world.clock.advance(86_400_000);
      await runEngine(world.ctx());
      await giveMinutesBack(world.ctx());
      await billMinutes(world.ctx());
    }
  };
  const notes = async () => (await world.api(buyer).invoices.get({ params: { id: use } })).creditNotes.map((one) => one.total);
  return { world, shop, buyer, ends, look, notes };
}

test('after the end of the plan they go back by a note: no claim comes that would take them up', async () => {
  const { world, shop, buyer, look, notes } = await charged();
  await look(5);
  expect(await notes()).toEqual([]);
  await look(10);
  expect((await world.api(buyer).billing.subscription()).subscription?.state).toBe('canceled');
  expect(await notes()).toEqual([238]);
  const holder = { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' };
  expect(await balanceOf(world.ctx().system.read, holder)).toBe(238n);
});

test('beside a plan that a coupon makes free they are no line, and go back by a note once they are old', async () => {
  const { world, buyer, ends, look, notes } = await charged({ coupon: 'FREE' });
  await ends('goes on');
  await look(30);
  const claims = (await world.api(buyer).invoices.list({ query: {} })).items.filter((one) => one.cause === 'period');
  expect([claims.length, claims.every((one) => one.total === 0), await notes()]).toEqual([2, true, []]);
  const page = await world.api(buyer).invoices.get({ params: { id: claims[1]?.id ?? '' } });
  expect(page.lines.map((line) => [line.kind, line.discount])).toEqual([['plan', 3000]]);
  expect((await world.api(buyer).billing.subscription()).subscription?.next?.total).toBe(0);
  await look(15);
  expect(await notes()).toEqual([238]);
});

/** Credits of the minutes by hand, as a bookkeeper does. */
async function creditedByHand(of: { amount: number }) {
  const found = await charged();
  const { world, shop, buyer, ends } = found;
  await ends('goes on');
  const { items } = await world.api(buyer).invoices.list({ query: {} });
  const use = items.find((one) => one.cause === 'use')?.id ?? '';
  const body = { amount: of.amount, to: 'balance' as const, reason: 'The meeting was a test' };
  await world.api(shop.operator).allInvoices.credit({ params: { id: use }, body });
  const holder = { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' };
  const balance = () => balanceOf(world.ctx().system.read, holder);
  const claims = async () =>
    (await world.api(buyer).invoices.list({ query: {} })).items.filter((one) => one.cause === 'period').map((one) => one.total);
  return { ...found, balance, claims };
}

test('minutes whose invoice was credited as a whole meanwhile are not given back once more, on a claim or by a note', async () => {
  const { world, buyer, look, notes, balance, claims } = await creditedByHand({ amount: 595 });
  expect((await world.api(buyer).billing.subscription()).subscription?.next?.total).toBe(3570);
  await look(10);
  expect([await claims(), await notes()]).toEqual([[3570], [595]]);
  await look(40);
  expect(await notes()).toEqual([595]);
  expect((await claims()).every((total) => total === 3570)).toBe(true);
  expect(await balance()).toBeGreaterThanOrEqual(0n);
});

test('where a part of them was credited, only the rest of what was too much goes back', async () => {
  const { look, notes, claims } = await creditedByHand({ amount: 119 });
  await look(10);
  // 2.00 too much, 1.00 of it given back by hand: 1.00 more, with its tax
  expect([await claims(), await notes()]).toEqual([[3570], [119, 119]]);
  await look(40);
  expect(await notes()).toEqual([119, 119]);
});
