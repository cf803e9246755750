/// <reference path="../../../../kit/server/http/oidc-provider.d.ts" />
/** Providers on loopback for tests: a real OpenID Connect server, and the social network as far as its answers go. */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import Provider from 'oidc-provider';

const listen = (server: Server): Promise<string> =>
  new Promise((done) =>
    server.listen(0, '127.0.0.1', () => {
      const at = server.address();
      done(`http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`);
    }),
  );
const closing = (server: Server) => () =>
  new Promise<void>((done) => {
    server.closeAllConnections();
    server.close(() => done());
  });

/** Who is signed in there. */
export type Someone = { sub: string; email?: string; email_verified?: boolean; name?: string; groups?: string[] };
export type Loopback = { url: string; close: () => Promise<void> };
/** `since`: how many seconds ago the person signed in there. */
export type OidcServer = Loopback & { state: { person: Someone; asks: 'nothing' | 'a click'; since: number } };

/** An OpenID Connect server with one client, `atrium` with the secret `a-client-secret`, that signs in `state.person`. */
export async function openOidc(returnAddresses: readonly string[]): Promise<OidcServer> {
  const state: OidcServer['state'] = { person: { sub: 'ada' }, asks: 'nothing', since: 0 };
  const current: { handler: RequestListener } = { handler: () => undefined };
  const server = createServer((request, response) => current.handler(request, response));
  const url = await listen(server);
  const people = new Map<string, Someone>();
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'atrium',
        client_secret: 'a-client-secret',
        redirect_uris: [...returnAddresses],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    cookies: { keys: ['loopback'] },
    interactions: { url: (_ctx: unknown, one: { uid: string }) => `/interaction/${one.uid}` },
    findAccount: (_ctx: unknown, id: string) => ({ accountId: id, claims: () => people.get(id) ?? { sub: id } }),
    loadExistingGrant: async (ctx: GrantContext) => {
      const { client, session, provider: its } = ctx.oidc;
      const grant = new its.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const finish = async (request: IncomingMessage, response: ServerResponse) => {
    people.set(state.person.sub, state.person);
    await provider.interactionFinished(request, response, {
      login: { accountId: state.person.sub, remember: false, ts: Math.floor(Date.now() / 1000) - state.since },
    });
  };
  const callback = provider.callback();
  current.handler = (request, response) => {
    const path = request.url ?? '';
    // browsers ask for it by themselves
    if (path === '/favicon.ico') return void response.writeHead(204).end();
    if (!path.startsWith('/interaction/')) return callback(request, response);
    if (state.asks === 'nothing' || path.endsWith('/go')) return void finish(request, response);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      `<!doctype html><title>School login</title><h1>School login</h1><a href="${path}/go">Continue as ${state.person.name}</a>`,
    );
  };
  return { url, state, close: closing(server) };
}
type Grant = { addOIDCScope(scope: string): void; save(): Promise<unknown> };
type GrantContext = {
  oidc: {
    client: { clientId: string };
    session: { accountId: string };
    provider: { Grant: new (of: { clientId: string; accountId: string }) => Grant };
  };
};

export type Network = Loopback & { state: { person: { id: string; name: string; email?: string } } };
const secret = 'an-app-secret';
/** The social network: its dialog, its token address, and `me` of its Graph. Codes and tokens are kept, bound and used once, as there. */
export async function openNetwork(returnAddress: string): Promise<Network> {
  const state: Network['state'] = { person: { id: '1001', name: 'Ada' } };
  const codes = new Map<string, { challenge: string }>();
  const made = { codes: 0 };
  const tokens = new Map<string, Network['state']['person']>();
  const answer = (response: ServerResponse, status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' });
    response.end(JSON.stringify(body));
  };
  const wrong = (response: ServerResponse, message: string) =>
    answer(response, 400, { error: { message, type: 'OAuthException', code: 100, fbtrace_id: 'x' } });
  const dialog = (url: URL, response: ServerResponse) => {
    const asked = url.searchParams;
    if (asked.get('client_id') !== '42' || asked.get('redirect_uri') !== returnAddress) return wrong(response, 'URL blocked');
    made.codes += 1;
    const code = `code-${made.codes}`;
    codes.set(code, { challenge: asked.get('code_challenge') ?? '' });
    const back = new URL(returnAddress);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    // it ends its addresses so
    response.writeHead(302, { location: `${back.href}#_=_` });
    response.end();
  };
  const token = (form: URLSearchParams, response: ServerResponse) => {
    const kept = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (kept === undefined || kept.challenge !== challenge) return wrong(response, 'This authorization code has been used.');
    if (form.get('client_secret') !== secret || form.get('redirect_uri') !== returnAddress)
      return wrong(response, 'Error validating');
    const access = `EAA${tokens.size}`;
    tokens.set(access, state.person);
    return answer(response, 200, { access_token: access, token_type: 'bearer', expires_in: 5_183_944 });
  };
  const me = (url: URL, request: IncomingMessage, response: ServerResponse) => {
    const access = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const person = tokens.get(access);
    const proof = createHmac('sha256', secret).update(access).digest('hex');
    if (person === undefined || url.searchParams.get('appsecret_proof') !== proof)
      return wrong(response, 'Invalid appsecret_proof');
    return answer(response, 200, person);
  };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://loopback');
    if (url.pathname === '/dialog/oauth') return dialog(url, response);
    if (url.pathname === '/me') return me(url, request, response);
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => token(new URLSearchParams(Buffer.concat(parts).toString()), response));
  });
  return { url: await listen(server), state, close: closing(server) };
}

/** Goes from page to page as a browser does, with cookies, until an address of ours; answers with that address. */
export async function comeBackFrom(address: string, site: string): Promise<URL> {
  const jar = new Map<string, string>();
  let at = new URL(address);
  for (let hop = 0; hop < 12; hop++) {
    if (at.origin === site) return at;
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      jar.set(name, value);
    }
    const next = answer.headers.get('location');
    if (next === null) throw new Error(`${answer.status} at ${at.href}: ${await answer.text()}`);
    at = new URL(next, at);
  }
  throw new Error('the provider does not send anybody back');
}
