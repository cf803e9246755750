import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest, type World } from '#app/proof/testing.ts';
import { buildAccount, buildMember } from '#core/accounts/server/accounts.factory.ts';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { authenticate } from './bearer.service.ts';
import { readAccessToken, readOldAccessToken, signAccessToken } from './tokens.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const as = (token: string) => ({ authorization: `Bearer ${token}` });
const statusOf = async (place: World, token: string) =>
  (await place.app.inject({ url: '/api/user', headers: as(token) })).statusCode;
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

test('every call of a signed-in person needs a session', async () => {
  const paths = [
    ['GET', '/api/user'],
    ['GET', '/api/sessions'],
    ['DELETE', '/api/sessions'],
    ['DELETE', '/api/sessions/x'],
    ['POST', '/api/session/account'],
    ['GET', '/api/profile'],
    ['PATCH', '/api/profile'],
    ['POST', '/api/profile/password'],
    ['POST', '/api/profile/email'],
  ] as const;
  for (const [method, url] of paths)
    expect([url, (await world.app.inject({ method, url })).json().code]).toEqual([url, 'not_signed_in']);
});

test('a revoked session is refused by the very next request, the others go on', async () => {
  const first = await buildActor(world);
  const second = await buildActor(world, { userId: first.actor.userId, accountId: (await buildAccount(world)).id });
  expect(await statusOf(world, second.token)).toBe(200);
  const { items } = await world.api(first.actor).identity.sessions();
  expect(items.map((one) => [one.id, one.current])).toEqual([
    [first.actor.sessionId, true],
    [second.actor.sessionId, false],
  ]);
  await world.api(first.actor).identity.revokeSession({ params: { id: second.actor.sessionId } });
  expect(await statusOf(world, second.token)).toBe(401);
  expect(await statusOf(world, first.token)).toBe(200);
});

test('the end of a session is pushed to its sockets', async () => {
  const { actor, token } = await buildActor(world);
  const heard = new Promise((resolve) => world.parts.bus.on(`session:${actor.sessionId}`, resolve));
  await world.app.inject({ method: 'POST', url: '/api/logout', headers: as(token), payload: {} });
  expect(await heard).toMatchObject({ kind: 'ended', data: { reason: 'logout' } });
});

test("somebody else's session does not exist", async () => {
  const mine = await buildActor(world);
  const other = await buildActor(world);
  expect(await codeOf(world.api(mine.actor).identity.revokeSession({ params: { id: other.actor.sessionId } }))).toBe('not_found');
  expect(await codeOf(world.api(mine.actor).identity.revokeSession({ params: { id: 'x' } }))).toBe('not_found');
  expect(await statusOf(world, other.token)).toBe(200);
});

test('all other sessions end at once', async () => {
  const one = await buildActor(world);
  const accountId = (await buildAccount(world)).id;
  const two = await buildActor(world, { userId: one.actor.userId, accountId });
  expect(await world.api(one.actor).identity.revokeOtherSessions()).toEqual({ ended: 1 });
  expect([await statusOf(world, one.token), await statusOf(world, two.token)]).toEqual([200, 401]);
});

test('a suspended person is out with the next request', async () => {
  const { actor, token } = await buildActor(world);
  await changePersonState(world.ctx(), { userId: actor.userId, to: 'suspended' });
  expect(await statusOf(world, token)).toBe(401);
  await changePersonState(world.ctx(), { userId: actor.userId, to: 'active' });
  expect(await statusOf(world, token)).toBe(401);
});

test('a suspended account puts everybody in it out', async () => {
  const { actor, token } = await buildActor(world);
  const member = await buildActor(world, { accountId: actor.accountId });
  await changeAccountState(world.ctx(), { accountId: actor.accountId, to: 'suspended' });
  expect([await statusOf(world, token), await statusOf(world, member.token)]).toEqual([401, 401]);
});

test('nobody but the operator may suspend', async () => {
  const { actor } = await buildActor(world, { scope: ['users.manage'] });
  expect(await codeOf(changeAccountState(world.ctx(actor), { accountId: actor.accountId, to: 'suspended' }))).toBe('not_allowed');
  expect(await codeOf(changePersonState(world.ctx(actor), { userId: actor.userId, to: 'suspended' }))).toBe('not_allowed');
});

test('a session can act in another account of the person, and in no one else’s', async () => {
  const { actor, token } = await buildActor(world);
  const second = await buildAccount(world, { name: 'Second school' });
  await buildMember(world, { accountId: second.id, userId: actor.userId, role: 'member' });
  const foreign = await buildAccount(world);
  expect(await codeOf(world.api(actor).identity.switchAccount({ body: { accountId: foreign.id } }))).toBe('not_found');
  await world.api(actor).identity.switchAccount({ body: { accountId: second.id } });
  const user = (await world.app.inject({ url: '/api/user', headers: as(token) })).json();
  expect(user).toMatchObject({
    account: { name: 'Second school', role: 'member' },
    scope: expect.not.arrayContaining(['account.edit']),
  });
  expect(user.accounts).toHaveLength(2);
});

test('signing out works with a token that has run out, and ends nothing for a stranger’s token', async () => {
  const own = await worldForThisTest();
  const { actor, token } = await buildActor(own);
  own.clock.advance(1_801_000);
  expect(await statusOf(own, token)).toBe(401);
  const strange = await signAccessToken(
    { secrets: world.ctx().secrets, now: own.clock.now },
    { userId: actor.userId, sessionId: crypto.randomUUID() },
  );
  await own.app.inject({ method: 'POST', url: '/api/logout', payload: { token: strange } });
  const ofAnother = await signAccessToken(own.ctx(), { userId: crypto.randomUUID(), sessionId: actor.sessionId });
  await own.app.inject({ method: 'POST', url: '/api/logout', payload: { token: ofAnother } });
  await own.app.inject({ method: 'POST', url: '/api/logout', payload: { token: 'rubbish' } });
  const still = await signAccessToken(own.ctx(), { userId: actor.userId, sessionId: actor.sessionId });
  expect(await statusOf(own, still)).toBe(200);
  const answer = await own.app.inject({ method: 'POST', url: '/api/logout', payload: { token } });
  expect(answer.cookies.every((one) => one.maxAge === 0)).toBe(true);
  const fresh = await signAccessToken(own.ctx(), { userId: actor.userId, sessionId: actor.sessionId });
  expect(await statusOf(own, fresh)).toBe(401);
});

test('a session ends for good after its absolute life', async () => {
  const own = await worldForThisTest();
  const { actor } = await buildActor(own);
  own.clock.advance(90 * 86_400_000 + 1000);
  const fresh = await signAccessToken(own.ctx(), { userId: actor.userId, sessionId: actor.sessionId });
  expect(await authenticate(own.ctx(), fresh, async () => ({ scope: [] }))).toEqual({ refused: 'expired' });
});

test('tokens signed with an older key are good until the key is gone', async () => {
  const [old, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)].map((key) => key.toString('base64url'));
  const { createSecrets } = await import('#kit/server/secrets.ts');
  const now = () => 1_800_000_000_000;
  const facts = { userId: '01890000-0000-7000-8000-000000000001', sessionId: '01890000-0000-7000-8000-000000000002' };
  const token = await signAccessToken({ secrets: createSecrets(`${old}`), now }, facts);
  expect(await readAccessToken({ secrets: createSecrets(`${next},${old}`), now }, token)).toEqual(facts);
  expect(await readAccessToken({ secrets: createSecrets(`${next}`), now }, token)).toBe('invalid');
  expect(await readAccessToken({ secrets: createSecrets(`${old}`), now: () => now() + 1_800_000 }, token)).toBe('expired');
});

/** The same claims signed with the right key but SHA-512. */
function withOtherHash(token: string, key: Uint8Array): string {
  const header = { ...JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()), alg: 'HS512' };
  const signed = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${token.split('.')[1]}`;
  return `${signed}.${createHmac('sha512', key).update(signed).digest('base64url')}`;
}

test('tokens with another algorithm, type, audience or without a session are refused', async () => {
  const ctx = world.ctx();
  const facts = { sid: crypto.randomUUID() };
  const [key] = ctx.secrets.deriveAll('access token');
  if (key === undefined) throw new Error('no key');
  const make = (header: { typ?: string; kid?: string }, aud = 'atrium-api', claims: Record<string, string> = facts) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: key.id, ...header })
      .setIssuer('atrium')
      .setAudience(aud)
      .setSubject(crypto.randomUUID())
      .setJti('x')
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(key.key);
  const bad = [
    await make({ typ: 'JWT' }),
    await make({}, 'another'),
    await make({ kid: 'unknown' }),
    withOtherHash(await make({}), key.key),
    await make({}, 'atrium-api', {}),
    await make({}, 'atrium-api', { sid: 'not-an-id' }),
    new UnsecuredJWT(facts).setIssuer('atrium').setAudience('atrium-api').setSubject(crypto.randomUUID()).encode(),
  ];
  for (const token of bad)
    expect([await readAccessToken(ctx, token), await readOldAccessToken(ctx, token)]).toEqual(['invalid', null]);
  expect(await readAccessToken(ctx, await make({}))).toMatchObject({ sessionId: facts.sid });
});

test('no text, and no change of a good token, is ever taken for a token', async () => {
  const ctx = world.ctx();
  const good = await signAccessToken(ctx, { userId: crypto.randomUUID(), sessionId: crypto.randomUUID() });
  await fc.assert(
    fc.asyncProperty(fc.string({ maxLength: 300 }), async (text) => (await readAccessToken(ctx, text)) === 'invalid'),
    { numRuns: 300 },
  );
  const change = fc.record({ at: fc.nat(good.length - 1), letter: fc.constantFrom(...'ABCabc019-_.') });
  await fc.assert(
    fc.asyncProperty(change, async ({ at, letter }) => {
      const changed = good.slice(0, at) + letter + good.slice(at + 1);
      // the last letter of a base64url signature holds spare bits, which the same bytes may be written with
      if (changed === good || at === good.length - 1) return;
      expect(await readAccessToken(ctx, changed)).toBe('invalid');
    }),
    { numRuns: 300 },
  );
});
