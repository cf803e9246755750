/** What stops the end of an account's data, and who may see it, hold it and let it go. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { newId } from '#kit/server/ids.ts';
import { pay, subscribe } from '#sales/billing/server/billing.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildEnded, endedWorld, ends, lookDaily } from './data-ends.factory.ts';
import { endData } from './data-ends.service.ts';
import { eraseDue } from './erase.service.ts';
import { codeOf, day, nameOf, proven, whole } from './ownership.factory.ts';

const place = await endedWorld();
const { world, shop, planId } = place;
afterAll(() => world.close());
const buyers = await buildEnded(place, 8);
const nth = (at: number): UserActor => {
  const found = buyers[at];
  if (found === undefined) throw new Error('nobody');
  return found;
};
const { read } = world.ctx().system;
const keeper = () => world.api(shop.operator).dataEnds;
const closeAt = async (who: UserActor) => (await world.api(who).dataEnds.mine()).closeAt;
const setDays = async (days: number) => {
  const { version } = (await world.api(shop.operator).platform.get()).endedData;
  return world.api(shop.operator).platform.update({ body: { endedData: { days, version } } });
};
await lookDaily(place, 31);

test('everybody was told, but those who have bought since', async () => {
  const states = await Promise.all(buyers.map((who) => ends(place, who)));
  expect(states.flat()).toEqual(buyers.map(() => 'warned'));
});

/** Bought, paid, given, said, quarrelled about. */
const deeds: readonly [what: string, why: string, deed: (who: UserActor) => Promise<unknown>][] = [
  ['a plan', 'plan', (who) => subscribe(world, shop, { buyer: who, planId })],
  [
    'a purchase that waits for its money',
    'plan',
    async (who) => {
      const { billing } = world.api(who);
      const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
      return billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
    },
  ],
  [
    'what was owed is paid',
    'money',
    async (who) => {
      const { items } = await world.api(who).invoices.list({ query: { kind: 'invoice' } });
      return pay(world, shop, items.find(({ state }) => state === 'uncollectible')?.id ?? null);
    },
  ],
  [
    'a balance',
    'money',
    (who) =>
      read.execute(sql`insert into balance_entries (id, account_id, seller_id, currency, amount, cause, at)
        values (${newId()}, ${who.accountId}, ${shop.operator.accountId}, 'EUR', 1, 'given', now())`),
  ],
  [
    'months for nothing',
    'plan',
    (who) =>
      world.api(shop.operator).allSubscriptions.comp({
        body: { accountId: who.accountId, planId, period: 'month', currency: 'EUR', months: 1, reason: 'good will' },
      }),
  ],
];
test.each(deeds)('%s stops it at once', async (what, why, deed) => {
  const who = nth(deeds.findIndex(([one]) => one === what));
  expect(await closeAt(who)).not.toBeNull();
  await deed(who);
  expect(await closeAt(who)).toBeNull();
  await endData(world.ctx());
  expect(await ends(place, who)).toEqual([`stopped ${why}`]);
});

test('what is held is not erased, whoever closed it', async () => {
  const who = await proven(world, nth(6));
  await world.api(who).ownership.close({ body: { name: await nameOf(world, who.accountId) } });
  await keeper().hold({ params: { id: who.accountId }, body: { reason: 'A court asks for it' } });
  world.clock.advance(31 * day);
  await eraseDue(world.ctx());
  expect(await nameOf(world, who.accountId)).not.toBe('');
  await keeper().release({ params: { id: who.accountId } });
  await eraseDue(world.ctx());
  expect(await nameOf(world, who.accountId)).toBe('');
});

test('the operator holds it with a reason, and lets it go; its owners are told anew', async () => {
  const who = nth(5);
  const params = { id: who.accountId };
  const held = await keeper().hold({ params, body: { reason: 'A court asks for it' } });
  expect([held.stage, held.hold?.reason, held.past.map(({ why }) => why)]).toEqual(['held', 'A court asks for it', ['hold']]);
  expect(await closeAt(who)).toBeNull();
  await lookDaily(place, 40);
  expect(await ends(place, who)).toEqual(['stopped hold']);
  expect((await keeper().list({ query: {} })).items).toContainEqual({
    account: { id: who.accountId, name: await nameOf(world, who.accountId) },
    stage: 'held',
    on: null,
  });
  await keeper().release({ params });
  expect(await codeOf(keeper().release({ params }))).toBe('not_possible');
  await lookDaily(place, 1);
  expect(await ends(place, who)).toEqual(['stopped hold', 'warned']);
  expect((await templatesTo(world, who.email)).filter((one) => one === 'ownership.dataEnding')).toHaveLength(2);
  const seen = await read.execute(
    sql`select data from audit_entries where action = 'ownership.data-held' and subject_id = ${who.accountId}`,
  );
  expect([seen.rows.length, JSON.stringify(seen.rows).includes('court')]).toEqual([2, false]);
});

test('days that nobody set are refused; switched off nothing is begun, and what was begun stops', async () => {
  for (const days of [-1, 1, 29, 3_651, 0.5]) expect(await codeOf(setDays(days))).toBe('invalid_input');
  await setDays(0);
  const who = nth(5);
  expect(await closeAt(who)).toBeNull();
  await endData(world.ctx());
  expect((await ends(place, who)).at(-1)).toBe('stopped off');
  await lookDaily(place, 70);
  expect((await ends(place, who)).at(-1)).toBe('stopped off');
  expect((await keeper().get({ params: { id: who.accountId } })).stage).toBe('off');
  // switched on again after long: a month's notice all the same
  await setDays(90);
  await lookDaily(place, 1);
  expect((await keeper().get({ params: { id: who.accountId } })).stage).toBe('told');
  expect(Math.round((((await closeAt(who)) ?? 0) - world.clock.now()) / day)).toBe(30);
});

test('others see and hold nothing', async () => {
  const id = nth(5).accountId;
  const customer = whole((await buildActor(world, { kind: 'customer' })).actor);
  const { actor: vendor } = await buildActor(world, { kind: 'vendor' });
  const colleague: UserActor = { ...shop.operator, scope: shop.operator.scope.filter((one) => one !== 'users.manage') };
  const asks = (who?: UserActor) => {
    const { dataEnds } = world.api(who);
    const params = { id };
    return [
      () => dataEnds.list({ query: {} }),
      () => dataEnds.get({ params }),
      () => dataEnds.hold({ params, body: { reason: 'because' } }),
      () => dataEnds.release({ params }),
    ];
  };
  const codes = async (who?: UserActor) => Promise.all(asks(who).map((ask) => codeOf(ask())));
  const all = (code: string) => Array.from({ length: 4 }, () => code);
  expect(await codes()).toEqual(all('not_signed_in'));
  expect(await codes(colleague)).toEqual(all('not_allowed'));
  expect(await codes({ ...vendor, scope: ['users.manage'] })).toEqual(all('not_found'));
  expect((await codes(customer)).every((code) => code === 'not_found' || code === 'not_allowed')).toBe(true);
  expect(await codeOf(world.api().dataEnds.mine())).toBe('not_signed_in');
  expect(await closeAt(customer)).toBeNull();
  expect(await codeOf(keeper().hold({ params: { id: shop.operator.accountId }, body: { reason: 'because' } }))).toBe('not_found');
});
