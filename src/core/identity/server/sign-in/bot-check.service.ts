/** The bot check before sign-in, sign-up and reset: our own proof of work, or reCAPTCHA v3 when its keys are set. */
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { fetch } from 'undici';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { optionalNumber, readableText, writtenFlag } from '#kit/lenient.ts';
import { callerIn } from '#kit/ranges.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { hashToken, SealBroken } from '#kit/server/secrets.ts';
import type { BotChallenge } from '#core/identity/bot-check.contract.ts';
import {
  type BotCheckedForm,
  CHALLENGE_SECONDS,
  CHALLENGE_WORK,
  RECAPTCHA_SCORE,
  USE_LIMITS,
} from '#core/identity/identity.rules.ts';
import { openSecret, platformNow } from '#core/platform/server/platform.service.ts';
import { takeChallenge } from '#core/identity/server/sign-up/links.queries.ts';

const secretOf = (ctx: Ctx, purpose: string) => Buffer.from(ctx.secrets.derive(`bot check ${purpose}`)).toString('base64url');
/** Which check counts now. Of the environment, else as the operator set it. */
type BotCheckSetting = { kind: 'off' } | { kind: 'puzzle' } | { kind: 'recaptcha'; siteKey: string; secret: string };
async function checkOf(ctx: Ctx): Promise<BotCheckSetting> {
  const { botCheck } = await platformNow(ctx);
  if (botCheck.kind !== 'recaptcha') return { kind: botCheck.kind };
  try {
    const secret = ctx.config.recaptchaSecret ?? openSecret(ctx, botCheck.sealedSecret);
    return { kind: 'recaptcha', siteKey: botCheck.siteKey, secret };
  } catch (error) {
    // with a lost master key nobody could sign in to set a new one
    if (error instanceof SealBroken) return { kind: 'puzzle' };
    throw error;
  }
}

/** A fresh puzzle, or the site key of reCAPTCHA. With `purpose` its answer opens that form alone, without it every other. */
export async function makeChallenge(ctx: Ctx, purpose?: 'card'): Promise<BotChallenge> {
  const check = await checkOf(ctx);
  if (check.kind === 'off') return { kind: 'off' };
  if (check.kind === 'recaptcha') return { kind: 'recaptcha', siteKey: check.siteKey, version: 3 };
  await ctx.limits.use(`challenge:${callerIn(ctx.caller.address)}`, USE_LIMITS.challenge);
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: CHALLENGE_WORK.cost,
    counter: randomInt(CHALLENGE_WORK.high, CHALLENGE_WORK.low),
    deriveKey,
    // not the library's own expiry: that one looks at the machine's clock and not at ours
    data: { until: Math.floor(ctx.now() / 1000) + CHALLENGE_SECONDS, ...(purpose === undefined ? {} : { for: purpose }) },
    hmacSignatureSecret: secretOf(ctx, 'challenge'),
    hmacKeySignatureSecret: secretOf(ctx, 'key'),
  });
  // only what has a value: the answer is parsed and signed as JSON
  return { kind: 'proof-of-work', challenge: { ...challenge, parameters: { ...challenge.parameters } } };
}

const answerShape = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string(),
      data: z.union([z.object({ until: z.number(), for: z.literal('card') }), z.object({ until: z.number() })]),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
});
type BotCheckAnswer = z.infer<typeof answerShape>;

/** Reads base64 of JSON; null when it is something else. */
export function readAnswer(text: string): BotCheckAnswer | null {
  try {
    const parsed = z.safeParse(answerShape, JSON.parse(Buffer.from(text, 'base64').toString('utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

async function requireWork(ctx: Ctx, text: string, form: BotCheckedForm): Promise<void> {
  const answer = readAnswer(text);
  if (answer === null) throw new Failure('challenge_failed');
  const { data } = answer.challenge.parameters;
  const { until } = data;
  if ('for' in data !== (form === 'card')) throw new Failure('challenge_failed', { data: { reason: 'other_form' } });
  if (until * 1000 < ctx.now()) throw new Failure('challenge_failed', { data: { reason: 'expired' } });
  const result = await verifySolution({
    ...answer,
    deriveKey,
    hmacSignatureSecret: secretOf(ctx, 'challenge'),
    hmacKeySignatureSecret: secretOf(ctx, 'key'),
  });
  if (!result.verified) throw new Failure('challenge_failed');
  // system: a visitor has no account whose eyes could look
  const first = await takeChallenge(ctx.system.read, hashToken(answer.challenge.signature), new Date((until + 60) * 1000));
  if (!first) throw new Failure('challenge_failed', { data: { reason: 'used' } });
}

/** The part of fetch that asks the provider; tests give their own. */
export type VerifyRequest = (
  url: string,
  init: { method: 'POST'; body: URLSearchParams; signal: AbortSignal },
) => Promise<{ ok: boolean; json(): Promise<unknown> }>;
const verdict = z.object({
  success: writtenFlag,
  score: optionalNumber,
  action: readableText,
  hostname: readableText,
});
type BotCheckVerdict = z.infer<typeof verdict>;
/** Site keys are public: an answer that was got for another form, or on another site, is none. */
const isGood = (ctx: Ctx, said: BotCheckVerdict, form: BotCheckedForm): boolean =>
  said.success &&
  (said.score ?? 0) >= RECAPTCHA_SCORE &&
  said.action === form &&
  said.hostname === new URL(ctx.config.publicUrl ?? 'http://localhost').hostname;

type GivenBotAnswer = { answer: string; form: BotCheckedForm; secret: string };
async function requireScore(ctx: Ctx, given: GivenBotAnswer, ask: VerifyRequest): Promise<void> {
  const body = new URLSearchParams({ secret: given.secret, response: given.answer });
  let answer: unknown;
  try {
    const response = await ask('https://www.google.com/recaptcha/api/siteverify', {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(8_000),
    });
    answer = response.ok ? await response.json() : null;
  } catch {
    // the provider cannot be reached: nobody is let in unchecked, and the person may try again
    throw new Failure('unavailable');
  }
  const parsed = z.safeParse(verdict, answer);
  if (!parsed.success) throw new Failure('unavailable');
  if (!isGood(ctx, parsed.data, given.form)) throw new Failure('challenge_failed');
}

/** Throws `challenge_required` or `challenge_failed` unless the answer of the bot check is good; each answer counts once. */
export async function requireHuman(
  ctx: Ctx,
  { answer, form }: { answer: string | undefined; form: BotCheckedForm },
  ask: VerifyRequest = fetch,
): Promise<void> {
  const check = await checkOf(ctx);
  if (check.kind === 'off') return;
  if (answer === undefined || answer === '') throw new Failure('challenge_required');
  if (check.kind === 'recaptcha') return requireScore(ctx, { answer, form, secret: check.secret }, ask);
  return requireWork(ctx, answer, form);
}
