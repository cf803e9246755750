import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testWorld } from '#app/proof/testing.ts';
import type { SocialClaims } from '#core/identity/social.rules.ts';
import { type FakeOidc, openFakeOidc, userInfoOf } from './fake-oidc.factory.ts';
import { addressOf, claimsOf, providerBy } from './providers.service.ts';
import { comeBackFrom } from './social.factory.ts';

const site = 'http://localhost:3000';
let provider: FakeOidc;
let world: Awaited<ReturnType<typeof testWorld>>;

beforeAll(async () => {
  provider = await openFakeOidc();
  const one = (key: string, more: object = {}) => ({
    ...{ key, name: key, issuer: provider.url, clientId: 'atrium', clientSecret: 'a-client-secret', ...more },
  });
  const azure = { emailClaim: 'upn', assumeVerified: true };
  const providers = [
    one('plain'),
    one('azure', azure),
    one('alias', { emailClaim: 'upn' }),
    one('distrusted', { ...azure, trustEmail: false }),
    one('groups', { groupsClaim: 'groups' }),
    one('blanks'),
  ];
  world = await testWorld({ env: { OIDC_PROVIDERS: JSON.stringify(providers) } });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

const person = { sub: '1', email: 'Person@example.net', email_verified: true, name: 'Person' };
type Answers = { claims: Record<string, unknown>; userInfo?: FakeOidc['state']['userInfo'] };
/** What we read of somebody who comes back from there. */
async function claimsFrom(key: string, { claims, userInfo = null }: Answers): Promise<SocialClaims> {
  provider.state.claims = claims;
  provider.state.userInfo = userInfo;
  const ctx = world.ctx();
  const from = providerBy(ctx, key);
  const way = { state: 'a-state-0', nonce: 'a-nonce-0', verifier: 'v'.repeat(43), returnTo: `${site}${from.returnPath}` };
  const back = await comeBackFrom(await addressOf(ctx, from, { ...way, again: 'quick' }), site);
  return claimsOf(ctx, from, { ...way, code: back.searchParams.get('code') ?? '', iss: null });
}
const email = 'person@example.net';
const proven = { email, emailProven: true };
const unproven = { email, emailProven: false };

describe('claims that say nothing', () => {
  test.each([null, '', ' ', undefined])('a name that is %j is none', async (name) => {
    expect(await claimsFrom('plain', { claims: { ...person, name } })).toMatchObject({ ...proven, name: '' });
    expect(
      await claimsFrom('plain', { claims: { ...person, name }, userInfo: userInfoOf({ sub: '1', name: 'Ada' }) }),
    ).toMatchObject({ ...proven, name: 'Ada' });
  });

  test.each([null, '', undefined, 'no address', 7])('an address that is %j is none, and userinfo may name one', async (given) => {
    expect(await claimsFrom('plain', { claims: { ...person, email: given } })).toMatchObject({ email: null, emailProven: false });
    const userInfo = userInfoOf({ sub: '1', email, email_verified: 'true' });
    expect(await claimsFrom('plain', { claims: { ...person, email: given }, userInfo })).toMatchObject(proven);
  });

  test.each([null, '', undefined, 'perhaps', 'false', false, 0])('%j proves no address', async (verified) => {
    expect(await claimsFrom('plain', { claims: { ...person, email_verified: verified } })).toMatchObject(unproven);
  });

  test.each([true, 'true', 'True', 1])('%j proves one', async (verified) => {
    expect(await claimsFrom('plain', { claims: { ...person, email_verified: verified } })).toMatchObject(proven);
  });

  test('what userinfo says of another address proves nothing', async () => {
    const userInfo = userInfoOf({ sub: '1', email: 'other@example.net', email_verified: true });
    expect(await claimsFrom('plain', { claims: { ...person, email_verified: null }, userInfo })).toMatchObject(unproven);
  });
});

test('nulls and blanks in what a provider publishes, in its keys and beside its token are not there', async () => {
  const blank = { scope: null, refresh_token: null, expires_in: null, session_state: '' };
  const published = { userinfo_endpoint: null, end_session_endpoint: '', token_endpoint_auth_methods_supported: null };
  Object.assign(provider.state, { token: blank, key: { alg: null, use: '', key_ops: null }, published });
  const claims = {
    ...person,
    name: undefined,
    given_name: 'Ada',
    family_name: null,
    azp: 'atrium',
    picture: '/relative',
    locale: '',
  };
  const found = await claimsFrom('blanks', { claims });
  Object.assign(provider.state, { token: {}, key: {}, published: {} });
  expect(found).toMatchObject({ ...proven, name: 'Ada' });
});

test('the parts of a name make one', async () => {
  const claims = { ...person, name: null, given_name: 'Ada', family_name: 'Lovelace' };
  expect(await claimsFrom('plain', { claims })).toMatchObject({ ...proven, name: 'Ada Lovelace' });
});

describe('a userinfo that refuses', () => {
  test.each([
    { status: 401, body: '' },
    { status: 403, type: 'text/html', body: '<html>no</html>' },
    { status: 500, body: '{}' },
    { status: 200, type: 'text/html', body: '<html>hello</html>' },
    { status: 200, body: '{' },
    { status: 200, body: '{"sub":null}' },
  ])('leaves the id token standing: $status $body', async (userInfo) => {
    expect(await claimsFrom('plain', { claims: person, userInfo })).toMatchObject({ ...proven, name: 'Person' });
  });

  test('somebody else’s userinfo is refused', async () => {
    const userInfo = userInfoOf({ ...person, sub: '2' });
    await expect(claimsFrom('plain', { claims: person, userInfo })).rejects.toMatchObject({ code: 'provider_refused' });
  });

  test('ends the sign-in where the groups would be lost, and not where the token names them', async () => {
    const userInfo = { status: 403, body: '' };
    await expect(claimsFrom('groups', { claims: person, userInfo })).rejects.toMatchObject({ code: 'provider_refused' });
    const named = await claimsFrom('groups', { claims: { ...person, groups: ['staff'] }, userInfo });
    expect(named.groups).toEqual(['staff']);
    const told = userInfoOf({ sub: '1', groups: ['from userinfo'] });
    expect((await claimsFrom('groups', { claims: { ...person, groups: null }, userInfo: told })).groups).toEqual([
      'from userinfo',
    ]);
  });
});

describe('a provider that puts the address elsewhere and says nothing of it', () => {
  const claims = { sub: '1', upn: 'Person@example.net' };

  test('counts as the operator set it, and not otherwise', async () => {
    expect(await claimsFrom('azure', { claims })).toMatchObject(proven);
    expect(await claimsFrom('azure', { claims: { sub: '1', email } })).toMatchObject(proven);
    expect(await claimsFrom('alias', { claims })).toMatchObject(unproven);
    expect(await claimsFrom('distrusted', { claims })).toMatchObject(unproven);
    expect(await claimsFrom('plain', { claims })).toMatchObject({ email: null, emailProven: false });
    expect(await claimsFrom('plain', { claims: { sub: '1', email } })).toMatchObject(unproven);
  });

  test('either source denies an address that the operator takes for proven', async () => {
    const denied = userInfoOf({ sub: '1', email, email_verified: false });
    expect(await claimsFrom('azure', { claims: { sub: '1', email }, userInfo: denied })).toMatchObject(unproven);
    expect(await claimsFrom('azure', { claims: { ...person, email_verified: true }, userInfo: denied })).toMatchObject(unproven);
    const elsewhere = userInfoOf({ sub: '1', email: 'other@example.net', email_verified: false });
    expect(await claimsFrom('azure', { claims: { sub: '1', email }, userInfo: elsewhere })).toMatchObject(unproven);
    expect(
      await claimsFrom('azure', { claims: { sub: '1', email }, userInfo: userInfoOf({ sub: '1', email, email_verified: true }) }),
    ).toMatchObject(proven);
  });

  test('what it does say counts for the address that it says it of', async () => {
    expect(await claimsFrom('azure', { claims: { ...claims, email_verified: false } })).toMatchObject(unproven);
    expect(await claimsFrom('alias', { claims: { ...claims, email_verified: true } })).toMatchObject(unproven);
    expect(
      await claimsFrom('azure', { claims: { ...claims, email: 'mail@example.net', email_verified: 'false' } }),
    ).toMatchObject({
      ...{ email: 'mail@example.net', emailProven: false },
    });
  });
});
