/** Resellers with money for tests: vendors under terms, who are somebody on paper, and their customers. */
import type { Client } from '#kit/contract.ts';
import type { FactoryWorld } from '#core/accounts/server/accounts.factory.ts';
import { changeStanding } from '#core/accounts/server/standing.service.ts';
import { startSession } from '#core/identity/server/sessions/sessions.service.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { buildBuyer, type Shop } from '#sales/billing/server/billing.factory.ts';
import type { plansCalls } from '#sales/plans/plans.contract.ts';
import { seedSeller } from '#sales/billing/server/seller-seed.service.ts';
import { buildVendor, grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { perKey, type Pool } from '#sales/vendors/vendors.rules.ts';
import type { resaleCalls } from '../resale.contract.ts';
import { ownPlans } from './money.service.ts';

type Api = Client<{ resale: typeof resaleCalls; plans: typeof plansCalls }>;
type World = FactoryWorld & { ctx(actor?: UserActor): Ctx; api(actor?: UserActor): Api };

/** The seller data of a vendor: in Lübeck by default. */
export const vendorOnPaper = {
  legalName: 'Bildung Digital eG',
  street: 'Mengstraße 4',
  postcode: '23552',
  city: 'Lübeck',
  country: 'DE',
  email: 'money@bildung.example',
  vatId: 'DE129273398',
  taxNumber: null,
  registration: null,
  regime: 'standard' as const,
  oss: 'on' as const,
  ownRates: {},
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  holder: 'Bildung Digital eG',
  instructions: '',
  currency: 'EUR',
  zone: 'Europe/Berlin',
  seriesPrefix: 'BD',
  dueDays: 14,
  trustDays: 0,
  footer: '',
  cards: false,
};

/** `pool`: without limits by default. */
export type ResellerGiven = { model: 'commission' | 'wholesale'; rate?: number; lockDays?: number; pool?: Pool };
/** The owner of a vendor that has terms and is somebody on paper. */
export async function buildReseller(world: World, shop: Shop, given: ResellerGiven): Promise<UserActor> {
  const { model, rate = 20_000, lockDays = 30, pool = perKey(() => null) } = given;
  const { actor } = await buildVendor(world, pool);
  await seedSeller(world.ctx(), { ...vendorOnPaper, accountId: actor.accountId });
  const body = { model, rate: model === 'commission' ? rate : null, lockDays, revision: null };
  await world.api(shop.operator).resale.setTerms({ params: { id: actor.accountId }, body });
  return actor;
}

/** The owner of a customer that the vendor brought in, whose invoices go to Hamburg. */
export async function buildCustomerOf(
  world: World,
  vendor: UserActor,
  paper: Parameters<typeof buildBuyer>[1] = {},
): Promise<UserActor> {
  const buyer = await buildBuyer(world, paper);
  const change = { vendorAccountId: vendor.accountId, entitlements: { ...grantOfAll(1) } };
  await world.ctx().system.write((tx) => changeStanding(tx, buyer.accountId, change));
  return buyer;
}

export type Offered = { planId: string; currency: string; floor: number; price: number };
/** A plan of the operator with a floor, sold by the vendor. Returns the id of the vendor's own plan. */
export async function buildOffer(
  world: World,
  shop: Shop,
  of: Offered & { vendor: UserActor; buyer: UserActor },
): Promise<string> {
  const { vendor, buyer, planId, currency, floor, price } = of;
  const at = { currency, period: 'month' as const, seatAmount: null };
  const params = { id: vendor.accountId };
  const floors = [{ ...at, planId, version: 1, amount: floor }];
  await world.api(shop.operator).resale.setFloors({ params, body: { floors } });
  const body = { name: 'Schule M', onSale: true, prices: [{ ...at, amount: price }] };
  await world.api(vendor).resale.offer({ params: { planId }, body });
  const { items } = await world.api(buyer).plans.offers({ query: { currency } });
  const [own] = items;
  if (own === undefined) throw new Error('nothing is offered');
  return own.id;
}

export type HandedPrice = {
  period: 'month' | 'year' | 'once';
  /** What is owed and what is asked, in minor units. */
  floor: number;
  price: number;
  seat?: { floor: number; price: number };
  /** Of a thousand minutes. */
  minutes?: { floor: number; price: number };
};
/** Anything of the operator with floors, sold by the vendor at these prices. Returns the id of the vendor's own plan, add-on or pass. */
export async function buildHanded(
  world: World,
  shop: Shop,
  of: { vendor: UserActor; planId: string; name: string; currency: string; prices: readonly HandedPrice[] },
): Promise<string> {
  const { vendor, planId, name, currency } = of;
  const both = of.prices.map(({ period, floor, price, seat, minutes }) => ({
    floor: {
      ...{ currency, period, planId, version: 1, amount: floor },
      ...{ seatAmount: seat?.floor ?? null, minuteAmount: minutes?.floor ?? null },
    },
    price: { currency, period, amount: price, seatAmount: seat?.price ?? null, minuteAmount: minutes?.price ?? null },
  }));
  const params = { id: vendor.accountId };
  await world.api(shop.operator).resale.setFloors({ params, body: { floors: both.map((one) => one.floor) } });
  const body = { name, onSale: true, prices: both.map((one) => one.price) };
  await world.api(vendor).resale.offer({ params: { planId }, body });
  const own = await ownPlans(world.ctx().system.read, vendor.accountId);
  const found = own.get(planId);
  if (found === undefined) throw new Error('nothing is handed on');
  return found.planId;
}

/** The token of a session of that person, for requests over HTTP. */
export async function tokenOf(world: World, { userId, accountId }: UserActor): Promise<string> {
  const ctx = world.ctx();
  return (await ctx.system.write((tx) => startSession(ctx, tx, { userId, accountId }))).token;
}
