/** Cards that are tried out, charges that nobody here knows, and news that could not be taken in at first. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { buildAnswer } from '#core/identity/server/identity.factory.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { beginByCard, buyByCard, type CardWorld, cardWorld, hear, payOn, visa } from './card-world.factory.ts';
import { mayTryCard } from './card-tries.service.ts';
import { retakeNews } from './news.service.ts';
import { payToken } from './pay-link-token.service.ts';
import { lookForStrays } from './stray-charges.service.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

const poor = '4000000000009995';
const told = async (kind: string) =>
  (await card.world.api(card.shop.operator).notices.list({ query: { limit: 100 } })).items.filter((one) => one.kind === kind)
    .length;
const view = (id: string) => card.world.api(card.shop.operator).allInvoices.get({ params: { id } });

test('row 24, block and alert: after a dozen refused cards there is no page until the next day, and the operator is told once', async () => {
  const buyer = await buildBuyer(card.world);
  const { id, url } = await beginByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await card.world.ctx().system.write((tx) =>
    tx.execute(sql`insert into provider_events (provider, event_id, kind, payment_id, received_at, handled_at)
        select 'card', 'evt_' || n, 'payment_intent.payment_failed', p.id, p.created_at, now()
        from payments p, generate_series(1, 11) n where p.invoice_id = ${id}`),
  );
  expect([await told('cardsTried'), (await payOn(url, poor)).status]).toEqual([0, 200]);
  await hear(card);
  expect([(await payOn(url, visa)).status, await told('cardsTried')]).toEqual([404, 1]);
  const token = payToken(card.world.ctx(), id);
  const pay = () => card.world.api().payLink.pay({ body: { token, by: 'card' } });
  await expect(pay()).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(card.world.api(buyer).invoices.pay({ params: { id }, body: { by: 'card' } })).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  // nobody else is held up, and tomorrow is another day
  await buyByCard(card.world, await buildBuyer(card.world), { planId: await buildPlan(card.world, card.shop) });
  card.world.clock.advance(25 * 3_600_000);
  expect((await pay()).kind).toBe('redirect');
});

test('row 24, per address: twenty pages an hour, then forty with the check, whoever they are for', async () => {
  const ctx = card.world.ctx();
  const from = async (address: string, nth: number) =>
    mayTryCard(
      { ...ctx, caller: { address, agent: '' } },
      { accountId: newId(), challenge: nth < 20 ? undefined : await buildAnswer(ctx, 'card') },
    );
  for (let nth = 0; nth < 60; nth++) await from('192.0.2.7', nth);
  await expect(from('192.0.2.7', 0)).rejects.toMatchObject({ code: 'challenge_required' });
  await expect(from('192.0.2.7', 60)).rejects.toMatchObject({ code: 'too_many_requests' });
  await from('192.0.2.8', 0);
});

test('a charge of which nobody here knows is told once', async () => {
  const { fake, world } = card;
  const buyer = await buildBuyer(world);
  const { id, url } = await beginByCard(world, buyer, { planId: await buildPlan(world, card.shop) });
  await payOn(url, '4000002500003155');
  const waiting = [...fake.things.values()].find(
    (one) => one.object === 'payment_intent' && JSON.stringify(one['metadata']).includes(id),
  );
  Object.assign(waiting ?? {}, { metadata: { payment: newId() } });
  await lookForStrays(world.ctx());
  await lookForStrays(world.ctx());
  expect(await told('strayCharge')).toBe(1);
});

test('what was given up here is let go at the provider', async () => {
  const { fake, world } = card;
  const buyer = await buildBuyer(world);
  const { id, url } = await beginByCard(world, buyer, { planId: await buildPlan(world, card.shop) });
  await payOn(url, '4000002500003155');
  await world
    .ctx()
    .system.write((tx) => tx.execute(sql`update payments set state = 'canceled' where invoice_id = ${id} and provider = 'card'`));
  await lookForStrays(world.ctx());
  const states = [...fake.things.values()].filter(
    (one) => one.object === 'payment_intent' && JSON.stringify(one['metadata']).includes(id),
  );
  expect(states.map((one) => one['status'])).toEqual(['canceled']);
  expect((await view(id)).state).toBe('open');
});

test('news that could not be taken in are tried again when the provider answers', async () => {
  const { world } = card;
  const buyer = await buildBuyer(world);
  const { id, url } = await beginByCard(world, buyer, { planId: await buildPlan(world, card.shop) });
  await payOn(url, visa);
  const { rows } = await world.ctx().system.read.execute<{ id: string }>(sql`select id from payments where invoice_id = ${id}`);
  const at = new Date(world.clock.now());
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into provider_events (provider, event_id, kind, object_id, payment_id, received_at)
        values ('card', 'evt_left', 'payment_intent.succeeded', 'pi_left', ${rows[0]?.id}, ${at})`),
  );
  await retakeNews(world.ctx());
  expect((await view(id)).state).toBe('open');
  world.clock.advance(7 * 3_600_000);
  // the provider's library asks more than once
  card.fake.switches.failing = 9;
  await expect(retakeNews(world.ctx())).rejects.toThrow('news could not');
  card.fake.switches.failing = 0;
  await retakeNews(world.ctx());
  expect((await view(id)).state).toBe('open');
  world.clock.advance(7 * 3_600_000);
  await retakeNews(world.ctx());
  expect((await view(id)).state).toBe('paid');
});
