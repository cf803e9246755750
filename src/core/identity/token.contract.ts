/** The token endpoint (RFC 6749 §3.2). */
import * as z from 'zod/mini';
import { call } from '#kit/contract.ts';
import { authPaths } from '#kit/facts.ts';

export const tokenCall = call({
  method: 'POST',
  path: authPaths.token,
  summary:
    'Token endpoint (RFC 6749 §4.1.3, §6): an access token for the code of a sign-in provider, or for a refresh token, which may come as the cookie.',
  access: 'guest',
  bodyType: 'form',
  // RFC 6749 §3.2
  furtherFields: 'dropped',
  body: z.object({
    grant_type: z.optional(z.string()),
    refresh_token: z.optional(z.string().check(z.maxLength(500))),
    code: z.optional(z.string().check(z.maxLength(2000))),
    client_id: z.optional(z.string().check(z.maxLength(200))),
    redirect_uri: z.optional(z.string().check(z.maxLength(2000))),
    /** As the provider sent it back; without it the last way of this browser counts. */
    state: z.optional(z.string().check(z.maxLength(100))),
    /** Who the answer came from (RFC 9207); providers that say so are held to it. */
    iss: z.optional(z.string().check(z.maxLength(500))),
  }),
  result: z.object({ token: z.string(), access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.number() }),
  failures: {
    invalid_request: 400,
    invalid_grant: 400,
    invalid_client: 401,
    unsupported_grant_type: 400,
    interaction_required: 400,
    second_factor: 401,
    provider_failed: 502,
  },
});
