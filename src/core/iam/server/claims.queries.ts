import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { iamGroupMembers, iamGroups } from './iam.table.ts';

export type ClaimedGroup = { id: string; accountId: string; claim: string | null; claimBy: string | null };
/** Groups of the account that somebody may be in by a claim. */
export const claimedGroups = (db: Db, accountId: string): Promise<ClaimedGroup[]> =>
  db
    .select({ id: iamGroups.id, accountId: iamGroups.accountId, claim: iamGroups.claim, claimBy: iamGroups.claimBy })
    .from(iamGroups)
    .where(and(eq(iamGroups.accountId, accountId), isNotNull(iamGroups.claim)));

type Key = { accountId: string; userId: string };
const ofPerson = ({ accountId, userId }: Key) =>
  and(eq(iamGroupMembers.userId, userId), eq(iamGroupMembers.accountId, accountId));
/** What the person is in or asked into. */
export const placesIn = (
  db: Db,
  of: Key,
): Promise<Pick<typeof iamGroupMembers.$inferSelect, 'groupId' | 'state' | 'byClaim'>[]> =>
  db
    .select({ groupId: iamGroupMembers.groupId, state: iamGroupMembers.state, byClaim: iamGroupMembers.byClaim })
    .from(iamGroupMembers)
    .where(ofPerson(of));

/** Puts somebody in; who is in already, or was put in by a person, stays as they are. False: nothing changed. */
export async function putInByClaim(tx: Db, group: ClaimedGroup, who: { userId: string; since: Date }): Promise<boolean> {
  const { id: groupId, accountId, claimBy } = group;
  const given = { state: 'in' as const, grantedBy: claimBy, since: who.since, byClaim: true };
  const rows = await tx
    .insert(iamGroupMembers)
    .values({ groupId, accountId, userId: who.userId, ...given })
    .onConflictDoUpdate({
      target: [iamGroupMembers.groupId, iamGroupMembers.userId],
      set: given,
      setWhere: eq(iamGroupMembers.state, 'asked'),
    })
    .returning({ userId: iamGroupMembers.userId });
  return rows.length > 0;
}

/** Takes a person out of those of these groups that a claim put them into. Returns which they were. */
export async function takeOutByClaim(tx: Db, of: Key, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const rows = await tx
    .delete(iamGroupMembers)
    .where(and(ofPerson(of), eq(iamGroupMembers.byClaim, true), inArray(iamGroupMembers.groupId, [...groupIds])))
    .returning({ groupId: iamGroupMembers.groupId });
  return rows.map((row) => row.groupId);
}

/** Everybody whom a claim put into the group goes. */
export async function emptyClaim(tx: Db, groupId: string): Promise<void> {
  await tx.delete(iamGroupMembers).where(and(eq(iamGroupMembers.groupId, groupId), eq(iamGroupMembers.byClaim, true)));
}
