import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { testWorld } from '#app/proof/testing.ts';
import { readMails } from '#core/outbox/server/outbox.factory.ts';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { buildActor, buildAnswer } from './identity.factory.ts';
import { makeTotp, sealAppSecretsAgain, stepOf } from './sign-in/factors.service.ts';
import { login } from './sign-in/login.service.ts';
import { makeResetPath } from './passwords/own-password.service.ts';
import { buildAuthenticator } from './sign-in/passkey.factory.ts';
import { totpOf } from './safety.queries.ts';
import { userTotp } from './safety.table.ts';
import { loginSecond } from './sign-in/second-step.service.ts';
import { resetFactors } from './security.service.ts';
import { openSessions } from './sessions/sessions.queries.ts';

const world = await testWorld();
afterAll(() => world.close());
const password = 'tall-giraffe-in-rain';
const firefox = { address: '192.0.2.7', agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const failureOf = (work: Promise<unknown>): Promise<{ code: string; data: Record<string, unknown> }> =>
  work.then(
    () => ({ code: 'fine', data: {} }),
    (error: unknown) => (error instanceof Failure ? { code: error.code, data: error.data } : { code: String(error), data: {} }),
  );
const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
const statusOf = async (token: string) =>
  (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode;
const guest = () => world.ctx({ kind: 'nobody' });
const signIn = async (email: string, secret = password) =>
  login(guest(), { email, password: secret, challenge: await buildAnswer(world.ctx()) });
const ticketOf = async (email: string, secret = password): Promise<string> => {
  const { code, data } = await failureOf(signIn(email, secret));
  expect(code).toBe('second_factor');
  return String(data['ticket']);
};
const codeAt = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now() });
const nextStep = () => world.clock.advance(31_000);

async function proven(email: string) {
  const built = await buildActor(world, { email, password });
  const { safety } = world.api(built.actor);
  await safety.prove({ body: { password } });
  return { ...built, safety };
}
async function withTotp(email: string) {
  const person = await proven(email);
  const { secret, uri } = await person.safety.totpBegin();
  const { recoveryCodes } = await person.safety.totpConfirm({ body: { code: codeAt(secret) } });
  nextStep();
  return { ...person, secret, uri, recoveryCodes };
}
async function withPasskey(email: string, holder: 'checked' | 'not checked' = 'checked') {
  const person = await proven(email);
  const authenticator = buildAuthenticator(holder);
  const { options } = await person.safety.passkeyOptions();
  const { id } = await person.safety.addPasskey({ body: { name: 'Laptop', response: authenticator.make(options.challenge) } });
  return { ...person, authenticator, passkeyId: id };
}

test('nothing of this is for visitors, and no factor changes without a fresh proof', async () => {
  const strangers = [
    world.api().safety.security(),
    world.api().safety.prove({ body: { password } }),
    world.api().safety.proveOptions(),
    world.api().safety.renamePasskey({ params: { id: 'x' }, body: { name: 'x' } }),
  ];
  expect(new Set(await Promise.all(strangers.map(codeOf)))).toEqual(new Set(['not_signed_in']));
  const { actor } = await buildActor(world, { email: 'proof@example.org', password });
  const { safety } = world.api(actor);
  const changes = () => [
    safety.totpBegin(),
    safety.totpConfirm({ body: { code: '123456' } }),
    safety.totpRemove(),
    safety.recoveryRenew(),
    safety.passkeyOptions(),
    safety.addPasskey({ body: { name: 'x', response: buildAuthenticator().make('AAAA') } }),
  ];
  expect(new Set(await Promise.all(changes().map(codeOf)))).toEqual(new Set(['proof_needed']));
  expect(await codeOf(safety.prove({ body: { password: 'wrong-wrong' } }))).toBe('wrong_password');
  const { until } = await safety.prove({ body: { password } });
  expect((await safety.security()).provenUntil).toBe(until);
  await safety.totpBegin();
  world.clock.advance(601_000);
  expect(await codeOf(safety.totpBegin())).toBe('proof_needed');
  expect((await safety.security()).provenUntil).toBeNull();
});

test('the app is asked for after the password; a code counts once, also when two come at once', async () => {
  const { secret, uri, recoveryCodes } = await withTotp('totp@example.org');
  expect(uri).toContain('otpauth://totp/');
  expect(new Set(recoveryCodes).size).toBe(10);
  const { data } = await failureOf(signIn('totp@example.org'));
  expect(data['ways']).toEqual(['totp', 'recovery']);
  const code = codeAt(secret);
  const [one, two] = [await ticketOf('totp@example.org'), await ticketOf('totp@example.org')];
  const outcomes = await Promise.all([one, two].map((ticket) => codeOf(loginSecond(guest(), { ticket, code }))));
  expect(outcomes.sort()).toEqual(['fine', 'wrong_code']);
  expect(await codeOf(loginSecond(guest(), { ticket: await ticketOf('totp@example.org'), code }))).toBe('wrong_code');
  nextStep();
  const ticket = await ticketOf('totp@example.org');
  await loginSecond(guest(), { ticket, code: codeAt(secret) });
  nextStep();
  expect(await codeOf(loginSecond(guest(), { ticket, code: codeAt(secret) }))).toBe('ticket_expired');
});

test('a ticket is for one caller and five minutes', async () => {
  const { secret } = await withTotp('ticket@example.org');
  const ticket = await ticketOf('ticket@example.org');
  const elsewhere = { ...guest(), caller: firefox };
  expect(await codeOf(loginSecond(elsewhere, { ticket, code: codeAt(secret) }))).toBe('ticket_expired');
  world.clock.advance(301_000);
  expect(await codeOf(loginSecond(guest(), { ticket, code: codeAt(secret) }))).toBe('ticket_expired');
});

test('wrong codes make the next one wait', async () => {
  const { secret } = await withTotp('guess@example.org');
  const ticket = await ticketOf('guess@example.org');
  for (let i = 0; i < 5; i++) expect(await codeOf(loginSecond(guest(), { ticket, code: 'ZZZZZ-ZZZZZ' }))).toBe('wrong_code');
  expect(await codeOf(loginSecond(guest(), { ticket, code: codeAt(secret) }))).toBe('too_many_requests');
});

test('a recovery code opens once, and new ones end the old ones', async () => {
  const { recoveryCodes, safety, secret } = await withTotp('recovery@example.org');
  const [first = '', second = ''] = recoveryCodes;
  const spelled = first.toLowerCase().replace('-', ' ');
  await loginSecond(guest(), { ticket: await ticketOf('recovery@example.org'), code: spelled });
  expect(await codeOf(loginSecond(guest(), { ticket: await ticketOf('recovery@example.org'), code: first }))).toBe('wrong_code');
  expect((await safety.security()).recovery).toMatchObject({ left: 9 });
  expect(await codeOf(safety.prove({ body: { password } }))).toBe('wrong_code');
  await safety.prove({ body: { code: codeAt(secret) } });
  await safety.recoveryRenew();
  expect(await codeOf(loginSecond(guest(), { ticket: await ticketOf('recovery@example.org'), code: second }))).toBe('wrong_code');
});

test('a recovery code opens once also when two come at once', async () => {
  const { recoveryCodes } = await withTotp('recovery-twice@example.org');
  const code = recoveryCodes[0] ?? '';
  const tickets = [await ticketOf('recovery-twice@example.org'), await ticketOf('recovery-twice@example.org')];
  const outcomes = await Promise.all(tickets.map((ticket) => codeOf(loginSecond(guest(), { ticket, code }))));
  expect(outcomes.sort()).toEqual(['fine', 'wrong_code']);
});

test('a reset of the password leaves the second factor where it is and voids half-done sign-ins', async () => {
  const { actor, secret } = await withTotp('reset-totp@example.org');
  const before = await ticketOf('reset-totp@example.org');
  const token = (await makeResetPath(world.ctx(), { userId: actor.userId })).split('token=')[1] ?? '';
  await world.api().identity.updatePassword({ body: { token, password: 'small-otter-by-lake' } });
  expect(await codeOf(loginSecond(guest(), { ticket: before, code: codeAt(secret) }))).toBe('ticket_expired');
  await ticketOf('reset-totp@example.org', 'small-otter-by-lake');
});

test('a change of factors ends the other sessions, is mailed and stands in the list', async () => {
  const { actor, token, safety } = await proven('change-totp@example.org');
  const other = await buildActor(world, { userId: actor.userId, accountId: (await buildAccount(world)).id });
  const { secret } = await safety.totpBegin();
  expect(await codeOf(safety.totpConfirm({ body: { code: '12345' } }))).toBe('wrong_code');
  await safety.totpConfirm({ body: { code: codeAt(secret) } });
  expect([await statusOf(token), await statusOf(other.token)]).toEqual([200, 401]);
  const mails = (await readMails(world)).filter((mail) => mail.recipient === 'change-totp@example.org');
  expect(mails.map((mail) => mail.template)).toContain('account.factorsChanged');
  expect((await safety.security()).events.map((event) => event.action)).toContain('identity.totp-added');
  await safety.totpRemove();
  expect(await safety.security()).toMatchObject({ totp: null, recovery: null });
  expect(await codeOf(signIn('change-totp@example.org'))).toBe('fine');
});

test('with the master key lost recovery codes open, and the operator can take the factors off', async () => {
  const { actor, recoveryCodes, secret } = await withTotp('lost@example.org');
  const lost = { ...guest(), secrets: createSecrets(newMasterKey()) };
  const ticket = await ticketOf('lost@example.org');
  expect(await codeOf(loginSecond(lost, { ticket, code: codeAt(secret) }))).toBe('wrong_code');
  expect(await codeOf(loginSecond(lost, { ticket, code: recoveryCodes[0] ?? '' }))).toBe('fine');
  expect(await codeOf(resetFactors(world.ctx(actor), { userId: actor.userId }))).toBe('not_allowed');
  await resetFactors(world.ctx(), { userId: actor.userId });
  expect(await codeOf(signIn('lost@example.org'))).toBe('fine');
});

test('under a new master key the secrets of apps are sealed again, and only those', async () => {
  const key = newMasterKey();
  const under = (keys: string) => ({ ...world.ctx(), secrets: createSecrets(keys) });
  const { actor } = await withTotp('reseal@example.org');
  const sealedBy = async (keys: string) => {
    const { secret } = makeTotp(under(keys), 'reseal@example.org');
    const sealed = under(keys).secrets.seal('totp secret', secret);
    await world
      .ctx()
      .system.write((tx) => tx.update(userTotp).set({ secret: sealed, lastStep: null }).where(eq(userTotp.userId, actor.userId)));
    return secret;
  };
  const secret = await sealedBy(key);
  const rotated = `${newMasterKey()},${key}`;
  expect(await sealAppSecretsAgain(under(rotated))).toMatchObject({ resealed: 1 });
  expect(await sealAppSecretsAgain(under(rotated))).toMatchObject({ resealed: 0 });
  const row = await totpOf(world.ctx().system.read, actor.userId);
  expect(row !== null && stepOf(under(rotated.split(',')[0] ?? ''), row, codeAt(secret))).toBeTypeOf('number');
});

test('a passkey signs in without a password, once per challenge, and its counter never goes back', async () => {
  const { authenticator, safety } = await withPasskey('key@example.org');
  const guestApi = world.api().safety;
  const asked = await guestApi.passkeyLoginOptions({ body: {} });
  const response = authenticator.use(asked.options.challenge);
  expect(await codeOf(guestApi.passkeyLogin({ body: { ticket: asked.ticket, response } }))).toBe('fine');
  expect(await codeOf(guestApi.passkeyLogin({ body: { ticket: asked.ticket, response } }))).toBe('ticket_expired');
  expect((await safety.security()).passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: expect.any(Number), synced: false }]);
  const again = await guestApi.passkeyLoginOptions({ body: {} });
  authenticator.state.counter = 0;
  const copied = { ticket: again.ticket, response: authenticator.use(again.options.challenge) };
  expect(await codeOf(guestApi.passkeyLogin({ body: copied }))).toBe('bad_passkey');
});

test('a passkey of another site, place or challenge is refused, at signing in and at making', async () => {
  const { authenticator, safety } = await withPasskey('phish@example.org');
  const wrong = [{ origin: 'https://evil.example' }, { rpID: 'evil.example' }, { origin: 'http://localhost:3001' }];
  for (const site of wrong) {
    const asked = await world.api().safety.passkeyLoginOptions({ body: {} });
    const response = authenticator.use(asked.options.challenge, site);
    expect(await codeOf(world.api().safety.passkeyLogin({ body: { ticket: asked.ticket, response } }))).toBe('bad_passkey');
    const { options } = await safety.passkeyOptions();
    const made = buildAuthenticator().make(options.challenge, site);
    expect(await codeOf(safety.addPasskey({ body: { name: 'x', response: made } }))).toBe('bad_passkey');
  }
  const asked = await world.api().safety.passkeyLoginOptions({ body: {} });
  const response = authenticator.use('b3RoZXItY2hhbGxlbmdl');
  expect(await codeOf(world.api().safety.passkeyLogin({ body: { ticket: asked.ticket, response } }))).toBe('bad_passkey');
});

test('a passkey that did not check its holder opens alone where nothing else is asked, and counts as one factor', async () => {
  for (const holder of ['not checked', 'checked'] as const) {
    const { authenticator, actor } = await withPasskey(`touch-${holder.length}@example.org`, holder);
    const { ticket, options } = await world.api().safety.passkeyLoginOptions({ body: {} });
    await world.api().safety.passkeyLogin({ body: { ticket, response: authenticator.use(options.challenge) } });
    const open = await openSessions(world.ctx().system.read, actor.userId, new Date(world.clock.now()));
    expect(open[0]?.strong).toBe(holder === 'checked');
  }
});

test('a passkey answers the second step; one that did not check its holder proves nothing and is followed by a code', async () => {
  const { authenticator, safety } = await withPasskey('both@example.org', 'not checked');
  const { secret } = await safety.totpBegin();
  await safety.totpConfirm({ body: { code: codeAt(secret) } });
  const { options } = await safety.proveOptions();
  // it may have lain beside the unlocked computer
  expect(options['userVerification']).toBe('required');
  expect(await codeOf(safety.proveByPasskey({ body: { response: authenticator.use(options.challenge) } }))).toBe(
    'passkey_unchecked',
  );
  const ticket = await ticketOf('both@example.org');
  const guestApi = world.api().safety;
  const second = await guestApi.passkeyLoginOptions({ body: { ticket } });
  expect(await codeOf(guestApi.passkeyLogin({ body: { ticket, response: authenticator.use(second.options.challenge) } }))).toBe(
    'fine',
  );
  const alone = await guestApi.passkeyLoginOptions({ body: {} });
  const answer = { ticket: alone.ticket, response: authenticator.use(alone.options.challenge) };
  expect(await failureOf(guestApi.passkeyLogin({ body: answer }))).toMatchObject({
    code: 'second_factor',
    data: { ways: ['totp', 'recovery'] },
  });
});

test('somebody else’s passkey neither proves, nor answers, nor can be touched', async () => {
  const mine = await withPasskey('mine@example.org');
  const other = await withPasskey('other@example.org');
  const { options } = await mine.safety.proveOptions();
  const response = other.authenticator.use(options.challenge);
  expect(await codeOf(mine.safety.proveByPasskey({ body: { response } }))).toBe('bad_passkey');
  const params = { id: other.passkeyId };
  expect(await codeOf(mine.safety.renamePasskey({ params, body: { name: 'x' } }))).toBe('not_found');
  expect(await codeOf(mine.safety.removePasskey({ params }))).toBe('not_found');
  await other.safety.renamePasskey({ params, body: { name: 'Desk' } });
  world.clock.advance(601_000);
  expect(await codeOf(other.safety.removePasskey({ params }))).toBe('proof_needed');
  await other.safety.prove({ body: { password } });
  await other.safety.removePasskey({ params });
  expect((await other.safety.security()).passkeys).toEqual([]);
});

test('a passkey that checks its holder proves who is there', async () => {
  const { authenticator, safety } = await withPasskey('checked@example.org');
  world.clock.advance(601_000);
  const { options } = await safety.proveOptions();
  const response = authenticator.use(options.challenge);
  expect(await codeOf(safety.proveByPasskey({ body: { response } }))).toBe('fine');
  expect((await safety.security()).provenUntil).not.toBeNull();
});
