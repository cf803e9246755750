/** A consumer takes back a pass that is not used: all of it, to where the money came from. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { addStays, buildMeeting } from '#meet/usage/server/usage.factory.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, pay } from './billing.factory.ts';
import { type CardWorld, cardWorld, days, hear, intentOf, payOn, visa } from './card-world.factory.ts';

let card: CardWorld;
let pass: string;
beforeAll(async () => {
  card = await cardWorld();
  pass = await buildPass(card.world, card.shop, { name: 'Congress', entitlements: { peopleAtOnce: 300 } });
});
afterAll(() => card.close());

const hour = 3_600_000;
const now = () => card.world.clock.now();
const api = (buyer: UserActor) => card.world.api(buyer);
const atOnce = async (buyer: UserActor) => (await entitlementsFor(card.world.ctx().system.read, buyer.accountId)).peopleAtOnce;
const shown = async (buyer: UserActor) => (await api(buyer).billing.subscription()).passes[0];
const balance = async (buyer: UserActor) => (await api(buyer).billing.subscription()).balances[0]?.amount ?? 0;
type Buying = { by?: 'card' | 'transfer'; startsAt?: number | null; as?: 'consumer' | 'business' };
async function bought({ by = 'transfer', startsAt = null, as = 'consumer' }: Buying = {}) {
  const buyer = await buildBuyer(card.world, { buyer: as });
  const quote = await api(buyer).passes.quote({ body: { planId: pass, currency: 'EUR', startsAt } });
  const { subscriptionId: id, invoiceId, next } = await api(buyer).passes.buy({ body: { quoteId: quote.id, by, terms: true } });
  if (next.kind === 'redirect') {
    await payOn(next.url, visa);
    await hear(card);
  } else await pay(card.world, card.shop, invoiceId);
  return { buyer, id, invoiceId: invoiceId ?? '', total: quote.total };
}
/** A meeting of the account that began then. Returns its id. */
async function meet(buyer: UserActor, at: number): Promise<string> {
  const id = await buildMeeting(card.world, buyer.accountId);
  const began = new Date(at).toISOString();
  await card.world
    .ctx()
    .system.write((tx) => tx.execute(sql`update meetings set created_at = ${began}, started_at = ${began} where id = ${id}`));
  return id;
}
/** Somebody was there. */
const stay = (buyer: UserActor, meetingId: string, [from, until]: readonly [from: number, until: number]) =>
  addStays(card.world, { accountId: buyer.accountId, meetingId }, [
    ['ann', new Date(from).toISOString(), new Date(until).toISOString()],
  ]);

test('paid by transfer and not used, all of it stands to the credit, and what it gave ends at once', async () => {
  const { buyer, id, invoiceId, total } = await bought();
  expect(await atOnce(buyer)).toBe(500);
  const until = (await shown(buyer))?.withdrawUntil ?? 0;
  expect(until - now()).toBeGreaterThan(14 * 24 * hour - 60_000);
  // a day of two: time alone is no use of it
  card.world.clock.advance(24 * hour);
  const told = await api(buyer).passes.withdrawal({ params: { id } });
  expect(told).toMatchObject({ planName: 'Congress', paid: total, back: total, toCard: 0 });
  const done = await api(buyer).passes.withdraw({ params: { id }, body: { revision: told.revision } });
  expect(done).toMatchObject({ currency: 'EUR', back: total, toCard: 0 });
  expect([await atOnce(buyer), await balance(buyer), await shown(buyer)]).toMatchObject([
    200,
    total,
    { state: 'taken_back', withdrawUntil: null },
  ]);
  const { creditNotes } = await card.world.api(card.shop.operator).allInvoices.get({ params: { id: invoiceId } });
  expect(creditNotes).toHaveLength(1);
  expect(await templatesTo(card.world, buyer.email)).toContain('billing.withdrawn');
  // once
  const again = api(buyer).passes.withdraw({ params: { id }, body: { revision: told.revision } });
  await expect(again).rejects.toMatchObject({ code: 'not_withdrawable' });
});

test('paid by card, for a moment that is still to come, all of it goes back to the card', async () => {
  const { buyer, id, invoiceId, total } = await bought({ by: 'card', startsAt: now() + 72 * hour });
  const { revision, toCard } = await api(buyer).passes.withdrawal({ params: { id } });
  expect(toCard).toBe(total);
  await expect(api(buyer).passes.withdraw({ params: { id }, body: { revision: revision - 1 } })).rejects.toMatchObject({
    code: 'changed_meanwhile',
  });
  await api(buyer).passes.withdraw({ params: { id }, body: { revision } });
  await card.world.runJobs();
  const sent = [...card.fake.things.values()].filter(
    (thing) => thing.object === 'refund' && thing['payment_intent'] === intentOf(card, invoiceId),
  );
  expect([sent.map((one) => one['amount']), await balance(buyer)]).toEqual([[total], 0]);
  await days(card.world, 4);
  expect(await atOnce(buyer)).toBe(200);
});

test('what a meeting began on is used; one before it is no use of it', async () => {
  const { buyer, id } = await bought();
  await meet(buyer, now() - hour);
  expect((await shown(buyer))?.withdrawUntil).not.toBeNull();
  await meet(buyer, now());
  expect((await shown(buyer))?.withdrawUntil).toBeNull();
  const { passes } = api(buyer);
  const used = { code: 'pass_used' };
  await expect(passes.withdrawal({ params: { id } })).rejects.toMatchObject(used);
  await expect(passes.withdraw({ params: { id }, body: { revision: 1 } })).rejects.toMatchObject(used);
  expect(await atOnce(buyer)).toBe(500);
});

test('what a meeting went on with is used, though it began before; one that everybody had left by then is no use of it', async () => {
  const { buyer, id } = await bought();
  const [left, running] = [await meet(buyer, now() - hour), await meet(buyer, now() - hour)];
  await stay(buyer, left, [now() - hour, now() - 1000]);
  card.world.clock.advance(2 * hour);
  expect((await api(buyer).passes.withdrawal({ params: { id } })).back).toBeGreaterThan(0);
  await stay(buyer, running, [now() - 3 * hour, now() - hour]);
  await expect(api(buyer).passes.withdrawal({ params: { id } })).rejects.toMatchObject({ code: 'pass_used' });
});

test('a business, a pass that is over, and the day after the fourteenth have no such right', async () => {
  const refused = { code: 'not_withdrawable' };
  const business = await bought({ as: 'business' });
  await expect(api(business.buyer).passes.withdrawal({ params: { id: business.id } })).rejects.toMatchObject(refused);
  const over = await bought();
  const late = await bought({ startsAt: now() + 30 * 24 * hour });
  await days(card.world, 3);
  await expect(api(over.buyer).passes.withdrawal({ params: { id: over.id } })).rejects.toMatchObject(refused);
  expect((await api(late.buyer).passes.withdrawal({ params: { id: late.id } })).back).toBe(late.total);
  await days(card.world, 12);
  await expect(api(late.buyer).passes.withdrawal({ params: { id: late.id } })).rejects.toMatchObject(refused);
});

test('another account’s pass is not there, a plan is no pass, and it takes the permission and a session', async () => {
  const { buyer, id } = await bought();
  const { revision } = await api(buyer).passes.withdrawal({ params: { id } });
  const stranger = await buildBuyer(card.world, { buyer: 'consumer' });
  const viewer = { ...buyer, scope: ['subscriptions.view'] };
  for (const [actor, codes] of [
    [stranger, ['not_found', 'not_found']],
    [{ ...buyer, scope: [] }, ['not_allowed', 'not_allowed']],
    [viewer, [null, 'not_allowed']],
    [undefined, ['not_signed_in', 'not_signed_in']],
  ] as const) {
    const { passes } = card.world.api(actor);
    const asked = passes.withdrawal({ params: { id } });
    if (codes[0] === null) expect((await asked).revision).toBe(revision);
    else await expect(asked).rejects.toMatchObject({ code: codes[0] });
    const taken = passes.withdraw({ params: { id }, body: { revision } });
    await expect(taken).rejects.toMatchObject({ code: codes[1] });
  }
  expect((await shown(buyer))?.state).toBe('on');
});
