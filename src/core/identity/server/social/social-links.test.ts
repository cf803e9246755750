import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { findCredentials, findPersonByEmail, setPasswordHash } from '#core/accounts/server/people.service.ts';
import { readMails } from '#core/outbox/server/outbox.factory.ts';
import { buildActor, buildAnswer } from '#core/identity/server/identity.factory.ts';
import { createAccountWithOwner } from '#core/identity/server/operator.service.ts';
import { buildAuthenticator } from '#core/identity/server/sign-in/passkey.factory.ts';
import { hashPassword } from '#core/identity/server/passwords/passwords.service.ts';
import { provesBy } from '#core/identity/social.rules.ts';
import { providersOf } from './providers.service.ts';
import { startSession } from '#core/identity/server/sessions/sessions.service.ts';
import { comeBackFrom, type Someone } from './social.factory.ts';
import { identitiesOf } from './social.queries.ts';
import { type Browser, socialWorld } from './social-world.factory.ts';

const made = await socialWorld();
afterAll(made.close);
const { actorOf, as, browser, codeOf, goTo, network, newcomer, oidc, partsOf, password, registration, signInBy, site, world } =
  made;

describe('abuse row 21: wrong links and accounts that wait for their owner', () => {
  const signInHere = async (one: Browser, email: string) => {
    const challenge = await buildAnswer(world.ctx());
    const { token } = await one.api.identity.login({ body: { email, password, challenge } });
    return actorOf(token);
  };

  test('an account with a proven address is linked by whoever signs in to it in this browser, and by nobody else', async () => {
    const { actor } = await buildActor(world, { email: 'known@example.org', password });
    as({ sub: 'known', email: 'known@example.org', email_verified: true });
    const one = browser();
    expect(await signInBy(one, 'school')).toEqual({ outcome: 'known', session: null, registration: null });
    expect(await one.api.social.arrival()).toEqual({ step: 'known', provider: 'school', email: 'known@example.org' });
    // a session from before is no proof, another person neither, another browser neither
    expect(await codeOf(one.as(actor).social.connect())).toBe('flow_unknown');
    await buildActor(world, { email: 'stranger@example.org', password });
    expect(await codeOf(one.as(await signInHere(one, 'stranger@example.org')).social.connect())).toBe('flow_unknown');
    const fresh = await signInHere(one, 'known@example.org');
    expect(await codeOf(browser(fresh).api.social.connect())).toBe('flow_unknown');
    await one.as(fresh).social.connect();
    expect(await signInBy(browser(), 'school')).toMatchObject({ outcome: 'signed-in' });
    const mails = (await readMails(world)).filter((mail) => mail.recipient === 'known@example.org');
    expect(mails.map((mail) => mail.template)).toContain('account.factorsChanged');
  });

  test('an account whose address nobody proved goes to the owner of the address, emptied', async () => {
    const ctx = world.ctx();
    const email = 'hijacked@example.org';
    const made = await createAccountWithOwner(ctx, {
      organisation: 'X',
      kind: 'customer',
      email,
      name: 'X',
      locale: 'de',
      timeZone: 'UTC',
    });
    const { token: heldToken } = await ctx.system.write((tx) => startSession(ctx, tx, made));
    const held = { token: heldToken, actor: await actorOf(heldToken) };
    const attacker = world.api(held.actor);
    await world.ctx().system.write(async (tx) => {
      await setPasswordHash(ctx, tx, { userId: made.userId, passwordHash: await hashPassword(password) });
    });
    await attacker.safety.prove({ body: { password } });
    const { options } = await attacker.safety.passkeyOptions();
    await attacker.safety.addPasskey({ body: { name: 'mine', response: buildAuthenticator().make(options.challenge) } });
    await attacker.identity.changeEmail({ body: { email: 'evil@example.org' } });
    as({ sub: 'owner', email, email_verified: true });
    const one = browser();
    const done = await signInBy(one, 'school');
    expect(done.outcome).toBe('signed-in');
    const answer = await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${held.token}` } });
    expect(answer.statusCode).toBe(401);
    expect(await findCredentials(ctx.system.read, { email })).toMatchObject({ passwordHash: null });
    const owner = world.api(await actorOf(done.session?.token ?? ''));
    expect(await owner.safety.security()).toMatchObject({ passkeys: [], totp: null, password: { set: false } });
    expect((await owner.identity.profile()).pendingEmail).toBeNull();
  });

  test('the account that runs the installation is never handed over so', async () => {
    const email = 'root@example.org';
    const ctx = world.ctx();
    await createAccountWithOwner(ctx, {
      organisation: 'Host',
      kind: 'operator',
      email,
      name: 'Root',
      locale: 'de',
      timeZone: 'UTC',
    });
    as({ sub: 'root', email, email_verified: true });
    expect(await signInBy(browser(), 'school')).toMatchObject({ outcome: 'known' });
  });

  test('an address that the provider does not vouch for is asked for and proven, and only this browser keeps the provider', async () => {
    await buildActor(world, { email: 'victim@example.org', password });
    as({ sub: 'liar', email: 'victim@example.org', email_verified: false });
    const one = browser();
    expect(await signInBy(one, 'school')).toMatchObject({ outcome: 'email' });
    await one.api.social.giveEmail({ body: { email: 'victim@example.org', locale: 'de' } });
    await one.api.social.giveEmail({ body: { email: 'target@example.org', locale: 'de' } });
    await world.runJobs();
    const mails = await readMails(world);
    expect(mails.find((mail) => mail.recipient === 'victim@example.org')?.template).toBe('account.alreadyRegistered');
    const link = /token=([\w-]+)/.exec(mails.find((mail) => mail.recipient === 'target@example.org')?.bodyText ?? '')?.[1] ?? '';
    const elsewhere = browser();
    const { registration: token } = await elsewhere.api.identity.confirmEmail({ body: { token: link } });
    const body = { ...registration, token: token ?? '' };
    expect(await elsewhere.api.identity.linkInfo({ body: { token: token ?? '' } })).toMatchObject({ provider: null });
    expect(await codeOf(elsewhere.api.identity.register({ body }))).toBe('invalid_input');
    await elsewhere.api.identity.register({ body: { ...body, password } });
    const person = await findPersonByEmail(world.ctx().system.read, 'target@example.org');
    expect(await identitiesOf(world.ctx().system.read, person?.id ?? '')).toEqual([]);
  });

  test('the social network vouches for no address: it is asked for, then the same browser finishes with it', async () => {
    network.state.person = { id: '77', name: 'Bo', email: 'bo@example.org' };
    const one = browser();
    expect(await signInBy(one, 'facebook')).toMatchObject({ outcome: 'email' });
    expect(await one.api.social.arrival()).toEqual({ step: 'email', provider: 'Facebook', email: 'bo@example.org' });
    await one.api.social.giveEmail({ body: { email: 'bo@example.org', locale: 'de' } });
    await world.runJobs();
    const text = (await readMails(world)).find((mail) => mail.recipient === 'bo@example.org')?.bodyText ?? '';
    const { registration: token } = await one.api.identity.confirmEmail({
      body: { token: /token=([\w-]+)/.exec(text)?.[1] ?? '' },
    });
    expect(await one.api.identity.linkInfo({ body: { token: token ?? '' } })).toMatchObject({
      provider: { name: 'Facebook', person: 'Bo' },
    });
    await one.api.identity.register({ body: { ...registration, token: token ?? '' } });
    expect(await signInBy(browser(), 'facebook')).toMatchObject({ outcome: 'signed-in' });
    const replay = browser();
    const back = await goTo(replay, 'facebook');
    await replay.api.social.finish({ body: back });
    const next = await goTo(replay, 'facebook');
    expect(await codeOf(replay.api.social.finish({ body: { ...next, code: back.code } }))).toBe('provider_refused');
    expect(await codeOf(replay.api.social.finish({ body: { ...(await goTo(replay, 'facebook')), iss: oidc.url } }))).toBe(
      'provider_refused',
    );
  });
});

describe('ties', () => {
  test('the last way in stays; a first password is set once; other people’s ties do not exist', async () => {
    const { one, actor } = await newcomer({ sub: 'only', email: 'only@example.org', email_verified: true });
    const api = one.as(actor);
    const id = (await api.social.identities()).items[0]?.id ?? '';
    expect(await codeOf(api.social.unlink({ params: { id } }))).toBe('last_way_in');
    const stranger = await buildActor(world, { password });
    expect(await codeOf(world.api(stranger.actor).social.unlink({ params: { id } }))).toBe('not_found');
    expect(await codeOf(world.api(stranger.actor).social.createPassword({ body: { password } }))).toBe('has_password');
    expect(await codeOf(world.api().social.identities())).toBe('not_signed_in');
    expect(await codeOf(api.social.createPassword({ body: { password: 'password1' } }))).toBe('weak_password');
    await api.social.createPassword({ body: { password } });
    expect(await codeOf(api.social.createPassword({ body: { password } }))).toBe('has_password');
    world.clock.advance(601_000);
    expect(await codeOf(api.social.unlink({ params: { id } }))).toBe('proof_needed');
    await api.safety.prove({ body: { password } });
    await api.social.unlink({ params: { id } });
    expect(await api.social.identities()).toEqual({ items: [], hasPassword: true });
  });

  test('whoever has no password proves by the provider, as the same person', async () => {
    const { one, actor } = await newcomer({ sub: 'prove', email: 'prove@example.org', email_verified: true });
    const api = one.as(actor);
    world.clock.advance(601_000);
    expect(await codeOf(api.social.createPassword({ body: { password } }))).toBe('proof_needed');
    const { url } = await api.social.prove({ params: { provider: 'school' } });
    const asked = new URL(url).searchParams;
    expect([asked.get('prompt'), asked.get('max_age')]).toEqual(['login', '0']);
    as({ sub: 'somebody else' });
    expect(await codeOf(api.social.finish({ body: partsOf(await comeBackFrom(url, site)) }))).toBe('identity_taken');
    as({ sub: 'prove', email: 'prove@example.org', email_verified: true });
    const again = await api.social.prove({ params: { provider: 'school' } });
    expect(await api.social.finish({ body: partsOf(await comeBackFrom(again.url, site)) })).toMatchObject({ outcome: 'proven' });
    await api.social.createPassword({ body: { password } });
  });

  test('a provider where somebody was signed in all along, or that does not say since when, proves nothing', async () => {
    const { one, actor } = await newcomer({ sub: 'open', email: 'open@example.org', email_verified: true });
    const api = one.as(actor);
    world.clock.advance(601_000);
    const proving = async (change: (asked: URLSearchParams) => void) => {
      const { url } = await api.social.prove({ params: { provider: 'school' } });
      const changed = new URL(url);
      change(changed.searchParams);
      return codeOf(api.social.finish({ body: partsOf(await comeBackFrom(changed.href, site)) }));
    };
    // the person at the browser may change what it asks for
    expect(
      await proving((asked) => {
        asked.delete('max_age');
        asked.delete('prompt');
      }),
    ).toBe('provider_untimed');
    oidc.state.since = 120;
    try {
      expect(
        await proving((asked) => {
          asked.set('max_age', '7200');
          asked.delete('prompt');
        }),
      ).toBe('provider_stale');
    } finally {
      oidc.state.since = 0;
    }
    expect(await codeOf(api.social.createPassword({ body: { password } }))).toBe('proof_needed');
    expect(await proving(() => undefined)).toBe('fine');
    await api.social.createPassword({ body: { password } });
  });

  test('signing in where nobody had to sign in is no proof for whoever has no password; a mailed link sets one', async () => {
    const email = 'quick@example.org';
    await newcomer({ sub: 'quick', email, email_verified: true });
    const one = browser();
    const { session } = await signInBy(one, 'school');
    const api = one.as(await actorOf(session?.token ?? ''));
    expect(await codeOf(api.social.createPassword({ body: { password } }))).toBe('proof_needed');
    const challenge = await buildAnswer(world.ctx());
    await browser().api.identity.requestReset({ body: { email, challenge } });
    await world.runJobs();
    const mail = (await readMails(world)).find((sent) => sent.recipient === email && sent.bodyText?.includes('update-password'));
    const token = /token=([\w-]+)/.exec(mail?.bodyText ?? '')?.[1] ?? '';
    await browser().api.identity.updatePassword({ body: { token, password } });
  });

  test('the social network never says since when, and a provider that the operator named may leave it out', async () => {
    network.state.person = { id: '78', name: 'Cy' };
    const { actor } = await newcomer({ sub: 'cy', email: 'cy@example.org', email_verified: true });
    expect(await codeOf(browser(actor).api.social.prove({ params: { provider: 'facebook' } }))).toBe('provider_untimed');
    const none = { provesUntimed: false };
    expect(provesBy(none, { age: null }, 5)).toBe('provider_untimed');
    expect(provesBy({ provesUntimed: true }, { age: null }, 5)).toBe('yes');
    expect([provesBy(none, { age: 35 }, 5), provesBy(none, { age: 36 }, 5)]).toEqual(['yes', 'provider_stale']);
    // one that says it is believed, named or not
    expect(provesBy({ provesUntimed: true }, { age: 3600 }, 5)).toBe('provider_stale');
    const [first, second] = providersOf({ ...world.ctx().config, untimedProof: ['facebook'] });
    expect([first?.key, first?.provesUntimed, second?.key, second?.provesUntimed]).toEqual(['google', false, 'facebook', true]);
  });

  test('one identity belongs to one person', async () => {
    await newcomer({ sub: 'taken', email: 'taken@example.org', email_verified: true });
    const { actor } = await buildActor(world, { password });
    const one = browser(actor);
    await one.api.safety.prove({ body: { password } });
    const link = async (person: Someone) => {
      as(person);
      const { url } = await one.api.social.link({ params: { provider: 'school' } });
      return codeOf(one.api.social.finish({ body: partsOf(await comeBackFrom(url, site)) }));
    };
    expect(await link({ sub: 'taken' })).toBe('identity_taken');
    expect(await link({ sub: 'free', groups: ['teachers', 'staff'] })).toBe('fine');
    expect(await link({ sub: 'free' })).toBe('fine');
    const [tied] = await identitiesOf(world.ctx().system.read, actor.userId);
    expect(tied?.groups).toEqual(['teachers', 'staff']);
  });
});

test('turned off by the operator, no provider is offered, set out to or come back from; a proof still goes', async () => {
  const { one, actor } = await newcomer({ sub: 'off', email: 'off@example.org', email_verified: true, name: 'Ada' });
  const back = await goTo(browser(), 'school');
  const onTheWay = browser();
  const late = await goTo(onTheWay, 'school');
  const { read } = world.ctx().system;
  const turnOn = () => read.execute(sql`delete from settings where key = 'platform.features'`);
  await turnOn();
  await read.execute(sql`insert into settings (key, value, updated_at) values ('platform.features', '{"social": false}', now())`);
  try {
    expect(await world.api().social.providers()).toEqual({ items: [] });
    expect(await codeOf(browser().api.social.begin({ params: { provider: 'school' } }))).toBe('not_found');
    expect(await codeOf(one.as(actor).social.link({ params: { provider: 'school' } }))).toBe('not_found');
    expect(await codeOf(onTheWay.api.social.finish({ body: late }))).toBe('not_found');
    expect(await codeOf(one.as(actor).social.prove({ params: { provider: 'school' } }))).toBe('fine');
  } finally {
    await turnOn();
  }
  expect(back.path).toBe('/sign-in/school');
});
