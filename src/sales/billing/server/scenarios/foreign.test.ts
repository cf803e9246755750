/** Sellers who ask for money in another currency than that of their books, as pages that a person can read: `golden/*.txt`. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { money, toDecimal } from '#kit/money.ts';
import type { InvoiceView } from '../../invoices.contract.ts';
import { buildBuyer, buildPlan, buildShop, pay, subscribe } from '../billing.factory.ts';
import type { ProfileRow, SellerRow } from '../billing.table.ts';
import { runEngine } from '../engine.service.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
});
afterEach(() => {
  vi.useRealTimers();
});

type Rates = { day: string; rates: Record<string, string> }[];
type ForeignSale = {
  seller: Partial<SellerRow>;
  buyer: Partial<ProfileRow>;
  currency: string;
  month: bigint;
  /** Of one euro, by the days on which they were published. */
  published: Rates;
};
const warsaw = { country: 'PL', postcode: '00-001', city: 'Warszawa', vatId: 'PL5260250995', zone: 'Europe/Warsaw' };
const stories: Record<string, ForeignSale> = {
  '33 a seller in Germany asks for dollars': {
    seller: {},
    buyer: {},
    currency: 'USD',
    month: 10_000n,
    published: [
      { day: '2027-01-08', rates: { USD: '1.085', PLN: '4.2793' } },
      { day: '2027-01-29', rates: { USD: '1.0391', PLN: '4.2185' } },
    ],
  },
  '33 a seller in Poland asks for euros': {
    seller: warsaw,
    buyer: { country: 'PL', postcode: '00-002', city: 'Warszawa' },
    currency: 'EUR',
    month: 3_333n,
    published: [
      { day: '2027-01-08', rates: { USD: '1.085', PLN: '4.2793' } },
      { day: '2027-01-29', rates: { USD: '1.0391', PLN: '4.2185' } },
    ],
  },
  '33 a seller in Poland asks for dollars': {
    seller: warsaw,
    buyer: { country: 'PL', postcode: '00-002', city: 'Warszawa' },
    currency: 'USD',
    month: 9_999n,
    published: [{ day: '2027-01-08', rates: { USD: '1.085', PLN: '4.2793' } }],
  },
};

/** An invoice as one reads it. */
function told({ number, kind, issueDate, state, total, tax, currency, accounting, taxes }: InvoiceView): string[] {
  const of = (minor: number, code: string) => `${toDecimal(money(BigInt(minor), code))} ${code}`;
  const rate = taxes.map((one) => `${one.category} ${one.rate / 1000} %`).join(', ');
  const also =
    accounting === null
      ? 'in no other currency'
      : `${of(accounting.tax, accounting.currency)}: ${accounting.quotes}, ${accounting.origin}, ${accounting.day}`;
  return [
    `  ${issueDate}  ${kind} ${number}, ${state}`,
    `    total ${of(total, currency)}, tax ${rate} ${of(tax, currency)}`,
    `    tax also ${also}`,
  ];
}

test.each(Object.entries(stories))('%s', async (name, { seller, buyer: at, currency, month, published }) => {
  const place = await testWorld();
  // a Sunday: the rates are of the Friday before
  vi.setSystemTime(Date.now() + Date.parse('2027-01-10T10:00:00Z') - place.clock.now());
  const shop = await buildShop(place, seller);
  const buyer = await buildBuyer(place, at);
  const publish = (one: Rates[number]) =>
    place.api(shop.operator).exchange.add({
      body: {
        origin: 'ECB by hand',
        rates: Object.entries(one.rates).map(([code, rate]) => ({ day: one.day, base: 'EUR', currency: code, rate })),
      },
    });
  const [first, ...later] = published;
  if (first !== undefined) await publish(first);
  const planId = await buildPlan(place, shop, { currency, month });
  const invoiceId = await subscribe(place, shop, { buyer, planId, currency });
  // asked for fourteen days ahead, with the rate of that day
  place.clock.advance(Date.parse('2027-02-01T10:00:00Z') - place.clock.now());
  for (const one of later) await publish(one);
  await runEngine(place.ctx());
  const { allInvoices } = place.api(shop.operator);
  const open = (await allInvoices.list({ query: { state: 'open' } })).items;
  for (const one of open) await pay(place, shop, one.id);
  const reason = 'half of the month was not had';
  await allInvoices.credit({ params: { id: invoiceId }, body: { amount: Math.floor(Number(month) / 2), to: 'balance', reason } });
  const all = (await allInvoices.list({ query: {} })).items.map((one) => one.id);
  const views = await Promise.all(all.map((id) => allInvoices.get({ params: { id } })));
  const orderOf = (one: InvoiceView) => `${one.issueDate} ${one.kind === 'invoice' ? 1 : 2} ${one.number}`;
  views.sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  const page = views.flatMap(told).join('\n');
  await expect(`${page}\n`).toMatchFileSnapshot(`golden/${name.replaceAll(/[ ,]+/g, '-')}.txt`);
  await place.close();
});
