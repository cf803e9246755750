/** The history on an invoice's page: our own rows, the mails about it, and the card provider's events, as far as the reader may see them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { busListens } from '#app/proof/testing.ts';
import type { Happening } from '../invoices.contract.ts';
import { buildBuyer, buildPlan } from './billing.factory.ts';
import { buyByCard, type CardWorld, cardWorld, hear, intentOf } from './card-world.factory.ts';

let card: CardWorld;
beforeAll(async () => {
  card = await cardWorld();
});
afterAll(() => card.close());

const keeper = () => card.world.api(card.shop.operator).allInvoices;
const ofKind = (timeline: readonly Happening[], kind: string) => timeline.filter((one) => one.kind.startsWith(kind));
const bought = async () => {
  const buyer = await buildBuyer(card.world);
  const id = await buyByCard(card.world, buyer, { planId: await buildPlan(card.world, card.shop) });
  await hear(card);
  return { buyer, params: { id } };
};

test('mails about it and about its credit notes stand between the rows, for both sides', async () => {
  const { buyer, params } = await bought();
  await keeper().refund({ params, body: { amount: 1000, by: 'card', reason: 'as agreed' } });
  await card.world.runJobs();
  const { number, creditNotes, timeline } = await keeper().get({ params });
  const mails = ofKind(timeline, 'mail.');
  expect(new Set(mails.map((one) => one.data['recipient']))).toEqual(new Set([buyer.email]));
  const about = mails.map((one) => String(one.data['subject']));
  for (const wanted of [number, creditNotes[0]?.number ?? 'none'])
    expect(about.filter((subject) => subject.includes(wanted ?? 'none'))).not.toEqual([]);
  const theirs = await card.world.api(buyer).invoices.get({ params });
  expect(ofKind(theirs.timeline, 'mail.')).toEqual(mails);
  // its own page has the mails of the note alone
  const note = await keeper().get({ params: { id: creditNotes[0]?.id ?? '' } });
  expect(ofKind(note.timeline, 'mail.').map((one) => one.id)).toEqual(
    mails.filter((one) => String(one.data['subject']).includes(note.number ?? 'none')).map((one) => one.id),
  );
});

test('what the provider told of its payments is for the seller alone, and of this invoice alone', async () => {
  const [{ buyer, params }, other] = [await bought(), await bought()];
  card.fake.dispute(intentOf(card, params.id));
  await hear(card);
  const told = async (of: { id: string }) =>
    ofKind((await keeper().get({ params: of })).timeline, 'provider.told').map((one) => one.data['type']);
  expect(await told(params)).toEqual(expect.arrayContaining(['payment_intent.succeeded', 'charge.dispute.created']));
  expect(await told(other.params)).not.toContain('charge.dispute.created');
  expect(ofKind((await card.world.api(buyer).invoices.get({ params })).timeline, 'provider.')).toEqual([]);
});

test('whoever is paid hears of it at once, as the buyer does', async () => {
  const heard = new Set<string>();
  const { world, shop } = card;
  await busListens(world);
  const buyer = await buildBuyer(world);
  const topics = [buyer.accountId, shop.operator.accountId].map((id) => `account:${id}`);
  const off = topics.map((topic) => world.ctx().bus.on(topic, ({ kind }) => void (kind === 'billing' && heard.add(topic))));
  await buyByCard(world, buyer, { planId: await buildPlan(world, shop) });
  await hear(card);
  await vi.waitFor(() => expect(heard).toEqual(new Set(topics)));
  for (const end of off) end();
});
