/** What a vendor does with subscriptions that it sells, and with files for its bookkeeper: by its own hand, with its own things, and at its own cost. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { zipEntries } from '#operate/ownership/server/zip.factory.ts';
import { dayIn } from '#sales/billing/days.rules.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import { closeMonth } from './month.service.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const planId = await buildPlan(world, shop, { month: 3000n });
const day = 86_400_000;
const reason = 'agreed by phone';
const run = async (query: ReturnType<typeof sql>) =>
  (await world.ctx().system.write((tx) => tx.execute<Record<string, unknown>>(query))).rows;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const without = (actor: UserActor, right: string): UserActor => ({ ...actor, scope: actor.scope.filter((one) => one !== right) });

/** A vendor with a customer whose plan of 20 euros is paid and runs. */
async function sold() {
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency: 'EUR', floor: 1000, price: 2000 });
  const quote = await world.api(buyer).billing.quote({ body: { planId: own, period: 'month', currency: 'EUR' } });
  const bought = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const body = { amount: 2380, valueDate: '2026-11-20', bankRef: '', note: '' };
  const sale = { id: bought.invoiceId ?? '' };
  const { number } = await world.api(vendor).resale.recordSale({ params: sale, body });
  const params = { id: bought.subscriptionId };
  const now = () => world.api(vendor).resale.subscription({ params });
  const audited = async () =>
    (
      await run(
        sql`select action, account_id as who from audit_entries where subject_id = ${params.id} and action like 'billing.%' order by id`,
      )
    ).map((row) => [row['action'], row['who']]);
  return { vendor, buyer, params, now, audited, number: number ?? '' };
}

test('a vendor ends what it sells with its period: nothing more is asked for, and both sides read why', async () => {
  const { vendor, buyer, params, now, audited } = await sold();
  const before = await now();
  expect(before).toMatchObject({ state: 'active', cancelAtEnd: false, rights: { endNow: true, endLater: true, extend: true } });
  const { revision } = before;
  const end = { when: 'end' as const, reason, revision };
  const after = await world.api(vendor).resale.endSubscription({ params, body: end });
  expect(after).toMatchObject({ state: 'active', cancelAtEnd: true, rights: { endNow: true, endLater: false } });
  expect(await codeOf(world.api(vendor).resale.endSubscription({ params, body: end }))).toBe('changed_meanwhile');
  const again = { ...end, revision: after.revision };
  expect(await codeOf(world.api(vendor).resale.endSubscription({ params, body: again }))).toBe('wrong_state');
  expect(await audited()).toEqual(
    expect.arrayContaining([
      ['billing.cancel-asked', buyer.accountId],
      ['billing.cancel-asked', vendor.accountId],
    ]),
  );
  world.clock.advance(35 * day);
  await runEngine(world.ctx());
  expect(await now()).toMatchObject({ state: 'canceled', rights: { endNow: false, endLater: false, extend: false } });
  expect((await world.api(buyer).invoices.list({ query: {} })).items).toHaveLength(1);
});

test('ended now, what was not used goes to the balance of its customer by a credit note of the vendor, or stays', async () => {
  for (const [credit, notes] of [
    ['unused', 1],
    ['nothing', 0],
  ] as const) {
    const { vendor, buyer, params, now } = await sold();
    world.clock.advance(10 * day);
    const { revision } = await now();
    const body = { when: 'now' as const, credit, reason, revision };
    expect(await world.api(vendor).resale.endSubscription({ params, body })).toMatchObject({ state: 'canceled' });
    const { items } = await world.api(buyer).invoices.list({ query: { kind: 'credit_note' } });
    expect(items).toHaveLength(notes);
    if (notes > 0) expect(items[0]?.number).toMatch(/^BD/);
    expect((await world.api(buyer).billing.subscription()).subscription?.state).toBe('canceled');
  }
});

/** On to the twentieth of a month, so that a period lies in two of them. */
const toTwentieth = () => {
  const now = new Date(world.clock.now());
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + (now.getUTCDate() >= 20 ? 1 : 0), 20, 10);
  world.clock.advance(next - now.getTime());
};

test('days on top are the customer’s for nothing, and the vendor owes the operator their lowest price; also after the month was charged', async () => {
  toTwentieth();
  const { vendor, buyer, params, now } = await sold();
  const { revision, periodEnd } = await now();
  const charged = () =>
    run(
      sql`select piece = 'period' as whole, amount::int as amount from resale_charges where subscription_id = ${params.id} order by starts_at`,
    );
  const [{ length } = { length: 0 }] = await run(
    sql`select extract(epoch from ends_at - starts_at)::int / 86400 as length from subscription_periods where subscription_id = ${params.id}`,
  );
  world.clock.advance(15 * day);
  await closeMonth(world.ctx());
  expect(await charged()).toEqual([{ whole: true, amount: 1000 }]);
  const after = await world.api(vendor).resale.extendSubscription({ params, body: { days: 15, reason, revision } });
  expect(after.periodEnd).toBe((periodEnd ?? 0) + 15 * day);
  expect((await world.api(buyer).invoices.list({ query: {} })).items).toHaveLength(1);
  world.clock.advance(31 * day);
  await closeMonth(world.ctx());
  expect(await charged()).toEqual([
    { whole: true, amount: 1000 },
    { whole: false, amount: Math.round((1000 * 15) / Number(length)) },
  ]);
});

test('a trial is as long as the operator allows: no vendor makes it longer, but it may end it', async () => {
  const tried = await buildPlan(world, shop, { month: 3000n, trialDays: 14 });
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const planOf = await buildOffer(world, shop, { vendor, buyer, planId: tried, currency: 'EUR', floor: 1000, price: 2000 });
  const prices = [{ currency: 'EUR', period: 'month' as const, amount: 2000, seatAmount: null }];
  await world
    .api(vendor)
    .resale.offer({ params: { planId: tried }, body: { name: 'Schule T', onSale: true, trialDays: 10, prices } });
  const quote = await world.api(buyer).billing.quote({ body: { planId: planOf, period: 'month', currency: 'EUR' } });
  const bought = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const params = { id: bought.subscriptionId };
  const { resale } = world.api(vendor);
  const { revision, state, rights } = await resale.subscription({ params });
  expect([state, rights]).toEqual(['trialing', { endNow: true, endLater: true, extend: false }]);
  expect(await codeOf(resale.extendSubscription({ params, body: { days: 10, reason, revision } }))).toBe('wrong_state');
  expect(await resale.endSubscription({ params, body: { when: 'end', reason, revision } })).toMatchObject({ cancelAtEnd: true });
});

test('no other vendor, no customer, not the operator, nobody without the right or a session does any of it', async () => {
  const [mine, other] = [await sold(), await sold()];
  const { params } = mine;
  const { revision } = await mine.now();
  const codes = async ({ resale }: ReturnType<typeof world.api>) => {
    const all = [
      resale.subscription({ params }),
      resale.endSubscription({ params, body: { when: 'now', reason, revision } }),
      resale.endSubscription({ params, body: { when: 'end', reason, revision } }),
      resale.extendSubscription({ params, body: { days: 3, reason, revision } }),
    ];
    return [...new Set(await Promise.all(all.map(codeOf)))];
  };
  for (const actor of [other.vendor, mine.buyer, shop.operator]) expect(await codes(world.api(actor))).toEqual(['not_found']);
  expect(await codes(world.api(without(mine.vendor, 'vendors.manage')))).toEqual(['not_allowed']);
  expect(await codes(world.api())).toEqual(['not_signed_in']);
  const { allSubscriptions } = world.api(shop.operator);
  expect(await codeOf(allSubscriptions.get({ params }))).toBe('not_found');
  expect(await codeOf(allSubscriptions.cancel({ params, body: { credit: 'nothing', reason, revision } }))).toBe('not_found');
  expect(await codeOf(allSubscriptions.extend({ params, body: { days: 3, reason, revision } }))).toBe('not_found');
  expect((await mine.now()).revision).toBe(revision);
});

test('a vendor’s file of a period has what it issued and was paid, its journal and its numbers, and nothing of anybody else', async () => {
  const [mine, other] = [await sold(), await sold()];
  await world.runJobs();
  const today = dayIn(world.clock.now(), 'Europe/Berlin');
  const body = { from: today, to: today, parts: ['documents', 'payments', 'ledger', 'papers', 'gaps'] as const };
  const { periods } = world.api(mine.vendor);
  const { id } = await periods.startVendor({ body: { ...body, parts: [...body.parts] } });
  await world.runJobs();
  expect((await periods.vendor()).items).toMatchObject([{ id, state: 'ready' }]);
  const { url } = await periods.linkVendor({ params: { id } });
  const got = await world.app.inject(url.replace('http://localhost:3000', ''));
  const files = new Map([...zipEntries(got.rawPayload)].map(([name, bytes]) => [name, bytes.toString('latin1')]));
  expect([...files.keys()].sort()).toEqual(
    [
      ...['documents.csv', 'numbers.csv', 'payments.csv', 'postings.csv', 'taxes.csv'],
      ...['.cii.xml', '.pdf', '.ubl.xml'].map((end) => `papers/${mine.number}${end}`),
    ].sort(),
  );
  expect(files.get('documents.csv')).toContain(mine.number);
  expect(files.get('numbers.csv')).not.toContain('missing');
  for (const name of ['payments.csv', 'postings.csv']) expect(files.get(name)?.trimEnd().split('\r\n').length).toBeGreaterThan(1);
  const buyers = await run(sql`select id from accounts where id = ${other.buyer.accountId}`);
  expect([...files.values()].join('')).not.toContain(String(buyers[0]?.['id']));
  const codes = async (api: ReturnType<typeof world.api>) => {
    const all = [
      api.periods.vendor(),
      api.periods.startVendor({ body: { ...body, parts: ['gaps'] } }),
      api.periods.linkVendor({ params: { id } }),
    ];
    return Promise.all(all.map(codeOf));
  };
  expect(await codes(world.api(mine.buyer))).toEqual(['not_found', 'not_found', 'not_found']);
  expect(await codes(world.api(shop.operator))).toEqual(['not_found', 'not_found', 'not_found']);
  expect(await codes(world.api(without(mine.vendor, 'vendors.manage')))).toEqual(['not_allowed', 'not_allowed', 'not_allowed']);
  expect(await codes(world.api())).toEqual(['not_signed_in', 'not_signed_in', 'not_signed_in']);
  expect((await world.api(other.vendor).periods.vendor()).items).toEqual([]);
  expect(await codeOf(world.api(other.vendor).periods.linkVendor({ params: { id } }))).toBe('not_found');
  expect(await codeOf(world.api(shop.operator).periods.link({ params: { id } }))).toBe('not_found');
}, 60_000);
