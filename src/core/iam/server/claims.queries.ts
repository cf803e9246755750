import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import type { Db } from '#kit/server/db.ts';
import { iamGroupMembers, iamGroups } from './iam.table.ts';

export type ClaimedGroup = { id: string; accountId: string; claim: string | null; claimBy: string | null };
/** Groups of these accounts that somebody may be in by a claim. */
export const claimedGroups = (db: Db, accountIds: readonly string[]): Promise<ClaimedGroup[]> =>
  accountIds.length === 0
    ? Promise.resolve([])
    : db
        .select({ id: iamGroups.id, accountId: iamGroups.accountId, claim: iamGroups.claim, claimBy: iamGroups.claimBy })
        .from(iamGroups)
        .where(and(inArray(iamGroups.accountId, [...accountIds]), isNotNull(iamGroups.claim)));

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

/** Takes a person out of every group but these that a claim put them into. Returns the places that went. */
export const takeOutByClaim = (
  tx: Db,
  of: { userId: string; accountIds: readonly string[] },
  except: readonly string[],
): Promise<{ groupId: string; accountId: string }[]> =>
  of.accountIds.length === 0
    ? Promise.resolve([])
    : tx
        .delete(iamGroupMembers)
        .where(
          and(
            eq(iamGroupMembers.userId, of.userId),
            inArray(iamGroupMembers.accountId, [...of.accountIds]),
            eq(iamGroupMembers.byClaim, true),
            ...except.map((id) => ne(iamGroupMembers.groupId, id)),
          ),
        )
        .returning({ groupId: iamGroupMembers.groupId, accountId: iamGroupMembers.accountId });

/** Everybody whom a claim put into the group goes. */
export async function emptyClaim(tx: Db, groupId: string): Promise<void> {
  await tx.delete(iamGroupMembers).where(and(eq(iamGroupMembers.groupId, groupId), eq(iamGroupMembers.byClaim, true)));
}
