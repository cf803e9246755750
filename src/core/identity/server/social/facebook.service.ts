/**
 * The social network: its own kind of OAuth, by code instead of by the token in the address (RFC 9700 §2.1.2), with PKCE. There is no
 * signed token and no nonce; who came is asked at its Graph with a token that never leaves this machine.
 */
import { createHmac } from 'node:crypto';
import * as z from 'zod/mini';
import { Failure } from '#kit/errors.ts';
import { readableText, writtenText } from '#kit/lenient.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { type OutboundInit, outbound, textOf } from '#kit/server/http/outbound.ts';
import { EMAIL_MAX, NAME_MAX, tidyEmail } from '#core/identity/identity.rules.ts';
import {
  type SocialReturn,
  type SocialClaims,
  FACEBOOK_ISSUER,
  type SocialProvider,
  type SocialFlow,
} from '#core/identity/social.rules.ts';

const ask = outbound({ reach: 'everywhere', timeoutMs: 10_000, maxBytes: 64 * 1024 });

export function facebookAddress(ctx: Ctx, provider: SocialProvider, way: SocialFlow & { challenge: string }): string {
  const url = new URL(ctx.config.facebookDialog);
  url.search = new URLSearchParams({
    client_id: provider.clientId,
    redirect_uri: way.returnTo,
    state: way.state,
    response_type: 'code',
    scope: provider.scopes,
    code_challenge: way.challenge,
    code_challenge_method: 'S256',
    ...(way.again === 'ask' ? { auth_type: 'reauthenticate', auth_nonce: way.nonce } : {}),
  }).toString();
  return url.href;
}

const tokenAnswer = z.looseObject({ access_token: z.string().check(z.minLength(1)) });
const me = z.looseObject({
  id: writtenText.check(z.regex(/^\d{1,40}$/)),
  name: readableText,
  email: readableText,
});
const email = z.string().check(z.trim(), z.toLowerCase(), z.maxLength(EMAIL_MAX), z.email());

async function answered<T extends z.ZodMiniType>(
  ctx: Ctx,
  asked: { url: string; init: OutboundInit; shape: T },
): Promise<z.output<T>> {
  const { status, text } = await ask(asked.url, asked.init).then(
    async (answer) => ({ status: answer.status, text: await textOf(answer) }),
    (error: unknown) => {
      ctx.log.warn(
        { provider: 'facebook', reason: error instanceof Error ? error.message : 'unknown' },
        'a sign-in provider failed',
      );
      throw new Failure('provider_failed');
    },
  );
  if (status >= 500) throw new Failure('provider_failed');
  const read = status === 200 ? z.safeParse(asked.shape, jsonOf(text)) : null;
  if (read === null || !read.success) throw new Failure('provider_refused');
  return read.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Who the code stands for. The address is never taken as proven: the network does not say whether it is. */
export async function facebookClaims(ctx: Ctx, provider: SocialProvider, back: SocialReturn): Promise<SocialClaims> {
  // it sends none today; one that names somebody else is a mix-up (RFC 9207)
  if (back.iss !== null && back.iss !== FACEBOOK_ISSUER) throw new Failure('provider_refused');
  const { access_token: token } = await answered(ctx, {
    url: `${ctx.config.facebookGraph}/oauth/access_token`,
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams({
        client_id: provider.clientId,
        client_secret: provider.clientSecret,
        redirect_uri: back.returnTo,
        code: back.code,
        code_verifier: back.verifier,
      }).toString(),
    },
    shape: tokenAnswer,
  });
  // the secret signs the token, so that one made for another app is refused there
  const appProof = createHmac('sha256', provider.clientSecret).update(token).digest('hex');
  const person = await answered(ctx, {
    url: `${ctx.config.facebookGraph}/me?fields=id,name,email&appsecret_proof=${appProof}`,
    init: { headers: { authorization: `Bearer ${token}`, accept: 'application/json' } },
    shape: me,
  });
  const mail = z.safeParse(email, person.email ?? '');
  return {
    issuer: FACEBOOK_ISSUER,
    subject: person.id,
    email: mail.success ? tidyEmail(mail.data) : null,
    emailProven: false,
    name: (person.name ?? '').trim().slice(0, NAME_MAX),
    groups: [],
    // it never says
    age: null,
  };
}
