/** A hundred thousand payments: a page of the list reads little more than the page, however it is narrowed. */
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, buildPlan, buildShop, type Shop, subscribe } from './billing.factory.ts';
import { currenciesOf, foundBy, type PaymentFilter, pageStatement, type Whose } from './payment-list.queries.ts';

const many = 100_000;
let world: Awaited<ReturnType<typeof testWorld>>;
let shop: Shop;
let buyer: UserActor;
beforeAll(async () => {
  world = await testWorld();
  shop = await buildShop(world);
  buyer = await buildBuyer(world, { organisation: 'Quelimane' });
  const first = await subscribe(world, shop, { buyer, planId: await buildPlan(world, shop) });
  const client = new pg.Client({ connectionString: world.ownerUrl });
  await client.connect();
  // so many rows at once have no story: what the triggers ask of each is true of the one that they are copies of
  await client.query('alter table payments disable trigger user; alter table invoices disable trigger user');
  const id = (place: string) =>
    `('01930000-' || lpad(to_hex(n / 65536), 4, '0') || '-7' || lpad(to_hex(n % 4096), 3, '0') || '-8${place}-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const invoiceColumns =
    'seller_id, account_id, kind, state, cause, currency, total, paid, locale, note, dunned, buyer, finalized_at, created_at';
  await client.query(
    `insert into invoices (id, number, year, serial, reference, ${invoiceColumns})
      select ${id('001')}, 'A-' || n, 2001, n, 'RF' || n, ${invoiceColumns.replace('cause', "'manual'")} from invoices, generate_series(1, $2) n where id = $1`,
    [first, many],
  );
  await client.query(
    `insert into payments (id, invoice_id, account_id, seller_id, provider, state, amount, currency, off_session, note, ref, created_at, changed_at)
      select ${id('002')}, ${id('001')}, account_id, seller_id, case when n % 50 = 0 then 'transfer' else 'card' end,
        case when n % 100 = 0 then 'failed' else 'succeeded' end, 1000 + n, case when n = 7 then 'KWD' else 'EUR' end, false, '', 'pi_' || n, now(), now()
      from payments, generate_series(1, $2) n where invoice_id = $1`,
    [first, many],
  );
  await client.query('alter table payments enable trigger user; alter table invoices enable trigger user');
  await client.query('vacuum analyze payments, invoices');
  await client.end();
}, 240_000);
afterAll(() => world.close());

/** What the database says about how it reads a page, and the most rows that any step of it brought. */
async function plan(filter: PaymentFilter & { search?: string }, before: string | null = null) {
  const { search, ...rest } = filter;
  const { read } = world.ctx().system;
  const whose: Whose = { ...(rest.sellerId === undefined ? { accountId: rest.accountId ?? '' } : { sellerId: rest.sellerId }) };
  const found = await foundBy(read, { ...whose, search });
  const { rows } = await read.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, timing off) ${pageStatement(read, { filter: rest, found }, { before, limit: 51 })}`,
  );
  const text = rows.map((row) => row['QUERY PLAN']).join('\n');
  const brought = [...text.matchAll(/actual rows=([\d.]+) loops=(\d+)/g)].map(
    ([, rowsOf, loops]) => Number(rowsOf) * Number(loops),
  );
  return { text, most: Math.max(...brought) };
}

test.each([
  ['nothing', {}, 51],
  ['a state', { state: 'failed' as const }, 51],
  ['a currency', { currency: 'KWD' }, 51],
  ['a state that is seldom', { state: 'reported' as const }, 51],
  ['open disputes', { state: 'disputed' as const }, 51],
  ['a period', { from: Date.UTC(2001, 0, 1), until: Date.UTC(2001, 1, 1) }, 51],
  ['the way', { provider: 'transfer' as const }, 2600],
])('narrowed by %s the page is read by an index', async (_by, filter, most) => {
  const found = await plan({ sellerId: shop.operator.accountId, ...filter });
  expect(found.text).toMatch(/Index (Only )?Scan/);
  expect(found.text).not.toMatch(/Seq Scan on payments/);
  expect(found.most).toBeLessThanOrEqual(most);
});

test('a page far behind, and the list of whoever paid, are read by an index too', async () => {
  const before = '01930000-0001-7000-8002-000000010000';
  for (const found of [
    await plan({ sellerId: shop.operator.accountId }, before),
    await plan({ accountId: buyer.accountId }, before),
  ]) {
    expect(found.text).toMatch(/Index Scan/);
    expect(found.text).not.toMatch(/Seq Scan/);
    expect(found.most).toBeLessThanOrEqual(51);
  }
});

test.each(['A-77777', 'RF77777', 'pi_77777', '787,77'])('“%s” is found among all of them', async (search) => {
  const { items } = await world.api(shop.operator).allPayments.list({ query: { search } });
  expect(items.map((one) => one.invoice.number)).toEqual(['A-77777']);
  const found = await plan({ sellerId: shop.operator.accountId, search });
  expect(found.text).not.toMatch(/Seq Scan on payments/);
});

test('a name that everybody has is found page by page, and there are the currencies that there are', async () => {
  const { items, next, total } = await world.api(shop.operator).allPayments.list({ query: { search: 'quelimane' } });
  expect([items.length, next === null, total]).toEqual([50, false, undefined]);
  expect(await currenciesOf(world.ctx().system.read, { sellerId: shop.operator.accountId })).toEqual(['EUR', 'KWD']);
});
