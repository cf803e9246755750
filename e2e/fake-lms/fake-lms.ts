/** A learning platform at the edge of the machine, as LTI 1.3 Advantage describes it: registration, keys, token, people and grades over loopback HTTP. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';

export type LmsMember = { user_id: string; roles: string[]; name?: string; status?: string };
const score = z.object({ userId: z.string(), scoreGiven: z.number(), timestamp: z.string() });
type Score = z.infer<typeof score>;
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const membership = (role: string) => `http://purl.imsglobal.org/vocab/lis/v2/membership#${role}`;
export const roles = { teacher: [membership('Instructor')], learner: [membership('Learner')] };
const service = 'https://purl.imsglobal.org/spec/lti';
const scopes = {
  score: `${service}-ags/scope/score`,
  members: `${service}-nrps/scope/contextmembership.readonly`,
};

async function readBody(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

export type LmsState = {
  base: string;
  clientId: string;
  keys: JWK[];
  members: LmsMember[];
  scores: Score[];
  registered: unknown[];
  asked: string[];
  /** Scope of each token that was given. */
  tokens: Map<string, string>;
};
export type ToolKeys = () => Promise<ReturnType<typeof createLocalJWKSet>>;
export type LmsRequest = {
  path: string;
  query: URLSearchParams;
  body: string;
  bearer: string;
  state: LmsState;
  toolKeys: ToolKeys;
  sign: (claims: JWTPayload) => Promise<string>;
};
/** A text is a page. */
export type LmsAnswer = [number, object | string, Record<string, string>?];
export type LmsAnswers = Readonly<Record<string, (asked: LmsRequest) => LmsAnswer | Promise<LmsAnswer>>>;
const holds = ({ state, bearer }: LmsRequest, scope: string) => (state.tokens.get(bearer) ?? '').split(' ').includes(scope);

/** What the platform answers to programs at each of its addresses. */
const answers: LmsAnswers = {
  '/keys': ({ state }) => [200, { keys: state.keys }],
  '/token': async ({ state, body, toolKeys }) => {
    const form = new URLSearchParams(body);
    await jwtVerify(form.get('client_assertion') ?? '', await toolKeys(), {
      ...{ issuer: state.clientId, subject: state.clientId, audience: `${state.base}/token`, algorithms: ['RS256'] },
    });
    const value = randomUUID();
    state.tokens.set(value, form.get('scope') ?? '');
    return [200, { access_token: value, token_type: 'Bearer', expires_in: 3600 }];
  },
  '/members': (asked) => {
    const { state, query } = asked;
    if (!holds(asked, scopes.members)) return [401, {}];
    // two people a page
    const from = Number(query.get('from') ?? 0);
    const link = { link: `<${state.base}/members?from=${from + 2}>; rel="next"` };
    return [200, { members: state.members.slice(from, from + 2) }, from + 2 < state.members.length ? link : {}];
  },
  '/line/1/scores': (asked) => {
    if (!holds(asked, scopes.score)) return [401, {}];
    asked.state.scores.push(z.parse(score, JSON.parse(asked.body)));
    return [204, {}];
  },
  '/openid': ({ state: { base } }) => [
    200,
    {
      ...{ issuer: base, authorization_endpoint: `${base}/auth`, token_endpoint: `${base}/token` },
      ...{ jwks_uri: `${base}/keys`, registration_endpoint: `${base}/register` },
    },
  ],
  '/register': ({ state, bearer, body }) => {
    if (bearer !== 'once') return [401, {}];
    state.registered.push(JSON.parse(body));
    const deployment = { deployment_id: 'd1' };
    return [201, { client_id: state.clientId, 'https://purl.imsglobal.org/spec/lti-tool-configuration': deployment }];
  },
};

type LmsSite = Pick<LmsRequest, 'state' | 'toolKeys' | 'sign'> & { pages: LmsAnswers };
async function respond(request: http.IncomingMessage, { pages, ...site }: LmsSite): Promise<LmsAnswer> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', site.state.base);
  site.state.asked.push(`${request.method} ${path}`);
  const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
  const asked = { ...site, path, query, bearer, body: await readBody(request) };
  return (await (pages[path] ?? answers[path])?.(asked)) ?? [404, {}];
}

export type FakeLms = Awaited<ReturnType<typeof startFakeLms>>;
/** `keysOfTool` reads our published keys; `pages` are what its people see, where a journey needs them. */
export async function startFakeLms({ keysOfTool, pages = {} }: { keysOfTool: () => Promise<unknown>; pages?: LmsAnswers }) {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const kid = randomUUID();
  const key: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' };
  const state: LmsState = {
    ...{ base: '', clientId: `client-${kid.slice(-6)}`, keys: [key], members: [], scores: [], registered: [], asked: [] },
    tokens: new Map(),
  };
  const toolKeys: ToolKeys = async () => createLocalJWKSet(z.parse(jwks, await keysOfTool()));
  const sign = (claims: JWTPayload): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(pair.privateKey);
  const server = http.createServer((request, response) => {
    void respond(request, { state, toolKeys, sign, pages })
      .catch((error: unknown): LmsAnswer => [400, { error: String(error) }])
      .then(([status, body, headers]) => {
        const page = typeof body === 'string';
        response
          .writeHead(status, { 'content-type': page ? 'text/html; charset=utf-8' : 'application/json', ...headers })
          .end(status === 204 ? '' : page ? body : JSON.stringify(body));
      });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // cast: a TCP server has an address of that shape
  const { port } = server.address() as AddressInfo;
  state.base = `http://127.0.0.1:${port}`;
  return {
    ...{ state, kid, pair, toolKeys, sign, base: state.base },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
