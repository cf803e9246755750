import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '#kit/server/db/db.ts';
import { iamInvitations, type InvitationRow } from './iam.table.ts';

export async function insertInvitation(tx: Db, row: InvitationRow): Promise<void> {
  await tx.insert(iamInvitations).values(row);
}
/** An open invitation, locked until the transaction ends. */
export async function lockInvitation(tx: Db, id: string): Promise<InvitationRow | null> {
  const [row] = await tx
    .select()
    .from(iamInvitations)
    .where(and(eq(iamInvitations.id, id), eq(iamInvitations.state, 'open')))
    .for('update');
  return row ?? null;
}
export async function setInvitation(
  tx: Db,
  id: string,
  change: Partial<Pick<InvitationRow, 'state' | 'sentAt' | 'expiresAt'>>,
): Promise<void> {
  await tx.update(iamInvitations).set(change).where(eq(iamInvitations.id, id));
}
/** Places that invitations of the account hold: those that can still be taken. */
export async function openInvitationCount(db: Db, accountId: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(iamInvitations)
    .where(and(eq(iamInvitations.accountId, accountId), eq(iamInvitations.state, 'open'), gt(iamInvitations.expiresAt, now)));
  return row?.n ?? 0;
}
export async function openInvitationTo(db: Db, to: { accountId: string; email: string }): Promise<InvitationRow | null> {
  const [row] = await db
    .select()
    .from(iamInvitations)
    .where(and(eq(iamInvitations.accountId, to.accountId), eq(iamInvitations.email, to.email), eq(iamInvitations.state, 'open')));
  return row ?? null;
}
/** Open invitations to own one of these accounts, whether their time is over or not. */
export const openOwnerInvitations = (db: Db, accountIds: readonly string[]): Promise<InvitationRow[]> =>
  db
    .select()
    .from(iamInvitations)
    .where(
      and(
        inArray(iamInvitations.accountId, [...accountIds]),
        eq(iamInvitations.state, 'open'),
        sql`${iamInvitations.grants} ->> 'preset' = 'owner'`,
      ),
    )
    .orderBy(iamInvitations.id);
export const invitationsTo = (db: Db, email: string, now: Date): Promise<InvitationRow[]> =>
  db
    .select()
    .from(iamInvitations)
    .where(and(eq(iamInvitations.email, email), eq(iamInvitations.state, 'open'), gt(iamInvitations.expiresAt, now)))
    .orderBy(desc(iamInvitations.id))
    .limit(100);
