import { and, desc, eq, gte, inArray, isNull, like, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { containsText, likeLiteral } from '#kit/server/db/search.ts';
import { amongIds, fewOf, totalOf } from '#kit/server/db/total.ts';
import { auditEntries, type AuditRow } from './audit.table.ts';

export async function insertEntries(db: Db, rows: readonly AuditRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(auditEntries).values([...rows]);
}

export type AuditFilter = {
  accountId: string;
  /** `with`: the entries that concern no account are seen too. */
  homeless: 'with' | 'without';
  action: string | undefined;
  groups: readonly string[];
  people: readonly string[];
  subjectId: string | undefined;
  since: Date | null;
  search: string | undefined;
  /** Nothing but these. */
  ids?: readonly string[] | undefined;
};
export type AuditOwner = Pick<AuditFilter, 'accountId' | 'homeless'>;

const ofAccount = ({ accountId, homeless }: AuditOwner) =>
  homeless === 'with'
    ? or(eq(auditEntries.accountId, accountId), isNull(auditEntries.accountId))
    : eq(auditEntries.accountId, accountId);

function found(search: string | undefined) {
  // one text, as it stands in the index; nobody can search for the line ends between its parts
  const { subjectId, address, data } = auditEntries;
  const text = sql`(coalesce(${subjectId}, '') || chr(10) || ${address} || chr(10) || coalesce(${data} ->> 'name', ''))`;
  return containsText(search, text);
}

/** Entries of sign-ins have no actor yet, so they are found by their subject. */
const byPeople = (ids: readonly string[]) =>
  ids.length === 0
    ? undefined
    : or(
        inArray(auditEntries.actorUserId, [...ids]),
        and(isNull(auditEntries.actorUserId), eq(auditEntries.subjectKind, 'user'), inArray(auditEntries.subjectId, [...ids])),
      );

const matching = (filter: AuditFilter) =>
  and(
    ofAccount(filter),
    filter.action === undefined ? undefined : eq(auditEntries.action, filter.action),
    filter.groups.length === 0 ? undefined : inArray(auditEntries.area, [...filter.groups]),
    byPeople(filter.people),
    filter.subjectId === undefined ? undefined : eq(auditEntries.subjectId, filter.subjectId),
    filter.since === null ? undefined : gte(auditEntries.at, filter.since),
    found(filter.search),
    amongIds(auditEntries.id, filter.ids),
  );

/** The same with the ids of what is searched for, where they are few. */
export async function narrowedAudit(system: Db, filter: AuditFilter): Promise<AuditFilter> {
  if (filter.search === undefined || filter.search === '') return filter;
  return { ...filter, ids: await fewOf(system, { from: auditEntries, id: auditEntries.id }, matching(filter)) };
}

/** Newest first; `before` is the id of the last entry of the page before. */
export function entriesOf(db: Db, filter: AuditFilter, page: { before: string | null; limit: number }): Promise<AuditRow[]> {
  const older = page.before === null ? undefined : lt(auditEntries.id, page.before);
  return db
    .select()
    .from(auditEntries)
    .where(and(matching(filter), older))
    .orderBy(desc(auditEntries.id))
    .limit(page.limit);
}

export const countEntries = (db: Db, filter: AuditFilter): Promise<number | undefined> =>
  totalOf(db, auditEntries, matching(filter));

/** One step of the index for each person, so that a long log takes no longer than a short one. */
async function actorsIn(db: Db, account: SQL, limit: number): Promise<string[]> {
  const next = (after: SQL) =>
    sql`select e.actor_user_id from audit_entries e where ${account} and e.actor_user_id ${after} order by e.actor_user_id limit 1`;
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive actors as (
      (${next(sql`is not null`)})
      union all
      select (${next(sql`> a.actor_user_id`)}) from actors a where a.actor_user_id is not null)
    select actor_user_id as id from actors where actor_user_id is not null limit ${limit}`);
  return rows.map((row) => row.id);
}

/** Ids of the people who did something, at most `limit`. */
export async function actorsOf(db: Db, { accountId, homeless }: AuditOwner, limit: number): Promise<string[]> {
  const own = await actorsIn(db, sql`e.account_id = ${accountId}::uuid`, limit);
  const others = homeless === 'with' ? await actorsIn(db, sql`e.account_id is null`, limit) : [];
  return [...new Set([...own, ...others])].slice(0, limit);
}

/** Deletes entries older than `at`; returns how many. */
export async function deleteEntriesBefore(db: Db, at: Date): Promise<number> {
  const result = await db.delete(auditEntries).where(lt(auditEntries.at, at));
  return result.rowCount ?? 0;
}

/** The newest entries about a person whose action belongs to a group. */
export function entriesAboutUser(db: Db, of: { userId: string; group: string; limit: number }): Promise<AuditRow[]> {
  return db
    .select()
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subjectKind, 'user'),
        eq(auditEntries.subjectId, of.userId),
        like(auditEntries.action, `${likeLiteral(of.group)}.%`),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(of.limit);
}
