/** Every call of the contract against everybody who may not make it. A new call is covered by being in the contract. */
import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { everHeldBy, isPermission } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { signAccessToken } from '#core/identity/server/sessions/tokens.service.ts';
import { authCookies } from '#kit/facts.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import {
  bodyOf,
  calls,
  closed,
  guarded,
  isOpen,
  type JsonObject,
  type Knock,
  knockOn,
  type NamedCall,
  paramsOf,
  withIds,
} from '#app/proof/testing-calls.ts';
import { testWorld } from '#app/proof/testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const knock = (one: NamedCall, how: Knock = {}) => knockOn(world.app, one, how);

describe('without a session', () => {
  test.each(closed.map((one) => [one.name, one] as const))('%s answers 401', async (_name, one) => {
    const answer = await knock(one);
    expect([answer.status, answer.code, answer.type]).toEqual([401, 'not_signed_in', 'application/problem+json; charset=utf-8']);
  });

  test.each(calls.filter(isOpen).map((one) => [one.name, one] as const))(
    '%s, which is open to all, answers without a fault of ours',
    async (_name, one) => {
      const answer = await knock(one);
      expect(answer.status).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.type).toContain('application/problem+json');
    },
  );

  test('abuse row 4: what is open to all is this list, and no more', () => {
    const open = calls.filter(isOpen).map((one) => one.name);
    expect(open.filter((name) => !/^(identity|meetings|endpoint|course)\./.test(name)).sort()).toEqual([
      'acting.end',
      'billing.preview',
      'billing.ways',
      'blog.menu',
      'blog.posts',
      'blog.read',
      'newsletter.confirm',
      'newsletter.forget',
      'newsletter.leave',
      'newsletter.mailLink',
      'newsletter.offers',
      'newsletter.pending',
      'newsletter.preferences',
      'newsletter.save',
      'newsletter.subscribe',
      'outbox.delivery',
      'passes.preview',
      'payLink.look',
      'payLink.pay',
      'plans.offers',
      'platform.banner',
      'platform.legalPage',
      'recordings.playback',
      'safety.loginSecond',
      'safety.notMe',
      'safety.passkeyLogin',
      'safety.passkeyLoginOptions',
      'schedule.invitation',
      'schedule.ofLink',
      'schedule.setAnswer',
      'social.arrival',
      'social.begin',
      'social.finish',
      'social.giveEmail',
      'social.providers',
    ]);
    // the token of a launch in the address is what they are proved by
    expect(open.filter((name) => name.startsWith('course.')).sort()).toEqual([
      ...['course.addToCourse', 'course.chooseRoom', 'course.join', 'course.makeRoom'],
      ...['course.people', 'course.rooms', 'course.setGrade', 'course.visit'],
    ]);
    expect(open.filter((name) => name.startsWith('endpoint.')).sort()).toEqual([
      'endpoint.recordingReady',
      'endpoint.serverNews',
      'endpoint.tlsAsk',
    ]);
    expect(open.filter((name) => name.startsWith('meetings.')).sort()).toEqual([
      'meetings.analyticsCallback',
      'meetings.endCallback',
      'meetings.join',
      'meetings.publicRoom',
      'meetings.startInstant',
    ]);
  });
});

const keyOf = () => {
  const [key] = world.ctx().secrets.deriveAll('access token');
  if (key === undefined) throw new Error('there is no key');
  return key;
};
type Forged = {
  typ?: string;
  kid?: string;
  alg?: string;
  iss?: string;
  aud?: string;
  exp?: number;
  sub?: string;
  key?: Uint8Array;
};
/** A token as ours but for the given fields; `signed` with HS256 by default. */
function forge(actor: UserActor, wish: Forged = {}): Promise<string> {
  const ours = keyOf();
  const now = Math.floor(world.clock.now() / 1000);
  return new SignJWT({ sid: actor.sessionId })
    .setProtectedHeader({ alg: wish.alg ?? 'HS256', typ: wish.typ ?? 'at+jwt', kid: wish.kid ?? ours.id })
    .setIssuer(wish.iss ?? 'atrium')
    .setAudience(wish.aud ?? 'atrium-api')
    .setSubject(wish.sub ?? actor.userId)
    .setJti(newId())
    .setIssuedAt(now - 60)
    .setExpirationTime(wish.exp ?? now + 600)
    .sign(wish.key ?? ours.key);
}
/** Header and claims of a good token under another header, signed with what a mixed-up verifier might take as the key. */
function mixed(token: string, header: object, key: string | Uint8Array): string {
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const signed = `${head}.${token.split('.')[1] ?? ''}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

async function badTokens(): Promise<Record<string, string>> {
  const { actor } = await buildActor(world);
  const good = await forge(actor);
  expect(
    (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${good}` } })).statusCode,
    'the pattern of the forgeries is good',
  ).toBe(200);
  const [suspended, banned, ended] = [await buildActor(world), await buildActor(world), await buildActor(world)];
  await changePersonState(world.ctx(), { userId: suspended.actor.userId, to: 'suspended' });
  await changeAccountState(world.ctx(), { accountId: banned.actor.accountId, to: 'suspended' });
  await world.api(ended.actor).identity.logout({ body: {} });
  const stranger = createSecrets(Buffer.alloc(32, 99).toString('base64url'));
  const noKey = Buffer.from('');
  return {
    'no algorithm': new UnsecuredJWT({ sid: actor.sessionId })
      .setIssuer('atrium')
      .setAudience('atrium-api')
      .setSubject(actor.userId)
      .setJti('x')
      .setIssuedAt()
      .setExpirationTime('10m')
      .encode(),
    'algorithm none with our key id': mixed(good, { alg: 'none', typ: 'at+jwt', kid: keyOf().id }, noKey).replace(/[^.]+$/, ''),
    'an algorithm of public keys': mixed(good, { alg: 'RS256', typ: 'at+jwt', kid: keyOf().id }, keyOf().key),
    'a key in its own header': mixed(
      good,
      { alg: 'HS256', typ: 'at+jwt', kid: keyOf().id, jwk: { kty: 'oct', k: 'AAAA' } },
      Buffer.alloc(3),
    ),
    'an empty key': mixed(good, { alg: 'HS256', typ: 'at+jwt', kid: keyOf().id }, noKey),
    'the key of another installation': await forge(actor, { key: stranger.derive('access token') }),
    'the key of another purpose': await forge(actor, { key: world.ctx().secrets.derive('refresh token') }),
    'an unknown key id': await forge(actor, { kid: 'ffffffff' }),
    'another audience': await forge(actor, { aud: 'atrium-engine' }),
    'another issuer': await forge(actor, { iss: 'somebody' }),
    'another type': await forge(actor, { typ: 'JWT' }),
    'another person in it': await forge(actor, { sub: suspended.actor.userId }),
    'a time that is over': await forge(actor, { exp: Math.floor(world.clock.now() / 1000) - 1 }),
    'a session that was never there': await signAccessToken(world.ctx(), { userId: actor.userId, sessionId: newId() }),
    'a session that was ended': ended.token,
    'a suspended person': suspended.token,
    'a suspended account': banned.token,
    'a cut signature': good.slice(0, -4),
    rubbish: 'rubbish',
  };
}
const bad = await badTokens();

describe('with a token that opens nothing', () => {
  test.each(Object.entries(bad))('abuse row 16: %s: refused by every call that needs a session', async (_what, token) => {
    for (const one of closed) {
      const answer = await knock(one, { token });
      expect([one.name, answer.status, answer.code]).toEqual([one.name, 401, 'not_signed_in']);
    }
  });

  test('calls that are open do not break over one', async () => {
    for (const one of calls.filter(isOpen))
      for (const token of Object.values(bad)) expect((await knock(one, { token })).status, one.name).toBeLessThan(500);
  });
});

test('only the header counts: cookie, query, other headers and other schemes open nothing', async () => {
  const { actor, token } = await buildActor(world, { kind: 'operator' });
  expect((await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode).toBe(200);
  const ways: Knock[] = [
    { headers: { cookie: `${authCookies.token}=${encodeURIComponent(`Bearer ${token}`)}` } },
    { headers: { cookie: `${authCookies.token}=${token}; ${authCookies.refreshToken}=${token}` } },
    { search: `?access_token=${token}&token=${token}` },
    { headers: { 'x-access-token': token, 'x-forwarded-user': actor.userId } },
    { headers: { authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` } },
    { headers: { authorization: token } },
    { headers: { authorization: 'Bearer ' } },
  ];
  for (const one of closed) for (const way of ways) expect([one.name, (await knock(one, way)).status]).toEqual([one.name, 401]);
});

describe('without the permission', () => {
  test('every permission that a call asks for is in the catalogue', () => {
    expect(guarded.filter(({ call }) => !isPermission(call.access)).map((one) => one.name)).toEqual([]);
  });

  test.each(['customer', 'vendor', 'operator'] as const)(
    'somebody in an account of kind %s is told which one is missing, or that there is no such thing',
    async (kind) => {
      const owner = await buildActor(world, { kind });
      const { token } = await buildActor(world, { accountId: owner.actor.accountId, role: 'staff' });
      for (const one of guarded) {
        const answer = await knock(one, { token });
        if (!everHeldBy(one.call.access, kind))
          expect([one.name, answer.status, answer.code]).toEqual([one.name, 404, 'not_found']);
        else
          expect([one.name, answer.status, JSON.parse(answer.text)]).toEqual([
            one.name,
            403,
            expect.objectContaining({ code: 'not_allowed', data: { permission: one.call.access } }),
          ]);
      }
    },
  );

  test('whoever waits for approval may do nothing that needs a permission', async () => {
    const { token } = await buildActor(world, { accountState: 'pending' });
    for (const one of guarded) expect([403, 404], one.name).toContain((await knock(one, { token })).status);
  });
});

test('no call takes more than it names: what nobody declared is refused or thrown away before a service sees it', () => {
  const loose = calls.flatMap(({ name, call }) =>
    (
      [
        ['params', call.params],
        ['query', call.query],
        ['body', call.body],
      ] as const
    ).flatMap(([part, schema]) => {
      if (schema === undefined) return [];
      const made: JsonObject = { ...z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) };
      return made['type'] === 'object' && made['additionalProperties'] === false ? [] : [`${name} ${part}`];
    }),
  );
  // what other programs tell of a meeting is theirs to grow; its service reads the few things it knows
  expect(loose).toEqual(['meetings.analyticsCallback body']);
});

test('an id that cannot be one is a thing that does not exist, for every call that takes one', async () => {
  const { token } = await buildActor(world, { kind: 'operator' });
  for (const one of withIds) {
    for (const id of ['x', '\u0000', '%00', "1'--", '../rooms', '00000000-0000-0000-0000-00000000000Z', '９']) {
      const answer = await knock(one, {
        token,
        params: Object.fromEntries(paramsOf(one).map((name) => [name, id])),
        body: bodyOf(one),
      });
      expect([one.name, id, [400, 404].includes(answer.status)]).toEqual([one.name, id, true]);
    }
  }
}, 60_000);
