/** For tests: a world with four providers on loopback, and browsers that go to them and come back. */
import { expect } from 'vitest';
import { Failure } from '#kit/errors.ts';
import type { CookieOut, UserActor } from '#kit/server/ctx.ts';
import { testWorld, type World } from '#app/proof/testing.ts';
import { readAccessToken } from '#core/identity/server/sessions/tokens.service.ts';
import { comeBackFrom, openNetwork, openOidc, type Someone } from './social.factory.ts';

type Api = ReturnType<World['api']>;
export type Browser = { jar: Record<string, string>; as: (who?: UserActor) => Api; api: Api };

const site = 'http://localhost:3000';
const password = 'tall-giraffe-in-rain';
const registration = { name: 'Ada', organisation: 'School', locale: 'de', timeZone: 'Europe/Berlin', terms: true } as const;
const configured = (key: string, issuer: string) => ({
  key,
  name: key,
  issuer,
  clientId: 'atrium',
  clientSecret: 'a-client-secret',
});

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'fine',
    (error: unknown) => {
      if (error instanceof Failure) return error.code;
      throw error;
    },
  );
const partsOf = (back: URL) => ({
  path: back.pathname,
  state: back.searchParams.get('state') ?? '',
  ...(back.searchParams.has('code') ? { code: back.searchParams.get('code') ?? '' } : {}),
  ...(back.searchParams.has('iss') ? { iss: back.searchParams.get('iss') ?? '' } : {}),
});
const goTo = async (one: Browser, provider: string) => {
  const { url } = await one.api.social.begin({ params: { provider } });
  return partsOf(await comeBackFrom(url, site));
};
const signInBy = async (one: Browser, provider: string) => one.api.social.finish({ body: await goTo(one, provider) });

/** A browser of that world: its cookies go with every call. */
function browserIn(world: World, actor?: UserActor): Browser {
  const jar: Record<string, string> = {};
  const setCookie = ({ name, value, maxAge }: CookieOut) => {
    if (maxAge === 0) delete jar[name];
    else jar[name] = value;
  };
  const reader = { cookies: jar, setCookie, caller: { address: '192.0.2.7', agent: 'Firefox' } };
  const as = (who?: UserActor) => world.api(who ?? { kind: 'nobody' }, reader);
  return { jar, as, api: as(actor) };
}

async function actorIn(world: World, token: string): Promise<UserActor> {
  const user = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });
  expect(user.statusCode).toBe(200);
  const facts = await readAccessToken(world.ctx(), token);
  if (typeof facts === 'string') throw new Error(facts);
  const { account, name, email, scope } = user.json();
  const { userId, sessionId } = facts;
  const rest = { name, email, scope, role: 'owner', locale: 'de', timeZone: 'Europe/Berlin' };
  return { kind: 'user', userId, sessionId, accountId: account.id, accountKind: account.kind, ...rest };
}

/** Providers, the product that knows them, and what a test does with both. */
export async function socialWorld() {
  const [oidc, google, other, network] = await Promise.all([
    openOidc([`${site}/sign-in/school`]),
    openOidc([`${site}/google-login`]),
    openOidc([`${site}/sign-in/other`]),
    openNetwork(`${site}/facebook-login`),
  ]);
  const school = { ...configured('school', oidc.url), groupsClaim: 'groups' };
  const world = await testWorld({
    env: {
      GOOGLE_CLIENT_ID: 'atrium',
      GOOGLE_CLIENT_SECRET: 'a-client-secret',
      GOOGLE_ISSUER: google.url,
      FACEBOOK_APP_ID: '42',
      FACEBOOK_APP_SECRET: 'an-app-secret',
      FACEBOOK_DIALOG_URL: `${network.url}/dialog/oauth`,
      FACEBOOK_GRAPH_URL: network.url,
      OIDC_PROVIDERS: JSON.stringify([school, configured('other', other.url)]),
    },
  });
  const close = async () => {
    await world.close();
    await Promise.all([oidc, google, other, network].map((one) => one.close()));
  };
  const as = (person: Someone) => {
    oidc.state.person = person;
  };
  const browser = (actor?: UserActor) => browserIn(world, actor);
  const actorOf = (token: string) => actorIn(world, token);
  const newcomer = async (person: Someone) => {
    as(person);
    const one = browser();
    const { registration: token } = await signInBy(one, 'school');
    const session = await one.api.identity.register({ body: { ...registration, token: token ?? '' } });
    return { one, actor: await actorOf(session.token) };
  };
  const going = { goTo, partsOf, signInBy, codeOf, site, password, registration };
  return { ...going, actorOf, as, browser, close, google, network, newcomer, oidc, other, world };
}
