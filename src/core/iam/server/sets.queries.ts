import { and, asc, count, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { membershipsSql } from '#core/accounts/server/accounts.sql.ts';
import { containsText } from '#kit/server/db/search.ts';
import { iamGroupMembers, iamGroupSets, iamMemberSets, iamSets, type SetRow } from './iam.table.ts';

export async function setById(db: Db, at: { accountId: string; id: string }): Promise<SetRow | null> {
  const [row] = await db
    .select()
    .from(iamSets)
    .where(and(eq(iamSets.id, at.id), eq(iamSets.accountId, at.accountId)));
  return row ?? null;
}
export const setsByIds = (db: Db, accountId: string, ids: readonly string[]): Promise<SetRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .select()
        .from(iamSets)
        .where(and(inArray(iamSets.id, [...ids]), eq(iamSets.accountId, accountId)));

const byName = sql`lower(${iamSets.name})`;
const matching = (accountId: string, search: string | undefined) =>
  and(eq(iamSets.accountId, accountId), containsText(search, iamSets.name));
const uses = {
  people: sql<number>`(select count(*)::int from iam_member_sets m join ${membershipsSql} p using (account_id, user_id)
    where m.set_id = iam_sets.id and p.state <> 'deleted')`,
  groups: sql<number>`(select count(*)::int from iam_group_sets g where g.set_id = iam_sets.id)`,
};
export async function usesOfSet(db: Db, id: string): Promise<{ people: number; groups: number }> {
  const [row] = await db.select(uses).from(iamSets).where(eq(iamSets.id, id));
  return row ?? { people: 0, groups: 0 };
}
export type SetUse = { set: SetRow; people: number; groups: number };
/** By name; `after` is the name of the last set of the page before. */
export function setsPage(
  db: Db,
  filter: { accountId: string; search?: string },
  page: { after: string | null; limit: number },
): Promise<SetUse[]> {
  return db
    .select({ set: iamSets, ...uses })
    .from(iamSets)
    .where(and(matching(filter.accountId, filter.search), page.after === null ? undefined : gt(byName, page.after)))
    .orderBy(asc(byName))
    .limit(page.limit);
}
export async function setCount(db: Db, filter: { accountId: string; search?: string }): Promise<number> {
  const [row] = await db.select({ n: count() }).from(iamSets).where(matching(filter.accountId, filter.search));
  return row?.n ?? 0;
}
export async function insertSet(tx: Db, row: SetRow): Promise<void> {
  await tx.insert(iamSets).values(row);
}
export async function changeSet(
  tx: Db,
  at: { id: string; version: number },
  change: Partial<Pick<SetRow, 'name' | 'description' | 'statements' | 'grantedBy' | 'updatedAt'>>,
): Promise<SetRow | null> {
  const [row] = await tx
    .update(iamSets)
    .set({ ...change, version: at.version + 1 })
    .where(and(eq(iamSets.id, at.id), eq(iamSets.version, at.version)))
    .returning();
  return row ?? null;
}
export async function deleteSet(tx: Db, id: string): Promise<void> {
  await tx.delete(iamSets).where(eq(iamSets.id, id));
}

/** Whether a set reaches that person, by themselves or by a group. */
export async function hasSet(db: Db, of: { accountId: string; userId: string; setId: string }): Promise<boolean> {
  const [own] = await db
    .select({ id: iamMemberSets.setId })
    .from(iamMemberSets)
    .where(
      and(eq(iamMemberSets.userId, of.userId), eq(iamMemberSets.accountId, of.accountId), eq(iamMemberSets.setId, of.setId)),
    );
  if (own !== undefined) return true;
  const [byGroup] = await db
    .select({ id: iamGroupSets.setId })
    .from(iamGroupSets)
    .innerJoin(iamGroupMembers, eq(iamGroupMembers.groupId, iamGroupSets.groupId))
    .where(and(eq(iamGroupSets.setId, of.setId), eq(iamGroupMembers.userId, of.userId), eq(iamGroupMembers.state, 'in')));
  return byGroup !== undefined;
}

export const setsOfMember = (db: Db, of: { accountId: string; userId: string }): Promise<SetRow[]> =>
  db
    .select({ set: iamSets })
    .from(iamMemberSets)
    .innerJoin(iamSets, eq(iamSets.id, iamMemberSets.setId))
    .where(and(eq(iamMemberSets.userId, of.userId), eq(iamMemberSets.accountId, of.accountId)))
    .orderBy(asc(byName))
    .then((rows) => rows.map((row) => row.set));

export type AttachedSet = { accountId: string; userId: string; grantedBy: string | null };
export async function attachSets(tx: Db, to: AttachedSet, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insert(iamMemberSets)
    .values(ids.map((setId) => ({ ...to, setId })))
    .onConflictDoNothing();
}
export async function detachSets(tx: Db, from: { accountId: string; userId: string }, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .delete(iamMemberSets)
    .where(
      and(
        eq(iamMemberSets.userId, from.userId),
        eq(iamMemberSets.accountId, from.accountId),
        inArray(iamMemberSets.setId, [...ids]),
      ),
    );
}
