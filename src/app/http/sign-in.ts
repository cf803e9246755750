/** Who a token stands for: identity looks the session up, iam says what its place in the account allows. */
import type { FastifyRequest } from 'fastify';
import { authenticateKey } from '#core/iam/server/keys.service.ts';
import { rightsIn, rightsInside } from '#core/iam/server/principals.service.ts';
import { authenticate, type AuthRefusal } from '#core/identity/server/sessions/bearer.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { contextOf, type AppParts, type RequestReader } from '#app/context.ts';

export const callerOf = (request: FastifyRequest) => ({ address: request.ip, agent: request.headers['user-agent'] ?? '' });

export const cookiesOf = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.cookies).filter((cookie): cookie is [string, string] => typeof cookie[1] === 'string'),
  );

/** The actor of an access key, or why there is none. Throws `too_many_requests`. */
export const lookUpKey = (parts: AppParts, token: string, reader: RequestReader = {}): Promise<UserActor | AuthRefusal> =>
  authenticateKey(contextOf(parts, { kind: 'nobody' }, reader), token, (ctx, { policyVersion, ...place }) =>
    rightsInside(ctx.system.read, parts.policies, {
      ...place,
      version: policyVersion,
      at: { mfa: false, ip: ctx.caller.address, now: ctx.now() },
    }),
  );

/** The actor, or why there is none. */
export function lookUpToken(parts: AppParts, token: string, reader: RequestReader = {}): Promise<UserActor | AuthRefusal> {
  return authenticate(contextOf(parts, { kind: 'nobody' }, reader), token, (ctx, { policyVersion, strong, ...place }) =>
    // system: nobody is signed in yet
    rightsIn(ctx.system.read, parts.policies, {
      ...place,
      version: policyVersion,
      at: { mfa: strong, ip: ctx.caller.address, now: ctx.now() },
    }),
  );
}

/** The actor of a token, null when it opens nothing (any more). */
export async function signedInActor(parts: AppParts, token: string, reader: RequestReader = {}): Promise<UserActor | null> {
  const found = await lookUpToken(parts, token, reader);
  return 'refused' in found ? null : found;
}
