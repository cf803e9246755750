/** The operator's settings: who may, what counts, what the environment fixes, legal pages, the banner. */
import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { sql } from 'drizzle-orm';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testWorld, worldForThisTest, type World } from './testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { getSignUpPolicy } from '#core/identity/server/sign-up/sign-up.service.ts';
import { makeChallenge, requireHuman } from '#core/identity/server/sign-in/bot-check.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { Failure } from '#kit/errors.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import type { PlatformChange } from '#core/platform/platform.contract.ts';
import { isHost, isSender, standardPlatform } from '#core/platform/platform.rules.ts';
import { safeHtml, termsVersion } from '#core/platform/server/legal.service.ts';
import { platformNow } from '#core/platform/server/platform.service.ts';

const world = await testWorld();
afterAll(() => world.close());

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
async function operatorOf(place: World): Promise<UserActor> {
  const { actor } = await buildActor(place, { kind: 'operator' });
  return { ...actor, scope: scopeFor({ accountKind: 'operator', role: 'owner', permissions: [] }) };
}
const proven = (place: World, actor: UserActor) =>
  place.parts.databases.system.write((tx) =>
    tx.execute(sql`update sessions set proven_until = now() + interval '1 day' where id = ${actor.sessionId}::uuid`),
  );
const mail: PlatformChange['mail'] = { host: '127.0.0.1', port: 25, security: 'none', user: '', from: '', version: 0 };

test('only who runs the installation sees its settings', async () => {
  const { actor: customer } = await buildActor(world, { kind: 'customer' });
  const full = { ...customer, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  const operator = await operatorOf(world);
  expect(await codeOf(world.api().platform.get())).toBe('not_signed_in');
  expect(await codeOf(world.api(full).platform.get())).toBe('not_found');
  expect(await codeOf(world.api({ ...operator, scope: [] }).platform.get())).toBe('not_allowed');
  expect((await world.api(operator).platform.get()).mail.host).toBe('');
  expect(await codeOf(world.api({ ...operator, scope: [] }).outbox.test())).toBe('not_allowed');
  expect(await codeOf(world.api(full).outbox.test())).toBe('not_found');
});

test('the mail server asks for a proof, keeps its password sealed and never tells it', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  const api = place.api(operator);
  const change = { mail: { ...mail, user: 'me', password: 'very-secret-words' } };
  expect(await codeOf(api.platform.update({ body: change }))).toBe('proof_needed');
  await proven(place, operator);
  const after = await api.platform.update({ body: change });
  expect(after.mail).toMatchObject({ host: '127.0.0.1', user: 'me', hasPassword: true, version: 1 });
  const raw = await place.parts.databases.system.read.execute(
    sql`select value::text as v from settings union all select data::text from audit_entries`,
  );
  expect(JSON.stringify(raw.rows)).not.toContain('very-secret-words');
  expect(place.logged().join('')).not.toContain('very-secret-words');
  // left out it stays, empty it goes
  expect((await api.platform.update({ body: { mail: { ...mail, user: 'me', version: 1 } } })).mail.hasPassword).toBe(true);
  expect((await api.platform.update({ body: { mail: { ...mail, password: '', version: 2 } } })).mail.hasPassword).toBe(false);
  expect(await codeOf(api.platform.update({ body: { mail: { ...mail, version: 1 } } }))).toBe('changed_meanwhile');
  // a changed server could read the stored password
  const stored = { ...mail, user: 'me', password: 'very-secret-words' };
  let version = 3;
  for (const other of [{ host: 'evil.example.org' }, { port: 2525 }, { security: 'tls' as const }, { user: 'you' }]) {
    await api.platform.update({ body: { mail: { ...stored, version: version++ } } });
    const { password: _, ...rest } = stored;
    const moved = await api.platform.update({ body: { mail: { ...rest, ...other, version: version++ } } });
    expect([other, moved.mail.hasPassword]).toEqual([other, false]);
  }
});

test('the tag, which brings a script to every page, asks for a proof', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  const change = { analytics: { tagManagerId: 'GTM-ABCD', version: 0 } };
  expect(await codeOf(place.api(operator).platform.update({ body: change }))).toBe('proof_needed');
  await proven(place, operator);
  expect(await codeOf(place.api(operator).platform.update({ body: change }))).toBe('fine');
});

test('a test mail goes over the server that was set, and its answer is told', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (to, _session, done) => {
      taken.push(to.address);
      done(taken.length > 1 ? Object.assign(new Error('mailbox is full'), { responseCode: 452 }) : null);
    },
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  });
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const at = listening.address();
  const port = typeof at === 'object' && at !== null ? at.port : 0;
  const api = place.api(operator);
  expect(await codeOf(api.outbox.test())).toBe('no_mail_server');
  await proven(place, operator);
  await api.platform.update({ body: { mail: { ...mail, port, from: 'Post <post@example.org>' } } });
  expect(await api.outbox.test()).toMatchObject({ taken: true, to: operator.email });
  expect(await api.outbox.test()).toMatchObject({ taken: false, answer: expect.stringContaining('mailbox is full') });
});

test('what the environment sets wins, is told, and cannot be changed', async () => {
  const place = await worldForThisTest({
    env: { SMTP_URL: 'smtp://u:geheim@mail.example.org:2525', SIGN_UP: 'closed', TAG_MANAGER_ID: 'GTM-ABCD' },
  });
  const operator = await operatorOf(place);
  await proven(place, operator);
  const api = place.api(operator);
  const seen = await api.platform.get();
  expect(seen.mail).toMatchObject({ host: 'mail.example.org', port: 2525, user: 'u', hasPassword: true });
  expect(seen.fixed).toMatchObject({
    'mail.host': 'SMTP_URL',
    'signUp.policy': 'SIGN_UP',
    'analytics.tagManagerId': 'TAG_MANAGER_ID',
  });
  expect(JSON.stringify(seen)).not.toContain('geheim');
  const { signUp } = seen;
  expect(await codeOf(api.platform.update({ body: { signUp: { ...signUp, policy: 'open' } } }))).toBe('set_by_environment');
  // the screen sends what it shows: the fixed field is no change, the rest counts
  const after = await api.platform.update({ body: { signUp: { ...signUp, perDay: 7 } } });
  expect(after.signUp).toMatchObject({ policy: 'closed', perDay: 7 });
  expect(await codeOf(api.platform.update({ body: { mail: { ...mail, host: 'other.example.org' } } }))).toBe(
    'set_by_environment',
  );
});

test('a change counts in the next request of every process', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  const api = place.api(operator);
  const { signUp } = await api.platform.get();
  expect((await getSignUpPolicy(place.ctx({ kind: 'nobody' }))).policy).toBe('open');
  await api.platform.update({ body: { signUp: { ...signUp, policy: 'domain', domains: ['example.org'] } } });
  expect(await getSignUpPolicy(place.ctx({ kind: 'nobody' }))).toMatchObject({ policy: 'domain', domains: ['example.org'] });
  const entries = await place.parts.databases.system.read.execute(
    sql`select data from audit_entries where action = 'platform.changed'`,
  );
  expect(entries.rows[0]?.['data']).toMatchObject({ part: 'signUp', 'policy.was': 'open', 'policy.is': 'domain' });
});

test('the daily limit of sign-ups holds', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  const api = place.api(operator);
  const view = await api.platform.get();
  await proven(place, operator);
  await api.platform.update({
    body: { signUp: { ...view.signUp, perDay: 1 }, botCheck: { kind: 'off', siteKey: '', version: 0 } },
  });
  const ask = () =>
    codeOf(place.api().identity.signUp({ body: { email: 'new@example.org', locale: 'en-US', challenge: 'off' } }));
  expect(await ask()).toBe('fine');
  await buildActor(place, { kind: 'customer' });
  expect(await ask()).toBe('sign_ups_full');
  place.clock.advance(25 * 3_600_000);
  expect(await ask()).toBe('fine');
});

test('the bot check is the one that was set', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  await proven(place, operator);
  const api = place.api(operator);
  const ctx = place.ctx({ kind: 'nobody' });
  expect((await makeChallenge(ctx)).kind).toBe('proof-of-work');
  expect(await codeOf(api.platform.update({ body: { botCheck: { kind: 'recaptcha', siteKey: 'site', version: 0 } } }))).toBe(
    'invalid_input',
  );
  await api.platform.update({ body: { botCheck: { kind: 'recaptcha', siteKey: 'site', secret: 'word', version: 0 } } });
  expect(await makeChallenge(ctx)).toEqual({ kind: 'recaptcha', siteKey: 'site', version: 3 });
  const asked: string[] = [];
  await codeOf(
    requireHuman(ctx, { answer: 'a', form: 'login' }, async (_url, { body }) => {
      asked.push(String(body));
      return { ok: true, json: async () => ({ success: false }) };
    }),
  );
  expect(asked[0]).toContain('secret=word');
  await api.platform.update({ body: { botCheck: { kind: 'off', siteKey: '', version: 1 } } });
  expect(await codeOf(requireHuman(ctx, { answer: undefined, form: 'login' }))).toBe('fine');
});

test('legal pages: versions are kept, the terms are numbered, the language falls back', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  const api = place.api(operator);
  const read = (locale: 'de' | 'ar') => place.api().platform.legalPage({ params: { kind: 'terms' }, query: { locale } });
  expect(await codeOf(read('de'))).toBe('not_found');
  expect(await termsVersion(place.ctx())).toBe(null);
  await api.platform.publishLegal({
    params: { kind: 'terms' },
    body: { version: 0, texts: { 'en-US': '# Terms', de: '# Bedingungen' } },
  });
  expect(await read('de')).toMatchObject({ version: 1, locale: 'de', html: '<h1>Bedingungen</h1>\n' });
  expect(await read('ar')).toMatchObject({ locale: 'en-US' });
  expect(await codeOf(api.platform.publishLegal({ params: { kind: 'terms' }, body: { version: 0, texts: {} } }))).toBe(
    'changed_meanwhile',
  );
  const second = await api.platform.publishLegal({
    params: { kind: 'terms' },
    body: { version: 1, texts: { 'en-US': '# New' } },
  });
  expect(second.versions.map((one) => one.version)).toEqual([2, 1]);
  expect(await termsVersion(place.ctx())).toBe('terms-2');
  await api.platform.publishLegal({ params: { kind: 'terms' }, body: { version: 2, texts: {} } });
  expect(await codeOf(read('de'))).toBe('not_found');
});

test('abuse row 7: nothing in a legal page can run', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt:alert(1))',
    '[a](java&#115;cript:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=)',
    '[a](vbscript:x)',
    '[a](//evil.example)',
    '![a](https://evil.example/pixel.png)',
    '<a href="x" onclick="y">z</a>',
    '[a]: javascript:alert(1)\n\n[a]',
  ];
  for (const one of hostile) {
    const html = safeHtml(one);
    expect(html, one).not.toMatch(/<script|<img|<a [^>]*(?:on\w+=|javascript|data:|vbscript|href="\/\/)/i);
  }
  expect(safeHtml('[mail](mailto:a@example.org) **b**')).toBe(
    '<p><a href="mailto:a@example.org">mail</a> <strong>b</strong></p>\n',
  );
});

test('the banner is there from and until, in the reader’s language', async () => {
  const place = await worldForThisTest();
  const operator = await operatorOf(place);
  const api = place.api(operator);
  const now = place.clock.now();
  const read = async (locale: 'de' | 'ja') => (await place.api().platform.banner({ query: { locale } })).banner;
  expect(await read('de')).toBe(null);
  await api.platform.update({
    body: {
      banner: { texts: { 'en-US': 'Back at 8', de: 'Um 8 zurück' }, from: now + 60_000, until: now + 120_000, version: 0 },
    },
  });
  expect(await read('de')).toBe(null);
  place.clock.advance(61_000);
  expect(await read('de')).toMatchObject({ text: 'Um 8 zurück' });
  expect(await read('ja')).toMatchObject({ text: 'Back at 8', locale: 'en-US' });
  place.clock.advance(60_000);
  expect(await read('de')).toBe(null);
});

test('new accounts begin with the limits that were set, and only with what differs', async () => {
  const place = await worldForThisTest();
  const api = place.api(await operatorOf(place));
  const { signUp } = await api.platform.get();
  expect(signUp.entitlements).toEqual(standardPlatform.signUp.entitlements);
  await api.platform.update({ body: { signUp: { ...signUp, entitlements: { ...signUp.entitlements, rooms: 3 } } } });
  expect((await platformNow(place.ctx())).signUp.entitlements.rooms).toBe(3);
  const bad = { ...signUp, version: 1, entitlements: { ...signUp.entitlements, rooms: -1 } };
  expect(await codeOf(api.platform.update({ body: { signUp: bad } }))).toBe('invalid_input');
});

test('hosts and senders', () => {
  expect(['mail.example.org', '10.0.0.1', '::1', ''].every(isHost)).toBe(true);
  expect(['http://x', 'a b', 'x:25', '-a'].some(isHost)).toBe(false);
  expect(['a@b.c', 'Me <a@b.c>', ''].every(isSender)).toBe(true);
  expect(['a', 'x <a@b.c>\r\nBcc: z@z.z', 'Me <a b@c>'].some(isSender)).toBe(false);
});
