/** Wholesale and commission as pages that a person can read: `golden/*.txt`. */
import { sql } from 'drizzle-orm';
import { afterAll, expect, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { money, toDecimal } from '#kit/money.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import type { InvoiceView } from '#sales/billing/invoices.contract.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from '#sales/billing/server/billing.factory.ts';
import { lockDue } from './commission.service.ts';
import { closeMonth } from './month.service.ts';
import { type Currency, currenciesOfTest, expectGolden } from '#sales/billing/server/scenarios/currencies.factory.ts';
import { buildCustomerOf, buildOffer, buildReseller } from './resale.factory.ts';

const world = await testWorld();
const shop = await buildShop(world);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return world.close();
});

const prices = {
  EUR: { price: 2999n, floor: 1999, asked: 3499, shared: 4999n },
  JPY: { price: 4500n, floor: 3001, asked: 5250, shared: 7500n },
  KWD: { price: 9375n, floor: 6255, asked: 10_995, shared: 15_625n },
} as const;
const to = (date: string) => vi.setSystemTime(Date.now() + Date.parse(`${date}T10:00:00Z`) - world.clock.now());
const work = async () => {
  await runEngine(world.ctx());
  await world.runJobs();
  await lockDue(world.ctx());
  await closeMonth(world.ctx());
};
const decimal = (minor: number, currency: string) => toDecimal(money(BigInt(minor), currency)).padStart(10);

function told(title: string, one: InvoiceView): string[] {
  const of = (minor: number) => decimal(minor, one.currency);
  return [
    `  ${title}  ${one.number?.replace(/\d{4}$/, '…')}  ${one.issueDate}  ${one.state}`,
    ...one.lines.map(
      (line) => `    ${`${line.detail === '' ? line.title : line.detail} × ${line.quantity}`.padEnd(40)}${of(line.net)}`,
    ),
    ...one.taxes.map((tax) => `    ${`tax ${tax.category} ${tax.rate / 1000} %`.padEnd(40)}${of(tax.tax)}`),
    `    ${'total'.padEnd(40)}${of(one.total)}`,
  ];
}
async function statementsOf(vendor: UserActor, currency: string): Promise<string[]> {
  const { resale } = world.api(vendor);
  const { items } = await resale.ownStatements({ query: {} });
  const pages = await Promise.all(items.toReversed().map((one) => resale.statement({ params: { id: one.id } })));
  return pages.flatMap((one) => [
    `  ${one.kind} of ${one.month}  ${one.kind === 'commission' ? one.number : ''}`.trimEnd(),
    ...one.lines.map(
      (line) =>
        `    ${`${line.base === null ? line.what : `${(line.rate ?? 0) / 1000} % of ${decimal(line.base, currency).trim()}`}`.padEnd(40)}${decimal(line.amount, currency)}`,
    ),
    `    ${'net, tax, to pay'.padEnd(40)}${decimal(one.net, currency)}${decimal(one.tax, currency)}${decimal(one.gross, currency)}`,
  ]);
}

/** A month of a customer whose vendor sells in its own name, and of one whose vendor shares. */
async function story(currency: Currency): Promise<string> {
  const { price, floor, asked, shared } = prices[currency];
  await world.ctx().system.write((tx) => tx.execute(sql`update invoice_series set last_date = '2000-01-01'`));
  to('2027-01-12');
  const planId = await buildPlan(world, shop, { name: 'Team 60', currency, month: price });
  const vendor = await buildReseller(world, shop, { model: 'wholesale' });
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency, floor, price: asked });
  const sharer = await buildReseller(world, shop, { model: 'commission', rate: 15_000 });
  const [kept, back] = [await buildCustomerOf(world, sharer), await buildCustomerOf(world, sharer)];
  const sharedPlan = await buildPlan(world, shop, { name: 'Team 150', currency, month: shared });

  const quote = await world.api(buyer).billing.quote({ body: { planId: own, period: 'month', currency } });
  const bought = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const sale = bought.invoiceId ?? '';
  // the vendor's customer pays the vendor, who notes it; the operator knows nothing of this invoice
  await expect(world.api(shop.operator).allInvoices.get({ params: { id: sale } })).rejects.toMatchObject({ code: 'not_found' });
  const { remaining } = await world.api(vendor).resale.sale({ params: { id: sale } });
  const body = { amount: remaining, valueDate: '2027-01-12', bankRef: '', note: '' };
  await world.api(vendor).resale.recordSale({ params: { id: sale }, body });
  await subscribe(world, shop, { buyer: kept, planId: sharedPlan, currency });
  const returned = await subscribe(world, shop, { buyer: back, planId: sharedPlan, currency });
  await work();
  to('2027-01-20');
  const { total } = await world.api(back).invoices.get({ params: { id: returned } });
  await world
    .api(shop.operator)
    .allInvoices.credit({ params: { id: returned }, body: { amount: total, to: 'balance', reason: 'not what was wanted' } });
  await work();
  for (const date of ['2027-02-01', '2027-02-15', '2027-03-01']) {
    to(date);
    await work();
    for (const who of [kept])
      for (const one of (await world.api(who).invoices.list({ query: { state: 'open' } })).items) await pay(world, shop, one.id);
    await work();
  }
  const wholesale = (await world.api(vendor).invoices.list({ query: {} })).items;
  const charged = await Promise.all(wholesale.map((one) => world.api(vendor).invoices.get({ params: { id: one.id } })));
  const states = await world
    .ctx()
    .system.read.execute<{ state: string; amount: string }>(
      sql`select state, amount from commissions where account_id = ${sharer.accountId} order by state, id`,
    );
  return [
    currency,
    ...told('the vendor’s customer', await world.api(buyer).invoices.get({ params: { id: sale } })),
    ...charged.toReversed().flatMap((one) => told('the operator’s charge', one)),
    ...(await statementsOf(vendor, currency)),
    ...(await statementsOf(sharer, currency)),
    ...states.rows.map((row) => `  commission ${row.state.padEnd(10)}${decimal(Number(row.amount), currency)}`),
    '',
  ].join('\n');
}

test('22 a vendor’s customers, what the vendor owes, and a commission that is taken back', async () => {
  const pages: string[] = [];
  for (const currency of currenciesOfTest()) pages.push(await story(currency));
  await expectGolden(pages.join('\n'), '22-a-vendor-s-customers-what-the-vendor-owes-and-a-commission-that-is-taken-back');
}, 120_000);

test('a vendor’s invoices are its own: with its series, and neither the operator nor another vendor sees or books them', async () => {
  const currency = 'EUR';
  to('2028-05-03');
  const planId = await buildPlan(world, shop, { month: 3000n });
  const [vendor, other] = [
    await buildReseller(world, shop, { model: 'wholesale' }),
    await buildReseller(world, shop, { model: 'wholesale' }),
  ];
  const buyer = await buildCustomerOf(world, vendor);
  const own = await buildOffer(world, shop, { vendor, buyer, planId, currency, floor: 1000, price: 2000 });
  const quote = await world.api(buyer).billing.quote({ body: { planId: own, period: 'month', currency } });
  const { invoiceId } = await world.api(buyer).billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } });
  const params = { id: invoiceId ?? '' };
  const found = await world.api(buyer).invoices.get({ params });
  expect(found).toMatchObject({ number: 'BD2028-0001', total: 2380, seller: { name: 'Bildung Digital eG' } });
  // a card would pay the operator
  await expect(world.api(buyer).invoices.pay({ params, body: { by: 'card' } })).rejects.toMatchObject({ code: 'provider_off' });
  const body = { amount: 2380, valueDate: '2028-05-03', bankRef: '', note: '' };
  for (const who of [other, buyer])
    await expect(world.api(who).resale.recordSale({ params, body })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api(shop.operator).allInvoices.record({ params, body })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api(shop.operator).resale.sale({ params })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api(vendor).allInvoices.get({ params })).rejects.toBeDefined();
  expect((await world.api(other).resale.sales({ query: {} })).items).toEqual([]);
  expect((await world.api(vendor).resale.sales({ query: {} })).items).toMatchObject([{ id: params.id }]);
  await world.api(vendor).resale.recordSale({ params, body });
  expect(await world.api(buyer).billing.subscription()).toMatchObject({ arranged: 'self', subscription: { state: 'active' } });
  to('2028-06-02');
  await closeMonth(world.ctx());
  await closeMonth(world.ctx());
  const { items } = await world.api(vendor).resale.ownStatements({ query: {} });
  expect(items).toMatchObject([{ kind: 'wholesale', month: '2028-05', net: 1000 }]);
  const one = { params: { id: items[0]?.id ?? '' } };
  await expect(world.api(other).resale.statement(one)).rejects.toMatchObject({ code: 'not_found' });
  expect((await world.api(shop.operator).resale.statement(one)).lines).toHaveLength(1);
  await expect(world.api(await buildBuyer(world)).resale.statement(one)).rejects.toBeDefined();
});
