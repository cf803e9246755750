/** A learning platform at the edge of the machine: its keys, token, people, grades and registration over loopback HTTP, and its side of a launch. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { onTestFinished } from 'vitest';
import * as z from 'zod/mini';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import type { World } from '#app/proof/testing.ts';
import { claimNames, serviceScopes } from '../launch.rules.ts';
import type { LtiPlatformDetail } from '../lti.contract.ts';

export type LmsMember = { user_id: string; roles: string[]; name?: string; status?: string };
type Score = { userId: string; scoreGiven: number; at: string };
const jwks = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) });
const membership = (role: string) => `http://purl.imsglobal.org/vocab/lis/v2/membership#${role}`;
export const roles = { teacher: [membership('Instructor')], learner: [membership('Learner')] };

async function readBody(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

export type Lms = Awaited<ReturnType<typeof buildLms>>;
export async function buildLms(world: World, toolKey: string) {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const kid = newId();
  const state = {
    keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' }],
    members: new Array<LmsMember>(),
    scores: new Array<Score>(),
    registered: new Array<unknown>(),
    clientId: `client-${newId().slice(-6)}`,
    /** Status of the next score. */
    scoreStatus: 204,
    asked: new Array<string>(),
  };
  const toolKeys = async () => createLocalJWKSet(z.parse(jwks, (await world.app.inject(`/lti/${toolKey}/keys`)).json()));
  const tokens = new Map<string, string>();
  const token = async (body: string): Promise<[number, object]> => {
    const form = new URLSearchParams(body);
    await jwtVerify(form.get('client_assertion') ?? '', await toolKeys(), {
      ...{ issuer: state.clientId, subject: state.clientId, audience: `${base()}/token`, algorithms: ['RS256'] },
    });
    const value = newId();
    tokens.set(value, form.get('scope') ?? '');
    return [200, { access_token: value, token_type: 'Bearer', expires_in: 3600, scope: form.get('scope') }];
  };
  const mayWith = (request: http.IncomingMessage, scope: string) =>
    (tokens.get((request.headers.authorization ?? '').replace('Bearer ', '')) ?? '').split(' ').includes(scope);
  const server = http.createServer((request, response) => {
    const answer = async (): Promise<[number, object, Record<string, string>?]> => {
      const url = new URL(request.url ?? '/', base());
      const body = await readBody(request);
      state.asked.push(`${request.method} ${url.pathname}`);
      if (url.pathname === '/keys') return [200, { keys: state.keys }];
      if (url.pathname === '/token') return token(body);
      if (url.pathname === '/members') {
        if (!mayWith(request, serviceScopes.members)) return [401, {}];
        // two people a page
        const from = Number(url.searchParams.get('from') ?? 0);
        const more = from + 2 < state.members.length;
        const link = { link: `<${base()}/members?from=${from + 2}>; rel="next"` };
        return [200, { members: state.members.slice(from, from + 2) }, more ? link : {}];
      }
      if (url.pathname === '/line/1/scores') {
        if (!mayWith(request, serviceScopes.score)) return [401, {}];
        const sent = z.parse(z.object({ userId: z.string(), scoreGiven: z.number(), timestamp: z.string() }), JSON.parse(body));
        if (state.scoreStatus < 300) state.scores.push({ userId: sent.userId, scoreGiven: sent.scoreGiven, at: sent.timestamp });
        return [state.scoreStatus, {}];
      }
      if (url.pathname === '/openid')
        return [
          200,
          {
            issuer: base(),
            authorization_endpoint: `${base()}/auth`,
            token_endpoint: `${base()}/token`,
            jwks_uri: `${base()}/keys`,
            registration_endpoint: `${base()}/register`,
          },
        ];
      if (url.pathname === '/register') {
        if (request.headers.authorization !== 'Bearer once') return [401, {}];
        state.registered.push(JSON.parse(body));
        const deployment = { deployment_id: 'd1' };
        return [201, { client_id: state.clientId, 'https://purl.imsglobal.org/spec/lti-tool-configuration': deployment }];
      }
      return [404, {}];
    };
    answer()
      .catch((error: unknown): [number, object] => [400, { error: String(error) }])
      .then(([status, body, headers]) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body)));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // cast: a TCP server has an address of that shape
  const { port } = server.address() as AddressInfo;
  const base = () => `http://127.0.0.1:${port}`;
  onTestFinished(() => void server.close());
  return { ...state, state, kid, pair, toolKey, toolKeys, base: base() };
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
/** The login in a browser: what the platform is told, and the cookie that the browser keeps. */
export async function beginLogin(world: World, lms: Lms, more: Record<string, string> = {}): Promise<Begun> {
  const query = { iss: lms.base, client_id: lms.state.clientId, login_hint: 'h', target_link_uri: 'http://localhost:3000/x', ...more };
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
export function goodClaims(lms: Lms, begun: Begun, more: JWTPayload = {}): JWTPayload {
  const now = Math.floor(Date.now() / 1_000);
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

/** The form that the browser posts to us. */
export const postLaunch = (world: World, lms: Lms, form: Record<string, string>, cookies: Record<string, string>) =>
  world.app.inject({
    method: 'POST',
    url: `/lti/${lms.toolKey}/launch`,
    cookies,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: lms.base },
    payload: new URLSearchParams(form).toString(),
  });

/** A whole launch; the token of the page it leads to. */
export async function launchAs(world: World, lms: Lms, more: JWTPayload = {}): Promise<string> {
  const begun = await beginLogin(world, lms);
  const id_token = await signAs(lms, goodClaims(lms, begun, more));
  const answer = await postLaunch(world, lms, { state: begun.state, id_token }, begun.cookies);
  if (answer.statusCode !== 303) throw new Error(`${answer.statusCode} ${/<bdi>(\w+)/.exec(answer.body)?.[1]}`);
  return String(answer.headers.location).split('/').at(-1) ?? '';
}
