/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { sql } from 'drizzle-orm';

export const accountPoliciesSql = sql`(
  select account_id, second_factor_from, idle_minutes, session_hours, ways from account_policies)`;
export const accountUseSql = sql`(select account_id, recorded_bytes, minutes_used, minutes_until from account_use)`;
export const accountsSql = sql`(
  select id, kind, name, state, time_zone, entitlements, version, created_at, vendor_account_id, erase_at,
    plan_entitlements, extra_entitlements, service, raised_entitlements, coming_entitlements from accounts)`;
export const membershipsSql = sql`(
  select id, account_id, user_id, role, permissions, state, created_at, preset, statements, boundary, granted_by,
    expires_at, locked_at, suspended_why from memberships)`;
export const peopleCountsSql = sql`(select account_id, group_id, n from people_counts)`;
export const usersSql = sql`(
  select id, email, name, password_hash, state, locale, time_zone, email_verified_at, password_changed_at, created_at from users)`;
