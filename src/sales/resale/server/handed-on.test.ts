/** Add-ons, passes and minutes that a vendor resells: never below their floors, charged with what they belong to, within its pool. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { closeMonths } from '#meet/usage/server/count.service.ts';
import { buildAddon, buildPass } from '#sales/billing/server/addons.factory.ts';
import { buildPlan, buildShop, pay } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { handingOn } from './handed-on.factory.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildReseller } from './resale.factory.ts';

const world = await testWorld();
const shop = await buildShop(world);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return world.close();
});
const to = (date: string) => vi.setSystemTime(Date.now() + Date.parse(`${date}T10:00:00Z`) - world.clock.now());
const currency = 'EUR';

const { stage, buy, change, paid, buyPass, charged, use } = handingOn(world, shop);

test('nothing is handed on below its floor: an add-on, a pass and minutes as little as a plan', async () => {
  to('2027-03-01');
  const { vendor, source } = await stage();
  const offer = (planId: string, price: { period: 'month' | 'year' | 'once'; amount: number; minuteAmount?: number | null }) =>
    world.api(vendor).resale.offer({
      params: { planId },
      body: { name: 'Less', onSale: true, prices: [{ currency, seatAmount: null, ...price }] },
    });
  await expect(offer(source.addon, { period: 'month', amount: 499 })).rejects.toMatchObject({
    ...{ code: 'below_floor', data: { least: 500 }, fields: { 'body.prices.0.amount': 'below_floor' } },
  });
  await expect(offer(source.pass, { period: 'once', amount: 2999 })).rejects.toMatchObject({ data: { least: 3000 } });
  // what is owed for minutes is asked for
  for (const minuteAmount of [699, null])
    await expect(offer(source.plan, { period: 'month', amount: 4000, minuteAmount })).rejects.toMatchObject({
      ...{ code: 'below_floor', data: { least: 700 }, fields: { 'body.prices.0.minuteAmount': 'below_floor' } },
    });
  // no floor for minutes: nothing was agreed about them
  await expect(offer(source.addon, { period: 'month', amount: 900, minuteAmount: 100 })).rejects.toMatchObject({
    ...{ code: 'below_floor', data: { least: null } },
  });
  const floor = (minuteAmount: number) =>
    world.api(shop.operator).resale.setFloors({
      params: { id: vendor.accountId },
      body: {
        floors: [
          { ...{ planId: source.plan, version: 1, currency, period: 'month' }, amount: 2000, seatAmount: 100, minuteAmount },
        ],
      },
    });
  await expect(floor(1501)).rejects.toMatchObject({ code: 'floor_held' });
  await floor(1500);
  const { plans } = await world.api(vendor).resale.own({});
  const mine = plans.filter((one) => Object.values(source).includes(one.planId));
  expect(mine.map(({ kind, ownName, prices }) => [kind, ownName, prices[0]?.asked, prices[0]?.minuteAsked])).toEqual([
    ['base', 'School', 4000, 1500],
    ['addon', 'More', 900, null],
    ['pass', 'Fair', 7000, null],
  ]);
});

test('the database holds the floor of minutes, and hands nothing on as another kind of thing', async () => {
  to('2027-03-01');
  const { own, source } = await stage();
  const priced = (minutes: number | null) =>
    world.ctx().system.write(async (tx) => {
      await tx.execute(sql`insert into plan_versions (plan_id, version, entitlements, trial_days, created_at)
        select plan_id, 2, entitlements, 0, now() from plan_versions where plan_id = ${own.plan} and version = 1`);
      await tx.execute(sql`insert into resale_versions (plan_id, version, account_id, source_plan_id, source_version)
        select plan_id, 2, account_id, source_plan_id, source_version from resale_versions where plan_id = ${own.plan} and version = 1`);
      await tx.execute(sql`insert into plan_prices (plan_id, version, currency, period, amount, setup_fee, inclusive, minute_amount)
        values (${own.plan}, 2, 'EUR', 'month', 4000, 0, false, ${minutes})`);
    });
  for (const minutes of [699, null]) await expect(priced(minutes)).rejects.toMatchObject({ constraint: 'resale_floor' });
  await priced(700);
  const asPass = world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into plan_versions (plan_id, version, entitlements, trial_days, created_at)
      select plan_id, 3, entitlements, 0, now() from plan_versions where plan_id = ${own.plan} and version = 1`);
    await tx.execute(sql`insert into resale_versions (plan_id, version, account_id, source_plan_id, source_version)
      select plan_id, 3, account_id, ${source.pass}, 1 from resale_versions where plan_id = ${own.plan} and version = 1`);
  });
  await expect(asPass).rejects.toMatchObject({ cause: { constraint: 'resale_kind' } });
});

test('add-ons are owed with the period, those of later for the rest of it, a pass once, and minutes when they are known', async () => {
  to('2027-04-01');
  const { vendor, buyer, own } = await stage();
  await buy(vendor, buyer, { planId: own.plan, seats: 2, addons: [{ planId: own.addon, quantity: 1 }] });
  to('2027-04-11');
  await change(vendor, buyer, { planId: own.plan, seats: 2, addons: [{ planId: own.addon, quantity: 4 }] });
  await use(buyer, '2027-04-12', 5);
  to('2027-04-16');
  await paid(vendor, await buyPass(buyer, own.pass));
  to('2027-05-02');
  await runEngine(world.ctx());
  await closeMonth(world.ctx());
  await closeMonth(world.ctx());
  // 20.00 + 2 · 1.00 + 5.00 · then 3 · 5.00 · 20/30 = 10.00 · the pass 30.00; the minutes of April are not known yet
  const april = [
    ['School +2 · 1 × More', 2700],
    ['School +2 · 1 × More → School +2 · 4 × More', 1000],
    ['Fair', 3000],
  ];
  expect(await charged(vendor)).toEqual([april]);
  expect(
    (await world.api(vendor).resale.ownSold({ query: {} })).items.map(({ plan, amount, floor }) => [plan, amount, floor]),
  ).toEqual([['School', 4000 + 2 * 300 + 4 * 900, 2000 + 2 * 100 + 4 * 500]]);
  to('2027-05-03');
  await closeMonths(world.ctx());
  await world.runJobs();
  to('2027-06-02');
  await closeMonth(world.ctx());
  await closeMonth(world.ctx());
  // 5 people · 300 minutes − 100 included = 1400, of which a thousand is 7.00
  const may = [
    ['School +2 · 4 × More', 4200],
    ['Minutes above the plan · April 2027 · 1,400', 980],
  ];
  expect(await charged(vendor)).toEqual([april, may]);
});

test('minutes that are heard of later are owed as a difference, at the price of their month', async () => {
  to('2027-07-01');
  const { vendor, buyer, own } = await stage();
  await buy(vendor, buyer, { planId: own.plan });
  await use(buyer, '2027-07-12', 1);
  to('2027-08-03');
  await runEngine(world.ctx());
  await closeMonths(world.ctx());
  await world.runJobs();
  to('2027-09-02');
  await closeMonth(world.ctx());
  await use(buyer, '2027-07-13', 1);
  await closeMonths(world.ctx());
  await world.runJobs();
  to('2027-10-02');
  await runEngine(world.ctx());
  await closeMonth(world.ctx());
  const minutes = (await charged(vendor)).map((lines) => lines.filter(([detail]) => detail.startsWith('Minutes')));
  // (300 − 100) · 0.7 = 140, then 300 · 0.7 = 210
  expect(minutes).toEqual([
    [['Minutes above the plan · July 2027 · 200', 140]],
    [['Minutes above the plan · July 2027 · 300', 210]],
  ]);
});

test('a change that was put off is charged from its period on, also when the month is closed late', async () => {
  to('2028-01-10');
  const { vendor, buyer, own } = await stage();
  await buy(vendor, buyer, { planId: own.plan, addons: [{ planId: own.addon, quantity: 3 }] });
  to('2028-01-20');
  await change(vendor, buyer, { planId: own.plan, seats: 0, addons: [] });
  to('2028-02-10');
  vi.setSystemTime(Date.now() + 3_600_000);
  await runEngine(world.ctx());
  expect((await world.api(buyer).billing.subscription()).subscription?.addons).toEqual([]);
  // the month of January was never closed: by now the plan has fewer add-ons
  to('2028-02-12');
  await closeMonth(world.ctx());
  expect(await charged(vendor)).toEqual([[['School · 3 × More', 3500]]]);
  to('2028-03-02');
  await closeMonth(world.ctx());
  expect((await charged(vendor)).at(-1)).toEqual([['School', 2000]]);
});

test('what changes after the month is charged in its own, however late the month before is closed', async () => {
  to('2028-04-16');
  const { vendor, buyer, own } = await stage();
  await buy(vendor, buyer, { planId: own.plan });
  to('2028-05-01');
  await change(vendor, buyer, { planId: own.plan, seats: 10 });
  to('2028-05-02');
  await closeMonth(world.ctx());
  expect(await charged(vendor)).toEqual([[['School', 2000]]]);
  to('2028-06-02');
  await runEngine(world.ctx());
  await closeMonth(world.ctx());
  // 10 · 1.00 · 15/30
  expect((await charged(vendor)).at(-1)).toEqual([
    ['School → School +10', 500],
    ['School +10', 3000],
  ]);
});

test('the pool is asked first, for add-ons and passes as for plans', async () => {
  to('2028-08-01');
  const { vendor, buyer, own } = await stage({ pool: { ...grantOfAll(1000), peopleAtOnce: 100 } });
  const { billing, passes, subscriptions } = world.api(buyer);
  const addons = [{ planId: own.addon, quantity: 3 }];
  const lack = { code: 'pool_exceeded', data: { key: 'peopleAtOnce', left: 100 } };
  await expect(billing.quote({ body: { planId: own.plan, period: 'month', currency, addons } })).rejects.toMatchObject(lack);
  await buy(vendor, buyer, { planId: own.plan, addons: [{ planId: own.addon, quantity: 2 }] });
  await expect(
    subscriptions.quoteChange({ body: { planId: own.plan, period: 'month', seats: 0, addons } }),
  ).rejects.toMatchObject(lack);
  await expect(passes.quote({ body: { planId: own.pass, currency, startsAt: null } })).rejects.toMatchObject(lack);
});

test('a vendor with a share earns its part of what was paid for add-ons and passes', async () => {
  to('2028-09-01');
  const sharer = await buildReseller(world, shop, { model: 'commission', rate: 10_000 });
  const buyer = await buildCustomerOf(world, sharer);
  const [planId, addon, pass] = [
    await buildPlan(world, shop, { month: 3000n }),
    await buildAddon(world, shop, { month: 700n }),
    await buildPass(world, shop, { once: 5000n }),
  ];
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency, addons: [{ planId: addon, quantity: 2 }] } });
  await pay(world, shop, (await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).invoiceId);
  await pay(world, shop, await buyPass(buyer, pass));
  await world.runJobs();
  const { rows } = await world
    .ctx()
    .system.read.execute<{ amount: string }>(
      sql`select amount from commissions where account_id = ${sharer.accountId} order by id`,
    );
  expect(rows.map((row) => Number(row.amount)).sort((a, b) => a - b)).toEqual([440, 500]);
});

test('a vendor’s coupon holds the floors of what it counts for, and of nothing else', async () => {
  to('2028-10-01');
  const { vendor } = await stage();
  const off = (covers: 'plan' | 'addons' | 'both', thousandths: number | null, amount = 0) =>
    world.api(vendor).resale.addCoupon({
      body: {
        ...{ code: `C${Math.abs(thousandths ?? amount)}-${covers.toUpperCase()}`, covers, thousandths },
        ...{ off: thousandths === null ? { amount, currency } : null, periods: 1, most: null, planIds: null, expiresAt: null },
      },
    });
  // the plan may go down by a half, what is added to it to five ninths
  expect(await off('plan', 50_000)).toMatchObject({ covers: 'plan' });
  for (const covers of ['addons', 'both'] as const)
    await expect(off(covers, 45_000)).rejects.toMatchObject({
      ...{ code: 'coupon_below_floor', data: { plan: 'More', least: 500 } },
    });
  expect(await off('both', 44_000)).toMatchObject({ covers: 'both' });
  // an amount comes off all of it together, and the plan bears it
  expect(await off('both', null, 2000)).toMatchObject({ covers: 'both' });
  await expect(off('addons', null, 401)).rejects.toMatchObject({ code: 'coupon_below_floor' });
  // the database holds it as well
  const behind = world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update coupons set covers = 'addons' where seller_id = ${vendor.accountId} and thousandths = 50000`),
    );
  await expect(behind).rejects.toMatchObject({ cause: { constraint: 'resale_coupon' } });
});
