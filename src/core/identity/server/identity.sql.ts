/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const iamVersionsSql = sql`(select account_id, version from iam_versions)`;
export const passkeysSql = sql`(select user_id from passkeys)`;
export const sessionsSql = sql`(select id, user_id, account_id, last_seen_at from sessions)`;
export const userPicturesSql = sql`(select user_id, picture from user_pictures)`;
export const userTotpSql = sql`(select user_id, confirmed_at from user_totp)`;
