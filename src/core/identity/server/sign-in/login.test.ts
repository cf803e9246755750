import { hash } from '@node-rs/argon2';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import { crowd, testWorld, worldForThisTest } from '#app/proof/testing.ts';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { changePersonState, findCredentials } from '#core/accounts/server/people.service.ts';
import { type VerifyRequest, requireHuman } from './bot-check.service.ts';
import { mailsTo } from '#core/outbox/server/outbox.factory.ts';
import { LOGIN_FAILURES } from '#core/identity/identity.rules.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { fakeRecaptcha } from './recaptcha.factory.ts';

const world = await testWorld(crowd);
afterAll(() => world.close());

const password = 'tall-giraffe-in-rain';
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const tryLogin = async (email: string, secret = password, address = '192.0.2.1') =>
  world
    .api({ kind: 'nobody' }, { caller: { address, agent: '' } })
    .identity.login({ body: { email, password: secret, challenge: await buildAnswer(world.ctx()) } });

test('an owner signs in and is told who they are', async () => {
  await buildActor(world, { email: 'ana@example.org', password });
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: ' Ana@Example.org ', password, challenge: await buildAnswer(world.ctx()) },
  });
  expect(answer.json()).toEqual({ token: expect.any(String), tokenType: 'Bearer', expiresIn: 1800 });
  const user = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${answer.json().token}` } });
  expect(user.json()).toMatchObject({
    email: 'ana@example.org',
    account: { kind: 'customer', role: 'owner', state: 'active' },
    scope: expect.arrayContaining(['rooms.create']),
  });
  expect(answer.cookies.map((one) => [one.name, one.path, one.httpOnly])).toEqual([
    [authCookies.refreshToken, '/api/token', true],
    [authCookies.refreshExpiration, '/', undefined],
  ]);
  const claims = JSON.parse(Buffer.from(answer.json().token.split('.')[1], 'base64url').toString());
  expect(Object.keys(claims).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'jti', 'sid', 'sub']);
  expect(claims.exp - claims.iat).toBe(1800);
});

test('a cookie alone does not let anybody in', async () => {
  const { token } = await buildActor(world);
  const answer = await world.app.inject({ url: '/api/user', cookies: { [authCookies.token]: `Bearer ${token}` } });
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'not_signed_in']);
});

test('abuse row 2: an unknown address and a wrong password get the same answer after the same work', async () => {
  await buildActor(world, { email: 'known@example.org', password });
  const answers: [number, string][] = [];
  const times: Record<string, number[]> = { known: [], unknown: [] };
  for (let i = 0; i < 4; i++) {
    for (const who of ['known', 'unknown']) {
      const payload = { email: `${who}@example.org`, password: 'not-the-password', challenge: await buildAnswer(world.ctx()) };
      const start = performance.now();
      const answer = await world.app.inject({ method: 'POST', url: '/api/login', payload });
      times[who]?.push(performance.now() - start);
      answers.push([answer.statusCode, answer.body]);
    }
  }
  expect(new Set(answers.map(String)).size).toBe(1);
  expect(answers[0]?.[0]).toBe(401);
  const best = (who: string) => Math.min(...(times[who] ?? []));
  // without the work that is done for nothing, the unknown one would be several times as fast
  expect(best('unknown')).toBeGreaterThan(best('known') * 0.6);
  expect(best('known')).toBeGreaterThan(best('unknown') * 0.6);
});

test('abuse row 1: too many failures make one caller wait, and the wait grows', async () => {
  await buildActor(world, { email: 'slow@example.org', password });
  for (let i = 0; i < 5; i++) expect(await codeOf(tryLogin('slow@example.org', 'wrong-wrong'))).toBe('wrong_credentials');
  const refused = await tryLogin('slow@example.org').catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'too_many_requests', data: { seconds: 5 } });
  expect(await codeOf(tryLogin('slow@example.org', password, '192.0.2.99'))).toBe('fine');
});

test('abuse row 1: twenty wrong passwords at once do not slip past the wait', async () => {
  await buildActor(world, { email: 'rush@example.org', password });
  const answers = await Promise.all(Array.from({ length: 20 }, () => buildAnswer(world.ctx())));
  const tries = answers.map((challenge) =>
    world
      .api({ kind: 'nobody' }, { caller: { address: '192.0.2.77', agent: '' } })
      .identity.login({ body: { email: 'rush@example.org', password: 'wrong-wrong', challenge } }),
  );
  const codes = await Promise.all(tries.map(codeOf));
  expect(codes.filter((code) => code === 'wrong_credentials')).toHaveLength(5);
  expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(15);
});

const hex = (n: number) => n.toString(16);
test('abuse row 1: whoever takes a new address of their network for each try waits as well, and a school does not', async () => {
  await buildActor(world, { email: 'rotated@example.org', password });
  const wrong = (address: string) => codeOf(tryLogin('rotated@example.org', 'wrong-wrong', address));
  // one IPv6 network is one caller
  for (let n = 1; n <= 5; n++) expect(await wrong(`2001:db8:7:7::${hex(n)}`)).toBe('wrong_credentials');
  expect(await wrong('2001:db8:7:7:ffff::9')).toBe('too_many_requests');
  // of IPv4, fifteen tries from wherever in the block
  const near = `login:near:${await accountKey('rotated@example.org')}:203.0.113.0/24`;
  for (let n = 1; n <= 13; n++) await world.ctx().limits.failed(near, LOGIN_FAILURES.near);
  for (let n = 1; n <= 2; n++) expect(await wrong(`203.0.113.${n}`)).toBe('wrong_credentials');
  expect(await wrong('203.0.113.200')).toBe('too_many_requests');
  expect(await wrong('198.51.100.200')).toBe('wrong_credentials');
  // a class mate at the same place has a count of their own
  await buildActor(world, { email: 'mate@example.org', password });
  expect(await codeOf(tryLogin('mate@example.org', password, '203.0.113.201'))).toBe('fine');
});

test('abuse row 1: where somebody is signed in already, failures of the network do not make them wait', async () => {
  await buildActor(world, { email: 'teacher@example.org', password });
  expect(await codeOf(tryLogin('teacher@example.org', password, '100.64.9.1'))).toBe('fine');
  for (let n = 0; n < 400; n++) await world.ctx().limits.failed('login:network:100.64.9.0/24', LOGIN_FAILURES.network);
  await buildActor(world, { email: 'newcomer@example.org', password });
  expect(await codeOf(tryLogin('newcomer@example.org', password, '100.64.9.2'))).toBe('too_many_requests');
  expect(await codeOf(tryLogin('teacher@example.org', password, '100.64.9.1'))).toBe('fine');
});

test('abuse row 1: a right password after many wrong ones is told to its owner', async () => {
  await buildActor(world, { email: 'guessed@example.org', password });
  const wrongs = async (many: number) => {
    const key = `login:account:${await accountKey('guessed@example.org')}`;
    for (let n = 1; n < many; n++) await world.ctx().limits.failed(key, LOGIN_FAILURES.account);
    await codeOf(tryLogin('guessed@example.org', 'wrong-wrong', '198.18.2.1'));
  };
  await wrongs(4);
  expect(await codeOf(tryLogin('guessed@example.org', password, '198.18.1.99'))).toBe('fine');
  expect(await mailsTo(world, 'guessed@example.org')).toEqual([]);
  await wrongs(10);
  expect(await codeOf(tryLogin('guessed@example.org', password, '198.18.1.99'))).toBe('fine');
  const [told] = await mailsTo(world, 'guessed@example.org');
  expect(told?.template).toBe('account.manyFailures');
  expect(told?.bodyText).toContain('10 failed attempts');
  expect(told?.bodyText).toMatch(/\/not-me|token=/);
});

test('an unknown address is slowed down just like a known one', async () => {
  for (let i = 0; i < 5; i++)
    expect(await codeOf(tryLogin('ghost@example.org', 'wrong-wrong', '192.0.2.50'))).toBe('wrong_credentials');
  expect(await codeOf(tryLogin('ghost@example.org', 'wrong-wrong', '192.0.2.50'))).toBe('too_many_requests');
});

test('failures from everywhere slow an account down, but not where its owner is signed in', async () => {
  const { actor } = await buildActor(world, { email: 'target@example.org', password });
  expect(await codeOf(tryLogin('target@example.org', password, '198.51.100.7'))).toBe('fine');
  for (let i = 0; i < 30; i++)
    await world
      .ctx()
      .limits.failed(`login:account:${await accountKey('target@example.org')}`, { free: 30, firstSeconds: 2, mostSeconds: 60 });
  expect(await codeOf(tryLogin('target@example.org', password, '203.0.113.5'))).toBe('too_many_requests');
  expect(await codeOf(tryLogin('target@example.org', password, '198.51.100.7'))).toBe('fine');
  expect(actor.email).toBe('target@example.org');
});

async function accountKey(email: string): Promise<string> {
  const { hashToken } = await import('#kit/server/secrets.ts');
  return hashToken(email).slice(0, 32);
}

test('a suspended person with the right password is told so; with a wrong one nothing is told', async () => {
  const { actor } = await buildActor(world, { email: 'gone@example.org', password });
  await changePersonState(world.ctx(), { userId: actor.userId, to: 'suspended' });
  expect(await codeOf(tryLogin('gone@example.org'))).toBe('user_suspended');
  expect(await codeOf(tryLogin('gone@example.org', 'wrong-wrong'))).toBe('wrong_credentials');
});

test('somebody whose only account is suspended cannot sign in', async () => {
  const { actor } = await buildActor(world, { email: 'frozen@example.org', password });
  await changeAccountState(world.ctx(), { accountId: actor.accountId, to: 'suspended' });
  expect(await codeOf(tryLogin('frozen@example.org'))).toBe('account_suspended');
});

test('whoever waits for approval signs in and may do nothing yet', async () => {
  await buildActor(world, { email: 'waiting@example.org', password, accountState: 'pending' });
  const { token } = await tryLogin('waiting@example.org');
  const user = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });
  expect(user.json()).toMatchObject({ scope: [], account: { state: 'pending' } });
});

test('an old hash is made stronger by the next sign-in', async () => {
  const old = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const person = await buildPerson(world, { email: 'old@example.org', passwordHash: old });
  await buildActor(world, { userId: person.id });
  await tryLogin('old@example.org');
  const found = await findCredentials(world.ctx().system.read, { id: person.id });
  expect(found?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
  await tryLogin('old@example.org');
});

test('a very long password counts to its last letter', async () => {
  const long = `${'mountain river '.repeat(16)}end`;
  await buildActor(world, { email: 'long@example.org', password: long });
  expect(await codeOf(tryLogin('long@example.org', `${long.slice(0, -1)}x`))).toBe('wrong_credentials');
  expect(await codeOf(tryLogin('long@example.org', long))).toBe('fine');
});

test('a field that nobody asked for is refused', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email: 'a@b.de', password: 'x', role: 'owner' },
  });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_input']);
});

test('the bot check is needed, works once, cannot be changed and runs out', async () => {
  const own = await worldForThisTest();
  const ctx = own.ctx();
  const human = (answer: string | undefined) => requireHuman(ctx, { answer, form: 'login' });
  expect(await codeOf(human(undefined))).toBe('challenge_required');
  const answer = await buildAnswer(ctx);
  expect(await codeOf(human(answer))).toBe('fine');
  expect(await codeOf(human(answer))).toBe('challenge_failed');
  const easier = JSON.parse(Buffer.from(await buildAnswer(ctx), 'base64').toString());
  easier.challenge.parameters.data.until += 1000;
  expect(await codeOf(human(Buffer.from(JSON.stringify(easier)).toString('base64')))).toBe('challenge_failed');
  const lazy = JSON.parse(Buffer.from(await buildAnswer(ctx), 'base64').toString());
  lazy.solution.derivedKey = '00'.repeat(32);
  expect(await codeOf(human(Buffer.from(JSON.stringify(lazy)).toString('base64')))).toBe('challenge_failed');
  for (const junk of ['x', 'e30=', 'bnVsbA==']) expect(await codeOf(human(junk))).toBe('challenge_failed');
  const late = await buildAnswer(ctx);
  own.clock.advance(601_000);
  expect(await codeOf(human(late))).toBe('challenge_failed');
});

test('with keys of reCAPTCHA its verdict decides, and silence lets nobody in', async () => {
  const own = await worldForThisTest({ env: { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET: 'seeded-recaptcha-secret' } });
  const ctx = own.ctx();
  expect(await own.api().identity.challenge()).toEqual({ kind: 'recaptcha', siteKey: 'site', version: 3 });
  const provider = fakeRecaptcha('seeded-recaptcha-secret');
  const visit = { action: 'login', hostname: 'localhost', score: 0.9 };
  const verdict = (answer: string, ask: VerifyRequest = provider.ask) =>
    codeOf(requireHuman(ctx, { answer, form: 'login' }, ask));
  const good = provider.visit(visit);
  expect(await verdict(good)).toBe('fine');
  expect(await verdict(good)).toBe('challenge_failed');
  for (const wrong of [{ score: 0.1 }, { action: 'reset' }, { hostname: 'evil.example' }, { hostname: 'localhost.evil.example' }])
    expect([wrong, await verdict(provider.visit({ ...visit, ...wrong }))]).toEqual([wrong, 'challenge_failed']);
  expect(await verdict('made up')).toBe('challenge_failed');
  expect(provider.asked[0]?.toString()).toBe(`secret=seeded-recaptcha-secret&response=${good}`);
  const says =
    (words: unknown): VerifyRequest =>
    async () => ({ ok: true, json: async () => words });
  expect(await verdict('answer', says({ success: true, score: 0.9, action: 'login' }))).toBe('challenge_failed');
  expect(await verdict('answer', says({ success: true, score: 0.9, hostname: 'localhost' }))).toBe('challenge_failed');
  expect(await verdict('answer', says('nonsense'))).toBe('unavailable');
  expect(await verdict('answer', async () => ({ ok: false, json: async () => ({}) }))).toBe('unavailable');
  expect(await verdict('answer', () => Promise.reject(new Error('no network')))).toBe('unavailable');
});

test('neither passwords nor tokens reach the log', () => {
  const text = world.logged().join('\n');
  expect(text).not.toContain(password);
  expect(text).not.toMatch(/eyJ[\w-]+\.[\w-]+\./);
});
