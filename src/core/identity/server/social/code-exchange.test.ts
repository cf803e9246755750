/** Codes of sign-in providers at the token endpoint. */
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { type Browser, socialWorld } from './social-world.factory.ts';
import { comeBackFrom, type Someone } from './social.factory.ts';

const made = await socialWorld();
afterAll(made.close);
const { as, browser, codeOf, goTo, newcomer, partsOf, site, world } = made;

const ada: Someone = { sub: 'token-ada', email: 'token-ada@example.org', email_verified: true, name: 'Ada' };
const redirect_uri = `${site}/sign-in/school`;
const grant_type = 'authorization_code';
const exchange = (one: Browser, body: Record<string, string>) => one.api.identity.token({ body: { grant_type, ...body } });

test('code, client_id, redirect_uri and grant_type are enough to sign in; the answer has the shape of a refresh', async () => {
  await newcomer(ada);
  as(ada);
  const one = browser();
  // a way that was left halfway does not stand in the way of the next one
  await one.api.social.begin({ params: { provider: 'school' } });
  const { code = '', iss = '' } = await goTo(one, 'school');
  const answer = await exchange(one, { code, iss, client_id: 'atrium', redirect_uri });
  expect(answer).toEqual({
    token: answer.access_token,
    access_token: expect.any(String),
    token_type: 'Bearer',
    expires_in: 1800,
  });
  const user = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${answer.token}` } });
  expect(user.json()).toMatchObject({ email: ada.email });
  expect(Object.keys(one.jar)).toContain('auth._refresh_token.local');
  expect(await codeOf(exchange(one, { code, iss, redirect_uri }))).toBe('invalid_grant');
});

test('over HTTP, as a form', async () => {
  as(ada);
  const one = browser();
  const back = await goTo(one, 'school');
  const form = new URLSearchParams({
    grant_type,
    code: back.code ?? '',
    iss: back.iss ?? '',
    client_id: 'atrium-web',
    redirect_uri,
  });
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/token',
    payload: form.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    cookies: one.jar,
  });
  expect([answer.statusCode, answer.json()['token_type']]).toEqual([200, 'Bearer']);
});

test('another browser, another way, another provider, another address and another client get nothing', async () => {
  as(ada);
  const [one, two] = [browser(), browser()];
  const mine = await goTo(one, 'school');
  const theirs = await goTo(two, 'school');
  const [code, iss] = [mine.code ?? '', mine.iss ?? ''];
  const tried = async (who: Browser, body: Record<string, string>) => codeOf(exchange(who, { code, iss, redirect_uri, ...body }));
  expect(await tried(browser(), {})).toBe('invalid_grant');
  expect(await tried(browser(), { state: mine.state })).toBe('invalid_grant');
  // a code put into somebody else's browser: its verifier does not fit
  expect(await tried(two, {})).toBe('invalid_grant');
  expect(await tried(two, { state: theirs.state })).toBe('invalid_grant');
  expect(await tried(one, { redirect_uri: `${site}/sign-in/other` })).toBe('invalid_grant');
  expect(await tried(one, { redirect_uri: `${redirect_uri}/` })).toBe('invalid_grant');
  expect(await tried(one, { client_id: 'somebody' })).toBe('invalid_client');
  expect(await tried(one, { iss: 'https://elsewhere.example' })).toBe('invalid_grant');
});

test('whoever has no account yet is told what comes first', async () => {
  as({ sub: 'token-new', email: 'token-new@example.org', email_verified: true });
  const one = browser();
  const { code = '', iss = '', state } = await goTo(one, 'school');
  const error = await exchange(one, { code, iss, state, redirect_uri }).catch((thrown: unknown) => thrown);
  if (!(error instanceof Failure)) throw error;
  expect([error.code, error.data]).toEqual(['interaction_required', { outcome: 'register', registration: expect.any(String) }]);
});

test('a way that was begun to link or to prove opens nothing here', async () => {
  const { actor, one } = await newcomer({ sub: 'token-prove', email: 'token-prove@example.org', email_verified: true });
  const own = one.as(actor);
  const { url } = await own.social.prove({ params: { provider: 'school' } });
  const { code = '', iss = '' } = partsOf(await comeBackFrom(url, site));
  expect(await codeOf(exchange(one, { code, iss, redirect_uri }))).toBe('invalid_grant');
});
