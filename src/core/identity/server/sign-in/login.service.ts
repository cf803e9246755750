import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { callerIn, networkOf } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hashToken } from '#kit/server/secrets.ts';
import { findCredentials, findPerson, strengthenHash } from '#core/accounts/server/people.service.ts';
import type { identityCalls, SignedIn } from '#core/identity/identity.contract.ts';
import { LOGIN_FAILURES, tidyEmail, TOLD_FAILURES, USE_LIMITS } from '#core/identity/identity.rules.ts';
import { requireHuman } from './bot-check.service.ts';
import { needsSecondStep } from './factors.service.ts';
import { hashPassword, isOutdated, passwordFits } from '#core/identity/server/passwords/passwords.service.ts';
import { recordSafety, tellAfterFailures } from '#core/identity/server/safety-news.service.ts';
import { hasSessionFrom } from '#core/identity/server/sessions/sessions.queries.ts';
import { accountFor, askSecondStep } from './second-step.service.ts';
import { startSession } from '#core/identity/server/sessions/sessions.service.ts';

/** No user has this id: asking with it costs the same as asking with a real one. */
const nobody = '00000000-0000-7000-8000-000000000000';

/** Names of what is counted; addresses of people stand in no key. */
function keysOf(ctx: Ctx, email: string) {
  const who = hashToken(email).slice(0, 32);
  const { address } = ctx.caller;
  const network = networkOf(address);
  return {
    pair: `login:pair:${who}:${callerIn(address)}`,
    near: `login:near:${who}:${network}`,
    account: `login:account:${who}`,
    address: `login:address:${callerIn(address)}`,
    network: `login:network:${network}`,
  } as const;
}

type CountedFailure = keyof typeof LOGIN_FAILURES;
/** The counts that may make this caller wait. */
async function countsOf(ctx: Ctx, userId: string): Promise<readonly CountedFailure[]> {
  // where the person is already signed in, failures from elsewhere do not keep them out (ASVS 5.0 6.1.1)
  const known = await hasSessionFrom(ctx.system.read, { userId, address: ctx.caller.address }, new Date(ctx.now()));
  return known ? ['pair', 'address'] : ['pair', 'near', 'address', 'network', 'account'];
}

export const FAILED_JOB = 'identity.sign-in-failed';
/** Queued for nobody as well, so that a known address takes exactly as long as an unknown one. */
async function noteFailure(ctx: Ctx, userId: string): Promise<void> {
  const { address, agent } = ctx.caller;
  const payload = { userId, address, agent: agent.slice(0, 400) };
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: FAILED_JOB, payload }));
}

/** The job of a sign-in whose password was wrong: recorded in the log of the person with that address. */
export async function recordFailure(ctx: Ctx, input: { userId: string; address: string; agent: string }): Promise<void> {
  const { userId, ...caller } = input;
  await ctx.system.write(async (tx) => {
    if ((await findPerson(tx, userId)) === null) return;
    await recordSafety({ ...ctx, caller }, tx, { action: 'identity.sign-in-failed', userId, accountId: null });
  });
}

/** Signs in. An unknown address and a wrong password get the same answer after the same work. The system's eyes: nobody is signed in yet. */
export async function login(ctx: Ctx, body: Parsed<typeof identityCalls.login>['body']): Promise<SignedIn> {
  await ctx.limits.use(`login:${callerIn(ctx.caller.address)}`, USE_LIMITS.login);
  await requireHuman(ctx, { answer: body.challenge, form: 'login' });
  const email = tidyEmail(body.email);
  const keys = keysOf(ctx, email);
  const found = await findCredentials(ctx.system.read, { email });
  const counts = await countsOf(ctx, found?.person.id ?? nobody);
  for (const one of counts) await ctx.limits.mayTry(keys[one]);
  const stored = found?.passwordHash ?? null;
  const fits = await passwordFits(stored, body.password);
  const outcome = fits && found !== null && stored !== null ? 'good' : 'bad';
  for (const one of counts) await ctx.limits.settle(keys[one], LOGIN_FAILURES[one], outcome);
  if (!fits || found === null || stored === null) {
    if (!counts.includes('account')) await ctx.limits.failed(keys.account, LOGIN_FAILURES.account);
    await noteFailure(ctx, found?.person.id ?? nobody);
    throw new Failure('wrong_credentials');
  }
  const failures = await ctx.limits.failures(keys.account);
  for (const one of ['pair', 'near', 'account'] as const) await ctx.limits.succeeded(keys[one]);
  if (found.person.state !== 'active') throw new Failure('user_suspended');
  const accountId = await accountFor(ctx, found.person.id, 'password');
  const stronger = isOutdated(stored) ? await hashPassword(body.password) : null;
  const second = await needsSecondStep(ctx, { userId: found.person.id, accountId });
  const opened = await ctx.system.write(async (tx) => {
    if (failures >= TOLD_FAILURES) await tellAfterFailures(ctx, tx, { userId: found.person.id, failures });
    if (stronger !== null) await strengthenHash(tx, { userId: found.person.id, old: stored, passwordHash: stronger });
    if (second) return null;
    return startSession(ctx, tx, { userId: found.person.id, accountId, way: 'password', by: 'password' });
  });
  return opened ?? askSecondStep(ctx, { userId: found.person.id, after: 'password' });
}
