/** What follows while an invoice is not paid: the engine's own steps, announced to both sides. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildBuyer, buildPlan, buildShop, type Shop, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { OBJECTION_HOLD_DAYS } from '../objections.contract.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
let shop: Shop;
let planId = '';
vi.setConfig({ testTimeout: 60_000 });
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-03-01T10:00:00Z') });
beforeAll(async () => {
  world = await testWorld();
  shop = await buildShop(world);
  planId = await buildPlan(world, shop);
});
afterAll(() => {
  vi.useRealTimers();
  return world.close();
});

const day = 86_400_000;
async function days(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
    await world.runJobs();
  }
}
const today = () => new Date(world.clock.now()).toISOString().slice(0, 10);
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

/** Somebody who paid one month by transfer and owes the next one, which is due today. */
async function owing(): Promise<{ buyer: UserActor; id: string; subscription: string; dueOn: string }> {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  await days(31);
  const { subscription } = await world.api(buyer).billing.subscription();
  const open = subscription?.openInvoice;
  return { buyer, id: open?.id ?? '', subscription: subscription?.id ?? '', dueOn: open?.dueDate ?? '' };
}
const coming = async (actor: UserActor, id: string) => (await world.api(actor).coming.ofInvoice({ params: { id } })).coming;
const steps = async (actor: UserActor, id: string) => (await coming(actor, id))?.steps.map(({ on, act }) => `${on} ${act}`) ?? [];
const plus = (on: string, count: number) => new Date(Date.parse(`${on}T00:00:00Z`) + count * day).toISOString().slice(0, 10);
/** What the engine did about an invoice, by the day on which it did it. */
const done = async (id: string) =>
  (await world.api(shop.operator).allInvoices.get({ params: { id } })).timeline
    .filter((one) => one.kind.startsWith('dunning.'))
    .map((one) => `${new Date(one.at).toISOString().slice(0, 10)} ${one.kind.slice('dunning.'.length)}`)
    .reverse();

test('both sides see the same days, and the engine keeps to each of them', async () => {
  const { buyer, id, subscription, dueOn } = await owing();
  const told = await steps(buyer, id);
  expect(told).toEqual([
    `${plus(dueOn, 1)} past_due`,
    `${plus(dueOn, 3)} remind`,
    `${plus(dueOn, 7)} remind`,
    `${plus(dueOn, 10)} final_notice`,
    `${plus(dueOn, 10)} restrict`,
    `${plus(dueOn, 30)} cancel`,
  ]);
  expect(await steps(shop.operator, id)).toEqual(told);
  const before = await done(id);
  await days(5);
  const { waiting } = await world.api(buyer).coming.ofSubscription({ params: { id: subscription } });
  expect(waiting?.invoiceId).toBe(id);
  expect(waiting?.coming.steps.map((one) => one.act)).toEqual(['remind', 'final_notice', 'restrict', 'cancel']);
  expect(waiting?.done.map((one) => one.kind).slice(0, 2)).toEqual(['dunning.remind', 'dunning.past_due']);
  await days(27);
  expect((await done(id)).slice(before.length)).toEqual(told);
  expect(await coming(buyer, id)).toBeNull();
  expect(await world.api(buyer).coming.ofSubscription({ params: { id: subscription } })).toEqual({ waiting: null });
});

test('an objection holds them off, and it is said until when', async () => {
  const { buyer, id, dueOn } = await owing();
  await days(2);
  await world.api(buyer).objections.raise({ params: { id }, body: { reason: 'counted twice' } });
  const until = world.clock.now() + OBJECTION_HOLD_DAYS * day;
  const on = plus(today(), OBJECTION_HOLD_DAYS);
  const told = await coming(buyer, id);
  expect(told?.held?.why).toBe('objection');
  expect(Math.abs((told?.held?.until ?? 0) - until)).toBeLessThan(60_000);
  expect(told?.steps).toEqual([
    { on, act: 'final_notice' },
    { on, act: 'restrict' },
    { on: plus(dueOn, 36), act: 'cancel' },
  ]);
  const before = await done(id);
  await days(36);
  expect((await done(id)).slice(before.length)).toEqual(told?.steps.map((one) => `${one.on} ${one.act}`));
});

test('a payment that is reported holds them off for as long, and no longer; its refusal ends that at once', async () => {
  const { buyer, id, dueOn } = await owing();
  await days(2);
  await world.api(buyer).invoices.report({ params: { id }, body: { note: 'sent on Monday' } });
  const on = plus(today(), OBJECTION_HOLD_DAYS);
  const told = await coming(buyer, id);
  expect(told?.held?.why).toBe('report');
  expect(told?.steps.map((one) => `${one.on} ${one.act}`)).toEqual([
    `${on} final_notice`,
    `${on} restrict`,
    `${plus(dueOn, 36)} cancel`,
  ]);
  const before = await done(id);
  await days(10);
  expect((await done(id)).slice(before.length)).toEqual([]);
  await world.api(shop.operator).allInvoices.reject({ params: { id }, body: { reason: 'nothing came' } });
  await runEngine(world.ctx());
  expect((await done(id)).slice(before.length)).toEqual([`${today()} final_notice`, `${today()} restrict`]);
  // said again it holds nothing off: the time counts from the first word
  await days(6);
  await world.api(buyer).invoices.report({ params: { id }, body: { note: 'sent once more' } });
  expect(await coming(buyer, id)).toMatchObject({ held: null, steps: [{ act: 'cancel' }] });
});

test('what is said to be paid is not given up on at the end: somebody has to look first', async () => {
  const { buyer, id } = await owing();
  await days(11);
  await world.api(buyer).invoices.report({ params: { id }, body: { note: 'sent' } });
  await days(45);
  const { subscription } = await world.api(buyer).billing.subscription();
  const { state } = await world.api(buyer).invoices.get({ params: { id } });
  expect([subscription?.state, state]).toEqual(['canceled', 'open']);
  expect(world.logged().filter((line) => line.includes('could not be looked at'))).toEqual([]);
});

test('of an invoice that belongs to no plan its reminders are told', async () => {
  const buyer = await buildBuyer(world);
  const { allInvoices } = world.api(shop.operator);
  const lines = [{ title: 'Training', detail: '', quantity: 1, unit: 5000 }];
  const { id, revision } = await allInvoices.create({
    body: { accountId: buyer.accountId, currency: 'EUR', lines, note: '' },
  });
  expect(await codeOf(world.api(buyer).coming.ofInvoice({ params: { id } }))).toBe('not_found');
  const { dueDate } = await allInvoices.finalize({ params: { id }, body: { revision } });
  const due = dueDate ?? '';
  expect(await steps(buyer, id)).toEqual([-3, 0, 3, 7, 10].map((count) => `${plus(due, count)} remind`));
  await world.api(buyer).objections.raise({ params: { id }, body: { reason: 'never ordered' } });
  expect(await coming(buyer, id)).toEqual({ steps: [], held: { why: 'objection', until: null }, trust: null });
});

test('a plan that runs on trust says until when', async () => {
  const buyer = await buildBuyer(world);
  const trust = (count: number) =>
    world.ctx().system.write((tx) => tx.execute(sql`update billing_sellers set trust_days = ${count}`));
  await trust(10);
  const { billing } = world.api(buyer);
  const quote = await billing.quote({ body: { planId, period: 'month', currency: 'EUR' } });
  const { invoiceId } = await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await trust(0);
  const told = await coming(buyer, invoiceId ?? '');
  expect(told?.trust).toBe(plus(today(), 10));
  expect(told?.steps[0]).toEqual({ on: plus(today(), 7), act: 'remind' });
});

test('for others it does not exist, and without the right it is refused by name', async () => {
  const { buyer, id, subscription } = await owing();
  const { actor: stranger } = await buildActor(world, { kind: 'customer' });
  const owner = { ...stranger, scope: buyer.scope };
  const calls = (actor?: UserActor) => {
    const { coming: of } = world.api(actor);
    return Promise.all([codeOf(of.ofInvoice({ params: { id } })), codeOf(of.ofSubscription({ params: { id: subscription } }))]);
  };
  expect(await calls(owner)).toEqual(['not_found', 'not_found']);
  expect(await calls()).toEqual(['not_signed_in', 'not_signed_in']);
  expect(await calls({ ...buyer, scope: [] })).toEqual(['not_allowed', 'not_allowed']);
  expect(await calls({ ...shop.operator, scope: [] })).toEqual(['not_found', 'not_found']);
  expect(await calls(buyer)).toEqual(['done', 'done']);
});
