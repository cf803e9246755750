/** Changing plan, rhythm and seats: what was shown is what is charged, and nothing counts before it is paid. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const day = 86_400_000;
const seatsOf = (key: string) => ({ wish: { planId: key, period: 'month' as const, seats: 0 } }).wish;
const rooms = async (buyer: UserActor) => (await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms;
const live = async (buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('none');
  return subscription;
};

test('an upgrade is charged to the minor unit as it was shown, and counts once it is paid', async () => {
  const [small, large] = [
    await buildPlan(world, shop, { name: 'Small', entitlements: { rooms: 3 } }),
    await buildPlan(world, shop, { name: 'Large', month: 5900n, entitlements: { rooms: 30 } }),
  ];
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: small });
  world.clock.advance(10 * day);
  const { subscriptions, invoices } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: seatsOf(large) });
  expect(quote).toMatchObject({ when: 'now', planName: 'Large', broken: [], narrower: [], toBalance: 0 });
  expect(quote.lines.map((line) => line.kind)).toEqual(['credit', 'charge']);
  expect(quote.lines.map((line) => line.part?.full)).toEqual([2900, 5900]);
  expect(quote.total).toBe(quote.toPay);
  expect(quote.next?.total).toBe(7021);
  world.clock.advance(60_000);
  const begun = await subscriptions.change({ body: { quoteId: quote.id } });
  expect(begun.next.kind).toBe('instructions');
  // pressed twice is once
  expect(await subscriptions.change({ body: { quoteId: quote.id } })).toEqual(begun);
  expect((await live(buyer)).changing).toMatchObject({ planName: 'Large', invoiceId: begun.invoiceId });
  const [claim] = (await invoices.list()).items;
  expect(claim).toMatchObject({ cause: 'change', total: quote.total, state: 'open' });
  expect(await rooms(buyer)).toBe(3);
  await pay(world, shop, begun.invoiceId);
  expect(await rooms(buyer)).toBe(30);
  expect(await live(buyer)).toMatchObject({ planName: 'Large', state: 'active' });
  expect((await live(buyer)).next?.total).toBe(7021);
});

test('an upgrade that nobody pays lapses, and the plan stays what it was', async () => {
  const [small, large] = [await buildPlan(world, shop, {}), await buildPlan(world, shop, { month: 9900n })];
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: small });
  const { subscriptions, invoices } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: seatsOf(large) });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  world.clock.advance(15 * day);
  await runEngine(world.ctx());
  expect((await invoices.get({ params: { id: invoiceId ?? '' } })).state).toBe('void');
  expect(await live(buyer)).toMatchObject({ planId: small, state: 'active' });
});

test('what costs less waits for the next period, can be taken back, and tells what it breaks', async () => {
  const [small, large] = [
    await buildPlan(world, shop, { name: 'Small', entitlements: { people: 0, auditDays: 90 } }),
    await buildPlan(world, shop, { month: 9900n, seat: 100n }),
  ];
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: large });
  const { subscriptions } = world.api(buyer);
  const ask = async () => {
    const quote = await subscriptions.quoteChange({ body: seatsOf(small) });
    expect(quote).toMatchObject({ when: 'end', total: 0, lines: [] });
    expect(quote.broken.map((one) => one.key)).toContain('people');
    expect(quote.narrower).toEqual([{ key: 'auditDays', days: 90 }]);
    return subscriptions.change({ body: { quoteId: quote.id } });
  };
  expect(await ask()).toEqual({ invoiceId: null, next: { kind: 'done' } });
  const put = await live(buyer);
  expect(put).toMatchObject({
    planId: large,
    pending: { planName: 'Small' },
    acts: ['change', 'undo_change', 'pause', 'cancel', 'pay_by'],
  });
  await subscriptions.undoChange({ body: { revision: put.revision } });
  expect((await live(buyer)).pending).toBeNull();
  await expect(subscriptions.undoChange({ body: { revision: put.revision } })).rejects.toMatchObject({ code: 'wrong_state' });
  await ask();
  for (const days of [20, 15]) {
    world.clock.advance(days * day);
    await runEngine(world.ctx());
  }
  expect(await live(buyer)).toMatchObject({ planId: small, pending: null });
});

test('a quote holds for a quarter of an hour, and only for what it was made from', async () => {
  const [small, large] = [await buildPlan(world, shop, {}), await buildPlan(world, shop, { month: 9900n, seat: 100n })];
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: small });
  const { subscriptions } = world.api(buyer);
  await expect(subscriptions.quoteChange({ body: seatsOf(small) })).rejects.toMatchObject({ code: 'same_already' });
  const refused = subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 900 } });
  await expect(refused).rejects.toMatchObject({ code: 'seats_refused' });
  const old = await subscriptions.quoteChange({ body: seatsOf(large) });
  world.clock.advance(16 * 60_000);
  await expect(subscriptions.change({ body: { quoteId: old.id } })).rejects.toMatchObject({ code: 'quote_expired' });
  const stranger = await buildBuyer(world);
  const fresh = await subscriptions.quoteChange({ body: seatsOf(large) });
  const theirs = world.api(stranger).subscriptions.change({ body: { quoteId: fresh.id } });
  await expect(theirs).rejects.toMatchObject({ code: 'not_found' });
});

test('a month becomes a year with a period of its own, and what is too much goes to the balance', async () => {
  const plan = await buildPlan(world, shop, { month: 9900n, year: 1000n });
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: plan });
  world.clock.advance(day);
  const { subscriptions, billing, invoices } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: { planId: plan, period: 'year', seats: 0 } });
  expect(quote.when).toBe('now');
  expect(quote.toBalance).toBe(-quote.total);
  expect(quote.toBalance).toBeGreaterThan(0);
  const { invoiceId, next } = await subscriptions.change({ body: { quoteId: quote.id } });
  expect(next).toEqual({ kind: 'done' });
  // what is given back and what is asked for stand on paper, each by itself
  const asked = await invoices.get({ params: { id: invoiceId ?? '' } });
  expect(asked).toMatchObject({ state: 'paid', remaining: 0, lines: [{ kind: 'charge', amount: 1000 }] });
  const notes = (await invoices.list({ query: {} })).items.filter((one) => one.kind === 'credit_note');
  expect(notes.map((one) => one.total)).toEqual([asked.total + quote.toBalance]);
  const page = await billing.subscription();
  expect(page.balances).toEqual([{ currency: 'EUR', amount: quote.toBalance }]);
  expect(page.subscription).toMatchObject({ period: 'year', state: 'active' });
  const { periodStart, periodEnd } = page.subscription ?? {};
  expect(((periodEnd ?? 0) - (periodStart ?? 0)) / day).toBeGreaterThan(360);
});

test('preview and charge agree to the minor unit whatever the prices, the day and the coupon', async () => {
  const coupon = '00000000-0000-7000-8000-0000000c0ffe';
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into coupons (id, seller_id, code, thousandths, periods, used, revision, created_at)
      values (${coupon}, ${shop.operator.accountId}, 'THIRD', 33333, null, 0, 1, now())`),
  );
  for (const [at, month] of [999n, 3333n, 12_345n].entries()) {
    const [small, large] = [
      await buildPlan(world, shop, { month, seat: 77n, inclusive: at === 1 }),
      await buildPlan(world, shop, { month: month * 2n + 1n, seat: 131n, inclusive: at === 1 }),
    ];
    const buyer = await buildBuyer(world);
    await subscribe(world, shop, { buyer, planId: small, seats: 3, coupon: 'THIRD' });
    world.clock.advance((3 + at * 7) * day + 12_345_678);
    const { subscriptions, invoices } = world.api(buyer);
    const quote = await subscriptions.quoteChange({ body: { planId: large, period: 'month', seats: 5 } });
    expect(quote.lines).toHaveLength(4);
    const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
    const claim = await invoices.get({ params: { id: invoiceId ?? '' } });
    expect({ total: claim.total, net: claim.net, tax: claim.tax, lines: claim.lines }).toEqual({
      total: quote.total,
      net: quote.net,
      tax: quote.tax,
      lines: quote.lines.map(({ part: _part, ...line }) => line),
    });
    await pay(world, shop, invoiceId);
    expect(await live(buyer)).toMatchObject({ planId: large, seats: 5 });
  }
});

test('strangers, colleagues without the right and visitors change nothing', async () => {
  const plan = await buildPlan(world, shop);
  const other = await buildPlan(world, shop, { month: 9900n });
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: plan });
  const viewer = { ...buyer, scope: ['subscriptions.view'] };
  expect((await world.api(viewer).billing.subscription()).subscription?.acts).toEqual([]);
  await expect(world.api(viewer).subscriptions.pause({ body: { until: null, revision: 1 } })).rejects.toMatchObject({
    code: 'not_allowed',
  });
  const weak = { ...buyer, scope: [] };
  const body = seatsOf(other);
  for (const [actor, code] of [
    [weak, 'not_allowed'],
    [undefined, 'not_signed_in'],
    [shop.operator, 'not_found'],
  ] as const) {
    const { subscriptions } = world.api(actor);
    const asked = { quoteId: '00000000-0000-7000-8000-000000000001' };
    await expect(subscriptions.quoteChange({ body })).rejects.toMatchObject({ code });
    await expect(subscriptions.change({ body: asked })).rejects.toMatchObject({ code });
    await expect(subscriptions.undoChange({ body: { revision: 1 } })).rejects.toMatchObject({ code });
    await expect(subscriptions.pause({ body: { until: null, revision: 1 } })).rejects.toMatchObject({ code });
    await expect(subscriptions.resume({ body: { by: 'transfer', revision: 1 } })).rejects.toMatchObject({ code });
    await expect(subscriptions.forecast({ body: {} })).rejects.toMatchObject({ code });
    await expect(subscriptions.withdrawal()).rejects.toMatchObject({ code });
    await expect(subscriptions.withdraw({ body: { revision: 1 } })).rejects.toMatchObject({ code });
  }
});

test('a change is shown in the language of who reads it, and the invoice speaks the account’s', async () => {
  const [small, large] = [await buildPlan(world, shop, {}), await buildPlan(world, shop, { month: 5900n })];
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: small });
  world.clock.advance(10 * day);
  const saidIn = async (locale: string) => {
    const { lines } = await world.api(buyer, { locale }).subscriptions.quoteChange({ body: seatsOf(large) });
    return lines.map((line) => line.detail).join(' ');
  };
  const [german, english] = [await saidIn('de'), await saidIn('en-US')];
  expect(german).not.toBe(english);
  const quote = await world.api(buyer, { locale: 'de' }).subscriptions.quoteChange({ body: seatsOf(large) });
  const { invoiceId } = await world.api(buyer, { locale: 'de' }).subscriptions.change({ body: { quoteId: quote.id } });
  const { lines } = await world.api(buyer).invoices.get({ params: { id: invoiceId ?? '' } });
  expect(lines.map((line) => line.detail).join(' ')).toBe(english);
});
