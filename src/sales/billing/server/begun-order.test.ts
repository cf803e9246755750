/** In which order a purchase locks what it takes the place of: the same as everybody, so that two of them wait for each other and none for ever. */
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const system = world.ctx().system;
const plans = { EUR: await buildPlan(world, shop), USD: await buildPlan(world, shop, { currency: 'USD' }) };
const passes = { EUR: await buildPass(world, shop, {}), USD: await buildPass(world, shop, { currency: 'USD' }) };
type Money = 'EUR' | 'USD';
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const endOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const transfer = { by: 'transfer', terms: true } as const;
async function planFor(who: UserActor, currency: Money) {
  const { billing } = world.api(who);
  const { id, givesUp } = await billing.quote({ body: { planId: plans[currency], period: 'month', currency } });
  const agreed = givesUp.map((one) => one.invoiceId);
  return () => billing.purchase({ body: { quoteId: id, givesUp: agreed, ...transfer } });
}
async function passFor(who: UserActor, currency: Money) {
  const api = world.api(who).passes;
  const { id, givesUp } = await api.quote({ body: { planId: passes[currency], currency, startsAt: null } });
  const agreed = givesUp.map((one) => one.invoiceId);
  return () => api.buy({ body: { quoteId: id, givesUp: agreed, ...transfer } });
}
/** An account that began a pass in euro, and then a plan in euro; neither is paid. */
async function begun() {
  const buyer = await buildBuyer(world);
  const pass = (await (await passFor(buyer, 'EUR'))()).subscriptionId;
  const plan = (await (await planFor(buyer, 'EUR'))()).subscriptionId;
  return { buyer, pass, plan };
}
/** Locks one thing, lets the call come to where it waits, and locks another; the call goes on afterwards. */
async function between(call: () => Promise<unknown>, [first, then]: [SQL, SQL]): Promise<[string, string]> {
  let asked: Promise<string> = Promise.resolve('');
  const own = await endOf(
    system.write(async (tx) => {
      await tx.execute(first);
      asked = endOf(call());
      await pause(700);
      await tx.execute(then);
    }),
  );
  return [own, await asked];
}
const lock = (id: string): SQL => sql`select 1 from subscriptions where id = ${id} for update`;
const states = async (who: UserActor) =>
  (
    await system.read.execute<{ kind: string; state: string; currency: string }>(
      sql`select kind, currency, state from subscriptions where account_id = ${who.accountId} order by id`,
    )
  ).rows.map((one) => `${one.kind} ${one.currency} ${one.state}`);

test('a plan takes the place of a plan and of an older pass, beside somebody who has the pass and asks for the plan', async () => {
  const { buyer, pass, plan } = await begun();
  const buy = await planFor(buyer, 'USD');
  expect(await between(buy, [lock(pass), lock(plan)])).toEqual(['done', 'done']);
  expect(await states(buyer)).toEqual(['pass EUR incomplete_expired', 'base EUR incomplete_expired', 'base USD incomplete']);
});

test('beside somebody who has one of them and asks for the account, as whoever books its money does', async () => {
  for (const [buying, left] of [
    [planFor, 'base USD incomplete'],
    [passFor, 'pass USD incomplete'],
  ] as const) {
    const { buyer, pass, plan } = await begun();
    const buy = await buying(buyer, 'USD');
    const account = sql`select 1 from accounts where id = ${buyer.accountId} for update`;
    // the one that is ended last by the purchase
    expect(await between(buy, [lock(buying === planFor ? pass : plan), account])).toEqual(['done', 'done']);
    expect((await states(buyer)).at(-1)).toBe(left);
  }
});

test('two who buy for one account at the same moment, a plan and a pass, both come to an end', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { buyer } = await begun();
    const [plan, pass] = [await planFor(buyer, 'USD'), await passFor(buyer, 'USD')];
    expect(await Promise.all([endOf(plan()), endOf(pass())])).toEqual(['done', 'done']);
    expect((await states(buyer)).slice(2).sort()).toEqual(['base USD incomplete', 'pass USD incomplete']);
  }
});
