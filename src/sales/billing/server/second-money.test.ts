/** Money that comes although nothing is due any more: paid twice, or paid after all. It is the account's, and stands at the bank. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, subscribe } from './billing.factory.ts';
import { invoiceById } from './invoices.queries.ts';
import { searchWaitingClaims } from './open-claims.service.ts';
import { balanceOf } from './payments.queries.ts';
import { bookArrival } from './transfer-booking.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const shop = await buildShop(world);
const keeper = () => world.api(shop.operator).allInvoices;
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const money = { amount: 2000, valueDate: '2026-11-20', bankRef: '', note: '' };
const more = { ...money, more: true as const };
const balance = (buyer: UserActor) =>
  balanceOf(world.ctx().system.read, { accountId: buyer.accountId, sellerId: shop.operator.accountId, currency: 'EUR' });
async function ledger(buyer: UserActor, name: string): Promise<number> {
  const { rows } = await world.ctx().system.read.execute<{ amount: number }>(
    sql`select coalesce(sum(l.amount), 0)::int as amount from journal_lines l join journal_entries e on e.id = l.entry_id
      where e.account_id = ${buyer.accountId} and l.ledger = ${name}`,
  );
  return rows[0]?.amount ?? 0;
}
async function paid() {
  const buyer = await buildBuyer(world);
  const id = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  return { buyer, params: { id } };
}

test('a paid invoice is paid again, and once more: each time the balance has it, when somebody means it', async () => {
  const { buyer, params } = await paid();
  expect(await codeOf(keeper().record({ params, body: money }))).toBe('wrong_state');
  for (const _ of [1, 2]) await keeper().record({ params, body: more });
  const after = await keeper().get({ params });
  expect(after).toMatchObject({ state: 'paid', remaining: 0, rights: { record: false, recordMore: true } });
  expect(after.payments.map((one) => [one.state, one.amount])).toEqual([
    ['succeeded', 2000],
    ['succeeded', 2000],
    ['succeeded', 3451],
  ]);
  expect(await balance(buyer)).toBe(4000n);
  expect([await ledger(buyer, 'bank'), await ledger(buyer, 'balance'), await ledger(buyer, 'loss')]).toEqual([7451, -4000, 0]);
  const { subscription } = await world.api(buyer).billing.subscription();
  expect(subscription?.state).toBe('active');
});

test('a void one takes money in the same way, and stays void', async () => {
  const buyer = await buildBuyer(world);
  const lines = [{ title: 'Training', quantity: 1, unit: 10_000 }];
  const made = await keeper().create({ body: { accountId: buyer.accountId, currency: 'EUR', lines, note: '' } });
  const params = { id: made.id };
  await keeper().finalize({ params, body: { revision: made.revision } });
  await keeper().voiding({ params, body: { reason: 'as agreed' } });
  expect(await codeOf(keeper().record({ params, body: money }))).toBe('wrong_state');
  for (const _ of [1, 2]) await keeper().record({ params, body: more });
  expect(await keeper().get({ params })).toMatchObject({ state: 'void', rights: { recordMore: true } });
  expect([await balance(buyer), await ledger(buyer, 'bank')]).toEqual([4000n, 4000]);
});

test('a line of a statement too, once for its name; it is found by its whole number', async () => {
  const { buyer, params } = await paid();
  const { read, write } = world.ctx().system;
  const row = await invoiceById(read, params.id);
  if (row === null) throw new Error('no invoice');
  const arrival = { amount: 3451n, valueDate: '2026-11-20', bankRef: '', note: '', ref: 'line/0' };
  for (const _ of [1, 2]) await write((tx) => bookArrival(world.ctx(), tx, { row, arrival }));
  expect(await balance(buyer)).toBe(3451n);
  const found = (search: string) => searchWaitingClaims(read, { sellerId: shop.operator.accountId, currency: 'EUR', search });
  expect((await found(row.number ?? '')).map((one) => [one.id, one.remaining])).toEqual([[row.id, 0n]]);
  expect((await found('Nordlicht')).map((one) => one.id)).not.toContain(row.id);
});
