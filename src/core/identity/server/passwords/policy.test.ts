import { sql } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { refusedBy, signInWays, standardPolicy } from '#core/accounts/policy.rules.ts';
import { Failure } from '#kit/errors.ts';
import { authCookies } from '#kit/facts.ts';
import type { CookieOut, UserActor } from '#kit/server/ctx.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { login } from '#core/identity/server/sign-in/login.service.ts';
import { buildAuthenticator } from '#core/identity/server/sign-in/passkey.factory.ts';
import { loginSecond } from '#core/identity/server/sign-in/second-step.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const password = 'tall-giraffe-in-rain';
const failureOf = (work: Promise<unknown>): Promise<Failure | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof Failure) return error;
      throw error;
    },
  );
const codeOf = async (work: Promise<unknown>) => (await failureOf(work))?.code ?? 'fine';
const guest = () => world.ctx({ kind: 'nobody' });
const userOf = (token: string) => world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } });
const signIn = async (email: string) => login(guest(), { email, password, challenge: await buildAnswer(world.ctx()) });
const wish = { secondFactor: false, graceDays: 0, passwordMin: 8, idleMinutes: null, sessionHours: null, ways: [...signInWays] };
const full = (actor: UserActor): UserActor => ({ ...actor, scope: ['security.manage'] });

async function ownerOf(email: string) {
  const built = await buildActor(world, { email, password });
  const actor = full(built.actor);
  const api = world.api(actor);
  await api.safety.prove({ body: { password } });
  return { ...built, actor, api };
}
const memberOf = (accountId: string, email: string) => buildActor(world, { accountId, email, password });

test('the rules: who may see and change them, and with a proof alone', async () => {
  const { api, actor } = await ownerOf('rules@example.org');
  expect(await api.signInRules.get()).toMatchObject({ ...standardPolicy, ways: [...signInWays], people: 1, withoutFactor: 1 });
  const body = { ...wish, version: 0 };
  expect(await codeOf(world.api().signInRules.get())).toBe('not_signed_in');
  for (const scope of [[], ['account.edit']]) {
    const branding = world.api({ ...actor, scope }).signInRules;
    expect([await codeOf(branding.get()), await codeOf(branding.save({ body }))]).toEqual(['not_allowed', 'not_allowed']);
  }
  expect(await api.signInRules.save({ body: { ...body, passwordMin: 12 } })).toMatchObject({ passwordMin: 12, version: 1 });
  expect(await codeOf(api.signInRules.save({ body }))).toBe('changed_meanwhile');
  expect(await codeOf(api.signInRules.save({ body: { ...body, version: 1, ways: [] } }))).toBe('invalid_input');
  expect(await codeOf(api.signInRules.save({ body: { ...body, version: 1, passwordMin: 7 } }))).toBe('invalid_input');
  const other = await ownerOf('other-rules@example.org');
  expect(await other.api.signInRules.get()).toMatchObject({ passwordMin: 8, version: 0 });
  world.clock.advance(601_000);
  expect(await codeOf(api.signInRules.save({ body: { ...body, version: 1 } }))).toBe('proof_needed');
});

test('a second factor that is asked for counts after the grace, from the next request on, until one is set up', async () => {
  const { api, actor } = await ownerOf('boss@example.org');
  const member = await memberOf(actor.accountId, 'clerk@example.org');
  await api.signInRules.save({ body: { ...wish, secondFactor: true, graceDays: 2, version: 0 } });
  expect((await userOf(member.token)).json()).toMatchObject({ needs: null });
  expect((await world.api(member.actor).safety.security()).secondFactorFrom).toBeGreaterThan(world.clock.now());
  world.clock.advance(2 * 86_400_000 + 1000);
  const { token } = await signIn('clerk@example.org');
  const told = (await userOf(token)).json();
  expect(told).toMatchObject({ needs: 'second-factor', scope: [] });
  const rooms = await world.app.inject({ url: '/api/rooms', headers: { authorization: `Bearer ${token}` } });
  expect(rooms.statusCode).toBe(403);
  const clerk = world.api({ ...member.actor, sessionId: told.session.id });
  await clerk.safety.prove({ body: { password } });
  const { secret } = await clerk.safety.totpBegin();
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await clerk.safety.totpConfirm({ body: { code: app.generate({ timestamp: world.clock.now() }) } });
  const after = (await userOf(token)).json();
  expect([after.needs, after.scope.length > 0]).toEqual([null, true]);
});

test('where a second factor is asked for, a password alone does not do beside a passkey', async () => {
  const { api, actor } = await ownerOf('key-boss@example.org');
  const member = await memberOf(actor.accountId, 'key@example.org');
  const clerk = world.api(member.actor);
  await clerk.safety.prove({ body: { password } });
  const { options } = await clerk.safety.passkeyOptions();
  await clerk.safety.addPasskey({ body: { name: 'k', response: buildAuthenticator().make(options.challenge) } });
  expect(await codeOf(signIn('key@example.org'))).toBe('fine');
  await api.signInRules.save({ body: { ...wish, secondFactor: true, version: 0 } });
  expect((await userOf(member.token)).json()).toMatchObject({ needs: 'second-factor' });
  const asked = await failureOf(signIn('key@example.org'));
  expect([asked?.code, asked?.data['ways']]).toEqual(['second_factor', ['passkey']]);
  const ticket = String(asked?.data['ticket']);
  expect(await codeOf(loginSecond(guest(), { ticket, code: '123456' }))).toBe('wrong_code');
});

test('idle and long sessions end, at requests and at the renewal of tokens, and looser rules do not wake them', async () => {
  const { api, actor } = await ownerOf('idle-boss@example.org');
  await memberOf(actor.accountId, 'idle@example.org');
  const cookies: CookieOut[] = [];
  const ctx = { ...guest(), setCookie: (one: CookieOut) => void cookies.push(one) };
  const { token } = await login(ctx, { email: 'idle@example.org', password, challenge: await buildAnswer(world.ctx()) });
  const saved = await api.signInRules.save({ body: { ...wish, idleMinutes: 10, version: 0 } });
  expect((await userOf(token)).statusCode).toBe(200);
  world.clock.advance(9 * 60_000);
  expect((await userOf(token)).statusCode).toBe(200);
  world.clock.advance(10 * 60_000);
  const refresh = cookies.find((one) => one.name === authCookies.refreshToken)?.value ?? '';
  const renewed = world.api({ kind: 'nobody' }, { cookies: { [authCookies.refreshToken]: refresh } });
  expect(await codeOf(renewed.identity.token({ body: { grant_type: 'refresh_token' } }))).toBe('invalid_grant');
  await api.safety.prove({ body: { password } });
  const { version } = saved;
  await api.signInRules.save({ body: { ...wish, version } });
  expect((await userOf(token)).statusCode).toBe(401);
  const long = await signIn('idle@example.org');
  await api.signInRules.save({ body: { ...wish, sessionHours: 1, version: version + 1 } });
  expect((await userOf(long.token)).statusCode).toBe(200);
  world.clock.advance(3_600_000);
  expect((await userOf(long.token)).statusCode).toBe(401);
});

test('ways that are not allowed end sessions and let nobody in, but nobody locks out themselves', async () => {
  const { api, actor } = await ownerOf('ways-boss@example.org');
  await memberOf(actor.accountId, 'ways@example.org');
  const { token } = await signIn('ways@example.org');
  const mine = (await userOf((await signIn('ways-boss@example.org')).token)).json().session.id;
  const here = world.api({ ...actor, sessionId: mine });
  await here.safety.prove({ body: { password } });
  const refused = await failureOf(here.signInRules.save({ body: { ...wish, ways: ['passkey'], version: 0 } }));
  expect(refused?.code).toBe('locks_you_out');
  const { options } = await api.safety.passkeyOptions();
  await api.safety.addPasskey({ body: { name: 'k', response: buildAuthenticator().make(options.challenge) } });
  // the session of the test was begun in no way that the rules know
  await api.signInRules.save({ body: { ...wish, ways: ['passkey'], version: 0 } });
  expect((await userOf(token)).statusCode).toBe(401);
  const told = await failureOf(signIn('ways@example.org'));
  expect([told?.code, told?.data['ways']]).toEqual(['way_not_allowed', ['passkey']]);
  const elsewhere = await buildActor(world, { userId: (await memberOf(actor.accountId, 'two@example.org')).actor.userId });
  expect(await codeOf(signIn('two@example.org'))).toBe('fine');
  const { token: other } = await signIn('two@example.org');
  const session = (await userOf(other)).json().session.id;
  const two = world.api({ ...elsewhere.actor, sessionId: session });
  expect(await codeOf(two.identity.switchAccount({ body: { accountId: actor.accountId } }))).toBe('way_not_allowed');
});

test('the least length counts for every new password', async () => {
  const { api, actor } = await ownerOf('length-boss@example.org');
  await api.signInRules.save({ body: { ...wish, passwordMin: 24, version: 0 } });
  const member = await memberOf(actor.accountId, 'length@example.org');
  const body = { current: password, next: 'small-otter-by-lake' };
  const short = await failureOf(world.api(member.actor).identity.changePassword({ body }));
  expect([short?.code, short?.data]).toEqual(['password_short', { least: 24 }]);
  await world.api(member.actor).identity.changePassword({ body: { ...body, next: 'small-otter-by-the-green-lake' } });
});

test('a wrong password stands in the log of whoever has the address, and nobody else’s', async () => {
  const { api } = await ownerOf('watched@example.org');
  const wrong = async (email: string) =>
    login(guest(), { email, password: 'wrong-wrong', challenge: await buildAnswer(world.ctx()) });
  expect(await codeOf(wrong('watched@example.org'))).toBe('wrong_credentials');
  expect(await codeOf(wrong('nobody-here@example.org'))).toBe('wrong_credentials');
  await world.runJobs();
  expect((await api.safety.security()).events.map((one) => one.action)).toContain('identity.sign-in-failed');
});

test('a session is held to its way, its age and its rest', () => {
  const rules = { ...standardPolicy, idleMinutes: 5, sessionHours: 2, ways: ['passkey'] as const };
  const fresh = { way: 'passkey', createdAt: 0, lastSeenAt: 0 };
  expect(refusedBy(rules, fresh, 299_999)).toBeNull();
  expect(refusedBy(rules, fresh, 300_000)).toBe('idle');
  expect(refusedBy(rules, { ...fresh, lastSeenAt: 7_200_000 }, 7_200_000)).toBe('too-long');
  expect(refusedBy(rules, { ...fresh, way: 'password' }, 1)).toBe('way');
  expect(refusedBy(rules, { ...fresh, way: null }, 1)).toBeNull();
  expect(refusedBy(standardPolicy, { ...fresh, way: 'provider' }, 1e12)).toBeNull();
});

test('an administrator cannot leave the owner without a way in', async () => {
  const { actor, api } = await ownerOf('locked-owner@example.org');
  const admin = await buildActor(world, { accountId: actor.accountId, role: 'admin', email: 'locker@example.org', password });
  const locker = world.api(full(admin.actor));
  await locker.safety.prove({ body: { password } });
  await world.ctx().system.read.execute(sql`update sessions set way = 'passkey' where id = ${admin.actor.sessionId}`);
  const save = () => codeOf(locker.signInRules.save({ body: { ...wish, ways: ['passkey', 'provider'], version: 0 } }));
  expect(await save()).toBe('locks_owner_out');
  const { options } = await api.safety.passkeyOptions();
  await api.safety.addPasskey({ body: { name: 'k', response: buildAuthenticator().make(options.challenge) } });
  expect(await save()).toBe('fine');
});
