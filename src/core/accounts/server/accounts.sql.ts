/** What other domains may join: the tables of this one with the columns that they may read. PostgreSQL plans such a query as the table itself. */
import { type SQL, sql } from 'drizzle-orm';

export const accountNamesSql = sql`(select id, name, array[id, vendor_account_id] as readers from accounts)`;
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
  select id, email, name, password_hash, state, locale, time_zone, password_changed_at, created_at from users)`;

/** An account that is open, or whose end can still be undone. */
export const isNotEndedSql = (account: SQL): SQL => sql`(${account}.state <> 'closed' or ${account}.erase_at is not null)`;

/** A membership and its user, by the names that they have in the query. */
export type MemberNames = { membership: SQL; user: SQL };
/** Neither suspended nor over. */
export const isActiveMemberSql = ({ membership, user }: MemberNames, now: Date): SQL =>
  sql`(${membership}.state = 'active' and ${user}.state = 'active'
    and (${membership}.expires_at is null or ${membership}.expires_at > ${now.toISOString()}::timestamptz))`;
/** The same, and not locked out until a new password. */
export const mayActSql = (names: MemberNames, now: Date): SQL => sql`(${isActiveMemberSql(names, now)}
  and (${names.membership}.locked_at is null or coalesce(${names.user}.password_changed_at >= ${names.membership}.locked_at, false)))`;
