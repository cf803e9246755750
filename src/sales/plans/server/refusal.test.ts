import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { worldForThisTest } from '#app/proof/testing.ts';
import { changeStanding } from '#core/accounts/server/standing.service.ts';
import { holdPlan } from '#core/accounts/server/plan.service.ts';
import { standardEntitlements } from '#core/accounts/accounts.rules.ts';
import { buildPlan, buildShop } from '#sales/billing/server/billing.factory.ts';

async function stage() {
  const world = await worldForThisTest();
  const shop = await buildShop(world);
  const owner = await buildPerson(world, { name: 'Olga' });
  const hold = (plan: Partial<typeof standardEntitlements>, service: 'full' | 'restricted' = 'full') =>
    world
      .ctx()
      .system.write((tx) =>
        holdPlan(world.ctx(), tx, { accountId: owner.accountId, plan: { ...standardEntitlements, ...plan }, service }),
      );
  const api = world.api(owner);
  const addRoom = () => api.rooms.create({ body: { name: 'Physics' } });
  return { world, shop, owner, hold, api, addRoom };
}

test('a refusal names the limit, its figures, and the cheapest plan on sale that has more', async () => {
  const { world, shop, hold, addRoom } = await stage();
  await buildPlan(world, shop, { name: 'Small', month: 900n, entitlements: { rooms: 1 } });
  await buildPlan(world, shop, { name: 'Huge', month: 9900n, entitlements: { rooms: null } });
  await buildPlan(world, shop, { name: 'Middle', month: 2900n, entitlements: { rooms: 5 } });
  await buildPlan(world, shop, { name: 'Secret', month: 100n, visibility: 'private', entitlements: { rooms: 9 } });
  await hold({ rooms: 1 });
  await addRoom();
  const refused = await failureOf(addRoom());
  expect(refused).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'rooms', key: 'rooms.max', used: 1, max: 1, plan: 'Middle', because: 'plan', link: '/my-subscriptions' },
  });
  expect(refused.data).toMatchObject({ text: 'Rooms: 1 of 1 are in use. The plan “Middle” allows more.' });
  expect(refused.data).not.toHaveProperty('accountId');
});

test('when nobody sells more, no plan is promised; what is not in the plan at all is said so', async () => {
  const { world, shop, hold, api, addRoom } = await stage();
  await hold({ rooms: 0, customSlug: false });
  expect(await failureOf(addRoom())).toMatchObject({ data: { plan: null, text: 'Rooms: not included in your plan.' } });
  await hold({ customSlug: false });
  await buildPlan(world, shop, { name: 'Named', entitlements: { customSlug: true } });
  expect(await failureOf(api.rooms.create({ body: { name: 'Physics', slug: 'my-physics' } }))).toMatchObject({
    data: {
      key: 'custom_slug',
      plan: 'Named',
      text: 'Custom room links: not included in your plan. The plan “Named” includes it.',
    },
  });
});

test('a limit that was given by hand beside the plan is lifted by no plan', async () => {
  const { world, shop, owner, hold, addRoom } = await stage();
  await buildPlan(world, shop, { name: 'Middle', month: 2900n, entitlements: { rooms: 5 } });
  await hold({ rooms: 60 });
  await addRoom();
  await world
    .ctx()
    .system.read.execute(sql`update accounts set extra_entitlements = '{"rooms": 1}' where id = ${owner.accountId}`);
  const refused = await failureOf(addRoom());
  expect(refused.data).toMatchObject({ used: 1, max: 1, plan: null, text: 'Rooms: 1 of 1 are in use.' });
});

test('who owes a bill reads that, and no plan', async () => {
  const { world, shop, hold, api, addRoom } = await stage();
  await buildPlan(world, shop, { entitlements: { meetingsAtOnce: 99 } });
  const { id } = await addRoom();
  await hold({}, 'restricted');
  expect(await failureOf(api.meetings.start({ params: { id } }))).toMatchObject({
    data: { because: 'unpaid', plan: null, link: '/invoices', text: expect.stringMatching(/^An invoice is unpaid/) },
  });
});

test('without a plan the link leads to those on sale; who may not buy is sent to an owner, without a link', async () => {
  const { world, owner, api, addRoom } = await stage();
  await world.ctx().system.write((tx) => changeStanding(tx, owner.accountId, { entitlements: { rooms: 0 } }));
  expect(await failureOf(addRoom())).toMatchObject({
    data: { link: '/purchase-plan', text: 'Rooms: not included in your plan.' },
  });
  const clerk = { ...owner, scope: owner.scope.filter((one) => one !== 'subscriptions.purchase' && one !== 'invoices.view') };
  const asClerk = () => failureOf(world.api(clerk).rooms.create({ body: { name: 'Physics' } }));
  expect(await asClerk()).toMatchObject({
    data: { link: null, text: 'Rooms: not included in your plan. Ask an owner of your account to change the plan.' },
  });
  await world.ctx().system.write((tx) => changeStanding(tx, owner.accountId, { entitlements: {} }));
  const { id } = await api.rooms.create({ body: { name: 'Physics' } });
  await world
    .ctx()
    .system.write((tx) => holdPlan(world.ctx(), tx, { accountId: owner.accountId, plan: null, service: 'restricted' }));
  expect(await failureOf(world.api(clerk).meetings.start({ params: { id } }))).toMatchObject({
    data: { because: 'unpaid', link: null, text: expect.stringMatching(/Ask an owner of your account to pay it\.$/) },
  });
});

test('somebody of another account reads no figures of this one', async () => {
  const { world, owner, hold, api, addRoom } = await stage();
  const { id, slug } = await addRoom();
  await api.rooms.update({ params: { id }, body: { version: 1, anyoneCanStart: true } });
  await hold({ meetingsAtOnce: 0 });
  const stranger = await buildPerson(world);
  expect(stranger.accountId).not.toBe(owner.accountId);
  const refused = await failureOf(world.api(stranger).meetings.join({ params: { slug }, body: { name: 'Eve' } }));
  expect(refused).toEqual({ code: 'limit_reached', data: { limit: 'meetingsAtOnce' }, fields: {} });
});

test('the sentence comes in the reader’s language', async () => {
  const { world, owner, hold } = await stage();
  await hold({ rooms: 0 });
  for (const [locale, words] of [
    ['de', 'Räume: nicht in Ihrem Tarif enthalten.'],
    ['ar', 'غير مشمول في باقتك'],
  ] as const) {
    await world.ctx().system.read.execute(sql`update users set locale = ${locale} where id = ${owner.userId}`);
    const api = world.api({ ...owner, locale }, { locale });
    expect((await failureOf(api.rooms.create({ body: { name: 'Physics' } }))).data).toMatchObject({
      text: expect.stringContaining(words),
    });
  }
});
