/** Moving those who hold a version: who may, how early, who gets a mail, and who is left alone. The months are scenario 21. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { isMoved } from '../migrate-version.rules.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { movesOf } from './migrate-version.queries.ts';
import { holders, moveVersion, tellMove } from './migrate-version.service.ts';
import { liveBaseOf } from './subscriptions.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const operator = () => world.ctx(shop.operator);
const dayMs = 86_400_000;
const run = (statement: ReturnType<typeof sql>) => world.ctx().system.write((tx) => tx.execute(statement));
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

/** A plan whose second version costs twice as much; `months`: whether that is sold by the month. */
async function twoVersions(months: 'sold' | 'not sold'): Promise<string> {
  const id = await buildPlan(world, shop);
  await run(sql`insert into plan_versions (plan_id, version, entitlements, created_at)
    select plan_id, 2, entitlements, now() from plan_versions where plan_id = ${id} and version = 1`);
  await run(sql`insert into plan_prices (plan_id, version, currency, period, amount, inclusive)
    select plan_id, 2, currency, period, amount * 2, inclusive from plan_prices
    where plan_id = ${id} and version = 1 and (${months} = 'sold' or period = 'year')`);
  return id;
}
const publish = (id: string) => run(sql`update plans set version = 2 where id = ${id}`);
/** A plan that somebody bought in its first version, before the second was published. */
async function held(months: 'sold' | 'not sold' = 'sold') {
  const [id, buyer] = [await twoVersions(months), await buildBuyer(world)];
  await subscribe(world, shop, { buyer, planId: id });
  await publish(id);
  return { id, buyer, now: async () => liveBaseOf(world.ctx().system.read, buyer.accountId) };
}
const tell = async (id: string) => {
  for (const move of await movesOf(world.ctx().system.read, id)) await tellMove(world.ctx(), move.id);
};
const mailsTo = async (accountId: string): Promise<number> => {
  const found = await world
    .ctx()
    .system.read.execute<{ n: string }>(
      sql`select count(*) as n from billing_events where account_id = ${accountId} and kind = 'subscription.version_told'`,
    );
  return Number(found.rows[0]?.n);
};
const soon = () => world.clock.now() + 31 * dayMs;

test('it says who holds what, and where they go', async () => {
  const { id } = await held();
  expect((await holders(operator(), id)).versions).toEqual([{ version: 1, count: 1, move: null }]);
  const at = soon();
  expect((await moveVersion(operator(), { id, from: 1, at })).versions).toEqual([{ version: 1, count: 1, move: { to: 2, at } }]);
  expect(await codeOf(moveVersion(operator(), { id, from: 1, at }))).toBe('moved_already');
});

test('not without thirty days, not from the newest, and not from one that was never there', async () => {
  const { id } = await held();
  const asked = (change: { from?: number; at?: number }) => moveVersion(operator(), { id, from: 1, at: soon(), ...change });
  expect(await codeOf(asked({ at: world.clock.now() + 29 * dayMs }))).toBe('invalid_input');
  for (const from of [2, 3]) expect(await codeOf(asked({ from }))).toBe('invalid_input');
});

test('each is told once, however often the job runs; what comes is theirs to leave, not to undo', async () => {
  const { id, buyer, now } = await held();
  await run(sql`update subscriptions set period_end = period_end + interval '40 days', anchor_at = anchor_at + interval '40 days'
    where account_id = ${buyer.accountId}`);
  await moveVersion(operator(), { id, from: 1, at: soon() });
  await tell(id);
  await tell(id);
  expect(await mailsTo(buyer.accountId)).toBe(1);
  const row = await now();
  expect(row?.pending).toMatchObject({ planId: id, version: 2 });
  expect(row !== null && isMoved(row)).toBe(true);
  const { subscriptions, billing } = world.api(buyer);
  const { subscription } = await billing.subscription();
  expect(subscription?.acts).not.toContain('undo_change');
  expect(subscription?.acts).toContain('cancel');
  expect(await codeOf(subscriptions.undoChange({ body: { revision: row?.revision ?? 0 } }))).toBe('wrong_state');
});

test('one who cannot be told holds up nobody, and is told the next time', async () => {
  const id = await twoVersions('sold');
  const buyers = [await buildBuyer(world), await buildBuyer(world)];
  for (const buyer of buyers) await subscribe(world, shop, { buyer, planId: id });
  await publish(id);
  await run(sql`update subscriptions set period_end = period_end + interval '40 days', anchor_at = anchor_at + interval '40 days'
    where plan_id = ${id}`);
  await moveVersion(operator(), { id, from: 1, at: soon() });
  const [move] = await movesOf(world.ctx().system.read, id);
  const ctx = world.ctx();
  let looks = 0;
  const write: typeof ctx.system.write = (work) => (looks++ === 0 ? Promise.reject(new Error('broken')) : ctx.system.write(work));
  await expect(tellMove({ ...ctx, system: { ...ctx.system, write } }, move?.id ?? '')).rejects.toThrow('not everybody');
  const told = async () => Promise.all(buyers.map(({ accountId }) => mailsTo(accountId)));
  expect((await told()).toSorted()).toEqual([0, 1]);
  await tell(id);
  expect(await told()).toEqual([1, 1]);
});

test('whoever cancels is not moved, and what is not sold in their rhythm any more stays as it was', async () => {
  const [leaving, other] = [await held(), await held('not sold')];
  await moveVersion(operator(), { id: leaving.id, from: 1, at: soon() });
  await run(sql`update subscriptions set cancel_at_end = true where account_id = ${leaving.buyer.accountId}`);
  await moveVersion(operator(), { id: other.id, from: 1, at: soon() });
  for (const one of [leaving, other]) {
    await tell(one.id);
    expect(await mailsTo(one.buyer.accountId)).toBe(0);
    expect((await one.now())?.pending).toBeNull();
  }
});

test('a renewal less than thirty days after the mail brings nothing new, whatever day was planned', async () => {
  const { id, buyer, now } = await held();
  await moveVersion(operator(), { id, from: 1, at: soon() });
  // the mail went out late
  world.clock.advance(20 * dayMs);
  await tell(id);
  await run(
    sql`update subscriptions set next_at = ${new Date(world.clock.now()).toISOString()} where account_id = ${buyer.accountId}`,
  );
  await runEngine(world.ctx());
  const row = await now();
  expect([row?.version, row?.pending]).toEqual([1, null]);
});

test('without a session 401, for a customer 404, without the permission 403', async () => {
  const { id } = await held();
  const [customer, helper] = [
    await buildActor(world, { kind: 'customer' }),
    await buildActor(world, { accountId: shop.operator.accountId, role: 'staff' }),
  ];
  const sent = [
    { method: 'GET' as const, url: `/api/plans/${id}/holders` },
    { method: 'POST' as const, url: `/api/plans/${id}/moves`, payload: { from: 1, at: soon() } },
  ];
  const statuses = async (token: string | null) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answers = await Promise.all(sent.map((call) => world.app.inject({ ...call, headers })));
    return [...new Set(answers.map((answer) => answer.statusCode))];
  };
  expect(await statuses(null)).toEqual([401]);
  expect(await statuses(customer.token)).toEqual([404]);
  expect(await statuses(helper.token)).toEqual([403]);
});
