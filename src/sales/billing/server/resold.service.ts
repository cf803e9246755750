/** The base of resellers' money: the parties, what is left of a claim, and which periods began. The caller checks the permission. */
import * as z from 'zod/mini';
import { portion } from '#kit/money.ts';
import type { Db } from '#kit/server/db/db.ts';
import { agreedWith, type BuyerRow, profileOf, sellerById } from './parties.queries.ts';
import { heldOfText } from './addons.service.ts';
import type { SellerRow, SubscriptionRow } from './billing.table.ts';
import { chargesOfSeller, putAwayCharges } from './minutes.queries.ts';
import type { MinuteChargeRow } from './minutes.table.ts';
import { invoiceById } from './invoices.queries.ts';
import { sellerOnPaper } from './finalize.service.ts';
import {
  anySoldBy,
  type BegunRow,
  changeNotesOf,
  extensionNotesOf,
  netCredited,
  numbersOf,
  owedPeriods,
  putAwayPeriods,
  subscriptionsByIds,
  subscriptionsUnder,
} from './resold.queries.ts';

export type Seller = SellerRow;
export type Begun = BegunRow;
export const findSeller = (db: Db, accountId: string): Promise<Seller | null> => sellerById(db, accountId);
/** As it stands on a paper that it issues. */
export const onPaper = (row: SellerRow) => sellerOnPaper(row);

/** Who stands on an invoice to a seller: what it filled in as a buyer, else what it says of itself as a seller. */
export async function findBuyer(db: Db, accountId: string): Promise<BuyerRow | null> {
  const profile = await profileOf(db, accountId);
  if (profile !== null) return profile;
  const seller = await sellerById(db, accountId);
  if (seller === null) return null;
  const { street, postcode, city, country, email, vatId, legalName: organisation, revision, changedAt } = seller;
  const asBuyer = { buyer: 'business' as const, vatCheck: null, orderNumber: '', buyerReference: '', leitwegId: null };
  return {
    accountId,
    organisation,
    street,
    postcode,
    city,
    country,
    email,
    vatId,
    revision,
    changedAt,
    ...asBuyer,
    agreed: await agreedWith(db, accountId),
  };
}

/** `kept`: the net that was paid and not given back, in minor units; of what was given up on, as far as money came; nothing while it is due. */
export type Claim = {
  id: string;
  sellerId: string;
  accountId: string;
  currency: string;
  net: bigint;
  kept: bigint;
  paidAt: Date | null;
};
export async function findClaimKept(db: Db, invoiceId: string): Promise<Claim | null> {
  const row = await invoiceById(db, invoiceId);
  if (row === null || row.kind !== 'invoice' || row.finalizedAt === null) return null;
  const { id, sellerId, accountId, currency, net, total } = row;
  const settled = row.state === 'paid' || row.state === 'uncollectible';
  const lost = row.state === 'uncollectible' && total > 0n ? portion(net, row.remaining, total) : 0n;
  const kept = settled ? net - lost - (await netCredited(db, id)) : 0n;
  return { id, sellerId, accountId, currency, net, kept: kept > 0n ? kept : 0n, paidAt: row.closedAt };
}
export async function findNumbers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await numbersOf(db, ids)).map((one) => [one.id, one.number ?? '']));
}

/** Periods of what a vendor sold that began before an instant and of which not everything is charged to it, as far as anybody put that down. */
export const findBegun = async (db: Db, of: { sellerId: string; until: Date }): Promise<Begun[]> => owedPeriods(db, of);
/** Marks periods that are charged in full: they are found again only when something changes in them. */
export const putAwayBegun = putAwayPeriods;
export const putAwayMinutes = putAwayCharges;
/** What a subscription held for a period. */
export type Had = Pick<SubscriptionRow, 'planId' | 'version' | 'period' | 'seats' | 'addons'>;
/**
 * `at`: from when it counts; `fromEnd`: the end of the period that was left, as it was then; epoch milliseconds. `turn`: the order in which changes
 * and days on top were noted.
 */
export type ChangeMade = { id: string; subscriptionId: string; at: number; turn: number; from: Had; to: Had; fromEnd: number };
const rhythm = z.enum(['month', 'year', 'once']);
const changeNote = z.object({
  ...{ plan: z.string(), version: z.number(), period: rhythm, seats: z.number() },
  ...{ fromPlan: z.string(), fromVersion: z.number(), fromPeriod: rhythm, fromSeats: z.number() },
  // notes of before tell of no add-ons
  ...{ held: z._default(z.string(), ''), fromHeld: z._default(z.string(), '') },
  ...{ at: z.number(), fromEnd: z.nullable(z.number()) },
});
/** All changes of these subscriptions, in their order: later ones name what was held before them. */
export async function findChanges(db: Db, subscriptionIds: readonly string[]): Promise<ChangeMade[]> {
  return (await changeNotesOf(db, subscriptionIds)).flatMap(({ id, subscriptionId, turn, data }) => {
    const read = z.safeParse(changeNote, data);
    if (!read.success || subscriptionId === null || read.data.fromEnd === null) return [];
    const { plan, version, period, seats, held, fromPlan, fromVersion, fromPeriod, fromSeats, fromHeld, at, fromEnd } = read.data;
    const addons = heldOfText(fromHeld);
    const from = { planId: fromPlan, version: fromVersion, period: fromPeriod, seats: fromSeats, addons };
    return [
      { id, subscriptionId, at, turn, from, to: { planId: plan, version, period, seats, addons: heldOfText(held) }, fromEnd },
    ];
  });
}
const extensionNote = z.object({ days: z.int() });
/** Days that their seller gave on top of periods of these subscriptions; `at`: when, in epoch milliseconds. */
export async function findExtensions(
  db: Db,
  subscriptionIds: readonly string[],
): Promise<{ id: string; subscriptionId: string; at: number; turn: number; days: number }[]> {
  return (await extensionNotesOf(db, subscriptionIds)).flatMap(({ id, subscriptionId, at, turn, data }) => {
    const read = z.safeParse(extensionNote, data);
    return !read.success || subscriptionId === null ? [] : [{ id, subscriptionId, at: at.getTime(), turn, days: read.data.days }];
  });
}
export type MinutesCharged = { charge: MinuteChargeRow; subscription: SubscriptionRow };
/** What customers of a vendor were charged for minutes of months up to one, `last` being its first day: months of which not everything was put away, whole. */
export const findMinutes = (db: Db, of: { sellerId: string; last: string }): Promise<MinutesCharged[]> => chargesOfSeller(db, of);
/** What the customers of a vendor subscribe to, newest first. */
export const findSubscriptionsUnder = subscriptionsUnder;
/** Whether the vendor's customers still have something that this seller sold to them. */
export const sellsStill = (db: Db, of: { sellerId: string; vendorId: string }): Promise<boolean> => anySoldBy(db, of);
export const findSold = subscriptionsByIds;
