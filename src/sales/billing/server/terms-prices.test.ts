/** Property: whatever was agreed with a customer, what is shown before is what is charged and what its paper can carry. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { checkDocument } from '#sales/documents/en16931.rules.ts';
import { codesOf } from '#sales/tax/agreed.rules.ts';
import { taxCategories } from '#sales/tax/tax.rules.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { documentOf } from './document.service.ts';
import { invoiceById, linesOf, taxesOf } from './invoices.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const { read } = world.ctx().system;

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
const places = [
  { country: 'DE', postcode: '22087', city: 'Hamburg' },
  { country: 'FR', postcode: '59000', city: 'Lille' },
  { country: 'CH', postcode: '8001', city: 'Zürich' },
] as const;

test.each([1, 2, 3, 4, 5, 6, 7, 8])('of seed %i', async (seed) => {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const currency = pick(['EUR', 'JPY', 'KWD']) ?? 'EUR';
  const kind = pick(['business', 'consumer'] as const) ?? 'business';
  const vatId = kind === 'business' && random() < 0.5 ? 'FR40303265045' : null;
  const buyer = await buildBuyer(world, { ...(pick(places) ?? places[0]), buyer: kind, vatId });
  const month = BigInt(1 + Math.floor(random() * 99_999)) * (currency === 'KWD' ? 10n : 1n);
  const planId = await buildPlan(world, shop, { currency, month, year: month * 10n, inclusive: random() < 0.5, setupFee: 7n });
  const category = pick(taxCategories.filter((one) => one !== 'AE' || vatId !== null)) ?? 'S';
  const tax = {
    category,
    rate: category === 'S' ? 1 + Math.floor(random() * 49_999) : 0,
    code: pick([null, ...codesOf(category)]) ?? null,
    text: category === 'S' || category === 'Z' ? '' : 'why',
    from: null,
    until: null,
  };
  const params = { id: buyer.accountId };
  await world.api(shop.operator).terms.tax({ params, body: { tax, reason: 'as agreed', revision: null } });
  const { billing, invoices } = world.api(buyer);
  const wish = { planId, period: 'month' as const, currency };
  const [shown, quoted] = [await billing.preview({ body: { wish } }), await billing.quote({ body: wish })];
  const id = await subscribe(world, shop, { buyer, planId, currency });
  const charged = await invoices.get({ params: { id } });
  const sums = (of: { net: number; tax: number; total: number }) => [of.net, of.tax, of.total];
  expect(sums(shown)).toEqual(sums(charged));
  expect(sums(quoted)).toEqual(sums(charged));
  expect(charged.net + charged.tax).toBe(charged.total);
  expect(charged.taxes).toMatchObject([{ category, rate: tax.rate }]);
  const row = await invoiceById(read, id);
  if (row === null) throw new Error('no invoice');
  const parts = { lines: await linesOf(read, id), taxes: await taxesOf(read, id), zone: 'Europe/Berlin' };
  expect(checkDocument(await documentOf(read, row, parts))).toEqual([]);
});
