/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const campaignNamesSql = sql`(select id, name, '{}'::uuid[] as readers from newsletter_campaigns)`;
