/** From an e-mail address to an account. The system's eyes throughout: the person is nobody yet. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { beyondStandard } from '#core/accounts/accounts.rules.ts';
import { createAccount, findOperatorAccount, findOwners, findSeats } from '#core/accounts/server/accounts.service.ts';
import { findPolicy } from '#core/accounts/server/policy.service.ts';
import { createPerson, findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { restingRefusal } from '#core/accounts/server/resting.service.ts';
import { record } from '#core/audit/server/audit.service.ts';
import { termsVersion } from '#core/platform/server/legal.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { notify } from '#core/outbox/server/notices.service.ts';
import { sendMail } from '#core/outbox/server/outbox.service.ts';
import type { identityCalls, SignedIn } from '#core/identity/identity.contract.ts';
import {
  LINK_HOURS,
  localeOf,
  maySignUp,
  MEMBERSHIP_TAKEN,
  PASSWORD_MIN,
  SIGN_UP_JOB,
  tidyEmail,
  USE_LIMITS,
} from '#core/identity/identity.rules.ts';
import { requireHuman } from '#core/identity/server/sign-in/bot-check.service.ts';
import { requireLastingMail } from './disposable.service.ts';
import { confirmNewEmail } from './email-change.service.ts';
import type { LinkRow } from '#core/identity/server/identity.table.ts';
import { countMail, findLink, lookAtLink, makeLink, pathOf, slowGuessing, takeLink } from './links.service.ts';
import { voidLinks } from './links.queries.ts';
import { hashPassword, requireStrong } from '#core/identity/server/passwords/passwords.service.ts';
import { startSession } from '#core/identity/server/sessions/sessions.service.ts';
import { requireRoom, takeRoom } from './sign-up-room.service.ts';
import { arrivalOfLink, finishArrival } from '#core/identity/server/social/social-arrivals.service.ts';
import { tie } from '#core/identity/server/social/social-ties.service.ts';

/** Who may sign up, and whether the operator's account is still missing. */
export async function getSignUpPolicy(ctx: Ctx): Promise<ResultIn<typeof identityCalls.signUpPolicy>> {
  const operator = await findOperatorAccount(ctx.system.read);
  const { policy, domains } = (await platformNow(ctx)).signUp;
  return {
    policy,
    domains: policy === 'domain' ? [...domains] : [],
    firstRun: operator === null,
  };
}

/** Asks for a link. What follows is a job, so that a known address takes exactly as long as an unknown one. */
export async function signUp(ctx: Ctx, body: Parsed<typeof identityCalls.signUp>['body']): Promise<void> {
  await ctx.limits.use(`sign-up:${callerIn(ctx.caller.address)}`, USE_LIMITS.signUp);
  await requireHuman(ctx, { answer: body.challenge, form: 'sign_up' });
  const email = tidyEmail(body.email);
  const { policy, domains } = (await platformNow(ctx)).signUp;
  const may = maySignUp(policy, domains, email);
  if (may !== 'yes') throw new Failure(may);
  await requireLastingMail(ctx, email);
  await requireRoom(ctx);
  await countMail(ctx, { kind: 'sign-up', email });
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: SIGN_UP_JOB, payload: { email, locale: body.locale } }));
}

/** The job of `signUp`: a link for a new address, a friendly word for one that has an account. */
export async function answerSignUp(
  ctx: Ctx,
  input: { email: string; locale: string; arrival?: string | undefined },
): Promise<void> {
  await ctx.system.write(async (tx) => {
    const person = await findPersonByEmail(tx, input.email);
    if (person !== null) {
      await sendMail(ctx, tx, {
        template: 'alreadyRegistered',
        to: person.email,
        locale: localeOf(person.locale),
        path: '/login',
        userId: person.id,
      });
      return;
    }
    const { email, arrival } = input;
    await mailSignUpLink(ctx, tx, { email, locale: localeOf(input.locale), ...(arrival === undefined ? {} : { arrival }) });
  });
}

/** `arrival`: who came by a provider and was asked for an address. */
type SignUpMail = { email: string; locale: string; arrival?: string };
async function mailSignUpLink(ctx: Ctx, tx: Db, { email, ...data }: SignUpMail): Promise<void> {
  const token = await makeLink(ctx, tx, { kind: 'sign-up', email, data });
  const to = { email, ...data };
  await sendMail(ctx, tx, {
    template: 'verifyEmail',
    to: to.email,
    locale: to.locale,
    data: { hours: LINK_HOURS['sign-up'] },
    path: pathOf('sign-up', token),
  });
}

/** Mails an invitation, for the operator: it allows to register whatever the sign-up rule is. */
export async function invite(ctx: Ctx, input: { email: string; locale: string }): Promise<void> {
  if (ctx.actor.kind !== 'system') throw new Failure('not_allowed', { data: { permission: 'users.manage' } });
  const email = tidyEmail(input.email);
  await ctx.system.write(async (tx) => {
    if ((await findPersonByEmail(tx, email)) !== null) throw new Failure('email_taken');
    const token = await makeLink(ctx, tx, { kind: 'invitation', email, data: { locale: input.locale } });
    await sendMail(ctx, tx, {
      template: 'invitation',
      to: email,
      locale: localeOf(input.locale),
      data: { days: LINK_HOURS.invitation / 24 },
      path: pathOf('invitation', token),
    });
    await record(ctx, tx, { action: 'identity.invited', subjectKind: 'invitation', subjectId: null });
  });
}

/** Mails a fresh link in place of one that ran out, on request of anyone with the old one, which stays as it was. */
export async function resendLink(ctx: Ctx, input: { token: string }): Promise<void> {
  await slowGuessing(ctx);
  const row = await findLink(ctx, input.token);
  const email = row?.email ?? null;
  if (row === null || email === null || (row.kind !== 'sign-up' && row.kind !== 'invitation' && row.kind !== 'registration'))
    throw new Failure('link_unknown');
  if (row.usedAt !== null) throw new Failure('link_used');
  await countMail(ctx, { kind: 'sign-up', email });
  const locale = localeOf(row.data['locale'] ?? '');
  await ctx.system.write(async (tx) => {
    const { arrival } = row.data;
    if (row.kind !== 'invitation')
      return mailSignUpLink(ctx, tx, { email, locale, ...(arrival === undefined ? {} : { arrival }) });
    const token = await makeLink(ctx, tx, { kind: 'invitation', email, data: row.data });
    await sendMail(ctx, tx, {
      template: 'invitation',
      to: email,
      locale,
      data: { days: LINK_HOURS.invitation / 24 },
      path: pathOf('invitation', token),
    });
  });
}

/** The button behind a mailed link: proves an address. Returns the token to register with, or that a changed address counts now. */
export async function confirmEmail(ctx: Ctx, input: { token: string }): Promise<ResultIn<typeof identityCalls.confirmEmail>> {
  await slowGuessing(ctx);
  return ctx.system.write(async (tx) => {
    const row = await takeLink(ctx, tx, { token: input.token, kinds: ['sign-up', 'email-change'] });
    if (row.kind === 'email-change') {
      await confirmNewEmail(ctx, tx, row);
      return { registration: null, changed: true };
    }
    if (row.email !== null && (await findPersonByEmail(tx, row.email)) !== null) throw new Failure('email_taken');
    return { registration: await makeLink(ctx, tx, { kind: 'registration', email: row.email, data: row.data }), changed: false };
  });
}

const registering = ['registration', 'invitation', 'first-run', 'membership'] as const;
type RegistrationBody = Parsed<typeof identityCalls.register>['body'];

/** The address that the new person gets: proven by the link, or typed on the first run. */
function emailOf(row: LinkRow, body: RegistrationBody): string {
  const email = row.email ?? (row.kind === 'first-run' ? body.email : undefined);
  if (email === undefined) throw new Failure('email_required', { fields: { 'body.email': 'email_required' } });
  return tidyEmail(email);
}

/** Makes the person, the account and the session: all of it or nothing. */
export async function register(ctx: Ctx, body: RegistrationBody): Promise<SignedIn> {
  await slowGuessing(ctx);
  const seen = await lookAtLink(ctx, body.token, registering);
  if (seen.kind === 'registration') await requireRoom(ctx);
  const arrival = await arrivalOfLink(ctx, seen.data);
  const passwordHash = await firstHash(ctx, { seen, body, by: arrival === null ? 'password' : 'provider' });
  const { signUp: rules } = await platformNow(ctx);
  const terms = await agreedTerms(ctx, body);
  const made = await ctx.system.write(async (tx): Promise<SignedIn | Failure> => {
    const link = await takeLink(ctx, tx, { token: body.token, kinds: registering });
    if (link.kind === 'registration') await takeRoom(ctx, tx, rules.perDay);
    const first = link.kind === 'first-run';
    if (first && (await findOperatorAccount(tx)) !== null) throw new Failure('link_used');
    const userId = await createPerson(ctx, tx, {
      email: emailOf(link, body),
      name: body.name,
      passwordHash,
      locale: body.locale,
      timeZone: body.timeZone,
      emailVerified: first || link.data['handedOver'] === 'yes' ? 'no' : 'yes',
      termsVersion: terms,
    });
    if (arrival !== null) {
      const { provider, ...claims } = await finishArrival(ctx, tx, arrival.hash);
      await tie(ctx, tx, { userId, provider, claims });
    }
    if (link.kind === 'membership') return joinAccount(ctx, tx, { link, userId });
    const state = rules.policy === 'approval' && link.kind === 'registration' ? 'pending' : 'active';
    const accountId = await createAccount(ctx, tx, {
      name: body.organisation,
      kind: first ? 'operator' : 'customer',
      state,
      locale: body.locale,
      timeZone: body.timeZone,
      ownerId: userId,
      ...(first ? {} : { entitlements: beyondStandard(rules.entitlements) }),
    });
    if (state === 'pending') await askForApproval(ctx, tx, { accountId, userId, email: emailOf(link, body), body });
    const by = arrival === null ? ({ by: 'password' } as const) : ({ by: 'provider', way: arrival.provider } as const);
    return startSession(ctx, tx, { userId, accountId, ...by, ...(passwordHash === null ? { proof: 'given' } : {}) });
  });
  // after the transaction: the person is known and has the place
  if (made instanceof Failure) throw made;
  return made;
}

/** The version of the terms that the person agrees to; null where the operator has none to agree to yet. */
async function agreedTerms(ctx: Ctx, body: RegistrationBody): Promise<string | null> {
  const published = await termsVersion(ctx);
  if (body.terms === undefined && published !== null)
    throw new Failure('invalid_input', { fields: { 'body.terms': 'required' } });
  return published;
}

type FirstPassword = { seen: LinkRow; body: RegistrationBody; by: 'password' | 'provider' };
/** The hash of the first password; null for people who come by a provider and want none. */
async function firstHash(ctx: Ctx, { seen, body, by }: FirstPassword): Promise<string | null> {
  const { password } = body;
  if (password === undefined && by === 'provider') return null;
  if (password === undefined) throw new Failure('invalid_input', { fields: { 'body.password': 'required' } });
  const { accountId } = seen.data;
  const least = accountId === undefined ? PASSWORD_MIN : (await findPolicy(ctx.system.read, accountId)).passwordMin;
  requireStrong(password, { known: [emailOf(seen, body), body.name, body.organisation], field: 'body.password', least });
  return hashPassword(password);
}

/**
 * A listener gives the membership in this transaction, or refuses with `link_used` if the invitation was taken back meanwhile. A returned
 * failure says why the account rests; the membership stays.
 */
async function joinAccount(ctx: Ctx, tx: Db, { link, userId }: { link: LinkRow; userId: string }): Promise<SignedIn | Failure> {
  const { invitationId, accountId } = link.data;
  if (invitationId === undefined || accountId === undefined) throw new Failure('link_unknown');
  await ctx.events.publish(ctx, tx, { name: MEMBERSHIP_TAKEN, accountId, data: { invitationId, userId } });
  const rests = await restingRefusal(ctx, await findSeats(tx, userId));
  return rests ?? startSession(ctx, tx, { userId, accountId });
}

/** Tells the person to wait, and the operator's owners that somebody waits. */
async function askForApproval(
  ctx: Ctx,
  tx: Db,
  asked: { accountId: string; userId: string; email: string; body: RegistrationBody },
): Promise<void> {
  const { body } = asked;
  await sendMail(ctx, tx, {
    template: 'approvalPending',
    to: asked.email,
    locale: body.locale,
    data: { name: body.name, organisation: body.organisation },
    accountId: asked.accountId,
    userId: asked.userId,
  });
  const operator = await findOperatorAccount(tx);
  if (operator === null) return;
  for (const userId of await findOwners(tx, operator.id))
    await notify(ctx, tx, {
      userId,
      accountId: operator.id,
      kind: 'accountWaiting',
      data: { organisation: body.organisation, accountId: asked.accountId },
    });
}

/** When nobody operates this installation yet: a one-time link for the operator's account, older ones void. Returns its path, else null. */
export async function ensureFirstRun(ctx: Ctx): Promise<string | null> {
  return ctx.system.write(async (tx) => {
    if ((await findOperatorAccount(tx)) !== null) return null;
    await voidLinks(tx, { kinds: ['first-run'], userId: null }, new Date(ctx.now()));
    return pathOf('first-run', await makeLink(ctx, tx, { kind: 'first-run', email: null }));
  });
}
