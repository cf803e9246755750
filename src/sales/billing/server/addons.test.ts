/** Add-ons of a plan: bought with it, added and taken away later; what was shown is what is charged, and limits follow what is paid. */
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { AddonWish } from '../addons.contract.ts';
import { buildAddon, buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const day = 86_400_000;
const held = (buyer: UserActor) => entitlementsFor(world.ctx().system.read, buyer.accountId);
const live = async (buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('none');
  return subscription;
};
const plan = await buildPlan(world, shop, { name: 'Team', entitlements: { peopleAtOnce: 60, recordingGb: 10, branding: false } });
const storage = await buildAddon(world, shop, { name: 'Storage', month: 500n, entitlements: { recordingGb: 50 } });
const look = await buildAddon(world, shop, { name: 'Look', month: 900n, setupFee: 1500n, entitlements: { branding: true } });
const wish = (addons: AddonWish[]) => ({ planId: plan, period: 'month' as const, seats: 0, addons });
const withPlan = async (): Promise<UserActor> => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: plan });
  return buyer;
};
/** Changes to these add-ons, pays what is due, and returns the price that was shown. */
async function change(buyer: UserActor, addons: AddonWish[]) {
  const { subscriptions, invoices } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: wish(addons) });
  const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
  if (invoiceId === null) return { quote, invoiceId };
  const claim = await invoices.get({ params: { id: invoiceId } });
  expect({ total: claim.total, net: claim.net, tax: claim.tax, lines: claim.lines }).toEqual({
    total: quote.total,
    net: quote.net,
    tax: quote.tax,
    lines: quote.lines.map(({ part: _part, ...line }) => line),
  });
  return { quote, invoiceId };
}

test('bought with the plan, each has its line, and limits rise with the first payment', async () => {
  const buyer = await buildBuyer(world);
  const { billing, invoices } = world.api(buyer);
  const addons = [
    { planId: storage, quantity: 3 },
    { planId: look, quantity: 1 },
  ];
  const shown = await billing.preview({ body: { wish: { ...wish(addons), currency: 'EUR' } } });
  const quote = await billing.quote({ body: { ...wish(addons), currency: 'EUR' } });
  expect([shown.total, quote.lines.map((line) => [line.kind, line.title, line.detail, line.amount])]).toEqual([
    quote.total,
    [
      ['plan', 'Team', '', 2900],
      ['addon', 'Storage', '', 1500],
      ['addon', 'Look', '', 900],
      ['setup', 'Setup fee', 'Look', 1500],
    ],
  ]);
  expect(quote.next?.total).toBe(6307);
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const claim = await invoices.get({ params: { id: invoiceId ?? '' } });
  expect([claim.total, claim.lines.map((line) => line.amount)]).toEqual([quote.total, quote.lines.map((line) => line.amount)]);
  expect((await held(buyer)).recordingGb).not.toBe(160);
  await pay(world, shop, invoiceId);
  expect(await held(buyer)).toMatchObject({ recordingGb: 160, branding: true, peopleAtOnce: 60 });
  expect((await live(buyer)).addons).toEqual([
    { planId: storage, name: 'Storage', quantity: 3 },
    { planId: look, name: 'Look', quantity: 1 },
  ]);
  expect((await live(buyer)).next?.total).toBe(6307);
});

test('one that is added is asked for in part, with its set-up, and counts from the second in which it is paid', async () => {
  const buyer = await withPlan();
  world.clock.advance(10 * day);
  const { quote, invoiceId } = await change(buyer, [
    { planId: storage, quantity: 2 },
    { planId: look, quantity: 1 },
  ]);
  expect(quote.when).toBe('now');
  expect(quote.lines.map((line) => [line.kind, line.title, line.part?.full])).toEqual([
    ['charge', 'Storage', 1000],
    ['charge', 'Look', 900],
    ['setup', 'Setup fee', undefined],
  ]);
  expect(quote.next?.total).toBe(5712);
  expect((await live(buyer)).changing?.addons).toHaveLength(2);
  expect(await held(buyer)).toMatchObject({ recordingGb: 10, branding: false });
  await pay(world, shop, invoiceId);
  expect(await held(buyer)).toMatchObject({ recordingGb: 110, branding: true });
  // more of it: the rest of what was paid is given back, the new number asked for
  const more = await change(buyer, [
    { planId: storage, quantity: 5 },
    { planId: look, quantity: 1 },
  ]);
  expect(more.quote.lines.map((line) => [line.kind, line.part?.full])).toEqual([
    ['credit', 1000],
    ['charge', 2500],
  ]);
});

test('one that is taken away acts at the end of the period, can be kept, and stands on no later invoice', async () => {
  const buyer = await withPlan();
  const { invoiceId } = await change(buyer, [
    { planId: storage, quantity: 2 },
    { planId: look, quantity: 1 },
  ]);
  await pay(world, shop, invoiceId);
  const less = await change(buyer, [{ planId: look, quantity: 1 }]);
  expect([less.invoiceId, less.quote.when, less.quote.total]).toEqual([null, 'end', 0]);
  const put = await live(buyer);
  expect([put.pending?.addons.map((one) => one.name), (await held(buyer)).recordingGb]).toEqual([['Look'], 110]);
  await world.api(buyer).subscriptions.undoChange({ body: { revision: put.revision } });
  expect((await live(buyer)).pending).toBeNull();
  await change(buyer, [{ planId: look, quantity: 1 }]);
  const { charges } = await world.api(buyer).subscriptions.forecast({ body: {} });
  expect(charges.length).toBeGreaterThanOrEqual(12);
  const later = charges.slice(1).map((charge) => charge.lines.map((line) => line.title).join(' and '));
  expect(new Set(later)).toEqual(new Set(['Team and Look']));
  for (const days of [20, 15]) {
    world.clock.advance(days * day);
    await runEngine(world.ctx());
  }
  expect(await held(buyer)).toMatchObject({ recordingGb: 10, branding: true });
  const [claim] = (await world.api(buyer).invoices.list()).items;
  const { lines, cause } = await world.api(buyer).invoices.get({ params: { id: claim?.id ?? '' } });
  expect([cause, lines.map((line) => line.title)]).toEqual(['period', ['Team', 'Look']]);
}, 60_000);

test('the plan ends, and what its add-ons gave ends with it', async () => {
  const buyer = await withPlan();
  const { invoiceId } = await change(buyer, [{ planId: storage, quantity: 1 }]);
  await pay(world, shop, invoiceId);
  const { id, revision } = await live(buyer);
  const body = { credit: 'nothing' as const, reason: 'asked by mail', revision };
  await world.api(shop.operator).allSubscriptions.cancel({ params: { id }, body });
  expect((await held(buyer)).recordingGb).toBe(20);
});

test('a change that says nothing of add-ons keeps them, for another plan and another rhythm too', async () => {
  const buyer = await withPlan();
  const first = await change(buyer, [{ planId: storage, quantity: 2 }]);
  await pay(world, shop, first.invoiceId);
  const { subscriptions } = world.api(buyer);
  const quote = await subscriptions.quoteChange({ body: { planId: plan, period: 'year', seats: 0 } });
  expect(quote.addons).toEqual([{ planId: storage, name: 'Storage', quantity: 2 }]);
  expect(quote.lines.map((line) => [line.kind, line.title, line.part?.full])).toEqual([
    ['credit', 'Team', 2900],
    ['charge', 'Team', 29_000],
    ['credit', 'Storage', 1000],
    ['charge', 'Storage', 10_000],
  ]);
});

test('what cannot be sold is refused by name', async () => {
  const buyer = await withPlan();
  const { subscriptions, billing } = world.api(buyer);
  const stranger = await buildBuyer(world);
  const refused = {
    archived: await buildAddon(world, shop, { visibility: 'archived' }),
    'another currency': await buildAddon(world, shop, { currency: 'JPY' }),
    'another seller': await buildAddon(world, shop, { sellerId: stranger.accountId }),
    'with tax in it': await buildAddon(world, shop, { inclusive: true }),
    'an event pass': await buildPass(world, shop),
    'a plan': plan,
    nothing: '00000000-0000-7000-8000-000000000000',
  };
  for (const [what, planId] of Object.entries(refused)) {
    const addons = [{ planId, quantity: 1 }];
    const gone = { code: 'offer_gone' };
    await expect(subscriptions.quoteChange({ body: wish(addons) }), what).rejects.toMatchObject(gone);
    await expect(billing.preview({ body: { wish: { ...wish(addons), currency: 'EUR' } } }), what).rejects.toMatchObject(gone);
  }
  const twice = { code: 'addon_refused', data: { most: 1 } };
  await expect(subscriptions.quoteChange({ body: wish([{ planId: look, quantity: 2 }]) })).rejects.toMatchObject(twice);
  for (const quantity of [-1, 0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1e9, 1001]) {
    const odd = subscriptions.quoteChange({ body: wish([{ planId: storage, quantity }]) });
    await expect(odd, String(quantity)).rejects.toMatchObject({ code: 'invalid_input' });
  }
  const both = [
    { planId: storage, quantity: 1 },
    { planId: storage, quantity: 2 },
  ];
  await expect(subscriptions.quoteChange({ body: wish(both) })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('one that is archived later is kept by whoever has it, and sold to nobody', async () => {
  const [mine, other] = [await withPlan(), await withPlan()];
  const planId = await buildAddon(world, shop, { name: 'Old', entitlements: { rooms: 5 } });
  const { invoiceId } = await change(mine, [{ planId, quantity: 1 }]);
  await pay(world, shop, invoiceId);
  const { revision } = await world.api(shop.operator).plans.get({ params: { id: planId } });
  await world.api(shop.operator).plans.edit({ params: { id: planId }, body: { visibility: 'archived', revision } });
  expect((await change(mine, [{ planId, quantity: 2 }])).quote.total).toBeGreaterThan(0);
  const gone = world.api(other).subscriptions.quoteChange({ body: wish([{ planId, quantity: 1 }]) });
  await expect(gone).rejects.toMatchObject({ code: 'offer_gone' });
});

test.each([
  [333n, 'net', 0],
  [777n, 'gross', 1],
  [1n, 'net', 2],
  [12_345n, 'net', 3],
] as const)(
  'preview and charge agree to the minor unit: %s, %s',
  async (month, tax, days) => {
    const inclusive = tax === 'gross';
    const big = await buildPlan(world, shop, { month: month * 3n + 1n, inclusive });
    const [one, two] = [
      await buildAddon(world, shop, { name: 'One', month, inclusive, setupFee: month }),
      await buildAddon(world, shop, { name: 'Two', month: month + 2n, inclusive }),
    ];
    const buyer = await buildBuyer(world);
    await subscribe(world, shop, { buyer, planId: big });
    const { subscriptions, invoices } = world.api(buyer);
    for (const quantities of [
      [1, 0],
      [3, 2],
      [2, 7],
    ]) {
      world.clock.advance(days * day + 7_345_678);
      const addons = [one, two].flatMap((planId, index) => {
        const quantity = quantities[index] ?? 0;
        return quantity === 0 ? [] : [{ planId, quantity }];
      });
      const quote = await subscriptions.quoteChange({ body: { planId: big, period: 'month', seats: 0, addons } });
      const { invoiceId } = await subscriptions.change({ body: { quoteId: quote.id } });
      const claim = await invoices.get({ params: { id: invoiceId ?? '' } });
      expect([claim.total, claim.lines.map((line) => line.amount)]).toEqual([
        quote.total,
        quote.lines.map((line) => line.amount),
      ]);
      if (claim.state === 'open') await pay(world, shop, invoiceId);
    }
    // the renewal is the one that was foretold
    const { next } = await live(buyer);
    const { charges } = await subscriptions.forecast({ body: {} });
    expect(charges[0]?.total).toBe(next?.total);
  },
  60_000,
);
