/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const vendorBrandsSql = sql`(select account_id, logo from vendor_brands)`;
export const vendorTermsSql = sql`(select account_id, model, rate from vendor_terms)`;
export const vendorsSql = sql`(select account_id, state, applied_at from vendors)`;
