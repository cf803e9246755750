/** What is done with a plan whose trial is over while its first claim is not paid: the claim is for what was tried, and for nothing else. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan, pay } from './billing.factory.ts';
import { type CardWorld, cardWorld, hear, payOn, visa } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';

let card: CardWorld;
let plans: { small: string; large: string };
beforeAll(async () => {
  card = await cardWorld();
  const { world, shop } = card;
  plans = {
    small: await buildPlan(world, shop, { trialDays: 7, month: 2900n, entitlements: { rooms: 10 } }),
    large: await buildPlan(world, shop, { month: 59_000n, entitlements: { rooms: 999 } }),
  };
});
afterAll(() => card.close());

const day = 86_400_000;
const api = (actor: UserActor) => card.world.api(actor);
const live = async (buyer: UserActor) => {
  const { subscription } = await api(buyer).billing.subscription();
  if (subscription === null) throw new Error('there is no plan');
  return subscription;
};
const begin = async (buyer: UserActor, by: 'card' | 'transfer', coupon = '') => {
  const wish = { planId: plans.small, period: 'month' as const, currency: 'EUR' };
  const quote = await api(buyer).billing.quote({ body: { ...wish, ...(coupon === '' ? {} : { coupon }) } });
  await api(buyer).billing.purchase({ body: { quoteId: quote.id, by, terms: true } });
};
const larger = (buyer: UserActor) =>
  api(buyer).subscriptions.quoteChange({ body: { planId: plans.large, period: 'month', seats: 0 } });
const claims = async (buyer: UserActor) =>
  (await api(buyer).invoices.list({ query: {} })).items.map(({ cause, state, total }) => ({ cause, state, total }));
const put = (buyer: UserActor, change: ReturnType<typeof sql>) =>
  card.world
    .ctx()
    .system.write(
      async (tx) => void (await tx.execute(sql`update billing_profiles set ${change} where account_id = ${buyer.accountId}`)),
    );

/** Its card is charged, and the bank of the card asks the holder first. */
async function asked(buyer: UserActor): Promise<void> {
  const { id, url } = await api(buyer).methods.add();
  await payOn(url, visa);
  const newest = [...card.fake.things.values()].findLast((thing) => thing.object === 'payment_method');
  if (newest !== undefined)
    Object.assign(newest, { _fate: 'authenticationRequired', card: { ...Object(newest['card']), fingerprint: newId() } });
  expect((await api(buyer).methods.arrive({ body: { id } })).state).toBe('stored');
  await begin(buyer, 'card');
}
/** Nobody knows yet whether its VAT number is valid. */
async function waiting(coupon = ''): Promise<UserActor> {
  const buyer = await buildBuyer(card.world, { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' });
  await begin(buyer, 'transfer', coupon);
  card.world.clock.advance(7 * day + 1000);
  await put(buyer, sql`changed_at = ${new Date(card.world.clock.now())}`);
  await runEngine(card.world.ctx());
  expect(await live(buyer)).toMatchObject({ state: 'trialing', taxWaits: expect.any(String) });
  return buyer;
}
async function answered(buyer: UserActor): Promise<void> {
  const vatCheck = { check: 'valid', at: card.world.clock.now(), requestId: 'A', name: null, address: null };
  await put(buyer, sql`vat_check = ${JSON.stringify(vatCheck)}::jsonb`);
  await settleTaxes(card.world.ctx(), null);
  await runEngine(card.world.ctx());
}

test('while the bank of its card asks, another plan is not had for the price of this one', async () => {
  const buyer = await buildBuyer(card.world);
  await asked(buyer);
  const early = await larger(buyer);
  expect((await live(buyer)).acts).toContain('change');
  card.world.clock.advance(7 * day + 1000);
  expect((await live(buyer)).acts).not.toContain('change');
  await runEngine(card.world.ctx());
  await hear(card);
  expect(await claims(buyer)).toEqual([{ cause: 'start', state: 'open', total: 3451 }]);
  expect((await live(buyer)).state).toBe('trialing');
  await expect(larger(buyer)).rejects.toMatchObject({ code: 'wrong_state' });
  await expect(api(buyer).subscriptions.change({ body: { quoteId: early.id } })).rejects.toMatchObject({ code: 'quote_expired' });
  expect((await live(buyer)).planId).toBe(plans.small);
});

test('a price from the last minutes of a trial is not one for the time after it', async () => {
  const buyer = await buildBuyer(card.world);
  await begin(buyer, 'transfer');
  card.world.clock.advance(7 * day - 60_000);
  const quote = await larger(buyer);
  card.world.clock.advance(120_000);
  await expect(api(buyer).subscriptions.change({ body: { quoteId: quote.id } })).rejects.toMatchObject({ code: 'wrong_state' });
});

test('while its claim waits for the tax, another plan is not had for the price of this one', async () => {
  const buyer = await waiting();
  await expect(larger(buyer)).rejects.toMatchObject({ code: 'wrong_state' });
  await answered(buyer);
  expect(await live(buyer)).toMatchObject({ state: 'past_due', planId: plans.small });
  const [invoice] = (await api(buyer).invoices.list({ query: {} })).items;
  await pay(card.world, card.shop, invoice?.id ?? null);
  // now it is had, and another plan has its price
  expect(await live(buyer)).toMatchObject({ state: 'active' });
  expect(await larger(buyer)).toMatchObject({ total: 56_100 });
});

const extend = async (buyer: UserActor, days: number) => {
  const params = { id: (await live(buyer)).id };
  const { allSubscriptions } = api(card.shop.operator);
  const { revision } = await allSubscriptions.get({ params });
  return allSubscriptions.extend({ params, body: { days, reason: 'good will', revision } });
};

test('who is given more days while the claim waits for its tax is asked once, after them', async () => {
  const buyer = await waiting();
  await extend(buyer, 5);
  expect([await live(buyer), await claims(buyer)]).toMatchObject([{ state: 'trialing', taxWaits: null }, []]);
  await answered(buyer);
  expect(await claims(buyer)).toEqual([]);
  card.world.clock.advance(5 * day);
  await runEngine(card.world.ctx());
  expect(await claims(buyer)).toEqual([{ cause: 'start', state: 'open', total: 2900 }]);
});

test('who is given more days while the bank of its card asks is asked once, after them', async () => {
  const buyer = await buildBuyer(card.world);
  await asked(buyer);
  card.world.clock.advance(7 * day + 1000);
  await runEngine(card.world.ctx());
  await hear(card);
  expect(await claims(buyer)).toMatchObject([{ state: 'open' }]);
  await extend(buyer, 5);
  expect([await live(buyer), await claims(buyer)]).toMatchObject([{ state: 'trialing' }, [{ state: 'void' }]]);
  card.world.clock.advance(5 * day + 1000);
  await runEngine(card.world.ctx());
  await hear(card);
  expect((await claims(buyer)).map((one) => one.state)).toEqual(['open', 'void']);
});

test('a claim that is given back while the bank of its card asks ends the trial', async () => {
  const buyer = await buildBuyer(card.world);
  await asked(buyer);
  card.world.clock.advance(7 * day + 1000);
  await runEngine(card.world.ctx());
  await hear(card);
  expect((await live(buyer)).state).toBe('trialing');
  const [claim] = (await api(buyer).invoices.list({ query: {} })).items;
  const body = { amount: 3451, to: 'balance' as const, reason: 'The school does not want it' };
  await api(card.shop.operator).allInvoices.credit({ params: { id: claim?.id ?? '' }, body });
  await runEngine(card.world.ctx());
  expect((await live(buyer)).state).toBe('canceled');
});

test('days that are given after a coupon was used for a claim that waits leave the coupon as it was', async () => {
  const id = newId();
  const { operator } = card.shop;
  await card.world.ctx().system.write((tx) =>
    tx.execute(sql`insert into coupons (id, seller_id, code, thousandths, periods, created_at)
      values (${id}, ${operator.accountId}, 'HALF', 50000, 1, now())`),
  );
  const buyer = await waiting('HALF');
  await extend(buyer, 5);
  card.world.clock.advance(5 * day);
  await answered(buyer);
  expect(await claims(buyer)).toEqual([{ cause: 'start', state: 'open', total: 1450 }]);
});

test('the database has one first claim of a subscription at a time', async () => {
  const buyer = await waiting();
  const { taxWaits } = await live(buyer);
  const twice = card.world.ctx().system.write((tx) =>
    tx.execute(sql`insert into invoices (id, seller_id, account_id, subscription_id, kind,
    state, cause, currency, inclusive, lines_total, net, tax, total, locale, period_start, created_at)
    select ${newId()}, seller_id, account_id, subscription_id, kind, state, cause, currency, inclusive, lines_total, net, tax, total, locale,
    period_start + interval '5 days', created_at from invoices where id = ${taxWaits}`),
  );
  await expect(twice).rejects.toMatchObject({ cause: { code: '23505' } });
});
