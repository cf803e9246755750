import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest, type World } from '#app/proof/testing.ts';
import { changeAccountState, findOperatorAccount, findSeats } from '#core/accounts/server/accounts.service.ts';
import { findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { mailsTo, readMails, tokenIn } from '#core/outbox/server/outbox.factory.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { ensureFirstRun, invite } from './sign-up.service.ts';
import { makeOperator } from '#core/identity/server/operator.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
const form = {
  name: 'Ana Meier',
  organisation: 'Lindenschule',
  password: 'tall-giraffe-in-rain',
  locale: 'de',
  timeZone: 'Europe/Berlin',
  terms: true,
} as const;
const ask = async (place: World, email: string) =>
  place.api().identity.signUp({ body: { email, locale: 'de', challenge: await buildAnswer(place.ctx()) } });

/** As far as the link in the mail. */
async function linkFor(place: World, email: string): Promise<string> {
  await ask(place, email);
  await place.runJobs();
  return tokenIn((await mailsTo(place, email)).at(-1));
}
/** As far as the form. */
async function registrationFor(place: World, email: string): Promise<string> {
  const { registration } = await place.api().identity.confirmEmail({ body: { token: await linkFor(place, email) } });
  return registration ?? '';
}

test('an address becomes an account with its owner, who is signed in', async () => {
  const registration = await registrationFor(world, 'ana@example.org');
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/complete-registration',
    payload: { ...form, token: registration },
  });
  expect(answer.statusCode).toBe(200);
  const user = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${answer.json().token}` } });
  expect(user.json()).toMatchObject({
    name: 'Ana Meier',
    email: 'ana@example.org',
    locale: 'de',
    timeZone: 'Europe/Berlin',
    account: { name: 'Lindenschule', kind: 'customer', state: 'active', role: 'owner' },
  });
  const [mail] = await mailsTo(world, 'ana@example.org');
  expect(mail).toMatchObject({ state: 'kept', template: 'account.verifyEmail', locale: 'de' });
});

test('a known address gets the same answer, and another mail', async () => {
  await buildActor(world, { email: 'known@example.org', locale: 'fr' });
  const answers: [number, string][] = [];
  for (const email of ['known@example.org', 'new@example.org']) {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/sign-up',
      payload: { email, locale: 'de', challenge: await buildAnswer(world.ctx()) },
    });
    answers.push([answer.statusCode, answer.body]);
  }
  expect(answers[0]).toEqual(answers[1]);
  await world.runJobs();
  expect((await mailsTo(world, 'known@example.org')).map((mail) => [mail.template, mail.locale])).toEqual([
    ['account.alreadyRegistered', 'fr'],
  ]);
});

test('a second mail within a minute is refused, for known and unknown addresses alike', async () => {
  await buildActor(world, { email: 'eager@example.org' });
  for (const email of ['eager@example.org', 'eager-new@example.org']) {
    await ask(world, email);
    await expect(ask(world, email)).rejects.toMatchObject({ code: 'too_many_requests' });
  }
});

test('a scanner that opens the link changes nothing; the button works once', async () => {
  const token = await linkFor(world, 'scanned@example.org');
  for (let i = 0; i < 3; i++)
    expect(await world.api().identity.linkInfo({ body: { token } })).toMatchObject({
      kind: 'sign-up',
      state: 'good',
      email: 'scanned@example.org',
    });
  expect((await world.api().identity.confirmEmail({ body: { token } })).registration).toMatch(/^[\w-]{43}$/);
  expect(await codeOf(world.api().identity.confirmEmail({ body: { token } }))).toBe('link_used');
  expect(await world.api().identity.linkInfo({ body: { token } })).toMatchObject({ state: 'used' });
});

test('a link that ran out is told so, and its holder may ask for a fresh one', async () => {
  const own = await worldForThisTest();
  const token = await linkFor(own, 'late@example.org');
  own.clock.advance(24 * 3_600_000 + 1000);
  expect(await codeOf(own.api().identity.confirmEmail({ body: { token } }))).toBe('link_expired');
  expect(await own.api().identity.linkInfo({ body: { token } })).toMatchObject({ state: 'expired' });
  await own.api().identity.resendLink({ body: { token } });
  expect(await codeOf(own.api().identity.resendLink({ body: { token } }))).toBe('too_many_requests');
  const mails = await mailsTo(own, 'late@example.org');
  expect(mails).toHaveLength(2);
  expect((await own.api().identity.confirmEmail({ body: { token: tokenIn(mails[1]) } })).registration).not.toBeNull();
});

test('an unknown link and a link of another kind open nothing', async () => {
  const token = await linkFor(world, 'kinds@example.org');
  const { identity } = world.api();
  expect(await codeOf(identity.linkInfo({ body: { token: 'a'.repeat(43) } }))).toBe('link_unknown');
  expect(await codeOf(identity.register({ body: { ...form, token } }))).toBe('link_unknown');
  expect(await codeOf(identity.updatePassword({ body: { token, password: form.password } }))).toBe('link_unknown');
  expect(await codeOf(identity.linkInfo({ body: { token: 'x' } }))).toBe('invalid_input');
});

test('a weak password is refused, and the link still works', async () => {
  const token = await registrationFor(world, 'weak@example.org');
  const { identity } = world.api();
  for (const password of [
    'password1',
    'Sunshine99',
    '12345678',
    'qwertyuiop',
    'Lindenschule1',
    'weak@example.org',
    'P@ssw0rd!',
    'aaaaaaaaaa',
    'abcdefgh',
  ]) {
    expect([password, await codeOf(identity.register({ body: { ...form, token, password } }))]).toEqual([
      password,
      'weak_password',
    ]);
  }
  expect(await codeOf(identity.register({ body: { ...form, token, password: 'short' } }))).toBe('invalid_input');
  expect(await codeOf(identity.register({ body: { ...form, token } }))).toBe('fine');
  expect(await codeOf(identity.register({ body: { ...form, token } }))).toBe('link_used');
});

test('without the terms, or with a made-up zone, there is no account', async () => {
  const token = 'a'.repeat(43);
  for (const wrong of [{ terms: false }, { timeZone: 'Mars/Olympus' }, { locale: 'tlh' }, { name: ' ' }, { kind: 'operator' }]) {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/complete-registration',
      payload: { ...form, token, ...wrong },
    });
    expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
  }
});

test('published terms have to be agreed to, and where none are published nobody is asked', async () => {
  const own = await worldForThisTest();
  const { terms: _none, ...unagreed } = form;
  const register = async (email: string, body: typeof unagreed & { terms?: true }) =>
    codeOf(own.api().identity.register({ body: { ...body, token: await registrationFor(own, email) } }));
  expect(await register('before@example.org', unagreed)).toBe('fine');
  const { actor } = await buildActor(own, { kind: 'operator', scope: ['platform.manage'] });
  await own.api(actor).platform.publishLegal({ params: { kind: 'terms' }, body: { version: 0, texts: { de: 'Sei nett.' } } });
  expect(await register('unagreed@example.org', unagreed)).toBe('invalid_input');
  expect(await register('agreed@example.org', form)).toBe('fine');
  const asked = sql`select email, terms_version from users where email in ('agreed@example.org', 'before@example.org') order by email`;
  const { rows } = await own.ctx().system.read.execute(asked);
  expect(rows).toEqual([
    { email: 'agreed@example.org', terms_version: 'terms-1' },
    { email: 'before@example.org', terms_version: null },
  ]);
});

test('two tabs that complete one registration at once make one account', async () => {
  const token = await registrationFor(world, 'twice@example.org');
  const codes = await Promise.all([1, 2].map(() => codeOf(world.api().identity.register({ body: { ...form, token } }))));
  expect(codes.sort()).toEqual(['fine', 'link_used']);
});

test.each([
  [{ SIGN_UP: 'closed' }, 'x@example.org', 'sign_up_closed'],
  [{ SIGN_UP: 'invitation' }, 'x@example.org', 'invitation_needed'],
  [{ SIGN_UP: 'domain', SIGN_UP_DOMAINS: 'school.example' }, 'x@evil-school.example', 'domain_not_allowed'],
  [{ SIGN_UP: 'domain', SIGN_UP_DOMAINS: 'school.example' }, 'x@School.example', 'fine'],
])('with %o the address %s is answered with %s', async (env, email, code) => {
  const own = await worldForThisTest({ env });
  expect(await codeOf(ask(own, email))).toBe(code);
  expect((await own.api().identity.signUpPolicy()).policy).toBe(env.SIGN_UP);
});

test('an invitation registers although sign-up is closed', async () => {
  const own = await worldForThisTest({ env: { SIGN_UP: 'closed' } });
  await invite(own.ctx(), { email: 'Guest@example.org', locale: 'en-US' });
  const [mail] = await readMails(own);
  expect(mail).toMatchObject({ template: 'account.invitation', recipient: 'guest@example.org' });
  await own.api().identity.register({ body: { ...form, token: tokenIn(mail) } });
  const person = await findPersonByEmail(own.ctx().system.read, 'guest@example.org');
  expect(person?.emailVerifiedAt).not.toBeNull();
  expect(await codeOf(invite(own.ctx({ kind: 'nobody' }), { email: 'a@example.org', locale: 'en-US' }))).toBe('not_allowed');
});

test('with approval the account waits, the operator hears of it, and the approved owner is told', async () => {
  const own = await worldForThisTest({ env: { SIGN_UP: 'approval' } });
  const operator = await buildActor(own, { kind: 'operator', scope: ['outbox.view'] });
  const token = await registrationFor(own, 'asks@example.org');
  await own.api().identity.register({ body: { ...form, locale: 'en-US', token } });
  const person = await findPersonByEmail(own.ctx().system.read, 'asks@example.org');
  const [seat] = await findSeats(own.ctx().system.read, person?.id ?? '');
  expect(seat?.account.state).toBe('pending');
  expect((await own.api(operator.actor).notices.list({ query: {} })).items).toMatchObject([
    { kind: 'accountWaiting', data: { organisation: 'Lindenschule' } },
  ]);
  await changeAccountState(own.ctx(), { accountId: seat?.account.id ?? '', to: 'active' });
  expect((await mailsTo(own, 'asks@example.org')).map((mail) => mail.template)).toEqual([
    'account.verifyEmail',
    'account.approvalPending',
    'account.approved',
  ]);
});

test('the first run makes the operator once, by the newest link only', async () => {
  const own = await worldForThisTest();
  expect((await own.api().identity.signUpPolicy()).firstRun).toBe(true);
  const [old, path] = [await ensureFirstRun(own.ctx()), await ensureFirstRun(own.ctx())];
  const [oldToken, token] = [old, path].map((one) => one?.split('token=')[1] ?? '');
  const { identity } = own.api();
  expect(path).toMatch(/^\/complete-registration\?token=/);
  expect(await codeOf(identity.register({ body: { ...form, token: oldToken ?? '', email: 'boss@example.org' } }))).toBe(
    'link_used',
  );
  expect(await codeOf(identity.register({ body: { ...form, token: token ?? '' } }))).toBe('email_required');
  // there are no terms yet to agree to
  const { terms: _none, ...unagreed } = form;
  await identity.register({ body: { ...unagreed, token: token ?? '', email: 'Boss@example.org' } });
  const { rows } = await own.ctx().system.read.execute(sql`select terms_version from users where email = 'boss@example.org'`);
  expect(rows).toEqual([{ terms_version: null }]);
  expect((await findOperatorAccount(own.ctx().system.read))?.name).toBe('Lindenschule');
  expect(await ensureFirstRun(own.ctx())).toBeNull();
  expect((await identity.signUpPolicy()).firstRun).toBe(false);
});

test('a first-run link runs out after a day, and the address of a mailed link cannot be swapped', async () => {
  const own = await worldForThisTest();
  const token = (await ensureFirstRun(own.ctx()))?.split('token=')[1] ?? '';
  const mailed = await registrationFor(own, 'real@example.org');
  await own.api().identity.register({ body: { ...form, token: mailed, email: 'other@example.org' } });
  expect(await findPersonByEmail(own.ctx().system.read, 'other@example.org')).toBeNull();
  own.clock.advance(24 * 3_600_000 + 1000);
  expect(await codeOf(own.api().identity.register({ body: { ...form, token, email: 'boss@example.org' } }))).toBe('link_expired');
});

test('a person can be made an operator', async () => {
  const own = await worldForThisTest();
  const operator = await buildActor(own, { kind: 'operator' });
  const plain = await buildActor(own, { email: 'helper@example.org' });
  await makeOperator(own.ctx(), { email: 'helper@example.org' });
  expect(
    (await findSeats(own.ctx().system.read, plain.actor.userId)).map((seat) => [seat.account.id, seat.membership.role]),
  ).toContainEqual([operator.actor.accountId, 'admin']);
  expect(await codeOf(makeOperator(own.ctx(plain.actor), { email: 'helper@example.org' }))).toBe('not_allowed');
});

test('abuse row 25: mailboxes that live for minutes get no account, unless the operator lets them or took the domain out', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-domains-'));
  const file = path.join(folder, 'domains.txt');
  await writeFile(file, '!yopmail.com\nminutes.example # ours\n');
  const place = await worldForThisTest({ env: { DISPOSABLE_DOMAINS_FILE: file } });
  const tries = ['a@mailinator.com', 'a@box.mailinator.com', 'a@minutes.example', 'a@yopmail.com', 'a@example.org'];
  const outcomes = async () => {
    const codes: string[] = [];
    for (const email of tries) codes.push(await codeOf(ask(place, email)));
    return codes;
  };
  expect(await outcomes()).toEqual(['disposable_email', 'disposable_email', 'disposable_email', 'fine', 'fine']);
  // what changes in the file counts at once, and one that is gone closes nothing
  await writeFile(file, '');
  expect(await codeOf(ask(place, 'b@yopmail.com'))).toBe('disposable_email');
  await rm(folder, { recursive: true });
  expect(await codeOf(ask(place, 'b@minutes.example'))).toBe('fine');
  const { actor } = await buildActor(place, { kind: 'operator' });
  await place.ctx().system.write((tx) => tx.execute(sql`update sessions set proven_until = now() + interval '1 day'`));
  const api = place.api({ ...actor, scope: ['platform.manage'] });
  const { signUp } = await api.platform.get();
  await api.platform.update({ body: { signUp: { ...signUp, refuseDisposable: false } } });
  expect(await codeOf(ask(place, 'c@mailinator.com'))).toBe('fine');
});
