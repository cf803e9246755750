/** Attempts to tamper with a purchase (business rules §6, rows 23 and 24). */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import { newId } from '#kit/server/ids.ts';
import { buildBuyer, buildPlan, buildShop } from './billing.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const monthly = (planId: string) => ({ planId, period: 'month' as const, currency: 'EUR' });

test('abuse row 23: no quantity but a whole one that the plan sells, and no currency that is none', async () => {
  const planId = await buildPlan(world, shop, { seat: 150n });
  const { billing } = world.api(await buildBuyer(world));
  for (const seats of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e15])
    expect(await codeOf(billing.quote({ body: { ...monthly(planId), seats } }))).toBe('invalid_input');
  expect(await codeOf(billing.quote({ body: { ...monthly(planId), seats: 501 } }))).toBe('seats_refused');
  expect(await codeOf(billing.quote({ body: { ...monthly(planId), currency: 'XXQ' } }))).toBe('invalid_input');
  expect(await codeOf(billing.quote({ body: { ...monthly(planId), currency: 'USD' } }))).toBe('offer_gone');
});

test('abuse row 23: a private plan by its id alone, and an archived one with whatever, are not there', async () => {
  const [hidden, gone] = [
    await buildPlan(world, shop, { visibility: 'private', code: 'only-for-you' }),
    await buildPlan(world, shop, { visibility: 'archived', code: 'of-last-year' }),
  ];
  const { billing } = world.api(await buildBuyer(world));
  expect(await codeOf(billing.quote({ body: monthly(hidden) }))).toBe('offer_gone');
  expect(await codeOf(billing.quote({ body: { ...monthly(hidden), code: 'only-for-you' } }))).toBe('fine');
  expect(await codeOf(billing.quote({ body: { ...monthly(gone), code: 'of-last-year' } }))).toBe('offer_gone');
  expect(await codeOf(billing.preview({ body: { wish: monthly(hidden) } }))).toBe('offer_gone');
});

test('abuse row 23: what was quoted and would cost something else by now is not sold, and nobody buys by another’s quote', async () => {
  const planId = await buildPlan(world, shop);
  const [buyer, stranger] = [await buildBuyer(world), await buildBuyer(world)];
  const quote = await world.api(buyer).billing.quote({ body: monthly(planId) });
  const body = { quoteId: quote.id, by: 'transfer' as const, terms: true as const };
  expect(await codeOf(world.api(stranger).billing.purchase({ body }))).toBe('not_found');
  // the buyer moves to where no tax is added
  await world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update billing_profiles set country = 'US', postcode = '10001' where account_id = ${buyer.accountId}`),
    );
  expect(await codeOf(world.api(buyer).billing.purchase({ body }))).toBe('quote_expired');
  world.clock.advance(16 * 60_000);
  const later = await world.api(stranger).billing.quote({ body: monthly(planId) });
  world.clock.advance(16 * 60_000);
  expect(await codeOf(world.api(stranger).billing.purchase({ body: { ...body, quoteId: later.id } }))).toBe('quote_expired');
});

test('abuse row 23: of ten who use the last coupon at the same moment one gets it', async () => {
  const planId = await buildPlan(world, shop);
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into coupons (id, seller_id, code, thousandths, periods, most, created_at)
      values (${newId()}, ${shop.operator.accountId}, 'ONLYONE', 50000, 1, 1, now())`),
  );
  const buyers = await Promise.all(Array.from({ length: 10 }, () => buildBuyer(world)));
  const quotes: { id: string }[] = [];
  for (const buyer of buyers)
    quotes.push(await world.api(buyer).billing.quote({ body: { ...monthly(planId), coupon: 'onlyone' } }));
  const ends = await Promise.all(
    buyers.map((buyer, at) =>
      codeOf(world.api(buyer).billing.purchase({ body: { quoteId: quotes[at]?.id ?? '', by: 'transfer', terms: true } })),
    ),
  );
  expect(ends.filter((end) => end === 'fine')).toHaveLength(1);
  expect(new Set(ends)).toEqual(new Set(['fine', 'coupon_refused']));
});

test('abuse row 24: whoever tries card after card is stopped for a while', async () => {
  const planId = await buildPlan(world, shop);
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const quote = await billing.quote({ body: monthly(planId) });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const tries: string[] = [];
  for (let turn = 0; turn < 11; turn++)
    tries.push(await codeOf(invoices.pay({ params: { id: invoiceId ?? '' }, body: { by: 'card' } })));
  expect(tries.slice(0, 10).every((code) => code === 'provider_off')).toBe(true);
  expect(tries[10]).toBe('too_many_requests');
});
