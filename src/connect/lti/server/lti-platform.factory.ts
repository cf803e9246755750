/** A learning platform at the edge of the machine: its keys, token, people, grades and registration over loopback HTTP, and its side of a launch. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { World } from '#app/proof/testing.ts';
import { claimNames, serviceScopes } from '../launch.rules.ts';
import type { LtiPlatformDetail } from '../lti.contract.ts';

export type LmsMember = { user_id: string; roles: string[]; name?: string; status?: string };
const score = z.object({ userId: z.string(), scoreGiven: z.number(), timestamp: z.string() });
type Score = z.infer<typeof score>;
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const membership = (role: string) => `http://purl.imsglobal.org/vocab/lis/v2/membership#${role}`;
export const roles = { teacher: [membership('Instructor')], learner: [membership('Learner')] };

async function readBody(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

type LmsState = {
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
type ToolKeys = () => Promise<ReturnType<typeof createLocalJWKSet>>;
type LmsRequest = { path: string; query: URLSearchParams; body: string; bearer: string; state: LmsState; toolKeys: ToolKeys };
type LmsAnswer = [number, object, Record<string, string>?];
const holds = ({ state, bearer }: LmsRequest, scope: string) => (state.tokens.get(bearer) ?? '').split(' ').includes(scope);

/** What the platform answers at each of its addresses. */
const answers: Readonly<Record<string, (asked: LmsRequest) => LmsAnswer | Promise<LmsAnswer>>> = {
  '/keys': ({ state }) => [200, { keys: state.keys }],
  '/token': async ({ state, body, toolKeys }) => {
    const form = new URLSearchParams(body);
    await jwtVerify(form.get('client_assertion') ?? '', await toolKeys(), {
      ...{ issuer: state.clientId, subject: state.clientId, audience: `${state.base}/token`, algorithms: ['RS256'] },
    });
    const value = newId();
    state.tokens.set(value, form.get('scope') ?? '');
    return [200, { access_token: value, token_type: 'Bearer', expires_in: 3600 }];
  },
  '/members': (asked) => {
    const { state, query } = asked;
    if (!holds(asked, serviceScopes.members)) return [401, {}];
    // two people a page
    const from = Number(query.get('from') ?? 0);
    const link = { link: `<${state.base}/members?from=${from + 2}>; rel="next"` };
    return [200, { members: state.members.slice(from, from + 2) }, from + 2 < state.members.length ? link : {}];
  },
  '/line/1/scores': (asked) => {
    if (!holds(asked, serviceScopes.score)) return [401, {}];
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

async function respond(request: http.IncomingMessage, of: { state: LmsState; toolKeys: ToolKeys }): Promise<LmsAnswer> {
  const { pathname: path, searchParams: query } = new URL(request.url ?? '/', of.state.base);
  of.state.asked.push(`${request.method} ${path}`);
  const bearer = (request.headers.authorization ?? '').replace('Bearer ', '');
  const asked = { ...of, path, query, bearer, body: await readBody(request) };
  return (await answers[path]?.(asked)) ?? [404, {}];
}

export type Lms = Awaited<ReturnType<typeof buildLms>>;
export async function buildLms(world: World, toolKey: string) {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const kid = newId();
  const key: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' };
  const state: LmsState = {
    ...{ base: '', clientId: `client-${newId().slice(-6)}`, keys: [key], members: [], scores: [], registered: [], asked: [] },
    tokens: new Map(),
  };
  const toolKeys: ToolKeys = async () =>
    createLocalJWKSet(z.parse(jwks, (await world.app.inject(`/lti/${toolKey}/keys`)).json()));
  const server = http.createServer((request, response) => {
    void respond(request, { state, toolKeys })
      .catch((error: unknown): LmsAnswer => [400, { error: String(error) }])
      .then(([status, body, headers]) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(status === 204 ? '' : JSON.stringify(body)),
      );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // cast: a TCP server has an address of that shape
  const { port } = server.address() as AddressInfo;
  state.base = `http://127.0.0.1:${port}`;
  onTestFinished(() => void server.close());
  return { state, kid, pair, toolKey, toolKeys, base: state.base, now: () => Math.floor(world.clock.now() / 1_000) };
}

/** The platform connected to the person's account, with one deployment. */
export async function connectLms(world: World, boss: UserActor, wish: { issuer?: string } = {}) {
  const { addresses } = await world.api(boss).lti.overview();
  const toolKey = addresses.login.split('/').at(-2) ?? '';
  const lms = await buildLms(world, toolKey);
  const body = {
    ...{ name: 'School', program: 'moodle' as const, issuer: wish.issuer ?? lms.base, clientId: lms.state.clientId },
    ...{ deploymentIds: ['d1'], authUrl: `${lms.base}/auth`, tokenUrl: `${lms.base}/token`, keysUrl: `${lms.base}/keys` },
  };
  const platform: LtiPlatformDetail = await world.api(boss).lti.addPlatform({ body });
  return { lms, platform };
}

export type Begun = { state: string; nonce: string; cookies: Record<string, string> };
/** The login in a browser: what the platform receives, and the cookie that the browser keeps. */
export async function beginLogin(world: World, lms: Lms, more: Record<string, string> = {}): Promise<Begun> {
  const query = {
    iss: lms.base,
    client_id: lms.state.clientId,
    login_hint: 'h',
    target_link_uri: 'http://localhost:3000/x',
    ...more,
  };
  const answer = await world.app.inject({ method: 'GET', url: `/lti/${lms.toolKey}/login`, query });
  const to = new URL(String(answer.headers.location ?? /"url":"([^"]+)"/.exec(answer.body)?.[1] ?? 'http://none/'));
  const [name = '', value = ''] = String(answer.headers['set-cookie']).split(';')[0]?.split('=') ?? [];
  return {
    state: to.searchParams.get('state') ?? '',
    nonce: to.searchParams.get('nonce') ?? '',
    cookies: { [name]: value },
  };
}

/** Claims of a good launch. */
export function goodClaims(lms: Lms, begun: Begun, more: Readonly<Record<string, unknown>> = {}): JWTPayload {
  const now = lms.now();
  return {
    ...{ iss: lms.base, aud: lms.state.clientId, sub: 'u1', nonce: begun.nonce, iat: now, exp: now + 300, name: 'Tara Teacher' },
    [claimNames.messageType]: 'LtiResourceLinkRequest',
    [claimNames.version]: '1.3.0',
    [claimNames.deployment]: 'd1',
    [claimNames.target]: 'http://localhost:3000/x',
    [claimNames.link]: { id: 'link-1', title: 'Weekly meeting' },
    [claimNames.roles]: roles.teacher,
    [claimNames.context]: { id: 'c1', title: 'Biology' },
    ...more,
  };
}

export const signAs = (lms: Lms, claims: JWTPayload): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: lms.kid }).sign(lms.pair.privateKey);

export type PostedForm = Record<string, string>;
/** The form that the browser posts to us, with the cookies that it has. */
export const postLaunch = (world: World, lms: Lms, of: { form: PostedForm; cookies: Record<string, string> }) =>
  world.app.inject({
    method: 'POST',
    url: `/lti/${lms.toolKey}/launch`,
    cookies: of.cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: lms.base },
    payload: new URLSearchParams(of.form).toString(),
  });

/** A whole launch; the token of the page it leads to. */
export async function launchAs(world: World, lms: Lms, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const begun = await beginLogin(world, lms);
  const id_token = await signAs(lms, goodClaims(lms, begun, more));
  const answer = await postLaunch(world, lms, { form: { state: begun.state, id_token }, cookies: begun.cookies });
  if (answer.statusCode !== 303) throw new Error(`${answer.statusCode} ${/<bdi>(\w+)/.exec(answer.body)?.[1]}`);
  return String(answer.headers.location).split('/').at(-1) ?? '';
}
