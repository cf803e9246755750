/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const accessKeysSql = sql`(select account_id, expires_at, revoked_at from access_keys)`;
export const iamGroupsSql = sql`(select account_id from iam_groups)`;
export const iamInvitationsSql = sql`(select account_id, state, expires_at from iam_invitations)`;
export const groupNamesSql = sql`(select id, name, array[account_id] as readers from iam_groups)`;
export const permissionSetNamesSql = sql`(select id, name, array[account_id] as readers from iam_sets)`;
export const accessKeyNamesSql = sql`(select id, name, array[account_id] as readers from access_keys)`;
