/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const planPricesSql = sql`(select plan_id, version, currency, period, amount, seat_amount from plan_prices)`;
export const plansSql = sql`(select id, seller_id, name, visibility, version from plans)`;
export const planNamesSql = sql`(select id, name, array[seller_id] as readers from plans)`;
export const couponNamesSql = sql`(select id, code as name, array[seller_id] as readers from coupons)`;
