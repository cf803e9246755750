import { and, desc, eq, gt, gte, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import type { LinkKind } from '#core/identity/identity.rules.ts';
import { type LinkRow, linkTokens, usedChallenges } from '#core/identity/server/identity.table.ts';

export async function insertLink(tx: Db, row: LinkRow): Promise<void> {
  await tx.insert(linkTokens).values(row);
}

export async function linkByHash(db: Db, hash: string): Promise<LinkRow | null> {
  const [row] = await db.select().from(linkTokens).where(eq(linkTokens.hash, hash));
  return row ?? null;
}

/** The link, locked until the transaction ends, so that it works once. */
export async function lockLink(tx: Db, hash: string): Promise<LinkRow | null> {
  const [row] = await tx.select().from(linkTokens).where(eq(linkTokens.hash, hash)).for('update');
  return row ?? null;
}

export async function markLinkUsed(tx: Db, hash: string, at: Date): Promise<void> {
  await tx.update(linkTokens).set({ usedAt: at }).where(eq(linkTokens.hash, hash));
}

/** Makes unused links of these kinds useless: those of a person, or of everybody (`userId` null). */
export async function voidLinks(tx: Db, which: { kinds: readonly LinkKind[]; userId: string | null }, at: Date): Promise<void> {
  const whose = which.userId === null ? undefined : eq(linkTokens.userId, which.userId);
  await tx
    .update(linkTokens)
    .set({ usedAt: at })
    .where(and(inArray(linkTokens.kind, [...which.kinds]), isNull(linkTokens.usedAt), whose));
}

/** Makes the links of an invitation useless. */
export async function voidInvitationLinks(tx: Db, invitationId: string, at: Date): Promise<void> {
  await tx
    .update(linkTokens)
    .set({ usedAt: at })
    .where(
      and(
        eq(linkTokens.kind, 'membership'),
        isNull(linkTokens.usedAt),
        sql`${linkTokens.data} ->> 'invitationId' = ${invitationId}`,
      ),
    );
}

/** Makes “it was not me” links of a person useless: those to `email`, and those made since. An older one to another address stays good. */
export async function voidNotMe(tx: Db, of: { userId: string; email: string | null; since: Date }, at: Date): Promise<void> {
  const sameAddress = of.email === null ? undefined : eq(linkTokens.email, of.email);
  await tx
    .update(linkTokens)
    .set({ usedAt: at })
    .where(
      and(
        eq(linkTokens.kind, 'not-me'),
        eq(linkTokens.userId, of.userId),
        isNull(linkTokens.usedAt),
        or(sameAddress, gte(linkTokens.createdAt, of.since)),
      ),
    );
}

/** The person's newest link of that kind that can still be used. */
export async function openLinkOf(db: Db, of: { userId: string; kind: LinkKind }, now: Date): Promise<LinkRow | null> {
  const [row] = await db
    .select()
    .from(linkTokens)
    .where(
      and(
        eq(linkTokens.userId, of.userId),
        eq(linkTokens.kind, of.kind),
        isNull(linkTokens.usedAt),
        gt(linkTokens.expiresAt, now),
      ),
    )
    .orderBy(desc(linkTokens.createdAt))
    .limit(1);
  return row ?? null;
}

/** Notes that a puzzle was answered; false when it was before. */
export async function takeChallenge(db: Db, hash: string, expiresAt: Date): Promise<boolean> {
  const result = await db.insert(usedChallenges).values({ hash, expiresAt }).onConflictDoNothing();
  return (result.rowCount ?? 0) > 0;
}

export async function deleteLinksBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(linkTokens).where(lt(linkTokens.expiresAt, at));
}

export async function deleteChallengesBefore(tx: Db, at: Date): Promise<void> {
  await tx.delete(usedChallenges).where(lt(usedChallenges.expiresAt, at));
}
