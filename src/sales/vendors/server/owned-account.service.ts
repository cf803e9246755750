/** An account for somebody else: made now, with an owner who is mailed the way in. */
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db.ts';
import { createAccount } from '#core/accounts/server/accounts.service.ts';
import { createPerson, findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { LINK_HOURS, localeOf, tidyEmail } from '#core/identity/identity.rules.ts';
import { makeLink, pathOf } from '#core/identity/server/links.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import type { Grant } from '../vendors.rules.ts';
import { vendorMails } from './vendors.mail.ts';

/** `by`: the vendor who brings it in, with what it gets out of the pool and the vendor's name for the mail; null = the operator. */
export type OwnedAccount = {
  organisation: string;
  ownerName: string;
  ownerEmail: string;
  locale: string;
  timeZone: string;
  by: { vendorId: string; vendorName: string; grant: Grant } | null;
};

/**
 * Makes the account. Somebody with that address who is known becomes its owner and keeps the password; a new person is mailed a link to
 * set one. Both are told by mail alone, so that no answer tells whether the address was known.
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
  const accountId = await createAccount(ctx, tx, {
    name: input.organisation,
    kind: 'customer',
    state: 'active',
    locale,
    timeZone: input.timeZone,
    ownerId: userId,
    ...(input.by === null ? {} : { vendorAccountId: input.by.vendorId, entitlements: { ...input.by.grant } }),
  });
  const path =
    known === null ? pathOf('first-sign-in', await makeLink(ctx, tx, { kind: 'first-sign-in', email, userId })) : '/login';
  await sendMail(ctx, tx, {
    template: known === null ? vendorMails.newOwner : vendorMails.knownOwner,
    to: email,
    locale: known === null ? locale : localeOf(known.locale),
    data: {
      name: known?.name ?? input.ownerName,
      organisation: input.organisation,
      vendor: input.by?.vendorName ?? '',
      by: input.by === null ? 'operator' : 'vendor',
      days: LINK_HOURS['first-sign-in'] / 24,
    },
    path,
    accountId,
    userId,
  });
  return { accountId, userId };
}
