import { afterAll, describe, expect, test } from 'vitest';
import type { CookieOut } from '#kit/server/ctx.ts';
import { findPersonByEmail } from '#core/accounts/server/people.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { comeBackFrom } from './social.factory.ts';
import { identitiesOf } from './social.queries.ts';
import { type Browser, socialWorld } from './social-world.factory.ts';

const made = await socialWorld();
afterAll(made.close);
const { as, browser, codeOf, goTo, google, newcomer, other, partsOf, password, signInBy, site, world } = made;

describe('the way there and back', () => {
  test('the providers that are configured are offered, and nothing else of them is told', async () => {
    expect(await world.api().social.providers()).toEqual({
      items: [
        { key: 'google', name: 'Google', kind: 'google' },
        { key: 'facebook', name: 'Facebook', kind: 'facebook' },
        { key: 'school', name: 'school', kind: 'oidc' },
        { key: 'other', name: 'other', kind: 'oidc' },
      ],
    });
    expect(await codeOf(world.api().social.begin({ params: { provider: 'nobody' } }))).toBe('not_found');
  });

  test('code with PKCE by S256, state and nonce of 10 characters, and a cookie of 256 bits that script cannot read', async () => {
    const set: CookieOut[] = [];
    const { url } = await world
      .api({ kind: 'nobody' }, { setCookie: (one) => void set.push(one) })
      .social.begin({ params: { provider: 'school' } });
    const asked = new URL(url).searchParams;
    expect(asked.get('response_type')).toBe('code');
    expect(asked.get('code_challenge_method')).toBe('S256');
    expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(asked.get('redirect_uri')).toBe(`${site}/sign-in/school`);
    expect([asked.get('state'), asked.get('nonce')].map((one) => one?.length)).toEqual([10, 10]);
    expect(set).toMatchObject([{ httpOnly: true, path: '/api', maxAge: 600 }]);
    expect(Buffer.from(set[0]?.value ?? '', 'base64url').length).toBe(32);
  });

  test('somebody new registers without a password, then signs in by the provider alone', async () => {
    const { one, actor } = await newcomer({ sub: 'new', email: 'New@example.org', email_verified: true, name: 'Ada' });
    expect(await findPersonByEmail(world.ctx().system.read, 'new@example.org')).toMatchObject({
      emailVerifiedAt: expect.any(Number),
    });
    expect(await one.as(actor).social.identities()).toMatchObject({
      items: [{ provider: 'school', email: 'new@example.org' }],
      hasPassword: false,
    });
    const again = browser();
    expect(await signInBy(again, 'school')).toMatchObject({ outcome: 'signed-in', session: { tokenType: 'Bearer' } });
    expect(Object.keys(again.jar).filter((name) => name.startsWith('atrium_'))).toEqual([]);
  });

  test('the search engine comes back to its own address', async () => {
    google.state.person = { sub: 'g-1', email: 'g@example.org', email_verified: true, name: 'G' };
    const one = browser();
    const back = await goTo(one, 'google');
    expect(back.path).toBe('/google-login');
    expect(await one.api.social.finish({ body: back })).toMatchObject({ outcome: 'register' });
  });
});

describe('abuse row 20: OAuth login CSRF, mix-up and code injection', () => {
  const ada = { sub: 'ada', email: 'ada@example.org', email_verified: true, name: 'Ada' };
  const finish = (one: Browser, body: Parameters<typeof one.api.social.finish>[0]['body']) =>
    codeOf(one.api.social.finish({ body }));

  test('another browser’s cookie, no cookie, another state', async () => {
    as(ada);
    const one = browser();
    const back = await goTo(one, 'school');
    expect(await finish(browser(), back)).toBe('flow_unknown');
    const thief = browser();
    await thief.api.social.begin({ params: { provider: 'school' } });
    expect(await finish(thief, back)).toBe('flow_unknown');
    const cookie = Object.values(thief.jar)[0] ?? '';
    thief.jar[`atrium_social_${back.state}`] = cookie;
    expect(await finish(thief, back)).toBe('flow_unknown');
    for (const state of ['AAAAAAAAAA', '', 'x; Path=/', back.state.slice(1)])
      expect(await finish(one, { ...back, state })).toBe('flow_unknown');
    expect(await finish(one, back)).toBe('fine');
  });

  test('a way comes back once, and not after ten minutes', async () => {
    const one = browser();
    const back = await goTo(one, 'school');
    const kept = { ...one.jar };
    expect(await finish(one, back)).toBe('fine');
    Object.assign(one.jar, kept);
    expect(await finish(one, back)).toBe('flow_unknown');
    const late = await goTo(one, 'school');
    world.clock.advance(601_000);
    expect(await finish(one, late)).toBe('flow_unknown');
  });

  test('a replayed code, a code of somebody else’s way, and a wrong one', async () => {
    const [one, two] = [browser(), browser()];
    const used = await goTo(one, 'school');
    await one.api.social.finish({ body: used });
    const mine = await goTo(one, 'school');
    expect(await finish(one, { ...mine, code: used.code })).toBe('provider_refused');
    const theirs = await goTo(two, 'school');
    const next = await goTo(one, 'school');
    // their verifier does not fit
    expect(await finish(one, { ...next, code: theirs.code })).toBe('provider_refused');
    expect(await finish(one, { ...(await goTo(one, 'school')), code: 'junk' })).toBe('provider_refused');
  });

  test('the answer of one provider handed in as another’s: by its address, and by its `iss`', async () => {
    other.state.person = ada;
    const one = browser();
    const back = await goTo(one, 'school');
    expect(await finish(one, { ...back, path: '/sign-in/other' })).toBe('flow_unknown');
    expect(await finish(one, { ...(await goTo(one, 'school')), iss: other.url })).toBe('provider_refused');
    const { iss: _told, ...silent } = await goTo(one, 'school');
    // it says that it always tells
    expect(await finish(one, silent)).toBe('provider_refused');
    expect(await finish(one, { ...(await goTo(one, 'school')), path: '/somewhere' })).toBe('flow_unknown');
  });

  test('a token with another nonce is refused', async () => {
    const one = browser();
    const { url } = await one.api.social.begin({ params: { provider: 'school' } });
    const changed = new URL(url);
    changed.searchParams.set('nonce', 'BBBBBBBBBB');
    expect(await finish(one, partsOf(await comeBackFrom(changed.href, site)))).toBe('provider_refused');
  });

  test('whoever turns away is told so', async () => {
    const one = browser();
    const { url } = await one.api.social.begin({ params: { provider: 'school' } });
    const state = new URL(url).searchParams.get('state') ?? '';
    expect(await finish(one, { path: '/sign-in/school', state, error: 'access_denied' })).toBe('provider_cancelled');
    expect(await finish(one, { path: '/sign-in/school', state, error: 'access_denied' })).toBe('flow_unknown');
  });

  test('a way that was begun to link somebody does not sign in, and links nobody else', async () => {
    const mine = await buildActor(world, { email: 'mine@example.org', password });
    const other = await buildActor(world, { email: 'not-mine@example.org', password });
    const one = browser(mine.actor);
    expect(await codeOf(one.api.social.link({ params: { provider: 'school' } }))).toBe('proof_needed');
    await one.api.safety.prove({ body: { password } });
    const { url } = await one.api.social.link({ params: { provider: 'school' } });
    as({ sub: 'attacker' });
    const back = partsOf(await comeBackFrom(url, site));
    expect(await codeOf(one.as(other.actor).social.finish({ body: back }))).toBe('flow_unknown');
    expect(await identitiesOf(world.ctx().system.read, other.actor.userId)).toEqual([]);
  });
});
