/** An account for somebody else: made now, with an owner who is mailed the way in. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { createAccount } from '#core/accounts/server/accounts.service.ts';
import { createPerson, findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { inviteOwner } from '#core/iam/server/owner-invitation.service.ts';
import { LINK_HOURS, localeOf, tidyEmail } from '#core/identity/identity.rules.ts';
import { makeLink, pathOf } from '#core/identity/server/links.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import type { Grant } from '../vendors.rules.ts';
import { vendorMails } from './vendors.mail.ts';

export type OwnedAccount = {
  organisation: string;
  ownerName: string;
  ownerEmail: string;
  locale: string;
  timeZone: string;
};

const accountFrom = (input: OwnedAccount) => ({
  name: input.organisation,
  kind: 'customer' as const,
  state: 'active' as const,
  locale: localeOf(input.locale),
  timeZone: input.timeZone,
});

/**
 * For a vendor's customer: the account, and a mail that asks the address to own it. Known or not, nobody owns it before they accept, and
 * neither the answer nor the account tells which of the two it was. Returns the account's id.
 */
export async function makeOfferedAccount(
  ctx: Ctx,
  tx: Db,
  input: OwnedAccount & { by: { vendorId: string; userId: string; grant: Grant } },
): Promise<string> {
  const { vendorId, userId, grant } = input.by;
  const accountId = await createAccount(ctx, tx, {
    ...accountFrom(input),
    ownerId: null,
    vendorAccountId: vendorId,
    entitlements: { ...grant },
  });
  await inviteOwner(ctx, tx, { accountId, email: input.ownerEmail, name: input.ownerName, invitedBy: userId });
  return accountId;
}

/**
 * For the operator. Somebody with that address who is known becomes the owner and keeps the password; a new person is mailed a link to
 * set one. Both are told by mail alone.
 */
export async function makeOwnedAccount(ctx: Ctx, tx: Db, input: OwnedAccount): Promise<{ accountId: string; userId: string }> {
  const email = tidyEmail(input.ownerEmail);
  const locale = localeOf(input.locale);
  const known = await findPersonByEmail(tx, email);
  const userId =
    known?.id ??
    (await createPerson(ctx, tx, {
      email,
      name: input.ownerName,
      passwordHash: null,
      locale,
      timeZone: input.timeZone,
      emailVerified: 'no',
      termsVersion: null,
    }));
  const accountId = await createAccount(ctx, tx, { ...accountFrom(input), ownerId: userId });
  const path =
    known === null ? pathOf('first-sign-in', await makeLink(ctx, tx, { kind: 'first-sign-in', email, userId })) : '/login';
  await sendMail(ctx, tx, {
    template: known === null ? vendorMails.newOwner : vendorMails.knownOwner,
    to: email,
    locale: known === null ? locale : localeOf(known.locale),
    data: {
      name: known?.name ?? input.ownerName,
      organisation: input.organisation,
      vendor: '',
      by: 'operator',
      days: LINK_HOURS['first-sign-in'] / 24,
    },
    path,
    accountId,
    userId,
  });
  return { accountId, userId };
}
