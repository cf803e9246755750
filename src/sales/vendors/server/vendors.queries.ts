import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import type { Db } from '#kit/server/db/db.ts';
import { containsPattern } from '#kit/server/db/search.ts';
import { totalOf } from '#kit/server/db/total.ts';
import { accountUseSql, accountsSql, isNotEndedSql, membershipsSql } from '#core/accounts/server/accounts.sql.ts';
import { attendancesSql, meetingsSql } from '#meet/meetings/server/meetings.sql.ts';
import { roomsSql } from '#meet/rooms/server/rooms.sql.ts';
import type { VendorState } from '../vendors.rules.ts';
import { type VendorRow, vendors } from './vendors.table.ts';

export async function vendorById(db: Db, accountId: string): Promise<VendorRow | null> {
  const [row] = await db.select().from(vendors).where(eq(vendors.accountId, accountId));
  return row ?? null;
}
export async function vendorByReferral(db: Db, code: string): Promise<VendorRow | null> {
  const [row] = await db.select().from(vendors).where(eq(vendors.referralCode, code));
  return row ?? null;
}
/** The vendor, locked until the transaction ends; its pool is counted under this lock. */
export async function lockVendor(tx: Db, accountId: string): Promise<VendorRow | null> {
  const [row] = await tx.select().from(vendors).where(eq(vendors.accountId, accountId)).for('update');
  return row ?? null;
}

export async function insertVendor(tx: Db, row: VendorRow): Promise<void> {
  await tx.insert(vendors).values(row);
}
export async function deleteVendor(tx: Db, accountId: string): Promise<void> {
  await tx.delete(vendors).where(eq(vendors.accountId, accountId));
}

export type VendorChange = Partial<
  Pick<VendorRow, 'state' | 'contractVersion' | 'approvedBy' | 'approvedAt' | 'reason' | 'pool' | 'starter' | 'changedAt'>
>;
export async function changeVendor(tx: Db, accountId: string, change: VendorChange): Promise<void> {
  await tx
    .update(vendors)
    .set({ ...change, revision: sql`${vendors.revision} + 1` })
    .where(eq(vendors.accountId, accountId));
}

export type VendorFilter = { search: string | null; state: VendorState | null };
/** Names of accounts stand with the accounts, so the search asks there. */
const matching = ({ search, state }: VendorFilter) =>
  and(
    state === null ? undefined : eq(vendors.state, state),
    search === null
      ? undefined
      : sql`${vendors.accountId} in (select a.id from ${accountsSql} a where a.name ilike ${containsPattern(search)})`,
  );

const standing = sql`(${vendors.state} = 'applied', ${vendors.accountId})`;
/** Who waits for an answer first, then by id of the account, the newest first. */
export function vendorsPage(db: Db, filter: VendorFilter, page: { before: string | null; limit: number }): Promise<VendorRow[]> {
  return db
    .select()
    .from(vendors)
    .where(
      and(
        matching(filter),
        page.before === null
          ? undefined
          : sql`${standing} < (select v.state = 'applied', v.account_id from vendors v where v.account_id = ${page.before})`,
      ),
    )
    .orderBy(desc(sql`${vendors.state} = 'applied'`), desc(vendors.accountId))
    .limit(page.limit);
}
export const countVendors = (db: Db, filter: VendorFilter): Promise<number | undefined> => totalOf(db, vendors, matching(filter));

const useRow = z.object({
  id: z.string(),
  rooms: z.coerce.number(),
  people: z.coerce.number(),
  meetings_now: z.coerce.number(),
  people_now: z.coerce.number(),
  recorded: z.coerce.number(),
  meetings: z.coerce.number(),
  minutes: z.coerce.number(),
});
export type UseRow = z.output<typeof useRow>;

/**
 * What accounts use, in one statement for a whole page: sums alone, no name and no content leaves it. `since`: from when on meetings and
 * minutes count; `now`: until when the stay of somebody who is still in one does.
 */
export async function usesOf(db: Db, ids: readonly string[], span: { since: Date; now: Date }): Promise<UseRow[]> {
  if (ids.length === 0) return [];
  const list = sql.join(
    ids.map((one) => sql`${one}::uuid`),
    sql`, `,
  );
  const found = await db.execute(sql`
    select a.id,
      (select count(*) from ${roomsSql} r where r.account_id = a.id and r.deleted_at is null) as rooms,
      (select count(*) from ${membershipsSql} m where m.account_id = a.id and m.state = 'active') as people,
      (select count(*) from ${meetingsSql} m where m.account_id = a.id and m.state in ('starting', 'live')) as meetings_now,
      (select coalesce(sum(m.people), 0) from ${meetingsSql} m where m.account_id = a.id and m.state = 'live') as people_now,
      coalesce((select u.recorded_bytes from ${accountUseSql} u where u.account_id = a.id), 0) as recorded,
      (select count(*) from ${meetingsSql} m where m.account_id = a.id and m.created_at >= ${span.since} and m.state <> 'failed') as meetings,
      (select coalesce(floor(sum(extract(epoch from (coalesce(t.left_at, ${span.now}) - t.joined_at)) / 60)), 0)
         from ${meetingsSql} m join ${attendancesSql} t on t.meeting_id = m.id where m.account_id = a.id and m.created_at >= ${span.since}) as minutes
    from ${accountsSql} a where a.id in (${list})`);
  return found.rows.map((row) => z.parse(useRow, row));
}

const share = z.object({
  rooms: z.coerce.number(),
  people: z.coerce.number(),
  meetingsAtOnce: z.coerce.number(),
  peopleAtOnce: z.coerce.number(),
  recordingGb: z.coerce.number(),
});
/**
 * What each customer of a vendor holds of its pool: what it was given, or what its plan allows where that is more, with what passes add, or what a
 * plan to come allows where that is more; `without` is left out. What is no number counts as nothing here, and as too much where the database decides.
 */
export async function sharesOf(db: Db, vendorId: string, without: string | null): Promise<z.output<typeof share>[]> {
  const size = (limit: SQL) => sql`case when jsonb_typeof(${limit}) = 'number' then (${limit})::bigint else 0 end`;
  const of = (thing: string) => {
    const [given, plan] = [sql`a.entitlements -> ${thing}::text`, sql`a.plan_entitlements -> ${thing}::text`];
    const [raised, extra] = [sql`a.raised_entitlements -> ${thing}::text`, sql`a.extra_entitlements -> ${thing}::text`];
    const coming = sql`a.coming_entitlements -> ${thing}::text`;
    return sql`greatest(case when a.plan_entitlements is null then ${size(given)} + ${size(raised)}
      else greatest(${size(given)}, case when ${extra} is null then ${size(plan)} + ${size(raised)} else ${size(extra)} end) end,
      case when a.coming_entitlements is null then 0 else ${size(coming)} + ${size(raised)} end)`;
  };
  const found = await db.execute(sql`
    select ${of('rooms')} as rooms, ${of('people')} as people, ${of('meetingsAtOnce')} as "meetingsAtOnce",
      ${of('peopleAtOnce')} as "peopleAtOnce", ${of('recordingGb')} as "recordingGb"
    from ${accountsSql} a where a.vendor_account_id = ${vendorId} and ${isNotEndedSql(sql`a`)}
      and a.id is distinct from ${without}::uuid`);
  return found.rows.map((row) => z.parse(share, row));
}
