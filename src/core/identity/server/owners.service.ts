/** What managers of accounts can do for the people in them. The calling domains check the permission. */
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { createPerson, findPerson, findPersonByEmail, setUnprovenEmail } from '#core/accounts/server/people.service.ts';
import { recordForBoth } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import { LINK_HOURS, localeOf, tidyEmail } from '../identity.rules.ts';
import { voidLinks } from './sign-up/links.queries.ts';
import { makeLink, pathOf } from './sign-up/links.service.ts';
import { endSessions } from './sessions/sessions.service.ts';

export type NewOwner = { email: string; name: string; locale: string; timeZone: string };

/**
 * Makes a person without a password; `welcome` mails them the link that sets one, good for seven days. Throws `email_taken`.
 * Returns the id.
 */
export async function addNewcomer(ctx: Ctx, tx: Db, who: NewOwner): Promise<string> {
  return createPerson(ctx, tx, {
    email: tidyEmail(who.email),
    name: who.name,
    passwordHash: null,
    locale: localeOf(who.locale),
    timeZone: who.timeZone,
    emailVerified: 'no',
    termsVersion: null,
  });
}

/** Mails a person who has no password yet the link that sets it. */
export async function welcome(ctx: Ctx, tx: Db, to: { userId: string; accountId: string }): Promise<void> {
  const person = await findPerson(tx, to.userId);
  if (person === null) throw new Failure('not_found');
  const token = await makeLink(ctx, tx, {
    kind: 'reset',
    email: person.email,
    userId: person.id,
    hours: LINK_HOURS.invitation,
  });
  await sendMail(ctx, tx, {
    template: 'invitation',
    to: person.email,
    locale: localeOf(person.locale),
    data: { days: LINK_HOURS.invitation / 24 },
    path: pathOf('reset', token),
    accountId: to.accountId,
    userId: person.id,
  });
}

/** Mails the person a link for a new password. */
export async function sendResetLink(ctx: Ctx, tx: Db, to: { userId: string; accountId: string }): Promise<void> {
  const person = await findPerson(tx, to.userId);
  if (person === null || person.state !== 'active') throw new Failure('not_found');
  await voidLinks(tx, { kinds: ['reset'], userId: person.id }, new Date(ctx.now()));
  const token = await makeLink(ctx, tx, { kind: 'reset', email: person.email, userId: person.id });
  await sendMail(ctx, tx, {
    template: 'resetPassword',
    to: person.email,
    locale: localeOf(person.locale),
    data: { minutes: LINK_HOURS.reset * 60 },
    path: pathOf('reset', token),
    accountId: to.accountId,
    userId: person.id,
  });
  await recordForBoth(ctx, tx, {
    action: 'identity.reset-link-sent',
    subjectKind: 'user',
    subjectId: person.id,
    accountId: to.accountId,
  });
}

/** Ends every session of the person. Returns how many. */
export async function signOutEverywhere(ctx: Ctx, tx: Db, who: { userId: string; accountId: string }): Promise<number> {
  const ended = await endSessions(ctx, tx, { choice: { userId: who.userId }, reason: 'revoked' });
  await recordForBoth(ctx, tx, {
    action: 'identity.all-sessions-revoked',
    subjectKind: 'user',
    subjectId: who.userId,
    accountId: who.accountId,
    data: { ended },
  });
  return ended;
}

/**
 * Gives the person another address to sign in with, because they lost the old one. It is not proven: the mail that goes there leads to a
 * new password. The old address gets a mail, and every session ends. If the person never signed in, the old address was mistyped: the new
 * one gets the welcome, the old one gets nothing. Throws `email_taken`, `same_email`.
 */
export async function setAddress(ctx: Ctx, tx: Db, to: { userId: string; accountId: string; email: string }): Promise<void> {
  const person = await findPerson(tx, to.userId);
  if (person === null) throw new Failure('not_found');
  const email = tidyEmail(to.email);
  if (email === tidyEmail(person.email)) throw new Failure('same_email', { fields: { 'body.email': 'same_email' } });
  if ((await findPersonByEmail(tx, email)) !== null)
    throw new Failure('email_taken', { fields: { 'body.email': 'email_taken' } });
  await setUnprovenEmail(tx, { userId: person.id, email });
  await voidLinks(tx, { kinds: ['reset', 'email-change'], userId: person.id }, new Date(ctx.now()));
  await endSessions(ctx, tx, { choice: { userId: person.id }, reason: 'revoked' });
  const deed = { action: 'identity.address-set', subjectKind: 'user', subjectId: person.id, accountId: to.accountId };
  await recordForBoth(ctx, tx, deed);
  if (person.passwordChangedAt === null && person.emailVerifiedAt === null) return welcome(ctx, tx, to);
  await sendMail(ctx, tx, {
    template: 'emailChanged',
    to: person.email,
    locale: localeOf(person.locale),
    data: { name: person.name, newEmail: email },
    userId: person.id,
  });
  const token = await makeLink(ctx, tx, { kind: 'reset', email, userId: person.id });
  await sendMail(ctx, tx, {
    template: 'resetPassword',
    to: email,
    locale: localeOf(person.locale),
    data: { minutes: LINK_HOURS.reset * 60 },
    path: pathOf('reset', token),
    userId: person.id,
  });
}
