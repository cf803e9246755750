/** What resellers' money rests on: who is on paper, what stands of a claim, and which periods began. Whoever asks is asked before. */
import type { Db } from '#kit/server/db.ts';
import { profileOf, sellerById } from './parties.queries.ts';
import type { ProfileRow, SellerRow } from './billing.table.ts';
import { invoiceById } from './invoices.queries.ts';
import { sellerOnPaper } from './finalize.service.ts';
import {
  anySoldBy,
  type BegunRow,
  netCredited,
  numbersOf,
  periodsOfSeller,
  subscriptionsByIds,
  subscriptionsUnder,
} from './resold.queries.ts';

export type Seller = SellerRow;
export type Begun = BegunRow;
export const findSeller = (db: Db, accountId: string): Promise<Seller | null> => sellerById(db, accountId);
/** As it stands on a paper that it issues. */
export const onPaper = sellerOnPaper;

/** Who stands on an invoice to a seller: what it filled in as a buyer, else what it says of itself as a seller. */
export async function findBuyer(db: Db, accountId: string): Promise<ProfileRow | null> {
  const profile = await profileOf(db, accountId);
  if (profile !== null) return profile;
  const seller = await sellerById(db, accountId);
  if (seller === null) return null;
  const { street, postcode, city, country, email, vatId, legalName: organisation, revision, changedAt } = seller;
  const asBuyer = { buyer: 'business' as const, vatCheck: null, orderNumber: '', buyerReference: '' };
  return { accountId, organisation, street, postcode, city, country, email, vatId, revision, changedAt, ...asBuyer };
}

/** `kept`: the net that was paid and not given back, in minor units; nothing of a claim that is not settled. */
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
  const { id, sellerId, accountId, currency, net } = row;
  const kept = row.state === 'paid' ? net - (await netCredited(db, id)) : 0n;
  return { id, sellerId, accountId, currency, net, kept: kept > 0n ? kept : 0n, paidAt: row.closedAt };
}
export async function findNumbers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  return new Map((await numbersOf(db, ids)).map((one) => [one.id, one.number ?? '']));
}

/** Periods of what the seller sold that began within a span. */
export const findBegun = (db: Db, of: { sellerId: string; from: Date; until: Date }): Promise<Begun[]> => periodsOfSeller(db, of);
/** What the customers of a vendor subscribe to, newest first. */
export const findSubscriptionsUnder = subscriptionsUnder;
/** Whether the vendor's customers still have something that this seller sold to them. */
export const sellsStill = (db: Db, of: { sellerId: string; vendorId: string }): Promise<boolean> => anySoldBy(db, of);
export const findSold = subscriptionsByIds;
