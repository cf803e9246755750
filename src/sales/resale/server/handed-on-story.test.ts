/** A month of a reseller with add-ons, a pass and minutes, as a page that a person can read. */
import { sql } from 'drizzle-orm';
import { afterAll, test, vi } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import { money, toDecimal } from '#kit/money.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { closeMonths } from '#meet/usage/server/count.service.ts';
import { buildShop } from '#sales/billing/server/billing.factory.ts';
import { runEngine } from '#sales/billing/server/engine.service.ts';
import type { InvoiceView } from '#sales/billing/invoices.contract.ts';
import { type Handed, handingOn } from './handed-on.factory.ts';
import { type Currency, currenciesOfTest, expectGolden } from '#sales/billing/server/scenarios/currencies.factory.ts';
import { closeMonth } from './month.service.ts';

const world = await testWorld();
const shop = await buildShop(world);
vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
afterAll(() => {
  vi.useRealTimers();
  return world.close();
});
const { stage, buy, change, paid, buyPass, use } = handingOn(world, shop);
const to = (date: string) => vi.setSystemTime(Date.now() + Date.parse(`${date}T10:00:00Z`) - world.clock.now());

/** Floor and price of each. */
type Pair = readonly [floor: number, price: number];
const pricesOf = (of: Record<'plan' | 'seat' | 'minutes' | 'month' | 'pass', Pair>): Handed => {
  const pair = ([floor, price]: Pair) => ({ floor, price });
  return {
    plan: { period: 'month', ...pair(of.plan), seat: pair(of.seat), minutes: pair(of.minutes) },
    addon: [{ period: 'month', ...pair(of.month) }],
    pass: { period: 'once', ...pair(of.pass) },
  };
};
const prices = {
  EUR: pricesOf({ plan: [1999, 3499], seat: [99, 249], minutes: [733, 1500], month: [333, 799], pass: [2999, 6999] }),
  JPY: pricesOf({ plan: [3001, 5250], seat: [151, 375], minutes: [1101, 2250], month: [501, 1201], pass: [4501, 10_499] }),
  KWD: pricesOf({ plan: [6255, 10_995], seat: [315, 785], minutes: [2295, 4705], month: [1005, 2495], pass: [9385, 21_875] }),
} as const;

function told(title: string, one: InvoiceView): string[] {
  const of = (minor: number) => toDecimal(money(BigInt(minor), one.currency)).padStart(11);
  return [
    `  ${title}  ${one.issueDate}  ${one.state}`,
    ...one.lines.map(
      (line) =>
        `    ${`${line.detail || line.title}${line.quantity === 1 ? '' : ` × ${line.quantity}`}`.padEnd(56)}${of(line.net)}`,
    ),
    ...one.taxes.map((tax) => `    ${`tax ${tax.category} ${tax.rate / 1000} %`.padEnd(56)}${of(tax.tax)}`),
    `    ${'total'.padEnd(56)}${of(one.total)}`,
  ];
}
async function invoicesOf(who: UserActor, title: string): Promise<string[]> {
  const { invoices } = world.api(who);
  const { items } = await invoices.list({ query: { limit: 100 } });
  const all = await Promise.all(items.toReversed().map(({ id }) => invoices.get({ params: { id } })));
  return all.flatMap((one) => told(title, one));
}

async function story(currency: Currency): Promise<string> {
  await world.ctx().system.write((tx) => tx.execute(sql`update invoice_series set last_date = '2000-01-01'`));
  to('2027-01-31');
  const { vendor, buyer, own } = await stage({ currency, handed: prices[currency] });
  await buy(vendor, buyer, { planId: own.plan, currency, seats: 3, addons: [{ planId: own.addon, quantity: 2 }] });
  to('2027-02-10');
  await change(vendor, buyer, { planId: own.plan, seats: 5, addons: [{ planId: own.addon, quantity: 3 }] });
  await use(buyer, '2027-02-11', 7);
  to('2027-02-15');
  await paid(vendor, await buyPass(buyer, own.pass, currency));
  to('2027-02-20');
  // less of it waits for the next period
  await change(vendor, buyer, { planId: own.plan, seats: 5, addons: [{ planId: own.addon, quantity: 1 }] });
  for (const date of ['2027-03-01', '2027-03-03', '2027-04-02', '2027-05-01']) {
    to(date);
    await runEngine(world.ctx());
    await closeMonths(world.ctx());
    await world.runJobs();
    await closeMonth(world.ctx());
    for (const one of (await world.api(buyer).invoices.list({ query: { state: 'open' } })).items) await paid(vendor, one.id);
  }
  return [currency, ...(await invoicesOf(buyer, 'the customer’s')), ...(await invoicesOf(vendor, 'the vendor’s')), ''].join('\n');
}

test('33 a reseller’s months with add-ons, a pass and minutes', async () => {
  const pages: string[] = [];
  for (const currency of currenciesOfTest()) pages.push(await story(currency));
  await expectGolden(pages.join('\n'), '33-a-reseller-s-months-with-add-ons-a-pass-and-minutes');
}, 120_000);
