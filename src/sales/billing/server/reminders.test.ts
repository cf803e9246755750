/** Invoices without a plan behind them are reminded of too: by words alone, once for each step. */
import { afterAll, expect, test } from 'vitest';
import { mailsTo, templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPass } from './addons.factory.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';
import { paymentsOf } from './payments.queries.ts';
import { remindOfInvoices } from './reminders.service.ts';
import { reversePayment } from './reverse.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);

const keeper = () => world.api(shop.operator).allInvoices;
const manual = async (buyer: UserActor): Promise<string> => {
  const lines = [{ title: 'Training', detail: '', quantity: 1, unit: 10_000 }];
  const { id, revision } = await keeper().create({ body: { accountId: buyer.accountId, currency: 'EUR', lines, note: '' } });
  await keeper().finalize({ params: { id }, body: { revision } });
  return id;
};
const reminders = async (buyer: UserActor) =>
  (await templatesTo(world, buyer.email)).filter((one) => one === 'billing.reminder' || one === 'billing.final');
/** Each day twice, as any hour would do. */
const days = async (count: number) => {
  for (let day = 0; day < count; day += 1) {
    world.clock.advance(86_400_000);
    for (let turn = 0; turn < 2; turn += 1) {
      await runEngine(world.ctx());
      await remindOfInvoices(world.ctx());
    }
  }
};

test('one that a person wrote is reminded of around the day that it is due, and stays open for that person', async () => {
  const buyer = await buildBuyer(world);
  const id = await manual(buyer);
  await days(10);
  expect(await reminders(buyer)).toHaveLength(0);
  await days(1);
  expect(await reminders(buyer)).toHaveLength(1);
  await days(35);
  expect(await reminders(buyer)).toHaveLength(5);
  const seen = await keeper().get({ params: { id } });
  expect(seen.state).toBe('open');
  expect(seen.timeline.filter((one) => one.kind.startsWith('dunning.'))).toHaveLength(5);
});

test('the subject says that an invoice is due, and after that day that it was', async () => {
  const buyer = await buildBuyer(world);
  const { number } = await keeper().get({ params: { id: await manual(buyer) } });
  await days(18);
  const subjects = (await mailsTo(world, buyer.email)).map(({ subject }) => subject).filter((one) => one.startsWith('Reminder'));
  const said = subjects.map((subject) => /^Reminder: invoice (\S+) (\w+) due on/.exec(subject)?.slice(1));
  expect(said).toEqual([
    [number, 'is'],
    [number, 'is'],
    [number, 'was'],
  ]);
});

test('nobody is reminded of what is paid, nor of what they object to', async () => {
  const [payer, objector] = [await buildBuyer(world), await buildBuyer(world)];
  const [paid, objected] = [await manual(payer), await manual(objector)];
  await pay(world, shop, paid);
  await world.api(objector).objections.raise({ params: { id: objected }, body: { reason: 'Nobody came' } });
  await days(30);
  expect([...(await reminders(payer)), ...(await reminders(objector))]).toEqual([]);
});

test('after weeks of silence one word is said, not five', async () => {
  const buyer = await buildBuyer(world);
  await manual(buyer);
  world.clock.advance(40 * 86_400_000);
  await remindOfInvoices(world.ctx());
  expect(await reminders(buyer)).toHaveLength(1);
});

test('a plan has its own steps: nobody hears of one day twice', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  await days(43);
  expect(await reminders(buyer)).toEqual([...Array.from({ length: 4 }, () => 'billing.reminder'), 'billing.final']);
});

test('a pass whose money was taken back is over, and what is owed for it is asked for', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPass(world, shop, { name: 'Congress', entitlements: { peopleAtOnce: 300 } });
  const { passes } = world.api(buyer);
  const quote = await passes.quote({ body: { planId, currency: 'EUR', startsAt: null } });
  const { invoiceId } = await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  await pay(world, shop, invoiceId);
  // had for some hours
  world.clock.advance(5 * 3_600_000);
  await world.ctx().system.write(async (tx) => {
    const [payment] = await paymentsOf(tx, invoiceId ?? '');
    await reversePayment(world.ctx(), tx, { paymentId: payment?.id ?? '', reason: 'the bank took it back' });
  });
  await days(15);
  expect((await reminders(buyer)).length).toBeGreaterThan(1);
  await days(25);
  expect((await keeper().get({ params: { id: invoiceId ?? '' } })).state).toBe('uncollectible');
});
