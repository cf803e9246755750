/** Claims whose tax waits for the answer about a VAT number: nobody is asked for money, and nobody guesses. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testWorld, type World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { type FakeVies, startFakeVies } from '../../../../e2e/fake-vies.ts';
import { buildBuyer, buildPlan, buildShop, pay, type Shop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';
import { checkOld, checkProfile } from './vat.service.ts';

let world: World & { close(): Promise<void> };
let vies: FakeVies;
let shop: Shop;
let planId: string;
beforeAll(async () => {
  vies = await startFakeVies(() => Date.now());
  world = await testWorld({ env: { VAT_CHECK_ADDRESS: vies.url } });
  shop = await buildShop(world);
  planId = await buildPlan(world, shop);
});
afterAll(async () => {
  await world.close();
  await vies.close();
});
beforeEach(() => {
  vies.switches.mood = 'down';
  vies.switches.numbers['ATU12345675'] = { valid: true, name: 'Schule Wien', address: 'Wien' };
});

const [hour, day] = [3_600_000, 86_400_000];
const wien = { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' };
const keeper = () => world.api(shop.operator).allInvoices;
const live = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).subscription;
async function wait(ms: number): Promise<void> {
  world.clock.advance(ms);
  await runEngine(world.ctx());
  await settleTaxes(world.ctx(), null);
  await runEngine(world.ctx());
}
const begin = async (buyer: UserActor, by: 'card' | 'transfer' = 'transfer') => {
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  expect(quote.taxPending).toBe(true);
  const bought = await billing.purchase({ body: { quoteId: quote.id, by, terms: true } });
  expect(bought.next).toEqual({ kind: 'done' });
  return bought.invoiceId ?? '';
};
const answered = async (buyer: UserActor) => {
  vies.switches.mood = 'up';
  await checkProfile(world.ctx(), buyer.accountId);
};
const put = (buyer: UserActor, change: ReturnType<typeof sql>) =>
  world
    .ctx()
    .system.write(
      async (tx) => void (await tx.execute(sql`update billing_profiles set ${change} where account_id = ${buyer.accountId}`)),
    );
const unchecked = (buyer: UserActor) => put(buyer, sql`vat_check = null, changed_at = ${new Date(world.clock.now())}`);

test('a purchase waits without a number, and is told as waiting; the answer prices it anew and asks for the money', async () => {
  const buyer = await buildBuyer(world, wien);
  const id = await begin(buyer);
  const { invoices, billing } = world.api(buyer);
  expect(await invoices.get({ params: { id } })).toMatchObject({
    state: 'pending_tax',
    number: null,
    total: 3480,
    rights: { pay: false },
  });
  expect((await invoices.list({ query: { state: 'pending_tax' } })).items.map((one) => one.id)).toEqual([id]);
  expect((await keeper().list({ query: { state: 'pending_tax' } })).items.map((one) => one.id)).toContain(id);
  // its page asks what follows: nothing yet, which is another answer than that there is no such invoice
  expect(await world.api(buyer).coming.ofInvoice({ params: { id } })).toEqual({ coming: null });
  expect(await billing.outcome({ params: { id } })).toMatchObject({ state: 'tax', runs: 'no' });
  expect(await live(buyer)).toMatchObject({ state: 'incomplete', taxWaits: id });
  await expect(invoices.pay({ params: { id }, body: { by: 'transfer' } })).rejects.toMatchObject({ code: 'nothing_due' });
  await wait(30 * hour);
  expect(await live(buyer)).toMatchObject({ state: 'incomplete' });
  await answered(buyer);
  const open = await invoices.get({ params: { id } });
  expect(open).toMatchObject({ state: 'open', total: 2900, tax: 0, taxReason: 'reverseCharge' });
  expect(open.number).not.toBeNull();
  await wait(20 * day);
  await pay(world, shop, id);
  expect(await live(buyer)).toMatchObject({ state: 'active', taxWaits: null });
});

test('nobody waits for ever: after three days the tax is charged, unless the seller holds such claims', async () => {
  const buyer = await buildBuyer(world, wien);
  const id = await begin(buyer);
  await wait(2 * day);
  expect(await keeper().get({ params: { id } })).toMatchObject({ state: 'pending_tax', rights: { decideTax: true } });
  await wait(25 * hour);
  expect(await keeper().get({ params: { id } })).toMatchObject({ state: 'open', total: 3480 });
  const held = await buildBuyer(world, wien);
  const second = await begin(held);
  const hold = (word: string) =>
    world.ctx().system.write(async (tx) => void (await tx.execute(sql`update billing_sellers set tax_fallback = ${word}`)));
  await hold('hold');
  await wait(9 * day);
  expect(await keeper().get({ params: { id: second } })).toMatchObject({ state: 'pending_tax' });
  await hold('charge');
  await wait(hour);
  expect(await keeper().get({ params: { id: second } })).toMatchObject({ state: 'open' });
});

test('a person decides, with a reason that is kept: with tax, or by a proof that they saw', async () => {
  const buyer = await buildBuyer(world, wien);
  const id = await begin(buyer);
  const decide = (as: 'charge' | 'valid', revision: number) =>
    keeper().decideTax({ params: { id }, body: { as, reason: 'their tax office said so', revision } });
  const { revision } = await keeper().get({ params: { id } });
  await expect(decide('valid', revision - 1)).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(await decide('valid', revision)).toMatchObject({ state: 'open', total: 2900, taxReason: 'reverseCharge' });
  await expect(decide('charge', revision + 5)).rejects.toMatchObject({ code: 'wrong_state' });
  const rows = await world
    .ctx()
    .system.read.execute<{ data: unknown }>(
      sql`select data from audit_entries where action = 'billing.invoice-tax-decided' and subject_id = ${id}`,
    );
  expect(rows.rows[0]?.data).toMatchObject({ as: 'valid', reason: 'their tax office said so' });
  const other = await buildBuyer(world, wien);
  const params = { id: await begin(other) };
  const of = { params, body: { as: 'charge' as const, reason: 'no answer', revision: 1 } };
  const body = { ...of.body, revision: (await keeper().get({ params })).revision };
  await expect(world.api().allInvoices.decideTax(of)).rejects.toMatchObject({ code: 'not_signed_in' });
  await expect(world.api(other).allInvoices.decideTax(of)).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api({ ...shop.operator, scope: [] }).allInvoices.decideTax(of)).rejects.toMatchObject({
    code: 'not_allowed',
  });
  expect(await keeper().decideTax({ params, body })).toMatchObject({ state: 'open', total: 3480 });
});

test('a renewal goes on while its claim waits; the period is had, and its money asked for when the tax is known', async () => {
  const vatCheck = { check: 'valid' as const, at: world.clock.now(), requestId: 'A', name: null, address: null };
  const buyer = await buildBuyer(world, { ...wien, vatCheck });
  await subscribe(world, shop, { buyer, planId });
  const end = (await live(buyer))?.periodEnd ?? 0;
  world.clock.advance(end - world.clock.now() - 15 * day);
  await runEngine(world.ctx());
  await unchecked(buyer);
  await put(buyer, sql`changed_at = ${new Date(end)}`);
  await wait(2 * day);
  const [claim] = (await world.api(buyer).invoices.list({ query: { state: 'pending_tax' } })).items;
  expect(claim).toMatchObject({ cause: 'period', total: 3480 });
  await wait(14 * day);
  const turned = await live(buyer);
  expect(turned).toMatchObject({ periodStart: end });
  expect(['active', 'past_due']).toContain(turned?.state);
  await answered(buyer);
  await runEngine(world.ctx());
  const open = await world.api(buyer).invoices.get({ params: { id: claim?.id ?? '' } });
  expect(open.number).not.toBeNull();
  await pay(world, shop, open.id);
  expect(await live(buyer)).toMatchObject({ state: 'active', taxWaits: null });
});

test('a purchase that waits makes room for the next one, and leaves no claim', async () => {
  const buyer = await buildBuyer(world, wien);
  const id = await begin(buyer);
  const second = await begin(buyer);
  expect(second).not.toBe(id);
  await expect(keeper().get({ params: { id } })).rejects.toMatchObject({ code: 'not_found' });
});

test('what was drafted by hand waits too, and goes back to a person where the answer changes its amount', async () => {
  const buyer = await buildBuyer(world, wien);
  const lines = [{ title: 'Training', detail: '', quantity: 1, unit: 10_000 }];
  const made = await keeper().create({ body: { accountId: buyer.accountId, currency: 'EUR', lines, note: '' } });
  const params = { id: made.id };
  expect(await keeper().finalize({ params, body: { revision: made.revision } })).toMatchObject({
    state: 'pending_tax',
    total: 12_000,
  });
  await answered(buyer);
  const back = await keeper().get({ params });
  expect(back).toMatchObject({ state: 'draft', total: 10_000 });
  expect(await keeper().finalize({ params, body: { revision: back.revision } })).toMatchObject({ state: 'open', total: 10_000 });
});

test('numbers of which nobody says anything for long hold up no other: all that are waited for are asked for again', async () => {
  const buyers = [await buildBuyer(world, wien), await buildBuyer(world, wien)];
  for (const buyer of buyers) await begin(buyer);
  const waiting = await world
    .ctx()
    .system.read.execute(sql`select distinct account_id from invoices where state = 'pending_tax'`);
  expect(await checkOld(world.ctx(), { limit: 1 })).toBe(waiting.rows.length);
  expect(waiting.rows.length).toBeGreaterThanOrEqual(buyers.length);
});
