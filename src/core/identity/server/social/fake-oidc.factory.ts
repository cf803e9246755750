/** For tests: a provider that puts any claims into its id token, and answers anything at its userinfo address. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

type UserInfo = { status: number; type?: string; body: string };
export type FakeOidc = {
  url: string;
  close: () => Promise<void>;
  /** `userInfo` null: the provider has no such address. The others: what its answers have beside, or instead. */
  state: { claims: Record<string, unknown>; userInfo: UserInfo | null; key: object; token: object; published: object };
};
export const userInfoOf = (claims: Record<string, unknown>): UserInfo => ({ status: 200, body: JSON.stringify(claims) });

export async function openFakeOidc(): Promise<FakeOidc> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const key = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const state: FakeOidc['state'] = { claims: { sub: '1' }, userInfo: null, key: {}, token: {}, published: {} };
  let nonce = '';
  const answer = (response: ServerResponse, body: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/.well-known/openid-configuration')
      return answer(response, {
        ...{ issuer: url, authorization_endpoint: `${url}/auth`, token_endpoint: `${url}/token`, jwks_uri: `${url}/keys` },
        ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
        id_token_signing_alg_values_supported: ['RS256'],
        userinfo_endpoint: `${url}/me`,
        ...state.published,
      });
    if (pathname === '/keys')
      return answer(response, {
        keys: [
          { kty: 'XYZ', kid: 'one' },
          { ...key, ...state.key },
        ],
      });
    if (pathname === '/auth') {
      nonce = searchParams.get('nonce') ?? '';
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      back.search = new URLSearchParams({ code: 'a-code', state: searchParams.get('state') ?? '' }).toString();
      return response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === '/token') {
      const token = new SignJWT({ ...state.claims, nonce }).setProtectedHeader({ alg: 'RS256', kid: 'one' });
      const signed = await token.setIssuer(url).setAudience('atrium').setIssuedAt().setExpirationTime('5m').sign(privateKey);
      return answer(response, { access_token: 'an-access-token', token_type: 'Bearer', id_token: signed, ...state.token });
    }
    const { status, type = 'application/json', body } = state.userInfo ?? { status: 404, body: '' };
    return response.writeHead(status, { 'content-type': type }).end(body);
  };
  const server = createServer((request, response) => void respond(request, response));
  const url = await new Promise<string>((done) =>
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      done(`http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`);
    }),
  );
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections();
      server.close(() => done());
    });
  return { url, state, close };
}
