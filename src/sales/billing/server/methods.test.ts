/** Cards that are stored for later, on the stand-in of the provider: added, charged first, forgotten, and which way a plan is paid. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld, type World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { type CardProviderFake, startCardProvider } from '../../../../e2e/card-provider/card-provider.ts';
import { buildBuyer, buildPlan, buildShop, type Shop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { settleSetups } from './methods.service.ts';

let world: World & { close(): Promise<void> };
let fake: CardProviderFake;
let shop: Shop;
const clock = { now: () => Date.now() };
beforeAll(async () => {
  fake = await startCardProvider({ clock: () => clock.now() });
  const env = { STRIPE_SECRET_KEY: fake.key, STRIPE_WEBHOOK_SECRETS: fake.secret, STRIPE_ADDRESS: fake.url };
  world = await testWorld({ env });
  clock.now = world.clock.now;
  await world.app.listen({ host: '127.0.0.1', port: 0 });
  const address = world.app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  fake.deliverTo(`http://127.0.0.1:${port}/api/providers/card/events`);
  shop = await buildShop(world);
});
afterAll(async () => {
  await world.close();
  await fake.close();
});

const day = 86_400_000;
const typeIn = (url: string, number = '4242424242424242') =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ number }),
  });
const page = (buyer: UserActor) => world.api(buyer).billing.subscription();
async function store(buyer: UserActor, number?: string): Promise<string> {
  const { methods } = world.api(buyer);
  const { id, url } = await methods.add();
  await typeIn(url, number);
  expect((await methods.arrive({ body: { id } })).state).toBe('stored');
  return (await page(buyer)).methods.at(-1)?.id ?? '';
}

test('a card is stored on the page of the provider, and known by its last digits alone', async () => {
  const buyer = await buildBuyer(world);
  const { methods } = world.api(buyer);
  const { id, url } = await methods.add();
  expect(await methods.arrive({ body: { id } })).toEqual({ state: 'waiting', last4: null, begun: null });
  expect((await typeIn(url)).headers.get('location')).toContain(`/my-subscriptions?card=${id}`);
  expect(await methods.arrive({ body: { id } })).toEqual({ state: 'stored', last4: '4242', begun: null });
  // a reload asks again, and the news come late
  await methods.arrive({ body: { id } });
  await fake.pumpWebhooks();
  await world.runJobs();
  expect((await page(buyer)).methods).toMatchObject([{ brand: 'visa', last4: '4242', first: true, expires: '2031-08' }]);
});

test('whoever closes the page after the card was stored has it by the news, or by the hourly look', async () => {
  const [one, two] = [await buildBuyer(world), await buildBuyer(world)];
  await typeIn((await world.api(one).methods.add()).url);
  await fake.pumpWebhooks();
  await world.runJobs();
  expect((await page(one)).methods).toHaveLength(1);
  fake.switches.drop = true;
  await typeIn((await world.api(two).methods.add()).url);
  await fake.pumpWebhooks();
  fake.switches.drop = false;
  world.clock.advance(20 * 60_000);
  await settleSetups(world.ctx());
  expect((await page(two)).methods).toHaveLength(1);
});

test('a page that nobody used is given up after two days, and stores nothing', async () => {
  const buyer = await buildBuyer(world);
  const { methods } = world.api(buyer);
  const { id } = await methods.add();
  world.clock.advance(3 * day);
  await settleSetups(world.ctx());
  expect(await methods.arrive({ body: { id } })).toEqual({ state: 'given_up', last4: null, begun: null });
  expect((await page(buyer)).methods).toEqual([]);
});

test('the card that is first goes last; what is forgotten is gone at the provider, too', async () => {
  const buyer = await buildBuyer(world);
  const [old, fresh] = [await store(buyer), await store(buyer, '5555555555554444')];
  const { methods, billing } = world.api(buyer);
  await expect(billing.forgetMethod({ params: { id: old } })).rejects.toMatchObject({ code: 'method_first' });
  await methods.first({ params: { id: fresh } });
  expect((await page(buyer)).methods.map((one) => [one.id, one.first])).toEqual([
    [fresh, true],
    [old, false],
  ]);
  await billing.forgetMethod({ params: { id: old } });
  await world.runJobs();
  expect(fake.calls.at(-1)).toMatch(/^POST payment_methods\/pm_\d+\/detach$/);
  await billing.forgetMethod({ params: { id: fresh } });
  expect((await page(buyer)).methods).toEqual([]);
});

test('a card that is stored again stands in the list once, and stays the one that is charged', async () => {
  const buyer = await buildBuyer(world);
  const giveAll = (fingerprint: string) => {
    for (const thing of fake.things.values())
      if (thing.object === 'payment_method' && thing['_given'] === undefined)
        Object.assign(thing, { _given: true, card: { ...Object(thing['card']), fingerprint } });
  };
  const { methods } = world.api(buyer);
  const storeSame = async (fingerprint: string, number?: string) => {
    const { id, url } = await methods.add();
    await typeIn(url, number);
    giveAll(fingerprint);
    await methods.arrive({ body: { id } });
  };
  await storeSame('one');
  const [before] = (await page(buyer)).methods;
  const detached = () => fake.calls.filter((one) => one.endsWith('/detach')).length;
  await world.runJobs();
  const until = detached();
  await storeSame('other', '5555555555554444');
  await storeSame('one');
  const after = (await page(buyer)).methods;
  expect(after.map((one) => [one.last4, one.first])).toEqual([
    ['4242', true],
    ['4444', false],
  ]);
  expect(after[0]?.id).not.toBe(before?.id);
  // money that is under way with the older reference is let arrive
  await world.runJobs();
  expect(detached()).toBe(until);
  world.clock.advance(73 * 3_600_000);
  await world.runJobs();
  expect(detached()).toBe(until + 1);
});

test('a plan that was paid by transfer is charged to the card that is made first, and the other way round', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { methods, invoices, billing } = world.api(buyer);
  const card = await store(buyer);
  world.clock.advance(20 * day);
  await runEngine(world.ctx());
  expect((await invoices.list()).items[0]).toMatchObject({ cause: 'period', state: 'open' });
  await methods.first({ params: { id: card } });
  // what was asked for by transfer is asked for no more
  expect((await invoices.list()).items[0]).toMatchObject({ cause: 'period', state: 'void' });
  expect((await page(buyer)).subscription?.payBy).toBe('card');
  await expect(billing.forgetMethod({ params: { id: card } })).rejects.toMatchObject({ code: 'method_first' });
  world.clock.advance(12 * day);
  await runEngine(world.ctx());
  await world.runJobs();
  const [renewal] = (await invoices.list()).items;
  expect(renewal).toMatchObject({ cause: 'period', state: 'paid' });
  const { payments } = await invoices.get({ params: { id: renewal?.id ?? '' } });
  expect(payments.map((one) => [one.provider, one.state])).toEqual([['card', 'succeeded']]);
  await methods.byTransfer();
  expect((await page(buyer)).subscription?.payBy).toBe('transfer');
  await billing.forgetMethod({ params: { id: card } });
});

test('strangers, colleagues without the right and visitors reach no card', async () => {
  const [buyer, stranger] = [await buildBuyer(world), await buildBuyer(world)];
  const { id: setup } = await world.api(buyer).methods.add();
  const card = await store(buyer);
  const theirs = world.api(stranger);
  for (const asked of [
    () => theirs.methods.arrive({ body: { id: setup } }),
    () => theirs.methods.first({ params: { id: card } }),
    () => theirs.billing.forgetMethod({ params: { id: card } }),
  ])
    await expect(asked()).rejects.toMatchObject({ code: 'not_found' });
  await expect(theirs.methods.byTransfer()).rejects.toMatchObject({ code: 'wrong_state' });
  const viewer = { ...buyer, scope: ['subscriptions.view'] };
  for (const [actor, code] of [
    [viewer, 'not_allowed'],
    [undefined, 'not_signed_in'],
    [shop.operator, 'not_found'],
  ] as const) {
    const { methods, billing } = world.api(actor);
    const asked = [
      () => methods.add(),
      () => methods.arrive({ body: { id: setup } }),
      () => methods.first({ params: { id: card } }),
      () => methods.byTransfer(),
      () => billing.forgetMethod({ params: { id: card } }),
    ];
    for (const one of asked) await expect(one()).rejects.toMatchObject({ code });
  }
  expect((await page(viewer)).rights.purchase).toBe(false);
});
