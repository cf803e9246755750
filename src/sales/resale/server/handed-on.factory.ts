/** A vendor that resells a plan with seats and minutes, an add-on and a pass, and what its customers do with them; for tests. */
import { sql } from 'drizzle-orm';
import type { World } from '#app/proof/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { addStays, buildMeeting } from '#meet/usage/server/usage.factory.ts';
import { buildAddon, buildPass } from '#sales/billing/server/addons.factory.ts';
import { buildPlan, type Shop } from '#sales/billing/server/billing.factory.ts';
import { buildCustomerOf, buildHanded, buildReseller, type HandedPrice, type ResellerGiven } from './resale.factory.ts';

type Wish = { planId: string; currency?: string; seats?: number; addons?: { planId: string; quantity: number }[] };

/** Floors and prices of a vendor, in minor units. */
export type Handed = { plan: HandedPrice; addon: HandedPrice[]; pass: HandedPrice };
const handed: Handed = {
  plan: {
    ...{ period: 'month', floor: 2000, price: 4000 },
    ...{ seat: { floor: 100, price: 300 }, minutes: { floor: 700, price: 1500 } },
  },
  addon: [
    { period: 'month', floor: 500, price: 900 },
    { period: 'year', floor: 5000, price: 9000 },
  ],
  pass: { period: 'once', floor: 3000, price: 7000 },
};
export type HandingOn = Partial<ResellerGiven> & { currency?: string; handed?: Handed };

/** The plan holds a hundred minutes of a month. */
async function stageOf(world: World, shop: Shop, given: HandingOn) {
  const { currency = 'EUR', handed: prices = handed, ...more } = given;
  const vendor = await buildReseller(world, shop, { model: 'wholesale', ...more });
  const buyer = await buildCustomerOf(world, vendor);
  const entitlements = { minutesPerMonth: 100, minutesBeyond: true };
  const source = {
    plan: await buildPlan(world, shop, { currency, month: 3000n, seat: 200n, minutes: 1000n, entitlements }),
    addon: await buildAddon(world, shop, { currency, month: 800n, entitlements: { peopleAtOnce: 20 } }),
    pass: await buildPass(world, shop, { currency, once: 5000n, entitlements: { peopleAtOnce: 300 } }),
  };
  const of = { vendor, currency };
  const own = {
    plan: await buildHanded(world, shop, { ...of, planId: source.plan, name: 'School', prices: [prices.plan] }),
    addon: await buildHanded(world, shop, { ...of, planId: source.addon, name: 'More', prices: prices.addon }),
    pass: await buildHanded(world, shop, { ...of, planId: source.pass, name: 'Fair', prices: [prices.pass] }),
  };
  return { vendor, buyer, source, own };
}

/** Everything of these is paid to the vendor at once. */
function buying(world: World) {
  const paid = async (vendor: UserActor, invoiceId: string | null): Promise<void> => {
    if (invoiceId === null) return;
    const { resale } = world.api(vendor);
    const params = { id: invoiceId };
    const { remaining } = await resale.sale({ params });
    const valueDate = new Date(world.clock.now()).toISOString().slice(0, 10);
    if (remaining > 0) await resale.recordSale({ params, body: { amount: remaining, valueDate, bankRef: '', note: '' } });
  };
  const buy = async (vendor: UserActor, buyer: UserActor, { currency = 'EUR', ...wish }: Wish): Promise<void> => {
    const { billing } = world.api(buyer);
    const quote = await billing.quote({ body: { period: 'month', currency, ...wish } });
    await paid(vendor, (await billing.purchase({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).invoiceId);
  };
  const change = async (vendor: UserActor, buyer: UserActor, wish: Omit<Wish, 'currency'> & { seats: number }): Promise<void> => {
    const { subscriptions } = world.api(buyer);
    const quote = await subscriptions.quoteChange({ body: { period: 'month', ...wish } });
    await paid(vendor, (await subscriptions.change({ body: { quoteId: quote.id } })).invoiceId);
  };
  /** Its claim, not paid. */
  const buyPass = async (buyer: UserActor, planId: string, currency = 'EUR'): Promise<string | null> => {
    const { passes } = world.api(buyer);
    const quote = await passes.quote({ body: { planId, currency, startsAt: null } });
    return (await passes.buy({ body: { quoteId: quote.id, by: 'transfer', terms: true } })).invoiceId;
  };
  return { paid, buy, change, buyPass };
}

export function handingOn(world: World, shop: Shop) {
  /** What stands on the operator's invoices to the vendor: what for, and the net. */
  const charged = async (vendor: UserActor): Promise<(readonly [string, number])[][]> => {
    const { invoices, resale } = world.api(vendor);
    const { items } = await resale.ownStatements({ query: {} });
    return Promise.all(
      items.toReversed().map(async ({ invoiceId }) => {
        const { lines } = await invoices.get({ params: { id: invoiceId ?? '' } });
        return lines.map((line) => [line.detail, line.net] as const);
      }),
    );
  };
  /** A meeting of five hours on that day, over by now. */
  const use = async ({ accountId }: UserActor, day: string, people: number): Promise<void> => {
    const meetingId = await buildMeeting(world, accountId);
    const span = [`${day}T08:00:00Z`, `${day}T13:00:00Z`] as const;
    const stays = Array.from({ length: people }, (_, n): [string, string, string] => [`p${n}`, ...span]);
    await addStays(world, { accountId, meetingId }, stays);
    const over = sql`update meetings set state = 'ended', ended_at = ${span[1]} where id = ${meetingId}`;
    await world.ctx().system.write((tx) => tx.execute(over));
  };
  return { stage: (given: HandingOn = {}) => stageOf(world, shop, given), charged, use, ...buying(world) };
}
