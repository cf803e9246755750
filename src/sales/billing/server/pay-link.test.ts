/** Paying one invoice by the link of a mail: its holder pays that one, sees nothing else, and for a time only. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, subscribe } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, days, mastercard, payOn } from './card-world.factory.ts';
import { payToken } from './pay-link-token.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

const byLink = () => card.world.api().payLink;
const linkIn = async (buyer: UserActor, template: string): Promise<string> => {
  const mail = (await mailsTo(card.world, buyer.email)).findLast((one) => one.template === template);
  return /\/purchase-plan\?token=([\w.-]+)/.exec(mail?.bodyText ?? '')?.[1] ?? '';
};
const state = async (buyer: UserActor) => (await card.world.api(buyer).billing.subscription()).subscription?.state;
const fate = (name: string): void => {
  for (const thing of card.fake.things.values()) if (thing.object === 'payment_method') thing['_fate'] = name;
};
const confirm = (url: string): Promise<Response> =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ outcome: 'succeeded' }) });

test('a renewal that the bank asks about is confirmed by the link of its mail, on the same charge', async () => {
  const buyer = await buildBuyer(card.world);
  await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  fate('authenticationRequired');
  await days(card.world, 32);
  const token = await linkIn(buyer, 'billing.action');
  const charges = card.fake.calls.filter((call) => call === 'POST payment_intents').length;
  expect(await byLink().look({ body: { token } })).toMatchObject({
    state: 'confirm',
    remaining: 3451,
    currency: 'EUR',
    seller: 'Atrium Hosting GmbH',
    ways: ['card'],
  });
  const next = await byLink().pay({ body: { token, by: 'card' } });
  if (next.kind !== 'redirect') throw new Error('nowhere to confirm');
  const back = await confirm(next.url);
  expect(back.headers.get('location')).toBe(`http://localhost:3000/purchase-plan?token=${token}`);
  expect(await byLink().look({ body: { token } })).toMatchObject({ state: 'paid', remaining: 0 });
  expect(await state(buyer)).toBe('active');
  expect(card.fake.calls.filter((call) => call === 'POST payment_intents')).toHaveLength(charges);
  await expect(byLink().pay({ body: { token, by: 'card' } })).rejects.toMatchObject({ code: 'nothing_due' });
  fate('visa');
});

test('a reminder leads to it, too; the card of whoever pays by it is not kept', async () => {
  const buyer = await buildBuyer(card.world);
  await subscribe(card.world, card.shop, { buyer, planId: await buildPlan(card.world, card.shop) });
  await days(card.world, 36);
  const token = await linkIn(buyer, 'billing.reminder');
  expect(await state(buyer)).toBe('past_due');
  const transfer = await byLink().pay({ body: { token, by: 'transfer' } });
  expect(transfer).toMatchObject({ kind: 'instructions', transfer: { iban: 'DE89370400440532013000' } });
  const next = await byLink().pay({ body: { token, by: 'card' } });
  if (next.kind !== 'redirect') throw new Error('no page to pay on');
  await payOn(next.url, mastercard);
  expect((await byLink().look({ body: { token } })).state).toBe('paid');
  expect(await state(buyer)).toBe('active');
  expect((await card.world.api(buyer).billing.subscription()).methods).toEqual([]);
});

test('it is for one invoice, for a time, and nobody makes one', async () => {
  const buyer = await buildBuyer(card.world);
  const first = await subscribe(card.world, card.shop, { buyer, planId: await buildPlan(card.world, card.shop) });
  const token = payToken(card.world.ctx(), first);
  const [id = '', until = '', mark = ''] = token.split('.');
  const look = (text: string) => byLink().look({ body: { token: text } });
  expect(Object.keys(await look(token)).sort()).toEqual([
    'currency',
    'dueDate',
    'manual',
    'number',
    'remaining',
    'seller',
    'state',
    'ways',
  ]);
  const other = await buildBuyer(card.world);
  const foreign = await subscribe(card.world, card.shop, { buyer: other, planId: await buildPlan(card.world, card.shop) });
  for (const forged of [
    `${foreign}.${until}.${mark}`,
    `${id}.${Number(until) + 1}.${mark}`,
    `${id}.${until}.${mark.replace(/^./, (sign) => (sign === '0' ? '1' : '0'))}`,
  ]) {
    await expect(look(forged)).rejects.toMatchObject({ code: 'not_found' });
    await expect(byLink().pay({ body: { token: forged, by: 'card' } })).rejects.toMatchObject({ code: 'not_found' });
  }
  await expect(look('x')).rejects.toMatchObject({ code: 'invalid_input' });
  card.world.clock.advance(46 * 86_400_000);
  await expect(look(token)).rejects.toMatchObject({ code: 'not_found' });
});
