/** What comes after a purchase: credit notes, withdrawal, pauses, notices before a renewal, and the months to come. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { entitlementsFor } from '#core/accounts/server/accounts.service.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from './billing.factory.ts';
import { runEngine } from './engine.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator);
const day = 86_400_000;
const live = async (buyer: UserActor) => {
  const { subscription } = await world.api(buyer).billing.subscription();
  if (subscription === null) throw new Error('none');
  return subscription;
};
const balance = async (buyer: UserActor) => (await world.api(buyer).billing.subscription()).balances[0]?.amount ?? 0;
async function days(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    world.clock.advance(day);
    await runEngine(world.ctx());
  }
}
const ledgers = async () => {
  const rows = await world
    .ctx()
    .system.read.execute<{ ledger: string; amount: string }>(
      sql`select ledger, sum(amount)::text as amount from journal_lines group by ledger`,
    );
  return new Map(rows.rows.map((row) => [row.ledger, Number(row.amount)]));
};

test('credit notes have a series of their own, go to the balance, and never come to more than the invoice', async () => {
  const buyer = await buildBuyer(world);
  const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const params = { id };
  const credit = (amount: number) =>
    keeper().allInvoices.credit({ params, body: { amount, to: 'balance', reason: 'a day without service' } });
  const first = await credit(1000);
  expect(first).toMatchObject({
    state: 'paid',
    credited: 0,
    creditNotes: [{ number: expect.stringMatching(/^C\d{4}-0001$/), total: 1000 }],
  });
  expect(await balance(buyer)).toBe(1000);
  await expect(credit(2452)).rejects.toMatchObject({ code: 'credit_too_much' });
  const second = await credit(2451);
  expect(second.creditNotes.map((one) => one.total)).toEqual([1000, 2451]);
  await expect(credit(1)).rejects.toMatchObject({ code: 'credit_too_much' });
  const notes = await Promise.all(second.creditNotes.map((one) => keeper().allInvoices.get({ params: { id: one.id } })));
  expect(notes.map((one) => one.net).reduce((a, b) => a + b)).toBe(2900);
  expect(notes.map((one) => one.tax).reduce((a, b) => a + b)).toBe(551);
  expect(notes[0]).toMatchObject({ kind: 'credit_note', state: 'paid', remaining: 0, refersTo: { id } });
  await world.runJobs();
  expect(await templatesTo(world, buyer.email)).toContain('billing.credited');
  const strange = await buildBuyer(world);
  await expect(world.api(strange).allInvoices.get({ params })).rejects.toMatchObject({ code: 'not_found' });
  const weak = { ...shop.operator, scope: [] };
  const body = { amount: 1, to: 'balance' as const, reason: 'not mine' };
  await expect(world.api(weak).allInvoices.credit({ params, body })).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(world.api(strange).allInvoices.credit({ params, body })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api().allInvoices.credit({ params, body })).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a credit note is set off against what is due first', async () => {
  const buyer = await buildBuyer(world);
  const planId = await buildPlan(world, shop);
  await subscribe(world, shop, { buyer, planId });
  await days(20);
  const [renewal] = (await world.api(buyer).invoices.list()).items;
  expect(renewal).toMatchObject({ cause: 'period', state: 'open', remaining: 3451 });
  const params = { id: renewal?.id ?? '' };
  const after = await keeper().allInvoices.credit({ params, body: { amount: 451, to: 'balance', reason: 'good will' } });
  expect(after).toMatchObject({ state: 'open', credited: 451, remaining: 3000 });
  expect(await balance(buyer)).toBe(0);
  await pay(world, shop, params.id);
  expect((await keeper().allInvoices.get({ params })).state).toBe('paid');
});

test('a consumer withdraws within fourteen days, gets back what was not used, and a receipt', async () => {
  const planId = await buildPlan(world, shop, { entitlements: { rooms: 3 } });
  const buyer = await buildBuyer(world, { buyer: 'consumer' });
  await subscribe(world, shop, { buyer, planId });
  await days(13);
  const { subscriptions } = world.api(buyer);
  const { revision, withdrawUntil } = await live(buyer);
  expect(withdrawUntil).not.toBeNull();
  // the announced amount is what is given back
  const told = await subscriptions.withdrawal();
  expect(told).toMatchObject({ paid: 3451, until: withdrawUntil, revision });
  expect((await live(buyer)).acts).toContain('withdraw');
  const done = await subscriptions.withdraw({ body: { revision } });
  expect(done.back).toBe(told.back);
  expect(done.back).toBeGreaterThan(1800);
  expect(done.back).toBeLessThan(2100);
  expect(await balance(buyer)).toBe(done.back);
  expect((await live(buyer)).state).toBe('canceled');
  expect((await entitlementsFor(world.ctx().system.read, buyer.accountId)).rooms).toBe(100);
  expect(await templatesTo(world, buyer.email)).toContain('billing.withdrawn');
  await expect(subscriptions.withdraw({ body: { revision } })).rejects.toMatchObject({ code: 'not_withdrawable' });
});

test('a business does not withdraw, and nobody does after fourteen days', async () => {
  const planId = await buildPlan(world, shop);
  const [business, late] = [await buildBuyer(world), await buildBuyer(world, { buyer: 'consumer' })];
  for (const buyer of [business, late]) await subscribe(world, shop, { buyer, planId });
  const refused = async (buyer: UserActor) => {
    const { revision, acts, withdrawUntil } = await live(buyer);
    expect([acts.includes('withdraw'), withdrawUntil]).toEqual([false, null]);
    await expect(world.api(buyer).subscriptions.withdrawal()).rejects.toMatchObject({ code: 'not_withdrawable' });
    await expect(world.api(buyer).subscriptions.withdraw({ body: { revision } })).rejects.toMatchObject({
      code: 'not_withdrawable',
    });
  };
  await refused(business);
  await days(15);
  await refused(late);
  const weak = { ...late, scope: [] };
  await expect(world.api(weak).subscriptions.withdraw({ body: { revision: 1 } })).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(world.api().subscriptions.withdraw({ body: { revision: 1 } })).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('a pause begins with the end of the period, and ends with a period of its own', async () => {
  const planId = await buildPlan(world, shop, { entitlements: { rooms: 3 } });
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  const { subscriptions, invoices } = world.api(buyer);
  const { revision, periodEnd } = await live(buyer);
  const end = periodEnd ?? 0;
  const early = subscriptions.pause({ body: { until: end - day, revision } });
  await expect(early).rejects.toMatchObject({ code: 'pause_refused' });
  const until = end + 10 * day;
  await subscriptions.pause({ body: { until, revision } });
  expect(await live(buyer)).toMatchObject({ pausedUntil: until, acts: ['undo_pause', 'cancel', 'pay_by'] });
  await days(32);
  expect((await live(buyer)).state).toBe('paused');
  expect((await live(buyer)).acts).toEqual(['resume', 'cancel', 'pay_by']);
  expect((await invoices.list()).items).toHaveLength(1);
  // what there is stays, and nothing new starts
  expect(await entitlementsFor(world.ctx().system.read, buyer.accountId)).toMatchObject({ rooms: 3, meetingsAtOnce: 0 });
  await days(10);
  const back = await live(buyer);
  expect(back).toMatchObject({ state: 'active', periodStart: until });
  expect((await invoices.list()).items).toHaveLength(2);
  await expect(subscriptions.resume({ body: { by: 'transfer', revision: back.revision } })).rejects.toMatchObject({
    code: 'wrong_state',
  });
});

test('what is paused goes on when it is asked to', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const { subscriptions } = world.api(buyer);
  const { revision, periodEnd } = await live(buyer);
  await subscriptions.pause({ body: { until: (periodEnd ?? 0) + 60 * day, revision } });
  await days(35);
  const paused = await live(buyer);
  const begun = await subscriptions.resume({ body: { by: 'transfer', revision: paused.revision } });
  expect(begun.next.kind).toBe('instructions');
  expect((await live(buyer)).state).toBe('active');
});

test('the next thirteen months are those that the engine makes, and asking for them leaves nothing behind', async () => {
  const planId = await buildPlan(world, shop);
  const large = await buildPlan(world, shop, { month: 5900n });
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId });
  await world.runJobs();
  const count = async () => {
    const rows = await world.ctx().system.read.execute<{ n: number }>(sql`select (select count(*) from invoices)::int
      + (select count(*) from payments)::int + (select count(*) from billing_events)::int + (select count(*) from outbox_mails)::int
      + (select count(*) from pgboss.job)::int + (select count(*) from audit_entries)::int + (select sum(next) from invoice_series)::int as n`);
    return rows.rows[0]?.n;
  };
  const before = [await count(), await live(buyer)];
  const ahead = await world.api(buyer).subscriptions.forecast({ body: {} });
  expect(ahead.charges).toHaveLength(13);
  expect(new Set(ahead.charges.map((one) => one.total))).toEqual(new Set([3451]));
  const changed = await world
    .api(buyer)
    .subscriptions.forecast({ body: { change: { planId: large, period: 'month', seats: 0 } } });
  expect(changed.charges[0]).toMatchObject({ cause: 'change' });
  expect(changed.charges[0]?.lines.map((line) => line.part?.full)).toEqual([2900, 5900]);
  expect(ahead.charges[0]?.lines).toMatchObject([{ kind: 'plan', net: 2900, part: null }]);
  expect(changed.charges.at(-1)?.total).toBe(7021);
  expect([await count(), await live(buyer)]).toEqual(before);
  const id = before[1] === undefined ? '' : (await live(buyer)).id;
  const theirs = await keeper().allSubscriptions.forecast({ params: { id } });
  expect(theirs.charges.map((one) => one.total)).toEqual(ahead.charges.map((one) => one.total));
  // what was foreseen is what comes
  await days(70);
  const came = (await world.api(buyer).invoices.list()).items.filter((one) => one.cause === 'period');
  expect(came.length).toBeGreaterThan(0);
  const starts = await Promise.all(came.map((one) => world.api(buyer).invoices.get({ params: { id: one.id } })));
  expect(ahead.charges.map((one) => one.periodStart)).toEqual(
    expect.arrayContaining(starts.map((one) => one.lines[0]?.periodStart)),
  );
});

test('what is asked for already is among the charges to come, with what is still due of it', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  await days(20);
  const [claim] = (await world.api(buyer).invoices.list()).items;
  expect(claim).toMatchObject({ cause: 'period', state: 'open' });
  const body = { amount: 451, valueDate: new Date(world.clock.now()).toISOString().slice(0, 10), bankRef: '', note: '' };
  await keeper().allInvoices.record({ params: { id: claim?.id ?? '' }, body });
  const { charges } = await world.api(buyer).subscriptions.forecast({ body: {} });
  expect(charges[0]).toMatchObject({ periodStart: (await live(buyer)).periodEnd, total: 3451, toPay: 3000 });
  expect(charges.slice(1).every((one) => one.toPay === 3451)).toBe(true);
});

test('a card is told a week before that it will be charged, and that it does not last until then', async () => {
  const buyer = await buildBuyer(world);
  await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  await world.ctx().system.write(async (tx) => {
    await tx.execute(sql`insert into payment_methods (id, account_id, provider, ref, brand, last4, expires, first, created_at)
      values (gen_random_uuid(), ${buyer.accountId}, 'card', 'pm_old', 'visa', '4242', '2020-01', true, now())`);
    await tx.execute(
      sql`update subscriptions set pay_by = 'card', next_at = period_end - interval '7 days' where account_id = ${buyer.accountId}`,
    );
  });
  await days(26);
  expect(await templatesTo(world, buyer.email)).toContain('billing.renewal');
  await days(3);
  const told = await templatesTo(world, buyer.email);
  expect(told.filter((one) => one === 'billing.renewal')).toHaveLength(1);
  expect(told.filter((one) => one === 'billing.card')).toHaveLength(1);
  await days(4);
  const [claim] = (await world.api(buyer).invoices.list()).items;
  const rows = await world
    .ctx()
    .system.read.execute<{ dunned: { id: string }[] }>(sql`select dunned from invoices where id = ${claim?.id}`);
  expect(rows.rows[0]?.dunned.map((one) => one.id)).toContain('0:charge');
  const jobs = await world
    .ctx()
    .system.read.execute<{ n: number }>(
      sql`select count(*)::int as n from pgboss.job where name = 'billing.charge' and data ->> 'id' = ${claim?.id}`,
    );
  expect(jobs.rows[0]?.n).toBe(1);
});

test('the books balance after all of that', async () => {
  const all = await ledgers();
  expect([...all.values()].reduce((a, b) => a + b, 0)).toBe(0);
  const rows = await world
    .ctx()
    .system.read.execute<{ amount: string }>(sql`select coalesce(sum(amount), 0)::text as amount from balance_entries`);
  expect((all.get('balance') ?? 0) + Number(rows.rows[0]?.amount)).toBe(0);
  const due = await world
    .ctx()
    .system.read.execute<{ amount: string }>(sql`select sum(remaining)::text as amount from invoices where state = 'open'`);
  expect(all.get('receivable')).toBe(Number(due.rows[0]?.amount));
});
