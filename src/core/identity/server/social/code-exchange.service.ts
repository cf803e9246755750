/** A provider's code at the token endpoint, for clients that hand it in there (RFC 6749 §4.1.3) instead of to `social.finish`. */
import type { Parsed } from '#kit/contract.ts';
import { Failure } from '#kit/errors.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import type { identityCalls, SignedIn } from '#core/identity/identity.contract.ts';
import { CLIENT_ID } from '#core/identity/identity.rules.ts';
import { flowCookie, type SocialProvider } from '#core/identity/social.rules.ts';
import { providersOf, returnAddress } from './providers.service.ts';
import { newestFlow } from './social.queries.ts';
import { finish, flowHash } from './social.service.ts';

const invalidGrant = () => new Failure('invalid_grant');

/**
 * The state of the way to that provider that this browser went last. A client that names none is bound to its way all the same: by the
 * cookie, and by the verifier, for which a code of anybody else's way is no good (RFC 9700 §2.1.1).
 */
async function stateOf(ctx: Ctx, provider: SocialProvider): Promise<string> {
  const start = flowCookie('');
  const ways = Object.entries(ctx.cookies)
    .filter(([name]) => name.startsWith(start))
    .map(([name, cookie]) => ({ state: name.slice(start.length), hash: flowHash(name.slice(start.length), cookie) }));
  const newest = await newestFlow(
    ctx.system.read,
    ways.map((way) => way.hash),
    provider.key,
  );
  const found = ways.find((way) => way.hash === newest);
  if (found === undefined) throw invalidGrant();
  return found.state;
}

type TokenBody = Parsed<typeof identityCalls.token>['body'];
/** Failures of the other call that reach the sender of a code: what is asked for besides. Every other one becomes `invalid_grant`. */
const kept: readonly string[] = ['second_factor', 'provider_failed', 'too_many_requests'];
function asGrant(error: unknown): unknown {
  return error instanceof Failure && !kept.includes(error.code) ? invalidGrant() : error;
}

/**
 * Signs in. Throws `invalid_client`, `invalid_request`, `invalid_grant`, `second_factor`, `provider_failed`, and `interaction_required` with
 * what has to be done first for somebody who has no account yet; the pages of the product go on from there.
 */
export async function exchangeCode(ctx: Ctx, body: TokenBody): Promise<SignedIn> {
  const { code = '', redirect_uri: returnTo = '', client_id: client } = body;
  if (code === '' || returnTo === '') throw new Failure('invalid_request');
  // byte for byte the address that the code was asked for with
  const provider = providersOf(ctx.config).find((one) => returnAddress(ctx, one) === returnTo);
  if (client !== undefined && client !== CLIENT_ID && client !== provider?.clientId) throw new Failure('invalid_client');
  if (provider === undefined) throw invalidGrant();
  const state = body.state ?? (await stateOf(ctx, provider));
  const { iss } = body;
  const back = { path: provider.returnPath, state, code, ...(iss === undefined ? {} : { iss }) };
  const done = await finish(ctx, back).catch((error: unknown) => {
    throw asGrant(error);
  });
  if (done.session === null)
    throw new Failure('interaction_required', {
      data: { outcome: done.outcome, ...(done.registration === null ? {} : { registration: done.registration }) },
    });
  return done.session;
}
