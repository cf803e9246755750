/** Groups as other domains name them; they ask their own rule first. */
import type { Db } from '#kit/server/db/db.ts';
import { groupsByIds, groupsOfMember, groupsPage } from './groups.queries.ts';

export type GroupName = { id: string; name: string };
const named = ({ id, name }: GroupName): GroupName => ({ id, name });

/** The groups of the account that the person is in. */
export const findGroupsOf = async (db: Db, of: { accountId: string; userId: string }): Promise<GroupName[]> =>
  (await groupsOfMember(db, of)).map(named);

/** The newest groups of the account, as many as one chooses among. */
export const findGroups = async (db: Db, { accountId }: { accountId: string }): Promise<GroupName[]> =>
  (await groupsPage(db, { accountId }, { before: null, limit: 200 })).map(({ group }) => named(group));

/** Groups of the account by id; unknown ones are left out. */
export const findGroupNames = async (db: Db, accountId: string, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map((await groupsByIds(db, accountId, ids)).map(({ id, name }) => [id, name]));
