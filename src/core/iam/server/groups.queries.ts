import { and, asc, count, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type KeyPosition, rowsAfter } from '#kit/server/db/cursor.ts';
import type { Db } from '#kit/server/db/db.ts';
import { containsText } from '#kit/server/db/search.ts';
import { amongIds, fewOf, totalOf } from '#kit/server/db/total.ts';
import { peopleCountsSql } from '#core/accounts/server/accounts.sql.ts';
import { groupMemberStates, type GroupMemberState } from '../iam.rules.ts';
import { type GroupRow, iamGroupMembers, iamGroups, iamGroupSets, iamSets, type SetRow } from './iam.table.ts';

export async function groupById(db: Db, at: { accountId: string; id: string }): Promise<GroupRow | null> {
  const [row] = await db
    .select()
    .from(iamGroups)
    .where(and(eq(iamGroups.id, at.id), eq(iamGroups.accountId, at.accountId)));
  return row ?? null;
}
/** The same, held until the transaction ends. */
export async function lockGroup(tx: Db, at: { accountId: string; id: string }): Promise<GroupRow | null> {
  const [row] = await tx
    .select()
    .from(iamGroups)
    .where(and(eq(iamGroups.id, at.id), eq(iamGroups.accountId, at.accountId)))
    .for('no key update');
  return row ?? null;
}
export const groupsByIds = (db: Db, accountId: string, ids: readonly string[]): Promise<GroupRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(iamGroups)
        .where(and(inArray(iamGroups.id, [...ids]), eq(iamGroups.accountId, accountId)));
/** The same, none of which is deleted until the transaction ends: before anything else of the account is written, and in one order. */
export const holdGroups = (tx: Db, accountId: string, ids: readonly string[]): Promise<GroupRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx
        .select()
        .from(iamGroups)
        .where(and(inArray(iamGroups.id, [...ids]), eq(iamGroups.accountId, accountId)))
        .orderBy(asc(iamGroups.id))
        .for('key share');

export type GroupFilter = { accountId: string; search?: string /** Nothing but these. */; ids?: readonly string[] | undefined };
const matching = ({ accountId, search, ids }: GroupFilter) =>
  and(eq(iamGroups.accountId, accountId), containsText(search, iamGroups.name), amongIds(iamGroups.id, ids));
/** The same with the ids of what is searched for, where they are few. */
export async function narrowedGroups(system: Db, filter: GroupFilter): Promise<GroupFilter> {
  if (filter.search === undefined || filter.search === '') return filter;
  return { ...filter, ids: await fewOf(system, { from: iamGroups, id: iamGroups.id }, matching(filter)) };
}
/** How many are in a group, with a place in the account: what the database counted as they came and went. */
const peopleIn = sql<number>`(select coalesce(sum(c.n), 0)::int from ${peopleCountsSql} c
  where c.account_id = iam_groups.account_id and c.group_id = iam_groups.id)`;
export type GroupUse = { group: GroupRow; people: number };
/** Newest first; `before` is the id of the last group of the page before. */
export function groupsPage(db: Db, filter: GroupFilter, page: { before: string | null; limit: number }): Promise<GroupUse[]> {
  return db
    .select({ group: iamGroups, people: peopleIn })
    .from(iamGroups)
    .where(and(matching(filter), page.before === null ? undefined : lt(iamGroups.id, page.before)))
    .orderBy(desc(iamGroups.id))
    .limit(page.limit);
}
export const totalGroups = (db: Db, filter: GroupFilter): Promise<number | undefined> => totalOf(db, iamGroups, matching(filter));
export async function groupCount(db: Db, filter: GroupFilter): Promise<number> {
  const [row] = await db.select({ n: count() }).from(iamGroups).where(matching(filter));
  return row?.n ?? 0;
}
export async function peopleInGroup(db: Db, groupId: string): Promise<number> {
  const [row] = await db.select({ n: peopleIn }).from(iamGroups).where(eq(iamGroups.id, groupId));
  return row?.n ?? 0;
}

/** The sets of these groups. */
export const setsOfGroups = (db: Db, ids: readonly string[]): Promise<{ groupId: string; set: SetRow }[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select({ groupId: iamGroupSets.groupId, set: iamSets })
        .from(iamGroupSets)
        .innerJoin(iamSets, eq(iamSets.id, iamGroupSets.setId))
        .where(inArray(iamGroupSets.groupId, [...ids]))
        .orderBy(asc(iamSets.name));

export async function insertGroup(tx: Db, row: typeof iamGroups.$inferInsert): Promise<void> {
  await tx.insert(iamGroups).values(row);
}
export async function changeGroup(
  tx: Db,
  at: { id: string; version: number },
  change: Partial<Pick<GroupRow, 'name' | 'description' | 'statements' | 'grantedBy' | 'claim' | 'claimBy' | 'updatedAt'>>,
): Promise<GroupRow | null> {
  const [row] = await tx
    .update(iamGroups)
    .set({ ...change, version: at.version + 1 })
    .where(and(eq(iamGroups.id, at.id), eq(iamGroups.version, at.version)))
    .returning();
  return row ?? null;
}
export async function deleteGroup(tx: Db, id: string): Promise<void> {
  await tx.delete(iamGroups).where(eq(iamGroups.id, id));
}
export async function setGroupSets(
  tx: Db,
  of: { accountId: string; groupId: string; grantedBy: string | null },
  change: { add: readonly string[]; drop: readonly string[] },
): Promise<void> {
  if (change.drop.length > 0)
    await tx.delete(iamGroupSets).where(and(eq(iamGroupSets.groupId, of.groupId), inArray(iamGroupSets.setId, [...change.drop])));
  if (change.add.length > 0)
    await tx
      .insert(iamGroupSets)
      .values(change.add.map((setId) => ({ ...of, setId })))
      .onConflictDoNothing();
}

export type GroupPlace = typeof iamGroupMembers.$inferSelect;
export async function groupPlace(db: Db, at: { groupId: string; userId: string }): Promise<GroupPlace | null> {
  const [row] = await db
    .select()
    .from(iamGroupMembers)
    .where(and(eq(iamGroupMembers.groupId, at.groupId), eq(iamGroupMembers.userId, at.userId)));
  return row ?? null;
}
export const groupsOfMember = (db: Db, of: { accountId: string; userId: string }): Promise<GroupRow[]> =>
  db
    .select({ group: iamGroups })
    .from(iamGroupMembers)
    .innerJoin(iamGroups, eq(iamGroups.id, iamGroupMembers.groupId))
    .where(
      and(eq(iamGroupMembers.userId, of.userId), eq(iamGroupMembers.accountId, of.accountId), eq(iamGroupMembers.state, 'in')),
    )
    .then((rows) => rows.map((row) => row.group));
/** Groups that the person is in or asked by, with how many are in each. */
export const placesOfMember = (
  db: Db,
  of: { accountId: string; userId: string },
): Promise<{ group: GroupRow; place: GroupPlace; people: number }[]> =>
  db
    .select({ group: iamGroups, place: iamGroupMembers, people: peopleIn })
    .from(iamGroupMembers)
    .innerJoin(iamGroups, eq(iamGroups.id, iamGroupMembers.groupId))
    .where(and(eq(iamGroupMembers.userId, of.userId), eq(iamGroupMembers.accountId, of.accountId)))
    .orderBy(asc(iamGroups.name))
    .limit(500);

export type NewPlace = { accountId: string; groupId: string; state: GroupMemberState; grantedBy: string | null; since: Date };
/** Puts people in, or asks them; who is in already stays, who was only asked may be put in. Returns the ids of those it changed something for. */
export async function putInGroup(tx: Db, place: NewPlace, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await tx
    .insert(iamGroupMembers)
    .values(userIds.map((userId) => ({ ...place, userId })))
    .onConflictDoUpdate({
      target: [iamGroupMembers.groupId, iamGroupMembers.userId],
      set: { state: place.state, grantedBy: place.grantedBy, since: place.since },
      setWhere: sql`${iamGroupMembers.state} = 'asked' and ${place.state} = 'in'`,
    })
    .returning({ userId: iamGroupMembers.userId });
  return rows.map((row) => row.userId);
}
export async function takeOutOfGroup(tx: Db, at: { groupId: string; userId: string }): Promise<boolean> {
  const rows = await tx
    .delete(iamGroupMembers)
    .where(and(eq(iamGroupMembers.groupId, at.groupId), eq(iamGroupMembers.userId, at.userId)))
    .returning({ userId: iamGroupMembers.userId });
  return rows.length > 0;
}
/** Their own answer: keeps who asked as the one who gave. */
export async function acceptPlace(tx: Db, at: { groupId: string; userId: string }, since: Date): Promise<void> {
  await tx
    .update(iamGroupMembers)
    .set({ state: 'in', since })
    .where(and(eq(iamGroupMembers.groupId, at.groupId), eq(iamGroupMembers.userId, at.userId)));
}
export async function leaveAllGroups(tx: Db, of: { accountId: string; userId: string }): Promise<void> {
  await tx.delete(iamGroupMembers).where(and(eq(iamGroupMembers.userId, of.userId), eq(iamGroupMembers.accountId, of.accountId)));
}

const inGroup = z.object({
  userId: z.string(),
  name: z.string(),
  state: z.enum(groupMemberStates),
  since: z.number(),
});
/** By name, without those whose place was taken away: what they were in counts for what they gave, and nobody sees them there. `after` is name and id of the last one of the page before. */
export async function groupPeoplePage(
  db: Db,
  groupId: string,
  page: { after: KeyPosition | null; limit: number },
): Promise<z.infer<typeof inGroup>[]> {
  const next =
    page.after === null
      ? sql`true`
      : rowsAfter([sql`m.name collate people_order`, page.after.key, 'asc'], [sql`m.user_id`, page.after.id, 'asc']);
  const result = await db.execute(sql`
    select m.user_id as "userId", m.name, m.state, (extract(epoch from m.since) * 1000)::float8 as since
    from iam_group_members m where m.here and m.group_id = ${groupId} and ${next} order by m.name collate people_order, m.user_id limit ${page.limit}`);
  return result.rows.map((row) => z.parse(inGroup, row));
}
/** Those who are in it, without those who were only asked. */
export async function idsInGroup(db: Db, groupId: string, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`select m.user_id as id from iam_group_members m
    where m.here and m.state = 'in' and m.group_id = ${groupId} order by m.name collate people_order, m.user_id limit ${limit}`);
  return rows.map(({ id }) => id);
}
export const groupPeopleCount = (db: Db, groupId: string): Promise<number | undefined> =>
  totalOf(db, iamGroupMembers, and(eq(iamGroupMembers.groupId, groupId), eq(iamGroupMembers.here, true)));
