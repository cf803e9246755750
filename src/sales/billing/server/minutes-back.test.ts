import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/testing.ts';
import { newId } from '#kit/server/ids.ts';
import { closeMonths, countUsage } from '#meet/usage/server/count.service.ts';
import { addStays, buildMeeting, turnTo } from '#meet/usage/server/usage.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
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
