/**
 * Who sells to whom: the one place where it is decided. Under a commission the operator sells in its own name and shares; under wholesale the
 * vendor sells in its own; without terms somebody arranges the plans of a vendor's customers by hand.
 */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findOperatorAccount } from '#core/accounts/server/accounts.service.ts';
import { findStanding } from '#core/accounts/server/standing.service.ts';
import type { VendorState } from '../vendors.rules.ts';
import { allTerms, putTermsRow, termsById, termsOverCustomer } from './terms.queries.ts';
import { vendorById } from './vendors.queries.ts';
import type { TermsRow } from './vendors.table.ts';

export type Terms = TermsRow;
/** `accountId` null: there is no operator yet. */
export type Selling = { by: 'operator'; accountId: string | null } | { by: 'vendor'; accountId: string } | { by: 'reseller' };

/** `accountId`: of the buyer. */
export async function whoSellsTo(db: Db, accountId: string): Promise<Selling> {
  const vendorId = (await findStanding(db, accountId))?.vendorAccountId ?? null;
  const terms = vendorId === null ? null : await termsById(db, vendorId);
  if (vendorId !== null && terms === null) return { by: 'reseller' };
  if (terms?.model === 'wholesale') return { by: 'vendor', accountId: terms.accountId };
  return { by: 'operator', accountId: (await findOperatorAccount(db))?.id ?? null };
}

/** The account whose offers somebody sees: a customer those of its seller, everybody else the operator's; null: nobody sells to them. */
export async function sellerSeenBy(ctx: Ctx): Promise<string | null> {
  const { actor } = ctx;
  const { read } = ctx.system;
  if (actor.kind !== 'user' || actor.accountKind !== 'customer') return (await findOperatorAccount(read))?.id ?? null;
  const selling = await whoSellsTo(read, actor.accountId);
  return selling.by === 'reseller' ? null : selling.accountId;
}

export const findTerms = (db: Db, vendorId: string): Promise<Terms | null> => termsById(db, vendorId);
/** The terms of the vendor who brought in a customer; null for the operator's own, and where there are none. */
export const termsOver = (db: Db, customerId: string): Promise<Terms | null> => termsOverCustomer(db, customerId);
export const findAllTerms = (db: Db): Promise<Terms[]> => allTerms(db);
/** Null when somebody else changed them since `revision`. `tx` must be the system's; the caller checks the permission. */
export const putTerms = (tx: Db, row: Omit<Terms, 'revision'>, revision: number | null): Promise<Terms | null> =>
  putTermsRow(tx, row, revision);
/** Null: the account is no vendor and never asked to be one. */
export const findVendorState = async (db: Db, accountId: string): Promise<VendorState | null> =>
  (await vendorById(db, accountId))?.state ?? null;
