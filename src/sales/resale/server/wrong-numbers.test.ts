/** Numbers of bank accounts and for VAT that cannot be right are refused wherever somebody enters one, with the field; nothing is kept. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildShop } from '#sales/billing/server/billing.factory.ts';
import { buildReseller } from './resale.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const vendor = await buildReseller(world, shop, { model: 'wholesale' });
const buyer = await buildBuyer(world);
const prove = (actor: UserActor) =>
  world
    .ctx()
    .system.write((tx) =>
      tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${actor.sessionId}`),
    );
beforeAll(async () => {
  await prove(shop.operator);
  await prove(vendor);
});

const sellers = [
  { who: 'the operator as seller', at: () => world.api(shop.operator).billing },
  { who: 'a vendor as seller', at: () => world.api(vendor).resale },
];

describe.each(sellers)('$who', ({ at }) => {
  const saved = async (change: { iban?: string; vatId?: string }) => {
    const { seller } = await at().seller();
    if (seller === null) throw new Error('there is no seller');
    return at().saveSeller({ body: { ...seller, ...change } });
  };

  test.each([
    ['DE89 3704 0044 0532 0130 01', 'wrong_checksum'],
    ['DE89 3704 0044 0532 0130', 'wrong_length'],
    ['XX89370400440532013000', 'unknown_country'],
    ['not a number', 'wrong_shape'],
  ])('an account %s', async (iban, why) => {
    const before = await at().seller();
    await expect(saved({ iban })).rejects.toMatchObject({ code: 'iban_wrong', data: { why }, fields: { 'body.iban': why } });
    expect(await at().seller()).toEqual(before);
  });

  test('a VAT number with a wrong digit', async () => {
    const before = await at().seller();
    await expect(saved({ vatId: 'DE136695977' })).rejects.toMatchObject({
      code: 'vat_id_wrong',
      fields: { 'body.vatId': 'wrong_checksum' },
    });
    expect(await at().seller()).toEqual(before);
  });

  test('the right ones are kept, without their spaces', async () => {
    const kept = await saved({ iban: 'de89 3704 0044 0532 0130 00', vatId: 'DE 136695976' });
    expect(kept).toMatchObject({ iban: 'DE89370400440532013000', vatId: 'DE136695976' });
  });
});

test.each([
  ['DE136695977', 'wrong_checksum'],
  ['DE12', 'wrong_shape'],
  ['QQ123456789', 'unknown_country'],
])('a buyer with the VAT number %s', async (vatId, why) => {
  const { billing } = world.api(buyer);
  const { profile } = await billing.profile();
  if (profile === null) throw new Error('there is no profile');
  const { vatCheck: _check, ...fields } = profile;
  await expect(billing.saveProfile({ body: { ...fields, vatId } })).rejects.toMatchObject({
    code: 'vat_id_wrong',
    fields: { 'body.vatId': why },
  });
  expect((await billing.profile()).profile).toEqual(profile);
});
