/** Launches: what is let in, and that everything else is refused with its reason. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { claimNames } from '../launch.rules.ts';
import {
  type Begun,
  beginLogin,
  connectLms,
  goodClaims,
  launchAs,
  type Lms,
  postLaunch,
  roles,
  signAs,
} from './lti-platform.factory.ts';

const world = await testWorld();
afterAll(() => world.close());
const connected = async () => {
  const { actor: boss } = await buildOwner(world);
  return { boss, ...(await connectLms(world, boss)) };
};
const codeIn = (answer: { body: string }) => /<bdi>(\w+)/.exec(answer.body)?.[1] ?? 'none';
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const at = (token: string) => ({ params: { token } });

describe('a good launch', () => {
  test('opens a page without a cookie, in frames of the platform alone, and its state works once', async () => {
    const { boss, lms, platform } = await connected();
    const begun = await beginLogin(world, lms);
    const form = { state: begun.state, id_token: await signAs(lms, goodClaims(lms, begun)) };
    const answer = await postLaunch(world, lms, { form: form, cookies: begun.cookies });
    expect([answer.statusCode, String(answer.headers.location)]).toEqual([
      303,
      expect.stringMatching(/^\/lti\/visit\/[\w-]{43}$/),
    ]);
    const token = String(answer.headers.location).split('/').at(-1) ?? '';
    expect(await world.api().course.visit(at(token))).toMatchObject({
      ...{ purpose: 'choose', course: 'Biology', teaches: true, person: { name: 'Tara Teacher', part: 'teacher' }, room: null },
    });
    const again = await postLaunch(world, lms, { form: form, cookies: begun.cookies });
    expect([again.statusCode, codeIn(again)]).toEqual([403, 'state_used']);
    expect(again.headers['content-security-policy']).toContain(`frame-ancestors ${lms.base}`);
    expect((await world.api(boss).lti.platform({ params: { id: platform.id } })).state).toBe('connected');
    const { items } = await world.api(boss).lti.launches({ query: {} });
    expect(items.map(({ result, refusal, person }) => [result, refusal, person])).toEqual([
      ['refused', 'state_used', null],
      ['opened', null, 'Tara Teacher'],
    ]);
  });

  test('a key that the platform changed is read again once', async () => {
    const { lms } = await connected();
    await launchAs(world, lms);
    const before = lms.state.asked.filter((one) => one.endsWith('/keys')).length;
    await launchAs(world, lms);
    expect(lms.state.asked.filter((one) => one.endsWith('/keys'))).toHaveLength(before);
    const next = await generateKeyPair('RS256', { extractable: true });
    lms.state.keys.push({ ...(await exportJWK(next.publicKey)), kid: 'second', alg: 'RS256', use: 'sig' });
    const begun = await beginLogin(world, lms);
    const id_token = await new SignJWT(goodClaims(lms, begun))
      .setProtectedHeader({ alg: 'RS256', kid: 'second' })
      .sign(next.privateKey);
    expect((await postLaunch(world, lms, { form: { state: begun.state, id_token }, cookies: begun.cookies })).statusCode).toBe(
      303,
    );
  });

  test('a copied course keeps its room', async () => {
    const { boss, lms } = await connected();
    const teacher = await launchAs(world, lms);
    const room = await world.api().course.makeRoom({ ...at(teacher), body: { name: 'Frogs' } });
    const deep = await deepLink(lms);
    await world.api().course.addToCourse({
      ...at(deep),
      body: { roomId: room.id, title: 'Frogs', grade: { rule: 'none', atLeastPercent: 50 } },
    });
    const { items } = await world.api(boss).lti.launches({ query: { result: 'chose' } });
    expect(items.map(({ room: chosen }) => chosen?.id)).toEqual([room.id]);
    const custom = { [claimNames.custom]: { atrium_content: await contentOf(boss.accountId) } };
    for (const id of ['first', 'copy']) {
      const visit = await launchAs(world, lms, {
        ...custom,
        [claimNames.link]: { id },
        [claimNames.context]: { id },
        [claimNames.roles]: roles.learner,
      });
      expect((await world.api().course.visit(at(visit))).room?.name).toBe('Frogs');
    }
  });
});

const contentOf = async (accountId: string) => {
  const { rows } = await world
    .ctx()
    .system.read.execute<{ content: string }>(
      sql`select content from lti_links where account_id = ${accountId} and resource_link_id is null`,
    );
  return rows[0]?.content ?? '';
};
const deepLink = (lms: Lms) =>
  launchAs(world, lms, {
    [claimNames.messageType]: 'LtiDeepLinkingRequest',
    [claimNames.deepLinking]: { deep_link_return_url: `${lms.base}/back`, accept_types: ['ltiResourceLink'], data: 'echo' },
  });

describe('claims that say nothing', () => {
  test.each([
    { azp: null, nbf: null, name: null, email: '' },
    { aud: ['tool'], azp: '', nbf: '0' },
    { [claimNames.context]: null, [claimNames.custom]: null, [claimNames.presentation]: { locale: null } },
    { [claimNames.grades]: { lineitem: null, scope: null }, [claimNames.members]: null },
    { [claimNames.deepLinking]: null, [claimNames.link]: { id: 7, title: null } },
  ])('%j is like absent', async (claims) => {
    const { lms } = await connected();
    const told = 'aud' in claims ? { ...claims, aud: [lms.state.clientId] } : claims;
    expect(await launchAs(world, lms, told)).not.toBe('');
  });

  test.each([[null], [undefined], [''], [[]], [[null]]])('a launch whose roles are %j opens as a learner', async (none) => {
    const { lms } = await connected();
    const teacher = await launchAs(world, lms);
    const room = await world.api().course.makeRoom({ ...at(teacher), body: { name: 'Frogs' } });
    await world.api().course.chooseRoom({ ...at(teacher), body: { roomId: room.id } });
    const visit = await launchAs(world, lms, { sub: 'somebody', [claimNames.roles]: none });
    expect((await world.api().course.visit(at(visit))).person.part).toBe('learner');
  });

  test('a choice for a course is made whatever the platform leaves empty', async () => {
    const { lms } = await connected();
    for (const more of [
      { accept_multiple: null, data: null },
      { accept_multiple: 'true', data: '' },
    ]) {
      const deep = await launchAs(world, lms, {
        [claimNames.messageType]: 'LtiDeepLinkingRequest',
        [claimNames.link]: null,
        [claimNames.deepLinking]: { deep_link_return_url: `${lms.base}/back`, accept_types: ['ltiResourceLink'], ...more },
      });
      expect((await world.api().course.visit(at(deep))).purpose).toBe('deep_link');
    }
  });
});

type Forged = (lms: Lms, begun: Begun) => Promise<string>;
const changed =
  (more: Readonly<Record<string, unknown>>): Forged =>
  (lms, begun) =>
    signAs(lms, goodClaims(lms, begun, more));
const now = () => Math.floor(Date.now() / 1_000);
const unsigned = (alg: string) => (lms: Lms, begun: Begun) =>
  `${base64({ alg, kid: lms.kid })}.${base64(goodClaims(lms, begun))}.`;
/** The oldest trick: a public key taken for a shared secret. */
const hmacWith = async (lms: Lms, begun: Begun) =>
  new SignJWT(goodClaims(lms, begun))
    .setProtectedHeader({ alg: 'HS256', kid: lms.kid })
    .sign(new TextEncoder().encode(JSON.stringify(lms.state.keys[0])));
const foreign: Forged = async (lms, begun) => {
  const { privateKey } = await generateKeyPair('RS256');
  return new SignJWT(goodClaims(lms, begun)).setProtectedHeader({ alg: 'RS256', kid: lms.kid }).sign(privateKey);
};
const altered: Forged = async (lms, begun) => {
  const [head, , signature] = (await signAs(lms, goodClaims(lms, begun))).split('.');
  return `${head}.${base64(goodClaims(lms, begun, { sub: 'somebody else' }))}.${signature}`;
};
const forged: [string, Forged][] = [
  ['token_malformed', async () => 'no.token'],
  ['algorithm_refused', async (lms, begun) => unsigned('none')(lms, begun)],
  ['algorithm_refused', hmacWith],
  [
    'key_missing',
    async (lms, begun) => new SignJWT(goodClaims(lms, begun)).setProtectedHeader({ alg: 'RS256' }).sign(lms.pair.privateKey),
  ],
  [
    'key_unknown',
    async (lms, begun) =>
      new SignJWT(goodClaims(lms, begun)).setProtectedHeader({ alg: 'RS256', kid: 'x' }).sign(lms.pair.privateKey),
  ],
  ['signature_invalid', foreign],
  ['signature_invalid', altered],
  ['expired', changed({ iat: now() - 500, exp: now() - 120 })],
  ['expired', changed({ iat: now() - 86_400, exp: now() + 86_400 })],
  ['not_yet_valid', changed({ iat: now() + 600, exp: now() + 900 })],
  ['not_yet_valid', changed({ nbf: now() + 600 })],
  ['issuer_mismatch', changed({ iss: 'https://other.example' })],
  ['audience_mismatch', changed({ aud: 'other' })],
  ['azp_mismatch', changed({ azp: 'other' })],
  ['azp_mismatch', async (lms, begun) => signAs(lms, goodClaims(lms, begun, { aud: [lms.state.clientId, 'other'] }))],
  ['nonce_mismatch', changed({ nonce: 'other' })],
  ['deployment_unknown', changed({ [claimNames.deployment]: 'd2' })],
  ['version_unsupported', changed({ [claimNames.version]: '1.1' })],
  ['message_unsupported', changed({ [claimNames.messageType]: 'LtiSubmissionReview' })],
  ['claim_missing', changed({ [claimNames.deployment]: undefined })],
  ['claim_missing', changed({ sub: undefined })],
  ['claim_missing', changed({ [claimNames.link]: undefined })],
  ['role_refused', changed({ [claimNames.roles]: ['http://purl.imsglobal.org/vocab/lis/v2/institution/person#Guest'] })],
  ['room_missing', changed({ [claimNames.roles]: roles.learner })],
];

describe('refused', () => {
  test.each(forged)('%s', async (code, forge) => {
    const { boss, lms } = await connected();
    const begun = await beginLogin(world, lms);
    const answer = await postLaunch(world, lms, {
      form: { state: begun.state, id_token: await forge(lms, begun) },
      cookies: begun.cookies,
    });
    expect([answer.statusCode, codeIn(answer)]).toEqual([403, code]);
    const { items } = await world.api(boss).lti.launches({ query: {} });
    expect(items.map(({ result, refusal }) => [result, refusal])).toEqual([['refused', code]]);
  });

  test('another browser, two logins mixed up, an unknown state, and a state of another account', async () => {
    const { lms } = await connected();
    const other = await connected();
    const [one, two] = [await beginLogin(world, lms), await beginLogin(world, lms)];
    const id_token = await signAs(lms, goodClaims(lms, one));
    const stranger = await postLaunch(world, lms, { form: { state: one.state, id_token }, cookies: {} });
    expect(codeIn(stranger)).toBe('state_mismatch');
    expect(stranger.body).toContain('target="_blank"');
    expect(codeIn(await postLaunch(world, lms, { form: { state: one.state, id_token }, cookies: two.cookies }))).toBe(
      'state_mismatch',
    );
    expect(codeIn(await postLaunch(world, lms, { form: { state: two.state, id_token }, cookies: two.cookies }))).toBe(
      'nonce_mismatch',
    );
    expect(codeIn(await postLaunch(world, lms, { form: { state: 'x', id_token }, cookies: one.cookies }))).toBe('state_unknown');
    expect(codeIn(await postLaunch(world, other.lms, { form: { state: one.state, id_token }, cookies: one.cookies }))).toBe(
      'state_unknown',
    );
    // nobody used up the right browser's login
    expect((await postLaunch(world, lms, { form: { state: one.state, id_token }, cookies: one.cookies })).statusCode).toBe(303);
  });

  test('where cookies are not kept, the platform’s frame is asked, and its answer is what counts', async () => {
    const { lms } = await connected();
    const begun = await beginLogin(world, lms, { lti_storage_target: '_parent' });
    const form = { state: begun.state, id_token: await signAs(lms, goodClaims(lms, begun)) };
    const asked = await postLaunch(world, lms, { form: form, cookies: {} });
    expect([asked.statusCode, asked.body.includes('lti.get_data')]).toEqual([200, true]);
    expect(codeIn(await postLaunch(world, lms, { form: { ...form, proof: 'guessed' }, cookies: {} }))).toBe('state_mismatch');
    const [proof = ''] = Object.values(begun.cookies);
    expect((await postLaunch(world, lms, { form: { ...form, proof }, cookies: {} })).statusCode).toBe(303);
  });

  test('a platform or client that is not connected, and one that is switched off', async () => {
    const { boss, lms, platform } = await connected();
    const login = async (query: Record<string, string>) =>
      codeIn(await world.app.inject({ method: 'GET', url: `/lti/${lms.toolKey}/login`, query }));
    const good = { iss: lms.base, login_hint: 'h', target_link_uri: 'http://localhost:3000/x' };
    expect(await login({ ...good, iss: 'https://<b>other.example' })).toBe('platform_unknown');
    expect(await login({ ...good, client_id: 'other' })).toBe('client_unknown');
    expect(await login({ iss: lms.base })).toBe('login_incomplete');
    const { version } = await world.api(boss).lti.platform({ params: { id: platform.id } });
    const begun = await beginLogin(world, lms);
    await world.api(boss).lti.changePlatform({ params: { id: platform.id }, body: { enabled: false, version } });
    expect(await login(good)).toBe('lti_disabled');
    const id_token = await signAs(lms, goodClaims(lms, begun));
    expect(codeIn(await postLaunch(world, lms, { form: { state: begun.state, id_token }, cookies: begun.cookies }))).toBe(
      'lti_disabled',
    );
    expect((await world.app.inject('/lti/unknownunknown/keys')).statusCode).toBe(404);
  });
});
