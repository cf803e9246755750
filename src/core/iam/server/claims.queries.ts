import { and, arrayContained, arrayContains, eq, inArray, isNotNull, not, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { iamGroupMembers, iamGroups } from './iam.table.ts';

export type ClaimedGroup = { id: string; accountId: string; claim: string | null; claimBy: string | null };
/** Groups of the account that somebody may be in by a claim. */
export const claimedGroups = (db: Db, accountId: string): Promise<ClaimedGroup[]> =>
  db
    .select({ id: iamGroups.id, accountId: iamGroups.accountId, claim: iamGroups.claim, claimBy: iamGroups.claimBy })
    .from(iamGroups)
    .where(and(eq(iamGroups.accountId, accountId), isNotNull(iamGroups.claim)));

type MemberKey = { accountId: string; userId: string };
const ofPerson = ({ accountId, userId }: MemberKey) =>
  and(eq(iamGroupMembers.userId, userId), eq(iamGroupMembers.accountId, accountId));
type GroupPlace = Pick<typeof iamGroupMembers.$inferSelect, 'groupId' | 'state' | 'byClaim' | 'claimProviders'>;
/** What the person is in or asked into. */
export const placesIn = (db: Db, of: MemberKey): Promise<GroupPlace[]> =>
  db
    .select({
      groupId: iamGroupMembers.groupId,
      state: iamGroupMembers.state,
      byClaim: iamGroupMembers.byClaim,
      claimProviders: iamGroupMembers.claimProviders,
    })
    .from(iamGroupMembers)
    .where(ofPerson(of));

type ClaimHolder = { userId: string; provider: string; since: Date };
/** Puts somebody in; who was put in by a person stays as they are, who is in by another provider is in by both. False: they were in already. */
export async function putInByClaim(tx: Db, group: ClaimedGroup, { userId, provider, since }: ClaimHolder): Promise<boolean> {
  const { id: groupId, accountId, claimBy } = group;
  const given = { state: 'in' as const, grantedBy: claimBy, since, byClaim: true, claimProviders: [provider] };
  const rows = await tx
    .insert(iamGroupMembers)
    .values({ groupId, accountId, userId, ...given })
    .onConflictDoUpdate({
      target: [iamGroupMembers.groupId, iamGroupMembers.userId],
      set: given,
      setWhere: eq(iamGroupMembers.state, 'asked'),
    })
    .returning({ userId: iamGroupMembers.userId });
  if (rows.length > 0) return true;
  await tx
    .update(iamGroupMembers)
    .set({ claimProviders: sql`array_append(${iamGroupMembers.claimProviders}, ${provider})` })
    .where(
      and(
        ofPerson({ accountId, userId }),
        eq(iamGroupMembers.groupId, groupId),
        eq(iamGroupMembers.byClaim, true),
        not(arrayContains(iamGroupMembers.claimProviders, [provider])),
      ),
    );
  return false;
}

type UnsaidClaim = MemberKey & { provider: string };
/** Takes the provider's word for these groups back: out of those that no other provider names. Returns which these were. */
export async function takeOutByClaim(tx: Db, of: UnsaidClaim, groupIds: readonly string[]): Promise<string[]> {
  if (groupIds.length === 0) return [];
  const these = and(ofPerson(of), eq(iamGroupMembers.byClaim, true), inArray(iamGroupMembers.groupId, [...groupIds]));
  const rows = await tx
    .delete(iamGroupMembers)
    .where(and(these, arrayContained(iamGroupMembers.claimProviders, [of.provider])))
    .returning({ groupId: iamGroupMembers.groupId });
  await tx
    .update(iamGroupMembers)
    .set({ claimProviders: sql`array_remove(${iamGroupMembers.claimProviders}, ${of.provider})` })
    .where(and(these, arrayContains(iamGroupMembers.claimProviders, [of.provider])));
  return rows.map((row) => row.groupId);
}

/** Everybody whom a claim put into the group goes. */
export async function emptyClaim(tx: Db, groupId: string): Promise<void> {
  await tx.delete(iamGroupMembers).where(and(eq(iamGroupMembers.groupId, groupId), eq(iamGroupMembers.byClaim, true)));
}
