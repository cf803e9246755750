/** A new address: proven by a link to it, and reported to the old one. */
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findPerson, findPersonByEmail, setEmail } from '#core/accounts/server/people.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import type { identityCalls, OwnProfile } from '#core/identity/identity.contract.ts';
import { LINK_HOURS, localeOf, tidyEmail } from '#core/identity/identity.rules.ts';
import type { LinkRow } from '#core/identity/server/identity.table.ts';
import { voidLinks } from './links.queries.ts';
import { countMail, makeLink, pathOf } from './links.service.ts';
import { getProfile } from '#core/identity/server/profile.service.ts';
import { requireProof } from '#core/identity/server/sessions/proof.service.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';

/** Asks for a change. Throws `proof_needed`, `same_email`. An address that belongs to somebody else gets the same answer here and another mail there. */
export async function changeEmail(ctx: Ctx, body: Parsed<typeof identityCalls.changeEmail>['body']): Promise<void> {
  const actor = await requireProof(ctx);
  const email = tidyEmail(body.email);
  if (email === tidyEmail(actor.email)) throw new Failure('same_email', { fields: { 'body.email': 'same_email' } });
  await countMail(ctx, { kind: 'email-change', email });
  const locale = localeOf(actor.locale);
  // system: addresses are looked up across accounts
  await ctx.system.write(async (tx) => {
    await voidLinks(tx, { kinds: ['email-change'], userId: actor.userId }, new Date(ctx.now()));
    const token = await makeLink(ctx, tx, { kind: 'email-change', email, userId: actor.userId });
    const other = await findPersonByEmail(tx, email);
    if (other === null)
      await sendMail(ctx, tx, {
        template: 'proveEmail',
        to: email,
        locale,
        data: { email, hours: LINK_HOURS['email-change'] },
        path: pathOf('email-change', token),
        userId: actor.userId,
      });
    else
      await sendMail(ctx, tx, {
        template: 'alreadyRegistered',
        to: email,
        locale: localeOf(other.locale),
        path: '/login',
        userId: other.id,
      });
    await sendMail(ctx, tx, {
      template: 'emailChanging',
      to: actor.email,
      locale,
      data: { name: actor.name, newEmail: email },
      path: '/reset-password',
      userId: actor.userId,
    });
    await record(ctx, tx, { action: 'identity.email-change-asked', subjectKind: 'user', subjectId: actor.userId });
  });
}

/** The link was followed: the new address counts. Throws `email_taken` when somebody registered it in between. */
export async function confirmNewEmail(ctx: Ctx, tx: Db, link: LinkRow): Promise<void> {
  const person = link.userId === null ? null : await findPerson(tx, link.userId);
  if (person === null || link.email === null) throw new Failure('link_unknown');
  await setEmail(ctx, tx, { userId: person.id, email: link.email });
  // links that were mailed to the old address must not open the account any more
  await voidLinks(tx, { kinds: ['reset', 'email-change'], userId: person.id }, new Date(ctx.now()));
  await sendMail(ctx, tx, {
    template: 'emailChanged',
    to: person.email,
    locale: localeOf(person.locale),
    data: { name: person.name, newEmail: link.email },
    // the reader of the old address can take the account back with it
    alsoPath: pathOf('not-me', await makeLink(ctx, tx, { kind: 'not-me', email: person.email, userId: person.id })),
    userId: person.id,
  });
  await record(ctx, tx, { action: 'identity.email-changed', subjectKind: 'user', subjectId: person.id });
}

/** Takes back what was not proven yet; doing it again changes nothing. */
export async function cancelEmail(ctx: Ctx): Promise<OwnProfile> {
  const { userId } = requireUser(ctx);
  // system: the app role sees no links
  await ctx.system.write(async (tx) => {
    await voidLinks(tx, { kinds: ['email-change'], userId }, new Date(ctx.now()));
    await record(ctx, tx, { action: 'identity.email-change-cancelled', subjectKind: 'user', subjectId: userId });
  });
  return getProfile(ctx);
}
