/** Asking somebody to own an account that was made for them. Until they accept, nobody owns it, and nobody acts in their name. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { newId } from '#kit/server/ids.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { tidyEmail } from '#core/identity/identity.rules.ts';
import { closeInvitationLinks } from '#core/identity/server/sign-up/links.service.ts';
import { INVITATION_DAYS } from '../iam.rules.ts';
import type { InvitationRow } from './iam.table.ts';
import { insertInvitation, lockInvitation, openOwnerInvitations, setInvitation } from './invitations.queries.ts';
import { mailInvitation } from './invite.service.ts';

const day = 86_400_000;

export type OwnerToBe = { accountId: string; email: string; name: string; invitedBy: string | null };

/** Invites by mail, alike whether the address is known or not. The caller has asked who may, and made the account in this transaction. */
export async function inviteOwner(ctx: Ctx, tx: Db, who: OwnerToBe): Promise<void> {
  const at = new Date(ctx.now());
  const row: InvitationRow = {
    id: newId(ctx.now()),
    accountId: who.accountId,
    email: tidyEmail(who.email),
    name: who.name,
    grants: { preset: 'owner', statements: [], boundary: null, sets: [], groups: [], expiresAt: null },
    state: 'open',
    invitedBy: who.invitedBy,
    createdAt: at,
    sentAt: at,
    expiresAt: new Date(ctx.now() + INVITATION_DAYS * day),
  };
  await insertInvitation(tx, row);
  await mailInvitation(ctx, tx, row);
  await record(ctx, tx, { action: 'iam.invited', subjectKind: 'invitation', subjectId: row.id, accountId: row.accountId });
}

/** Who was asked to own each of these accounts and has not answered, as typed in the invitation. */
export async function findInvitedOwners(
  db: Db,
  accountIds: readonly string[],
): Promise<Map<string, { id: string; name: string; email: string }>> {
  if (accountIds.length === 0) return new Map();
  const rows = await openOwnerInvitations(db, accountIds);
  return new Map(rows.map(({ id, accountId, name, email }) => [accountId, { id, name, email }]));
}

/** Mails the invitation once more, good for as long as a new one. False when it was answered meanwhile. */
export async function remindOwner(ctx: Ctx, tx: Db, invitationId: string): Promise<boolean> {
  const row = await lockInvitation(tx, invitationId);
  if (row === null) return false;
  const change = { sentAt: new Date(ctx.now()), expiresAt: new Date(ctx.now() + INVITATION_DAYS * day) };
  await setInvitation(tx, row.id, change);
  await mailInvitation(ctx, tx, { ...row, ...change });
  await record(ctx, tx, {
    action: 'iam.invitation-resent',
    subjectKind: 'invitation',
    subjectId: row.id,
    accountId: row.accountId,
  });
  return true;
}

/**
 * Asks at another address instead, because the first one was mistyped. The first invitation is taken back, so that its link is dead. False
 * when it was answered meanwhile. Throws `same_email`. The caller has asked who may.
 */
export async function readdressOwner(
  ctx: Ctx,
  tx: Db,
  to: { invitationId: string; email: string; by: string },
): Promise<boolean> {
  const row = await lockInvitation(tx, to.invitationId);
  if (row === null) return false;
  if (tidyEmail(to.email) === row.email) throw new Failure('same_email', { fields: { 'body.email': 'same_email' } });
  await setInvitation(tx, row.id, { state: 'revoked' });
  await closeInvitationLinks(ctx, tx, row.id);
  await record(ctx, tx, {
    action: 'iam.invitation-revoked',
    subjectKind: 'invitation',
    subjectId: row.id,
    accountId: row.accountId,
  });
  await inviteOwner(ctx, tx, { accountId: row.accountId, email: to.email, name: row.name, invitedBy: to.by });
  return true;
}
