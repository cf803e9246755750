/** People who came back from a provider and are linked to nobody yet: what they are asked, and how they become somebody. */
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { Db } from '#kit/server/db/db.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { noteEmailProven } from '#core/accounts/server/people.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import { localeOf, maySignUp, SIGN_UP_JOB, USE_LIMITS } from '#core/identity/identity.rules.ts';
import type { socialCalls } from '#core/identity/social.contract.ts';
import { ARRIVAL_SECONDS, arrivalCookie, type SocialClaims, CONNECT_SECONDS } from '#core/identity/social.rules.ts';
import { requireLastingMail } from '#core/identity/server/sign-up/disposable.service.ts';
import { countMail, makeLink } from '#core/identity/server/sign-up/links.service.ts';
import { providersOf } from './providers.service.ts';
import { sessionById } from '#core/identity/server/sessions/sessions.queries.ts';
import { requireUser } from '#core/identity/server/sessions/sessions.service.ts';
import { requireRoom } from '#core/identity/server/sign-up/sign-up-room.service.ts';
import { tieAndTell } from './social-ties.service.ts';
import { arrivalByHash, insertArrival, takeArrival } from './social.queries.ts';
import type { ArrivalRow } from './social.table.ts';

const path = '/api';
/** Throws when the sign-up rule of this installation keeps newcomers out; an address that is not known yet is looked at later. */
export async function requireOpen(ctx: Ctx, email: string | null): Promise<void> {
  const { policy, domains } = (await platformNow(ctx)).signUp;
  if (email === null && policy === 'domain') return requireRoom(ctx);
  const may = maySignUp(policy, domains, email ?? '');
  if (may !== 'yes') throw new Failure(may);
  if (email !== null) await requireLastingMail(ctx, email);
  await requireRoom(ctx);
}

type ArrivingPerson = { provider: string; claims: SocialClaims; userId: string | null };
/** Keeps who came, tied to this browser by a cookie of 256 bits. Returns what the cookie is known by. */
export async function keepArrival(ctx: Ctx, tx: Db, one: ArrivingPerson): Promise<string> {
  const token = newToken();
  const hash = hashToken(token);
  const { groups, ...claims } = one.claims;
  await insertArrival(tx, {
    hash,
    provider: one.provider,
    ...claims,
    groups: [...groups],
    userId: one.userId,
    createdAt: new Date(ctx.now()),
    expiresAt: new Date(ctx.now() + ARRIVAL_SECONDS * 1000),
  });
  ctx.setCookie({ name: arrivalCookie, value: token, path, maxAge: ARRIVAL_SECONDS, httpOnly: true });
  return hash;
}

const cookieHash = (ctx: Ctx): string => hashToken(ctx.cookies[arrivalCookie] ?? '');

/** What this browser brought; null when nothing waits, or not here. */
export const arrivalHere = (ctx: Ctx): Promise<ArrivalRow | null> =>
  arrivalByHash(ctx.system.read, cookieHash(ctx), new Date(ctx.now()));

/** The arrival that a mailed link speaks of, when it is opened in the browser that asked for it; null in every other one. */
export async function arrivalOfLink(ctx: Ctx, data: Readonly<Record<string, string>>): Promise<ArrivalRow | null> {
  return data['arrival'] === cookieHash(ctx) ? arrivalHere(ctx) : null;
}

/** The provider that this browser came by for that link, and how it names the person; null in every other browser. */
export async function providerOfLink(
  ctx: Ctx,
  data: Readonly<Record<string, string>>,
): Promise<{ name: string; person: string } | null> {
  const row = await arrivalOfLink(ctx, data);
  return row === null ? null : { name: nameOfProvider(ctx, row.provider), person: row.name };
}

/** Uses an arrival up. */
export async function finishArrival(ctx: Ctx, tx: Db, hash: string): Promise<ArrivalRow> {
  const row = await takeArrival(tx, hash, new Date(ctx.now()));
  if (row === null) throw new Failure('flow_unknown');
  ctx.setCookie({ name: arrivalCookie, value: '', path, maxAge: 0, httpOnly: true });
  return row;
}

export const nameOfProvider = (ctx: Ctx, key: string): string =>
  providersOf(ctx.config).find((one) => one.key === key)?.name ?? key;

/** What this browser waits for. Throws `flow_unknown`. */
export async function getArrival(ctx: Ctx): Promise<ResultIn<typeof socialCalls.arrival>> {
  const row = await arrivalHere(ctx);
  if (row === null || (row.userId === null && row.emailProven)) throw new Failure('flow_unknown');
  return {
    step: row.userId === null ? 'email' : 'known',
    provider: nameOfProvider(ctx, row.provider),
    email: row.email,
  };
}

/** A token to register with, for somebody whose address the provider vouches for. */
export async function makeRegistration(ctx: Ctx, tx: Db, one: Omit<ArrivingPerson, 'userId'>): Promise<string> {
  const arrival = await keepArrival(ctx, tx, { ...one, userId: null });
  return makeLink(ctx, tx, { kind: 'registration', email: one.claims.email, data: { locale: localeOf(ctx.locale), arrival } });
}

/** Mails a link to a typed address. Only this browser can finish with the provider: opened elsewhere, the link registers without it. */
export async function giveEmail(ctx: Ctx, body: Parsed<typeof socialCalls.giveEmail>['body']): Promise<void> {
  await ctx.limits.use(`sign-up:${callerIn(ctx.caller.address)}`, USE_LIMITS.signUp);
  const row = await arrivalHere(ctx);
  if (row === null || row.userId !== null || row.emailProven) throw new Failure('flow_unknown');
  await requireOpen(ctx, body.email);
  await countMail(ctx, { kind: 'sign-up', email: body.email });
  const payload = { email: body.email, locale: body.locale, arrival: row.hash };
  await ctx.system.write((tx) => ctx.jobs.enqueue(tx, { job: SIGN_UP_JOB, payload }));
}

/** Links the waiting provider to the person who has just signed in to the account with that address, in this browser. */
export async function connect(ctx: Ctx): Promise<void> {
  const actor = requireUser(ctx);
  const row = await arrivalHere(ctx);
  const session = await sessionById(ctx.system.read, actor.sessionId);
  if (row === null || row.userId !== actor.userId || session === null) throw new Failure('flow_unknown');
  const since = session.createdAt.getTime();
  // an old session is no proof of who is there now
  if (since < row.createdAt.getTime() || ctx.now() - since > CONNECT_SECONDS * 1000) throw new Failure('flow_unknown');
  await ctx.system.write(async (tx) => {
    const { provider, issuer, subject, email, groups } = await finishArrival(ctx, tx, row.hash);
    await noteEmailProven(ctx, tx, actor.userId);
    await tieAndTell(ctx, tx, {
      userId: actor.userId,
      provider,
      claims: { issuer, subject, email, groups },
      keepSession: actor.sessionId,
    });
  });
}
