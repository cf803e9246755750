/** While nobody says whether a VAT number is valid: an event pass waits like a plan, a change is refused and asked about again. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { type FakeVies, startFakeVies } from '../../../../e2e/fake-vies.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, pay, subscribe } from './billing.factory.ts';
import { type CardWorld, cardWorld, hear, payOn, visa } from './card-world.factory.ts';
import { runEngine } from './engine.service.ts';
import { settleTaxes } from './tax-waiting.service.ts';
import { checkOld, checkProfile } from './vat.service.ts';

let card: CardWorld;
let vies: FakeVies;
let planId: string;
let passId: string;
beforeAll(async () => {
  vies = await startFakeVies(() => Date.now());
  card = await cardWorld({ VAT_CHECK_ADDRESS: vies.url });
  planId = await buildPlan(card.world, card.shop, { seat: 150n });
  passId = await buildPass(card.world, card.shop, { once: 4900n });
});
afterAll(async () => {
  await card.close();
  await vies.close();
});
beforeEach(() => {
  vies.switches.mood = 'down';
  vies.switches.numbers['ATU12345675'] = { valid: true, name: 'Schule Wien', address: 'Wien' };
});

const [hour, day] = [3_600_000, 86_400_000];
const wien = { country: 'AT', postcode: '1010', city: 'Wien', vatId: 'ATU12345675' };
const invoice = (buyer: UserActor, id: string) => card.world.api(buyer).invoices.get({ params: { id } });
const passes = async (buyer: UserActor) =>
  (await card.world.api(buyer).billing.subscription()).passes.map(({ state, invoiceId }) => ({ state, invoiceId }));
async function wait(ms: number): Promise<void> {
  card.world.clock.advance(ms);
  await runEngine(card.world.ctx());
  await settleTaxes(card.world.ctx(), null);
  await runEngine(card.world.ctx());
}
async function begin(buyer: UserActor, by: 'card' | 'transfer') {
  const api = card.world.api(buyer).passes;
  const quote = await api.quote({ body: { planId: passId, currency: 'EUR', startsAt: null } });
  const body = { quoteId: quote.id, by, terms: true as const };
  const bought = await api.buy({ body });
  expect([quote.taxPending, bought.next]).toEqual([true, { kind: 'done' }]);
  // the same quote again is the same pass
  expect(await api.buy({ body })).toEqual(bought);
  return bought.invoiceId ?? '';
}
const answered = async (buyer: UserActor) => {
  vies.switches.mood = 'up';
  await checkProfile(card.world.ctx(), buyer.accountId);
};

test('a pass by transfer waits without a number and does not lapse; the answer prices it anew, and its time to pay begins', async () => {
  const buyer = await buildBuyer(card.world, wien);
  const id = await begin(buyer, 'transfer');
  expect(await invoice(buyer, id)).toMatchObject({ state: 'pending_tax', number: null, total: 5880, rights: { pay: false } });
  expect(await card.world.api(buyer).billing.outcome({ params: { id } })).toMatchObject({ state: 'tax' });
  expect(await passes(buyer)).toEqual([{ state: 'waiting', invoiceId: id }]);
  const put = (word: string) =>
    card.world.ctx().system.write(async (tx) => void (await tx.execute(sql`update billing_sellers set tax_fallback = ${word}`)));
  await put('hold');
  await wait(25 * day);
  expect(await passes(buyer)).toEqual([{ state: 'waiting', invoiceId: id }]);
  await answered(buyer);
  await put('charge');
  expect(await invoice(buyer, id)).toMatchObject({ state: 'open', total: 4900, taxReason: 'reverseCharge' });
  await wait(20 * day);
  await pay(card.world, card.shop, id);
  expect(await passes(buyer)).toEqual([{ state: 'on', invoiceId: id }]);
});

test('by card nothing is taken before the answer; then the invoice is paid on its page', async () => {
  const buyer = await buildBuyer(card.world, wien);
  const id = await begin(buyer, 'card');
  const api = card.world.api(buyer).invoices;
  await expect(api.pay({ params: { id }, body: { by: 'card' } })).rejects.toMatchObject({ code: 'nothing_due' });
  await answered(buyer);
  const next = await api.pay({ params: { id }, body: { by: 'card' } });
  if (next.kind !== 'redirect') throw new Error('no page');
  await payOn(next.url, visa);
  await hear(card);
  expect(await passes(buyer)).toEqual([{ state: 'on', invoiceId: id }]);
});

test('after three days without an answer tax is charged, and what nobody pays then lapses', async () => {
  const buyer = await buildBuyer(card.world, wien);
  const id = await begin(buyer, 'transfer');
  await wait(3 * day + hour);
  expect(await invoice(buyer, id)).toMatchObject({ state: 'open', total: 5880 });
  await wait(22 * day);
  expect([await passes(buyer), (await invoice(buyer, id)).state]).toEqual([[{ state: 'lapsed', invoiceId: id }], 'void']);
});

test('a change is refused while nobody answers, its number is asked about each hour, and after three days tax is charged', async () => {
  const buyer = await buildBuyer(card.world, wien);
  await answered(buyer);
  await subscribe(card.world, card.shop, { buyer, planId });
  vies.switches.mood = 'down';
  await card.world
    .ctx()
    .system.write((tx) =>
      tx.execute(
        sql`update billing_profiles set vat_check = null, changed_at = ${new Date(card.world.clock.now())} where account_id = ${buyer.accountId}`,
      ),
    );
  const { subscriptions } = card.world.api(buyer);
  const ask = () => subscriptions.quoteChange({ body: { planId, period: 'month', seats: 3 } });
  const quote = await ask();
  expect(quote.taxPending).toBe(true);
  await expect(subscriptions.change({ body: { quoteId: quote.id } })).rejects.toMatchObject({ code: 'tax_pending' });
  await checkOld(card.world.ctx());
  const { rows } = await card.world
    .ctx()
    .system.read.execute<{ n: number }>(
      sql`select count(*)::int as n from pgboss.job where name = 'billing.vat-check' and data::text like ${`%${buyer.accountId}%`}`,
    );
  expect(rows[0]?.n).toBeGreaterThan(0);
  card.world.clock.advance(3 * day + hour);
  const later = await ask();
  expect(later.taxPending).toBe(false);
  expect((await subscriptions.change({ body: { quoteId: later.id } })).invoiceId).not.toBeNull();
});
