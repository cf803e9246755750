import { afterAll, expect, test } from 'vitest';
import { authCookies } from '#kit/facts.ts';
import type { CookieOut } from '#kit/server/ctx.ts';
import { testWorld, worldForThisTest, type World } from '#app/proof/testing.ts';
import { readMails } from '#core/outbox/server/outbox.factory.ts';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { buildAccount, buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { startSession } from './sessions.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const agent = 'Mozilla/5.0 Firefox/140.0';

/** A session as a browser holds it: its refresh token. */
async function open(place: World) {
  const person = await buildPerson(place);
  const account = await buildAccount(place, { ownerId: person.id });
  const cookies: CookieOut[] = [];
  const ctx = place.ctx(
    { kind: 'nobody' },
    { caller: { address: '127.0.0.1', agent }, setCookie: (cookie) => void cookies.push(cookie) },
  );
  const { token } = await ctx.system.write((tx) => startSession(ctx, tx, { userId: person.id, accountId: account.id }));
  return { token, refresh: cookies.find((one) => one.name === authCookies.refreshToken)?.value ?? '', userId: person.id };
}

/** What the client posts; the token travels as the cookie. */
async function renew(place: World, refresh: string, userAgent = agent) {
  const answer = await place.app.inject({
    method: 'POST',
    url: '/api/token',
    payload: 'grant_type=refresh_token&client_id=atrium-web',
    cookies: { [authCookies.refreshToken]: refresh },
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': userAgent },
  });
  const next = answer.cookies.find((one) => one.name === authCookies.refreshToken);
  return { status: answer.statusCode, body: answer.json(), refresh: next?.value ?? '', cookie: next };
}
const userStatus = async (place: World, token: string) =>
  (await place.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode;

test('a refresh token is exchanged for a new pair, and the hint tells when that ends', async () => {
  const { refresh } = await open(world);
  const answer = await renew(world, refresh);
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    token: expect.any(String),
    access_token: answer.body.token,
    token_type: 'Bearer',
    expires_in: 1800,
  });
  expect(answer.cookie).toMatchObject({ path: '/api/token', httpOnly: true, sameSite: 'lax' });
  expect(answer.cookie?.maxAge).toBeGreaterThan(2_591_000);
  expect(answer.refresh).not.toBe(refresh);
  expect(await userStatus(world, answer.body.token)).toBe(200);
});

test('the field of the form works as well as the cookie', async () => {
  const { refresh } = await open(world);
  const answer = await world
    .api()
    .identity.token({ body: { grant_type: 'refresh_token', refresh_token: refresh, client_id: 'atrium-web' } });
  expect(answer.token_type).toBe('Bearer');
});

test('abuse row 17: a reused token ends the whole family, the newest included, and the person is told', async () => {
  const own = await worldForThisTest();
  const { refresh, token } = await open(own);
  const second = await renew(own, refresh);
  const third = await renew(own, second.refresh);
  const thief = await renew(own, refresh);
  expect([thief.status, thief.body.code, thief.cookie?.maxAge]).toEqual([400, 'invalid_grant', 0]);
  expect((await renew(own, third.refresh)).status).toBe(400);
  expect(await userStatus(own, token)).toBe(401);
  expect((await readMails(own)).map((mail) => mail.template)).toEqual(['account.sessionsRevoked']);
});

test('when the answer was lost, the same caller gets the same successor once more', async () => {
  const { refresh } = await open(world);
  const first = await renew(world, refresh);
  const again = await renew(world, refresh);
  expect([again.status, again.refresh]).toEqual([200, first.refresh]);
  expect((await renew(world, again.refresh)).status).toBe(200);
});

test('another caller gets no grace', async () => {
  const { refresh } = await open(world);
  const first = await renew(world, refresh);
  expect((await renew(world, refresh, 'curl/8')).status).toBe(400);
  expect((await renew(world, first.refresh)).status).toBe(400);
});

test('the grace ends after ten seconds', async () => {
  const own = await worldForThisTest();
  const { refresh } = await open(own);
  await renew(own, refresh);
  own.clock.advance(10_500);
  expect((await renew(own, refresh)).body.code).toBe('invalid_grant');
});

test('two tabs that renew at the same moment both stay signed in', async () => {
  const { refresh } = await open(world);
  const answers = await Promise.all([renew(world, refresh), renew(world, refresh), renew(world, refresh)]);
  expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((one) => one.refresh)).size).toBe(1);
});

test('a refresh token ends after thirty days, and a session after ninety however often it was renewed', async () => {
  const own = await worldForThisTest();
  const idle = await open(own);
  const busy = await open(own);
  const steps: number[] = [];
  const lives: number[] = [];
  let refresh = busy.refresh;
  for (let day = 0; day < 4; day++) {
    own.clock.advance(29 * 86_400_000);
    const answer = await renew(own, refresh);
    steps.push(answer.status);
    lives.push(answer.cookie?.maxAge ?? 0);
    refresh = answer.refresh;
  }
  expect(steps).toEqual([200, 200, 200, 400]);
  // the third renewal was on day 87: three days are left, and the cookie says so
  expect(lives.map((life) => Math.ceil(life / 86_400))).toEqual([30, 30, 3, 0]);
  expect((await renew(own, idle.refresh)).body.code).toBe('invalid_grant');
});

test('a suspended person cannot renew', async () => {
  const { refresh, userId } = await open(world);
  await changePersonState(world.ctx(), { userId, to: 'suspended' });
  expect((await renew(world, refresh)).body.code).toBe('invalid_grant');
});

test.each([
  ['', 400, 'invalid_request'],
  ['grant_type=refresh_token', 400, 'invalid_request'],
  ['grant_type=refresh_token&refresh_token=unknown', 400, 'invalid_grant'],
  ['grant_type=password&username=a&password=b', 400, 'unsupported_grant_type'],
  ['grant_type=authorization_code', 400, 'invalid_request'],
  ['grant_type=authorization_code&code=abc&client_id=atrium-web', 400, 'invalid_request'],
  ['grant_type=authorization_code&code=abc&redirect_uri=https://x.example&client_id=atrium-web', 400, 'invalid_grant'],
  ['grant_type=authorization_code&code=abc&redirect_uri=https://x.example&client_id=somebody', 401, 'invalid_client'],
  ['grant_type=refresh_token&refresh_token=x&client_id=somebody', 401, 'invalid_client'],
])('the token endpoint answers "%s" with %i %s', async (payload, status, code) => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/token',
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
});
