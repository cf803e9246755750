/** The way to a provider and back. The system's eyes: nobody is signed in yet, and identities belong to no account. */
import { randomInt } from 'node:crypto';
import { randomPKCECodeVerifier } from 'openid-client';
import type { Parsed, ResultIn } from '#kit/contract.ts';
import { Failure, notFound } from '#kit/errors.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx, UserActor } from '#kit/server/ctx.ts';
import { hashToken, newToken } from '#kit/server/secrets.ts';
import { findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';
import type { SignedIn } from '#core/identity/identity.contract.ts';
import { USE_LIMITS } from '#core/identity/identity.rules.ts';
import { type socialCalls, STATE_LENGTH } from '#core/identity/social.contract.ts';
import {
  type SocialClaims,
  FLOW_SECONDS,
  flowCookie,
  type SocialProvider,
  provesBy,
  providerOfPath,
  strangerBy,
} from '#core/identity/social.rules.ts';
import { hasSecondFactor, needsSecondStep } from '#core/identity/server/sign-in/factors.service.ts';
import { emptyUnproven, runsInstallation } from '#core/identity/server/sign-up/owner-came.service.ts';
import { requireProof, settleProof } from '#core/identity/server/sessions/proof.service.ts';
import { addressOf, claimsOf, providerBy, providersOf, returnAddress } from './providers.service.ts';
import { askSecondStep, openAccountFor } from '#core/identity/server/sign-in/second-step.service.ts';
import { requireUser, startSession } from '#core/identity/server/sessions/sessions.service.ts';
import { keepArrival, makeRegistration, requireOpen } from './social-arrivals.service.ts';
import { hasPassword, noteTieUse, tie, tieAndTell } from './social-ties.service.ts';
import { identityBy, insertFlow, takeFlow } from './social.queries.ts';
import type { FlowRow } from './social.table.ts';

const sealedFor = 'social verifier';
/** Of the call that takes the way back, and of the token endpoint, which does so, too. */
const cookiePath = '/api';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const random = () => Array.from({ length: STATE_LENGTH }, () => letters[randomInt(letters.length)]).join('');
const isState = (text: string) => text.length === STATE_LENGTH && /^[A-Za-z0-9]+$/.test(text);
export const flowHash = (state: string, cookie: string) => hashToken(`${state}.${cookie}`);
type FinishAnswer = ResultIn<typeof socialCalls.finish>;
type SignInProof = ReturnType<typeof provesBy>;

/** Whether the operator lets people in by other providers; proving who is there goes on without. */
const isOffered = async (ctx: Ctx): Promise<boolean> => (await platformNow(ctx)).features.social;
async function requireOffered(ctx: Ctx, intent: FlowRow['intent']): Promise<void> {
  if (intent !== 'prove' && !(await isOffered(ctx))) throw notFound();
}

/** None while the operator has turned them off. */
export async function listProviders(ctx: Ctx): Promise<ResultIn<typeof socialCalls.providers>> {
  const offered = (await isOffered(ctx)) ? providersOf(ctx.config) : [];
  return { items: offered.map(({ key, name, kind }) => ({ key, name, kind })) };
}

type FlowSetting = { intent: FlowRow['intent']; actor: UserActor | null };
async function setOut(ctx: Ctx, key: string, { intent, actor }: FlowSetting): Promise<{ url: string }> {
  await ctx.limits.use(`login:${callerIn(ctx.caller.address)}`, USE_LIMITS.login);
  const provider = providerBy(ctx, key);
  await requireOffered(ctx, intent);
  const [state, nonce, verifier, cookie] = [random(), random(), randomPKCECodeVerifier(), newToken()];
  const returnTo = returnAddress(ctx, provider);
  const again = intent === 'prove' ? 'ask' : 'quick';
  const url = await addressOf(ctx, provider, { state, nonce, verifier, returnTo, again });
  await ctx.system.write((tx) =>
    insertFlow(tx, {
      hash: flowHash(state, cookie),
      provider: key,
      intent,
      userId: actor?.userId ?? null,
      sessionId: actor?.sessionId ?? null,
      returnPath: provider.returnPath,
      nonce,
      verifier: ctx.secrets.seal(sealedFor, verifier),
      createdAt: new Date(ctx.now()),
      expiresAt: new Date(ctx.now() + FLOW_SECONDS * 1000),
    }),
  );
  ctx.setCookie({ name: flowCookie(state), value: cookie, path: cookiePath, maxAge: FLOW_SECONDS, httpOnly: true });
  return { url };
}

/** Sets out to sign in. Throws `not_found` for a provider that is not configured. */
export const begin = (ctx: Ctx, input: { provider: string }) => setOut(ctx, input.provider, { intent: 'sign-in', actor: null });

/** Sets out to link a provider, after a fresh proof. */
export async function beginLink(ctx: Ctx, input: { provider: string }): Promise<{ url: string }> {
  return setOut(ctx, input.provider, { intent: 'link', actor: await requireProof(ctx) });
}

/** Sets out to prove who is there. With a second factor its code is the proof, as after a password. */
export async function beginProof(ctx: Ctx, input: { provider: string }): Promise<{ url: string }> {
  const actor = requireUser(ctx);
  if (await hasSecondFactor(ctx.system.read, actor.userId)) throw new Failure('wrong_code');
  const { kind, provesUntimed } = providerBy(ctx, input.provider);
  // it never says when somebody signed in: refused before they go there for nothing
  if (kind === 'facebook' && !provesUntimed) throw new Failure('provider_untimed');
  return setOut(ctx, input.provider, { intent: 'prove', actor });
}

type FinishBody = Parsed<typeof socialCalls.finish>['body'];
/** The flow of this browser, used up by coming back. Another browser, provider or return address finds none. */
async function cameBack(ctx: Ctx, body: FinishBody): Promise<FlowRow> {
  const unknown = () => new Failure('flow_unknown');
  if (!isState(body.state)) throw unknown();
  const name = flowCookie(body.state);
  const cookie = ctx.cookies[name];
  if (cookie === undefined || cookie === '') throw unknown();
  ctx.setCookie({ name, value: '', path: cookiePath, maxAge: 0, httpOnly: true });
  const flow = await ctx.system.write((tx) => takeFlow(tx, flowHash(body.state, cookie)));
  if (flow === null || flow.expiresAt.getTime() <= ctx.now()) throw unknown();
  if (flow.provider !== providerOfPath(body.path) || flow.returnPath !== body.path) throw unknown();
  if (flow.intent !== 'sign-in' && (ctx.actor.kind !== 'user' || ctx.actor.sessionId !== flow.sessionId)) throw unknown();
  return flow;
}

/** Takes what a provider sent back, and signs in, links, proves, or tells what is missing. */
export async function finish(ctx: Ctx, body: FinishBody): Promise<FinishAnswer> {
  await ctx.limits.use(`login:${callerIn(ctx.caller.address)}`, USE_LIMITS.login);
  const flow = await cameBack(ctx, body);
  await requireOffered(ctx, flow.intent);
  if (body.error !== undefined) throw new Failure(body.error === 'access_denied' ? 'provider_cancelled' : 'provider_refused');
  if (body.code === undefined || body.code === '') throw new Failure('provider_refused');
  const provider = providerBy(ctx, flow.provider);
  const claims = await claimsOf(ctx, provider, {
    code: body.code,
    iss: body.iss ?? null,
    state: body.state,
    nonce: flow.nonce,
    verifier: ctx.secrets.open(sealedFor, flow.verifier),
    returnTo: returnAddress(ctx, provider),
  });
  if (flow.intent === 'link') return linked(ctx, provider, claims);
  const proof = provesBy(provider, claims, (ctx.now() - flow.createdAt.getTime()) / 1000);
  if (flow.intent === 'prove') return proved(ctx, claims, proof);
  const known = await identityBy(ctx.system.read, claims);
  if (known === null) return stranger(ctx, provider, { claims, proof });
  const session = await signInBy(ctx, { id: known.id, userId: known.userId, provider: provider.key, claims, proof });
  return { outcome: 'signed-in', session, registration: null };
}

/** A provider is one factor: where there is a second one, it is asked for. */
type ProvenBy = { id: string; userId: string; provider: string; claims: SocialClaims; proof: SignInProof };
async function signInBy(ctx: Ctx, by: ProvenBy): Promise<SignedIn> {
  const { userId } = by;
  const accountId = await openAccountFor(ctx, userId, 'provider');
  const second = await needsSecondStep(ctx, { userId, accountId });
  // people without a password who signed in there just now have proved who is there
  const proven = by.proof === 'yes' && !(await hasPassword(ctx, userId));
  const opened = await ctx.system.write(async (tx) => {
    await noteTieUse(ctx, tx, by);
    if (second) return null;
    return startSession(ctx, tx, {
      userId,
      accountId,
      way: by.provider,
      by: 'provider',
      ...(proven ? { proof: 'given' } : {}),
    });
  });
  return opened ?? askSecondStep(ctx, { userId, after: 'provider' });
}

async function linked(ctx: Ctx, provider: SocialProvider, claims: SocialClaims): Promise<FinishAnswer> {
  const { userId, sessionId } = requireUser(ctx);
  const known = await identityBy(ctx.system.read, claims);
  if (known !== null && known.userId !== userId) throw new Failure('identity_taken');
  if (known === null)
    await ctx.system.write((tx) => tieAndTell(ctx, tx, { userId, provider: provider.key, claims, keepSession: sessionId }));
  return { outcome: 'linked', session: null, registration: null };
}

async function proved(ctx: Ctx, claims: SocialClaims, proof: SignInProof): Promise<FinishAnswer> {
  const actor = requireUser(ctx);
  const known = await identityBy(ctx.system.read, claims);
  if (known?.userId !== actor.userId) throw new Failure('identity_taken');
  if (proof !== 'yes') throw new Failure(proof);
  await ctx.system.write((tx) => settleProof(ctx, tx, { actor, way: known.provider }));
  return { outcome: 'proven', session: null, registration: null };
}

async function localOf(ctx: Ctx, email: string | null) {
  const person = email === null ? null : await findPersonByEmail(ctx.system.read, email);
  if (person === null) return null;
  return {
    id: person.id,
    emailProven: person.emailVerifiedAt !== null,
    runsInstallation: await runsInstallation(ctx.system.read, person.id),
  };
}

async function stranger(
  ctx: Ctx,
  provider: SocialProvider,
  { claims, proof }: { claims: SocialClaims; proof: SignInProof },
): Promise<FinishAnswer> {
  const local = claims.emailProven ? await localOf(ctx, claims.email) : null;
  const next = strangerBy(claims, local);
  const one = { provider: provider.key, claims };
  if (next === 'take-over' && local !== null) {
    await ctx.system.write(async (tx) => {
      await emptyUnproven(ctx, tx, local.id);
      await tie(ctx, tx, { userId: local.id, ...one });
    });
    const made = await identityBy(ctx.system.read, claims);
    if (made === null) throw new Failure('flow_unknown');
    return {
      outcome: 'signed-in',
      session: await signInBy(ctx, { id: made.id, userId: local.id, ...one, proof }),
      registration: null,
    };
  }
  if (next === 'sign-in-first' && local !== null) {
    await ctx.system.write((tx) => keepArrival(ctx, tx, { ...one, userId: local.id }));
    return { outcome: 'known', session: null, registration: null };
  }
  await requireOpen(ctx, next === 'register' ? claims.email : null);
  if (next === 'register')
    return { outcome: 'register', session: null, registration: await ctx.system.write((tx) => makeRegistration(ctx, tx, one)) };
  await ctx.system.write((tx) => keepArrival(ctx, tx, { ...one, userId: null }));
  return { outcome: 'email', session: null, registration: null };
}
