/** One's own password: proving it, changing it, setting a new one by a mailed link. */
import type { Parsed } from '#kit/contract.ts';
import { formatDate } from '#kit/dates.ts';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { findCredentials, findPerson, findPersonByEmail, setPasswordHash } from '#core/accounts/server/people.service.ts';
import { passwordMinFor } from '#core/accounts/server/policy.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import type { identityCalls } from '#core/identity/identity.contract.ts';
import { LINK_HOURS, localeOf, PASSWORD_FAILURES, PASSWORD_MIN, tidyEmail, USE_LIMITS } from '#core/identity/identity.rules.ts';
import { requireHuman } from '#core/identity/server/sign-in/bot-check.service.ts';
import { voidLinks } from '#core/identity/server/sign-up/links.queries.ts';
import { countMail, lookAtLink, makeLink, pathOf, slowGuessing, takeLink } from '#core/identity/server/sign-up/links.service.ts';
import { proveByMail } from '#core/identity/server/sign-up/owner-came.service.ts';
import { hashPassword, passwordFits, requireStrong } from './passwords.service.ts';
import { deleteTicketsOf } from '#core/identity/server/safety.queries.ts';
import { clearRefreshCookies, endSessions, requireUser } from '#core/identity/server/sessions/sessions.service.ts';

export const RESET_JOB = 'identity.reset-asked';

/** Throws `wrong_password` unless the signed-in person knows the password; wrong tries make the next one wait. */
export async function requireOwnPassword(ctx: Ctx, given: { userId: string; password: string; field: string }): Promise<void> {
  const key = `password:${given.userId}`;
  await ctx.limits.mayTry(key);
  const found = await findCredentials(ctx.system.read, { id: given.userId });
  const fits = found !== null && (await passwordFits(found.passwordHash, given.password));
  await ctx.limits.settle(key, PASSWORD_FAILURES, fits ? 'good' : 'bad');
  if (!fits) throw new Failure('wrong_password', { fields: { [given.field]: 'wrong_password' } });
  await ctx.limits.succeeded(key);
}

/** Asks for a reset mail. What follows is a job, so that a known address takes exactly as long as an unknown one. */
export async function requestReset(ctx: Ctx, body: Parsed<typeof identityCalls.requestReset>['body']): Promise<void> {
  await ctx.limits.use(`reset:${callerIn(ctx.caller.address)}`, USE_LIMITS.reset);
  await requireHuman(ctx, { answer: body.challenge, form: 'reset' });
  const email = tidyEmail(body.email);
  await countMail(ctx, { kind: 'reset', email });
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: RESET_JOB, payload: { email } }));
}

/** The job of `requestReset`: sends a mail if the address has an account, nothing otherwise. */
export async function answerReset(ctx: Ctx, input: { email: string }): Promise<void> {
  await ctx.system.write(async (tx) => {
    const person = await findPersonByEmail(tx, input.email);
    if (person === null || person.state !== 'active') return;
    await mailReset(ctx, tx, person);
  });
}

/** The same link for the operator's command line, to be handed over by other means. Returns its path. */
export async function makeResetPath(ctx: Ctx, input: { userId: string }): Promise<string> {
  if (ctx.actor.kind !== 'system') throw new Failure('not_allowed', { data: { permission: 'users.manage' } });
  return ctx.system.write(async (tx) => {
    const person = await findPerson(tx, input.userId);
    if (person === null) throw new Failure('not_found');
    await voidLinks(tx, { kinds: ['reset'], userId: person.id }, new Date(ctx.now()));
    await record(ctx, tx, { action: 'identity.reset-link-made', subjectKind: 'user', subjectId: person.id });
    return pathOf('reset', await makeLink(ctx, tx, { kind: 'reset', email: person.email, userId: person.id }));
  });
}

/** Mails a link to choose a new password; the caller asked who may. */
export async function mailReset(ctx: Ctx, tx: Db, person: { id: string; email: string; locale: string }): Promise<void> {
  await voidLinks(tx, { kinds: ['reset'], userId: person.id }, new Date(ctx.now()));
  const token = await makeLink(ctx, tx, { kind: 'reset', email: person.email, userId: person.id });
  await sendMail(ctx, tx, {
    template: 'resetPassword',
    to: person.email,
    locale: localeOf(person.locale),
    data: { minutes: LINK_HOURS.reset * 60 },
    path: pathOf('reset', token),
    userId: person.id,
  });
}

/** The link for the first password of somebody without an address, to be handed over; the caller asked who may. */
export async function makeFirstSignIn(
  ctx: Ctx,
  tx: Db,
  person: { id: string; email: string },
): Promise<{ path: string; expiresAt: number }> {
  await voidLinks(tx, { kinds: ['first-sign-in'], userId: person.id }, new Date(ctx.now()));
  const token = await makeLink(ctx, tx, { kind: 'first-sign-in', email: person.email, userId: person.id });
  return { path: pathOf('first-sign-in', token), expiresAt: ctx.now() + LINK_HOURS['first-sign-in'] * 3_600_000 };
}

/** What every new password brings with it: other sessions end, open links are void, the person gets a mail. */
export async function settlePassword(
  ctx: Ctx,
  tx: Db,
  change: { userId: string; passwordHash: string; keepSession: string | null },
): Promise<void> {
  await setPasswordHash(ctx, tx, change);
  await voidLinks(tx, { kinds: ['reset', 'first-sign-in', 'email-change'], userId: change.userId }, new Date(ctx.now()));
  // a sign-in that is half done knew the old password
  await deleteTicketsOf(tx, change.userId);
  const choice = change.keepSession === null ? { userId: change.userId } : { userId: change.userId, except: change.keepSession };
  await endSessions(ctx, tx, { choice, reason: 'password-changed' });
  const person = await findPerson(tx, change.userId);
  if (person === null) throw new Failure('not_found');
  const locale = localeOf(person.locale);
  const when = formatDate(ctx.now(), 'zoned', { locale, zone: person.timeZone });
  await sendMail(ctx, tx, {
    template: 'passwordChanged',
    to: person.email,
    locale,
    data: { name: person.name, when },
    path: '/reset-password',
    userId: person.id,
  });
  await record(ctx, tx, { action: 'identity.password-changed', subjectKind: 'user', subjectId: person.id });
}

const settingPassword = ['reset', 'first-sign-in'] as const;

/** Sets a password by a mailed link, or by one given in person. Every session ends; the person signs in again. */
export async function updatePassword(ctx: Ctx, body: Parsed<typeof identityCalls.updatePassword>['body']): Promise<void> {
  await slowGuessing(ctx);
  const seen = await lookAtLink(ctx, body.token, settingPassword);
  const least = seen.userId === null ? PASSWORD_MIN : await passwordMinFor(ctx.system.read, seen.userId);
  requireStrong(body.password, { known: seen.email === null ? [] : [seen.email], field: 'body.password', least });
  const passwordHash = await hashPassword(body.password);
  await ctx.system.write(async (tx) => {
    const link = await takeLink(ctx, tx, { token: body.token, kinds: settingPassword });
    if (link.userId === null) throw new Failure('link_unknown');
    if (link.kind === 'reset') await proveByMail(ctx, tx, link.userId);
    await settlePassword(ctx, tx, { userId: link.userId, passwordHash, keepSession: null });
  });
  clearRefreshCookies(ctx);
}

/** Changes the password of a signed-in person who knows the old one; the other sessions end. */
export async function changePassword(ctx: Ctx, body: Parsed<typeof identityCalls.changePassword>['body']): Promise<void> {
  const actor = requireUser(ctx);
  await requireOwnPassword(ctx, { userId: actor.userId, password: body.current, field: 'body.current' });
  const least = await passwordMinFor(ctx.system.read, actor.userId);
  requireStrong(body.next, { known: [actor.email, actor.name], field: 'body.next', least });
  const passwordHash = await hashPassword(body.next);
  await ctx.system.write((tx) => settlePassword(ctx, tx, { userId: actor.userId, passwordHash, keepSession: actor.sessionId }));
}
