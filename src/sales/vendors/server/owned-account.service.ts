/** An account for somebody else: made now, with an owner who is asked by mail. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { createAccount } from '#core/accounts/server/accounts.service.ts';
import { inviteOwner } from '#core/iam/server/owner-invitation.service.ts';
import { localeOf } from '#core/identity/identity.rules.ts';
import type { Grant } from '../vendors.rules.ts';

export type OfferedAccount = {
  organisation: string;
  ownerName: string;
  ownerEmail: string;
  locale: string;
  timeZone: string;
  /** The caller. */
  by: { userId: string };
  /** Whose customer it becomes, and what it holds; null: the operator's. */
  vendor: { id: string; grant: Grant } | null;
};

/**
 * The account, and a mail that asks the address to own it. Known or not, nobody owns it before they accept, and neither the answer nor
 * the account tells which of the two it was. Returns the account's id.
 */
export async function makeOfferedAccount(ctx: Ctx, tx: Db, input: OfferedAccount): Promise<string> {
  const { vendor } = input;
  const accountId = await createAccount(ctx, tx, {
    name: input.organisation,
    kind: 'customer',
    state: 'active',
    locale: localeOf(input.locale),
    timeZone: input.timeZone,
    ownerId: null,
    ...(vendor === null ? {} : { vendorAccountId: vendor.id, entitlements: { ...vendor.grant } }),
  });
  await inviteOwner(ctx, tx, { accountId, email: input.ownerEmail, name: input.ownerName, invitedBy: input.by.userId });
  return accountId;
}
