/** A learning platform that an account is connected to, and its side of a launch. */
import type { JWTPayload } from 'jose';
import { onTestFinished } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import type { World } from '#app/proof/testing.ts';
import { roles, startFakeLms } from '../../../../e2e/fake-lms/fake-lms.ts';
import { claimNames } from '../launch.rules.ts';
import type { LtiPlatformDetail } from '../lti.contract.ts';

export { roles };
export type Lms = Awaited<ReturnType<typeof buildLms>>;
export async function buildLms(world: World, toolKey: string) {
  const lms = await startFakeLms({ keysOfTool: async () => (await world.app.inject(`/lti/${toolKey}/keys`)).json() });
  onTestFinished(lms.close);
  return { ...lms, toolKey, now: () => Math.floor(world.clock.now() / 1_000) };
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

export const signAs = (lms: Lms, claims: JWTPayload): Promise<string> => lms.sign(claims);

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
