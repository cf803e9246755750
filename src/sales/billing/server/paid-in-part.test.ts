/** First purchases that are paid in part, or credited in part: nobody's money is left on a claim that can buy nothing any more. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { REST_DAYS } from './paid-in-part.service.ts';
import { balanceOf } from './payments.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const [euro, dollar] = [await buildPlan(world, shop), await buildPlan(world, shop, { currency: 'USD' })];
const total = 3451;
const keeper = () => world.api(shop.operator).allInvoices;
const view = (id: string) => keeper().get({ params: { id } });

async function begin(buyer: UserActor, currency: 'EUR' | 'USD' = 'EUR') {
  const { billing } = world.api(buyer);
  const planId = currency === 'EUR' ? euro : dollar;
  const quote = await billing.quote({ body: { planId, period: 'month', currency, seats: 0 } });
  const givesUp = quote.givesUp.map((one) => one.invoiceId);
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, givesUp, by: 'transfer', terms: true } });
  return { id: invoiceId ?? '', quote };
}
/** Money that comes, be it that nobody waits for it any more. */
const pay = (id: string, amount: number) =>
  keeper().record({ params: { id }, body: { amount, valueDate: '2026-11-20', bankRef: '', note: '', more: true } });
const credit = (id: string, amount: number) =>
  keeper().credit({ params: { id }, body: { amount, to: 'balance', reason: 'goodwill' } });
const balance = (buyer: UserActor, currency = 'EUR') =>
  balanceOf(world.ctx().system.read, { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency });
async function days(n: number): Promise<void> {
  for (let day = 0; day < n; day++) {
    world.clock.advance(86_400_000);
    await runEngine(world.ctx());
  }
}
/** Of all subscriptions of an account, the oldest first. */
async function states(buyer: UserActor): Promise<string[]> {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ state: string }>(
      sql`select state from subscriptions where account_id = ${buyer.accountId} order by id`,
    );
  return rows.map((row) => row.state);
}
const mails = async (buyer: UserActor) => (await templatesTo(world, buyer.email)).filter((name) => name === 'billing.rest');
const told = async (kind: string, number: string | null) =>
  (await world.api(shop.operator).notices.list({ query: { limit: 100 } })).items.filter(
    (one) => one.kind === kind && one.data['number'] === number,
  ).length;

test('what is paid short waits for the rest, says so to both, and begins when it comes', async () => {
  const buyer = await buildBuyer(world);
  const { id } = await begin(buyer);
  const { number } = await pay(id, total - 1);
  await days(22);
  expect([await states(buyer), await mails(buyer)]).toEqual([['incomplete'], ['billing.rest']]);
  expect(await told('restMissing', number)).toBe(1);
  expect((await view(id)).timeline.find((one) => one.kind === 'invoice.rest_missing')?.data).toEqual({
    amount: 1,
    currency: 'EUR',
  });
  await days(REST_DAYS - 4);
  // once more a week before the end
  expect([await states(buyer), (await mails(buyer)).length]).toEqual([['incomplete'], 2]);
  expect(await pay(id, 1)).toMatchObject({ state: 'paid' });
  expect((await world.api(buyer).billing.subscription()).subscription?.state).toBe('active');
});

test('when the rest never comes, what came is on the balance by a credit note, and so is what comes later', async () => {
  const buyer = await buildBuyer(world);
  const { id } = await begin(buyer);
  const { number } = await pay(id, total - 1);
  await days(22 + REST_DAYS);
  expect([await states(buyer), await balance(buyer)]).toEqual([['incomplete_expired'], BigInt(total - 1)]);
  const ended = await view(id);
  expect(ended).toMatchObject({ state: 'paid', remaining: 0, creditNotes: [{ total }] });
  expect([(await mails(buyer)).length, await told('partOnBalance', number)]).toEqual([2, 1]);
  await pay(id, 1);
  expect(await balance(buyer)).toBe(BigInt(total));
  // it pays what is bought next
  const next = await begin(buyer);
  expect([next.quote.balanceUsed, next.quote.toPay]).toEqual([total, 0]);
  expect([await states(buyer), await balance(buyer)]).toEqual([['incomplete_expired', 'active'], 0n]);
});

test('one of which a part was credited and nothing was paid ends at its time, and later money is the account’s', async () => {
  const buyer = await buildBuyer(world);
  const { id } = await begin(buyer);
  await credit(id, 100);
  await days(22);
  expect(await states(buyer)).toEqual(['incomplete_expired']);
  expect(await view(id)).toMatchObject({ state: 'paid', remaining: 0, paid: 0, creditNotes: [{ total: 100 }, { total: 3351 }] });
  expect([await balance(buyer), await mails(buyer)]).toEqual([0n, []]);
  await pay(id, 3351);
  expect(await balance(buyer)).toBe(3351n);
});

test('what was written off and paid in part is given back with the purchase', async () => {
  const buyer = await buildBuyer(world);
  const { id } = await begin(buyer);
  await pay(id, 1000);
  await keeper().writeOff({ params: { id }, body: { reason: 'not worth it' } });
  await days(22);
  expect([await states(buyer), await balance(buyer), (await view(id)).remaining]).toEqual([['incomplete_expired'], 1000n, 0]);
});

test('bought again in the same currency: what came for the first pays for the second, and the quote says so', async () => {
  const buyer = await buildBuyer(world);
  const first = await begin(buyer);
  await pay(first.id, total - 1);
  const second = await begin(buyer);
  expect([second.quote.balanceUsed, second.quote.toPay]).toEqual([total - 1, 1]);
  expect(await view(first.id)).toMatchObject({ state: 'paid', creditNotes: [{ total }] });
  expect(await view(second.id)).toMatchObject({ state: 'open', remaining: 1 });
  expect([await states(buyer), await balance(buyer)]).toEqual([['incomplete_expired', 'incomplete'], 0n]);
  expect(await pay(second.id, 1)).toMatchObject({ state: 'paid' });
  expect(await states(buyer)).toEqual(['incomplete_expired', 'active']);
});

test('bought in another currency: what was credited in part ends with its purchase, and money for it buys nothing unseen', async () => {
  const buyer = await buildBuyer(world);
  const first = await begin(buyer);
  await credit(first.id, 100);
  const second = await begin(buyer, 'USD');
  expect(await view(first.id)).toMatchObject({ state: 'paid', remaining: 0, creditNotes: [{ total: 100 }, { total: 3351 }] });
  expect([await states(buyer), (await view(second.id)).state]).toEqual([['incomplete_expired', 'incomplete'], 'open']);
  await pay(first.id, 3351);
  expect([await balance(buyer), await states(buyer)]).toEqual([3351n, ['incomplete_expired', 'incomplete']]);
});

test('an event pass that is paid in part waits and ends the same way', async () => {
  const buyer = await buildBuyer(world);
  const { passes } = world.api(buyer);
  const quote = await passes.quote({ body: { planId: await buildPass(world, shop, {}), currency: 'EUR', startsAt: null } });
  const { invoiceId } = await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await pay(invoiceId ?? '', 500);
  await days(22);
  expect([await states(buyer), (await mails(buyer)).length]).toEqual([['incomplete'], 1]);
  await days(REST_DAYS);
  expect([await states(buyer), await balance(buyer)]).toEqual([['incomplete_expired'], 500n]);
});

test('a plan that waits for its first claim after a trial and is ended by its people gives back what came of it', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop, { trialDays: 7 });
  const { billing, subscriptions } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const live = async () => (await billing.subscription()).subscription;
  await days(1);
  expect((await live())?.state).toBe('trialing');
  await world
    .ctx()
    .system.write(
      async (tx) =>
        void (await tx.execute(
          sql`update subscriptions set state = 'paused', trial_end = now(), next_at = null where account_id = ${buyer.accountId}`,
        )),
    );
  const { invoiceId } = await subscriptions.resume({ body: { by: 'transfer', revision: (await live())?.revision ?? 0 } });
  await pay(invoiceId ?? '', 1000);
  await billing.cancel({ body: { atEnd: true, revision: (await live())?.revision ?? 0 } });
  expect([await states(buyer), await balance(buyer)]).toEqual([['canceled'], 1000n]);
  expect(await view(invoiceId ?? '')).toMatchObject({ state: 'paid', remaining: 0 });
});
