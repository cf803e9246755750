/** LTI 1.1: launches signed with a shared secret, and everything that is refused. */
import { afterAll, describe, expect, test } from 'vitest';
import { createSecrets, newMasterKey } from '#kit/server/secrets.ts';
import { buildOwner } from '#sales/vendors/server/vendors.factory.ts';
import { masterKey, testWorld } from '#app/proof/testing.ts';
import { connectByKey, type KeyPlatform, type LaunchFields, signedForm } from './key-launch.factory.ts';
import { launchByKey } from './key-launch.service.ts';
import { sealPlatformsAgain } from './platform-secrets.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const connected = async (wish: { launchPlace?: 'frame' | 'tab' } = {}) => {
  const { actor: boss } = await buildOwner(world);
  return { boss, platform: await connectByKey(world, boss, wish) };
};
const post = (platform: KeyPlatform, form: LaunchFields) => {
  const { pathname, search } = new URL(platform.url);
  return world.app.inject({
    method: 'POST',
    url: `${pathname}${search}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://moodle.example' },
    payload: new URLSearchParams(form).toString(),
  });
};
const codeOf = async (platform: KeyPlatform, form: LaunchFields) => {
  const answer = await post(platform, form);
  return answer.statusCode === 303 ? 'opened' : (/<bdi>(\w+)/.exec(answer.body)?.[1] ?? String(answer.statusCode));
};
const tokenOf = async (platform: KeyPlatform, more: LaunchFields = {}) =>
  String((await post(platform, signedForm(world, platform, more))).headers.location)
    .split('/')
    .at(-1) ?? '';

describe('a good launch', () => {
  test('opens the page of the course, and a teacher’s room is there for the next one', async () => {
    const { boss, platform } = await connected();
    const params = { token: await tokenOf(platform) };
    expect(await world.api().course.visit({ params })).toMatchObject({
      ...{ purpose: 'choose', course: 'Biology (Year 9)', teaches: true, person: { name: "Tara O'Teacher", part: 'teacher' } },
    });
    const room = await world.api().course.makeRoom({ params, body: { name: 'Frogs' } });
    await world.api().course.chooseRoom({ params, body: { roomId: room.id } });
    const learner = { params: { token: await tokenOf(platform, { user_id: 'u2', roles: '' }) } };
    expect(await world.api().course.visit(learner)).toMatchObject({ person: { part: 'learner' }, room: { name: 'Frogs' } });
    expect(await world.api(boss).lti.platform({ params: { id: platform.id } })).toMatchObject({
      ...{ state: 'connected', registered: 'by_key', courses: 1 },
    });
  });

  test('may carry parameters in its address, and a page for a tab of its own leads to the same page', async () => {
    const { platform } = await connected({ launchPlace: 'tab' });
    const there = { ...platform, url: `${platform.url}?room=a%20b&room=c` };
    const answer = await post(there, signedForm(world, there));
    expect([answer.statusCode, answer.body]).toEqual([
      200,
      expect.stringMatching(/href="\/lti\/visit\/[\w-]{43}" target="_blank"/),
    ]);
    expect(answer.headers['content-security-policy']).toContain('frame-ancestors https://moodle.example');
    expect(await codeOf({ ...platform, url: `${platform.url}?room=other` }, signedForm(world, there))).toBe('signature_invalid');
  });
});

describe('refused', () => {
  test.each<[string, LaunchFields]>([
    ['signature_invalid', { resource_link_id: 'another' }],
    ['signature_invalid', { roles: 'urn:lti:sysrole:ims/lis/Administrator' }],
    ['signature_invalid', { oauth_timestamp: String(Math.floor(Date.now() / 1_000) + 60) }],
    ['signature_invalid', { added: 'later' }],
    ['signature_invalid', { oauth_signature: 'AAAA' }],
  ])('%s after %j was changed on the way', async (code, change) => {
    const { platform } = await connected();
    expect(await codeOf(platform, { ...signedForm(world, platform), ...change })).toBe(code);
  });

  test.each<[string, LaunchFields]>([
    ['algorithm_refused', { oauth_signature_method: 'PLAINTEXT' }],
    ['expired', { oauth_timestamp: String(Math.floor(Date.now() / 1_000) - 310) }],
    ['not_yet_valid', { oauth_timestamp: String(Math.floor(Date.now() / 1_000) + 310) }],
    ['claim_missing', { user_id: '' }],
    ['message_unsupported', { lti_message_type: 'ContentItemSelectionRequest' }],
    ['room_missing', { roles: 'Learner' }],
    ['role_refused', { roles: 'urn:lti:instrole:ims/lis/Guest' }],
  ])('%s when %j is signed', async (code, more) => {
    const { platform } = await connected();
    expect(await codeOf(platform, signedForm(world, platform, more))).toBe(code);
  });

  test('another secret, another key, and the address of another account', async () => {
    const { platform } = await connected();
    const other = await connected();
    expect(await codeOf(platform, signedForm(world, { ...platform, secret: 'guessed' }))).toBe('signature_invalid');
    expect(await codeOf(platform, signedForm(world, { ...platform, consumerKey: 'unknown' }))).toBe('client_unknown');
    const elsewhere = { ...platform, url: other.platform.url };
    expect(await codeOf(elsewhere, signedForm(world, elsewhere))).toBe('client_unknown');
  });

  test('the same form a second time, also when both come at once; a forged one uses up nothing', async () => {
    const { boss, platform } = await connected();
    const form = signedForm(world, platform);
    expect(await codeOf(platform, { ...form, roles: 'Learner' })).toBe('signature_invalid');
    const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(platform, form)));
    expect(codes.sort()).toEqual(['nonce_used', 'nonce_used', 'nonce_used', 'opened']);
    expect((await world.api(boss).lti.launches({ query: { result: 'opened' } })).items).toHaveLength(1);
  });

  test('while the account does not allow it: no connection, no launch, and pages that were open close', async () => {
    const { actor } = await buildOwner(world);
    expect((await world.api(actor).lti.overview()).keyLaunches).toBe(false);
    const body = { name: 'Old Moodle', program: 'moodle' as const, issuer: 'https://moodle.example' };
    await expect(world.api(actor).lti.addKeyPlatform({ body })).rejects.toMatchObject({ code: 'key_launches_off' });
    const { boss, platform } = await connected();
    const params = { token: await tokenOf(platform) };
    await world.api(boss).lti.changeKeyLaunches({ body: { allowed: false } });
    expect(await codeOf(platform, signedForm(world, platform))).toBe('lti_disabled');
    await expect(world.api().course.visit({ params })).rejects.toMatchObject({ code: 'not_found' });
    await world.api(boss).lti.changeKeyLaunches({ body: { allowed: true } });
    expect(await codeOf(platform, signedForm(world, platform))).toBe('opened');
    const { version } = await world.api(boss).lti.platform({ params: { id: platform.id } });
    await world.api(boss).lti.changePlatform({ params: { id: platform.id }, body: { enabled: false, version } });
    expect(await codeOf(platform, signedForm(world, platform))).toBe('lti_disabled');
  });

  test('a login of LTI 1.3 in the name of a platform with a key', async () => {
    const { platform } = await connected();
    const url = new URL(platform.url).pathname.replace('key-launch', 'login');
    const query = { iss: 'https://moodle.example', client_id: platform.consumerKey, login_hint: 'h', target_link_uri: 'x' };
    expect((await world.app.inject({ url, query })).body).toContain('platform_unknown');
  });
});

describe('the secret', () => {
  const at = (id: string) => ({ params: { id } });
  test('is shown once, sealed, and replaced at once', async () => {
    const { boss, platform } = await connected();
    const { lti } = world.api(boss);
    expect(JSON.stringify(await lti.platform(at(platform.id)))).not.toContain(platform.secret);
    const { rows } = await world.ctx().system.read.execute(`select * from lti_platforms where id = '${platform.id}'`);
    expect(JSON.stringify(rows)).not.toContain(platform.secret);
    const { secret } = await lti.renewSecret({ ...at(platform.id), body: { version: platform.version } });
    expect(await codeOf(platform, signedForm(world, platform))).toBe('signature_invalid');
    expect(await codeOf(platform, signedForm(world, { ...platform, secret }))).toBe('opened');
    await expect(lti.renewSecret({ ...at(platform.id), body: { version: 1 } })).rejects.toMatchObject({
      code: 'changed_meanwhile',
    });
  });

  test('goes over to a new key of the installation', async () => {
    const { platform } = await connected();
    const rotated = { ...world.ctx(), secrets: createSecrets(`${newMasterKey()},${masterKey}`) };
    expect((await sealPlatformsAgain(rotated)).resealed).toBeGreaterThan(0);
    expect(await sealPlatformsAgain(rotated)).toEqual({ resealed: 0, lost: 0 });
    const key = platform.url.split('/').at(-2) ?? '';
    expect(await launchByKey(rotated, key, { body: signedForm(world, platform), query: [] })).toMatchObject({ kind: 'opened' });
    // the next test of this file begins with the world's own key
    await sealPlatformsAgain({ ...world.ctx(), secrets: createSecrets(`${masterKey},${newMasterKey()}`) });
  });

  test('is nobody’s without the permission, of another account, or without a session', async () => {
    const { boss, platform } = await connected();
    const stranger = (await connected()).boss;
    const colleague = { ...boss, scope: [] };
    const { version } = await world.api(boss).lti.platform(at(platform.id));
    const body = { name: 'x', program: 'moodle' as const, issuer: 'https://moodle.example' };
    for (const [actor, code] of [
      [stranger, 'not_found'],
      [colleague, 'not_allowed'],
      [undefined, 'not_signed_in'],
    ] as const) {
      const { lti } = world.api(actor);
      await expect(lti.renewSecret({ ...at(platform.id), body: { version } })).rejects.toMatchObject({ code });
      if (actor === stranger) continue;
      await expect(lti.addKeyPlatform({ body })).rejects.toMatchObject({ code });
      await expect(lti.changeKeyLaunches({ body: { allowed: false } })).rejects.toMatchObject({ code });
    }
  });
});
