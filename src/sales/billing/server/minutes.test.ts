import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type World, worldForThisTest } from '#app/proof/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { closeMonths, countUsage } from '#meet/usage/server/count.service.ts';
import { addStays, buildMeeting, turnTo } from '#meet/usage/server/usage.factory.ts';
import { buildBuyer, buildPlan, buildShop, type PlanGiven, subscribe } from './billing.factory.ts';
import { billMinutes } from './minutes-claim.service.ts';
import { reckonMinutes } from './minutes.service.ts';

type Charge = { turn: number; minutes: string; billed: string; amount: string; invoice_id: string | null };
async function stage(given: PlanGiven = {}) {
  const world = await worldForThisTest();
  turnTo(world, '2027-01-10T10:00:00Z');
  const shop = await buildShop(world);
  const planId = await buildPlan(world, shop, {
    month: 3000n,
    minutes: 1000n,
    entitlements: { minutesPerMonth: 100, minutesBeyond: true },
    ...given,
  });
  const buyer = await buildBuyer(world);
  const run = (text: ReturnType<typeof sql>) => world.ctx().system.read.execute(text);
  const charges = async () =>
    (
      await world
        .ctx()
        .system.read.execute<Charge>(sql`select turn, minutes, billed, amount, invoice_id from minute_charges order by turn`)
    ).rows;
  const page = async () => (await world.api(buyer).billing.subscription()).subscription;
  return { world, shop, planId, buyer, run, charges, page };
}
async function use(world: World, accountId: string, span: readonly [from: string, until: string]): Promise<void> {
  const meetingId = await buildMeeting(world, accountId);
  await addStays(world, { accountId, meetingId }, [['ann', ...span]]);
  await world.ctx().system.read.execute(sql`update meetings set state = 'ended', ended_at = ${span[1]} where id = ${meetingId}`);
  await countUsage(world.ctx());
}
const close = async (world: World, at: string): Promise<void> => {
  turnTo(world, at);
  await closeMonths(world.ctx());
  await world.runJobs();
};
const january = ['2027-01-20T10:00:00Z', '2027-01-20T15:00:00Z'] as const;

test('a closed month is reckoned once, however often its end is heard of, and the database holds to it', async () => {
  const { world, shop, planId, buyer, run, charges, page } = await stage();
  await subscribe(world, shop, { buyer, planId });
  await use(world, buyer.accountId, january);
  turnTo(world, '2027-01-21T10:00:00Z');
  expect((await page())?.minutes).toEqual({
    running: {
      ...{ from: '2027-01-10', until: '2027-01-31', used: 300, included: 100, billed: 200, rate: 1000, amount: 200 },
      inclusive: false,
    },
    waiting: [],
  });
  await close(world, '2027-02-02T10:00:00Z');
  const of = { accountId: buyer.accountId, month: '2027-01-01', by: 'closed' } as const;
  await Promise.all([reckonMinutes(world.ctx(), of), reckonMinutes(world.ctx(), of)]);
  expect(await charges()).toEqual([{ turn: 0, minutes: '300', billed: '200', amount: '200', invoice_id: null }]);
  expect((await page())?.minutes?.waiting).toMatchObject([{ month: '2027-01-01', late: false, billed: 200, amount: 200 }]);
  await expect(
    run(
      sql`insert into minute_charges select ${newId()}, account_id, seller_id, subscription_id, month, turn, currency, inclusive, rate, included, minutes, billed, amount, null, now() from minute_charges`,
    ),
  ).rejects.toThrow();
  await expect(run(sql`update minute_charges set amount = 1`)).rejects.toThrow();
});

test('an invoice that is void gives its minutes free again; any other one keeps them', async () => {
  const { world, shop, planId, buyer, run, charges } = await stage();
  const first = await subscribe(world, shop, { buyer, planId });
  await use(world, buyer.accountId, january);
  await run(sql`update subscriptions set cancel_at_end = true`);
  await close(world, '2027-02-02T10:00:00Z');
  await billMinutes(world.ctx());
  const [billed] = await charges();
  const { items } = await world.api(buyer).invoices.list({ query: {} });
  const own = items.find((one) => one.cause === 'use');
  expect([own?.total, billed?.invoice_id]).toEqual([238, own?.id]);
  await expect(run(sql`update minute_charges set invoice_id = ${first}`)).rejects.toThrow();
  await world.api(shop.operator).allInvoices.voiding({ params: { id: own?.id ?? '' }, body: { reason: 'wrong address' } });
  await billMinutes(world.ctx());
  await billMinutes(world.ctx());
  const after = (await world.api(buyer).invoices.list({ query: {} })).items.filter((one) => one.cause === 'use');
  expect(after.map((one) => one.state)).toEqual(['open', 'void']);
  expect((await charges()).map((one) => one.invoice_id)).toEqual([after[0]?.id]);
});

test('minutes that turn out not to have been used come off the next invoice with the tax that was asked for them', async () => {
  const { world, shop, planId, buyer, run, charges } = await stage();
  await subscribe(world, shop, { buyer, planId });
  await use(world, buyer.accountId, january);
  await close(world, '2027-02-02T10:00:00Z');
  await run(sql`update subscriptions set cancel_at_end = true`);
  await billMinutes(world.ctx());
  await run(sql`update subscriptions set cancel_at_end = false`);
  await run(
    sql`insert into usage_adjustments (id, account_id, day, minutes, noted_at) values (${newId()}, ${buyer.accountId}, '2027-01-20', -50, now())`,
  );
  await reckonMinutes(world.ctx(), { accountId: buyer.accountId, month: '2027-01-01', by: 'adjusted' });
  expect((await charges()).map((one) => one.amount)).toEqual(['200', '-50']);
  // nothing of it stands alone: it waits for a claim that is more
  await billMinutes(world.ctx());
  expect((await world.api(buyer).invoices.list({ query: {} })).items.filter((one) => one.cause === 'use')).toHaveLength(1);
  const { subscription } = await world.api(buyer).billing.subscription();
  expect(subscription?.next?.total).toBe(3511);
  const ahead = await world.api(buyer).subscriptions.forecast({ body: {} });
  expect(ahead.charges.flatMap((one) => (one.lines.some((line) => line.kind === 'minutes') ? [one.net] : []))).toEqual([
    200, 2950,
  ]);
});

test('a plan without a price for them, one given for nothing and what was used before it began cost nothing', async () => {
  const { world, shop, planId, buyer, run, charges, page } = await stage();
  await use(world, buyer.accountId, ['2027-01-09T10:00:00Z', '2027-01-09T15:00:00Z']);
  await subscribe(world, shop, { buyer, planId });
  await run(sql`update subscriptions set pay_by = 'none'`);
  expect((await page())?.minutes).toBeNull();
  await close(world, '2027-02-02T10:00:00Z');
  expect(await charges()).toEqual([]);
  await run(sql`update subscriptions set pay_by = 'transfer'`);
  await reckonMinutes(world.ctx(), { accountId: buyer.accountId, month: '2027-01-01', by: 'adjusted' });
  expect(await charges()).toEqual([]);
  await reckonMinutes(world.ctx(), { accountId: buyer.accountId, month: '2027-01-01', by: 'closed' });
  expect(await charges()).toMatchObject([{ minutes: '0', amount: '0' }]);
});

test('nobody but the product reckons or bills minutes', async () => {
  const { world, buyer } = await stage();
  const of = { accountId: buyer.accountId, month: '2027-01-01', by: 'closed' } as const;
  await expect(reckonMinutes(world.ctx(buyer), of)).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(billMinutes(world.ctx(buyer))).rejects.toMatchObject({ code: 'not_allowed' });
});
