/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const roomsSql = sql`(select id, account_id, owner_id, name, slug, deleted_at from rooms)`;
export const roomSharesSql = sql`(select room_id, user_id, invited_by, created_at from room_shares)`;
export const roomNamesSql = sql`(select id, name, array[account_id] as readers from rooms)`;
