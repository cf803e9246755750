/** Who a token stands for: identity looks the session up, iam says what its membership may do. */
import { scopeFor } from '#core/iam/iam.rules.ts';
import { authenticate, type AuthRefusal } from '#core/identity/server/sessions.service.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { contextOf, type Parts, type Reader } from './context.ts';

/** The actor, or why there is none. */
export function lookUpToken(parts: Parts, token: string, reader: Reader = {}): Promise<UserActor | AuthRefusal> {
  return authenticate(contextOf(parts, { kind: 'nobody' }, reader), token, scopeFor);
}

/** The actor of a token, null when it opens nothing (any more). */
export async function signedInActor(parts: Parts, token: string): Promise<UserActor | null> {
  const found = await lookUpToken(parts, token);
  return 'refused' in found ? null : found;
}
