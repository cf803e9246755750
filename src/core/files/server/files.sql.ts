/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const libraryFilesSql = sql`(select id, account_id, place, kind, conversation_kind, conversation_id from library_files)`;
export const libraryVersionsSql = sql`(select id, account_id, file_id from library_versions)`;
