/** What others may know of a seller. */
import type { Db } from '#kit/server/db/db.ts';
import { sellerById } from './parties.queries.ts';

/** The currency of a seller's books; euro for one that is not set up. */
export const findSellerCurrency = async (db: Db, sellerId: string): Promise<string> =>
  (await sellerById(db, sellerId))?.currency ?? 'EUR';
/** The zone that a seller's days are of. */
export const findSellerZone = async (db: Db, sellerId: string): Promise<string> =>
  (await sellerById(db, sellerId))?.zone ?? 'UTC';
