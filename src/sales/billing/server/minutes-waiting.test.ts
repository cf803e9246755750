/** Minutes that go back: on a claim that waits for its tax, and behind others that wait for long. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { giveMinutesBack } from './minutes-back.service.ts';
import { billMinutes } from './minutes-claim.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';

const [hour, day] = [3_600_000, 86_400_000];
const answer = (check: 'valid' | 'invalid', at: number) => ({ check, at, requestId: null, name: null, address: null });

async function stage() {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const entitlements = { minutesPerMonth: 100, minutesBeyond: true };
  const planId = await buildPlan(world, shop, { month: 3000n, minutes: 1000n, entitlements });
  const run = async (text: ReturnType<typeof sql>) => (await world.ctx().system.read.execute(text)).rows;
  const profile = ({ accountId }: UserActor, change: ReturnType<typeof sql>) =>
    run(sql`update billing_profiles set ${change} where account_id = ${accountId}`);
  const claims = async (buyer: UserActor) => (await world.api(buyer).invoices.list({ query: {} })).items;
  const notesOf = async (buyer: UserActor, id: string) =>
    (await world.api(buyer).invoices.get({ params: { id } })).creditNotes.map((one) => one.total);
  /** A customer of Vienna whose number is not valid, with 5.00 of minutes that were asked for and paid with tax. */
  async function charged() {
    const vatCheck = answer('invalid', world.clock.now());
    const buyer = await buildBuyer(world, { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675', vatCheck });
    await subscribe(world, shop, { buyer, planId });
    const id = (await world.api(buyer).billing.subscription()).subscription?.id ?? '';
    const put = (turn: number, amount: number) =>
      run(sql`insert into minute_charges (id, account_id, seller_id, subscription_id, month, turn, currency, inclusive, rate, included, minutes, billed, amount, reckoned_at)
        values (${newId()}, ${buyer.accountId}, ${shop.operator.accountId}, ${id}, '2026-10-01', ${turn}, 'EUR', false, 1000, 100, ${amount}, ${amount}, ${amount}, ${new Date(world.clock.now())})`);
    await put(0, 500);
    await run(sql`update subscriptions set cancel_at_end = true where id = ${id}`);
    await billMinutes(world.ctx());
    await run(sql`update subscriptions set cancel_at_end = false where id = ${id}`);
    const use = (await claims(buyer)).find((one) => one.cause === 'use');
    expect(use?.total).toBe(600);
    await pay(world, shop, use?.id ?? null);
    return { buyer, id, put, use: use?.id ?? '' };
  }
  return { world, shop, run, profile, claims, notesOf, charged };
}

/** A claim for the next period that waits for the answer about a number, with minutes that go back on it. */
async function waiting() {
  const { world, profile, notesOf, charged } = await stage();
  const { buyer, put, use } = await charged();
  await put(1, -500);
  world.clock.advance(14 * day);
  await profile(buyer, sql`vat_check = null, changed_at = ${new Date(world.clock.now())}`);
  world.clock.advance(3 * day - hour);
  await runEngine(world.ctx());
  const [claim] = (await world.api(buyer).invoices.list({ query: { state: 'pending_tax' } })).items;
  const told = async () => {
    const { state, total, lines } = await world.api(buyer).invoices.get({ params: { id: claim?.id ?? '' } });
    return { state, total, lines: lines.map(({ kind, category, rate }) => [kind, category, rate]) };
  };
  expect((await told()).lines.map(([kind]) => kind)).toEqual(['plan', 'minutes']);
  const answered = async (check: 'valid' | 'invalid') => {
    await profile(buyer, sql`vat_check = ${JSON.stringify(answer(check, world.clock.now()))}::jsonb`);
    await settleTaxes(world.ctx(), null);
    await giveMinutesBack(world.ctx());
    return told();
  };
  return { answered, notes: () => notesOf(buyer, use) };
}

test('on a claim that turns out to be without tax they are no line, and go back by a note with the tax that was paid', async () => {
  const { answered, notes } = await waiting();
  expect(await answered('valid')).toEqual({ state: 'open', total: 3000, lines: [['plan', 'AE', 0]] });
  expect(await notes()).toEqual([600]);
});

test('on a claim that comes to have their tax they stay a line', async () => {
  const { answered, notes } = await waiting();
  const lines = ['plan', 'minutes'].map((kind) => [kind, 'S', 20_000]);
  expect(await answered('invalid')).toEqual({ state: 'open', total: 3000, lines });
  expect(await notes()).toEqual([]);
});

test('those that wait for the next claim hold up none that go back now: each has its turn', async () => {
  const { world, run, profile, notesOf, charged } = await stage();
  const [first, second] = [await charged(), await charged()].sort((a, b) => (a.id < b.id ? -1 : 1));
  if (first === undefined || second === undefined) throw new Error('nobody was charged');
  await first.put(1, -100);
  await second.put(1, -100);
  // another tax from now on: a note of their own
  await profile(second.buyer, sql`country = 'CH', postcode = '8001', city = 'Zürich', vat_id = null`);
  await giveMinutesBack(world.ctx(), { limit: 1 });
  expect([await notesOf(first.buyer, first.use), await notesOf(second.buyer, second.use)]).toEqual([[], [120]]);
  expect(await run(sql`select 1 from minute_charges where invoice_id is null`)).toHaveLength(1);
});
