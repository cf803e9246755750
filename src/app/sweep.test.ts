/** Every call of the contract against everybody who may not make it. A new call is covered by being in the contract. */
import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { everHeldBy, isPermission, scopeFor } from '#core/iam/iam.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { signAccessToken } from '#core/identity/server/tokens.service.ts';
import { type Call, type Contract, fillPath } from '#kit/contract.ts';
import { authCookies } from '#kit/facts.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { createSecrets } from '#kit/server/secrets.ts';
import { remove } from '#meet/rooms/server/bin.service.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { contract } from './contract.ts';
import { insertPastMeeting } from './demo.queries.ts';
import { testWorld } from './testing.ts';

const world = await testWorld();
afterAll(() => world.close());

type One = { name: string; call: Call };
const all: Contract = contract;
const calls: One[] = Object.entries(all).flatMap(([group, some]) =>
  Object.entries(some).map(([name, call]) => ({ name: `${group}.${name}`, call })),
);
const isOpen = ({ call }: One) => call.access === 'all' || call.access === 'guest';
const closed = calls.filter((one) => !isOpen(one));
const guarded = closed.filter(({ call }) => call.access !== 'user');

type Knock = {
  token?: string;
  headers?: Record<string, string>;
  params?: Record<string, string>;
  body?: unknown;
  search?: string;
};
/** Makes the call over HTTP; ids that nobody gave are fresh ones. */
async function knock({ call }: One, how: Knock = {}) {
  const filled = Object.fromEntries(
    [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, how.params?.[name] ?? newId()]),
  );
  const form = call.bodyType === 'form';
  const answer = await world.app.inject({
    method: call.method,
    url: `${fillPath(call.path, filled)}${how.search ?? ''}`,
    headers: {
      ...(how.token === undefined ? {} : { authorization: `Bearer ${how.token}` }),
      ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...how.headers,
    },
    ...(call.method === 'GET' ? {} : { payload: form ? '' : JSON.stringify(how.body ?? {}) }),
    ...(call.method === 'GET' || form
      ? {}
      : {
          headers: {
            'content-type': 'application/json',
            ...(how.token === undefined ? {} : { authorization: `Bearer ${how.token}` }),
            ...how.headers,
          },
        }),
  });
  return { status: answer.statusCode, type: answer.headers['content-type'] ?? '', text: answer.body, code: codeIn(answer.body) };
}
function codeIn(text: string): string {
  const read = z.object({ code: z.string() }).safeParse(text === '' ? {} : JSON.parse(text));
  return read.success ? read.data.code : '';
}

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

  test('what is open to all is this list, and no more', () => {
    const open = calls.filter(isOpen).map((one) => one.name);
    expect(open.filter((name) => !/^(identity|meetings)\./.test(name))).toEqual([]);
    expect(open.filter((name) => name.startsWith('meetings.')).sort()).toEqual([
      'meetings.endCallback',
      'meetings.join',
      'meetings.publicRoom',
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
/** A token as ours but for what is asked; `signed` with HS256 unless told otherwise. */
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
  test.each(Object.entries(bad))('%s: refused by every call that needs a session', async (_what, token) => {
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

const unguessable = 'Zebrafink-Konferenz';
type Filled = { actor: UserActor; token: string; ids: Record<string, string> };
/** An account with one of everything. */
async function filledAccount(): Promise<Filled> {
  const { actor, token } = await buildActor(world, { kind: 'customer' });
  const full = { ...actor, scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) };
  const room = await createRoom(world.ctx(full), { name: unguessable });
  const binned = await createRoom(world.ctx(full), { name: unguessable });
  await remove(world.ctx(full), binned.id);
  const at = world.clock.now();
  const ids = {
    room: room.id,
    binned: binned.id,
    meeting: newId(),
    attendance: newId(),
    notice: newId(),
    mail: newId(),
    transfer: newId(),
    share: newId(),
    session: actor.sessionId,
    user: actor.userId,
    account: actor.accountId,
  };
  await world.ctx().system.write(async (tx) => {
    await insertPastMeeting(tx, {
      id: ids.meeting,
      accountId: actor.accountId,
      roomId: room.id,
      name: unguessable,
      startedBy: actor.userId,
      startedAt: at - 1000,
      endedAt: at,
      people: [
        { id: ids.attendance, key: 'k', userId: null, name: unguessable, role: 'viewer', joinedAt: at - 1000, leftAt: at },
      ],
    });
    await tx.execute(
      sql`insert into notices (id, account_id, user_id, kind) values (${ids.notice}, ${actor.accountId}, ${actor.userId}, 'x')`,
    );
    await tx.execute(
      sql`insert into outbox_mails (id, account_id, template, recipient, locale, subject, body_text, body_html, state) values (${ids.mail}, ${actor.accountId}, 't', 'a@example.org', 'de', ${unguessable}, 't', 'h', 'kept')`,
    );
    await tx.execute(
      sql`insert into room_transfers (id, account_id, room_id, from_user_id, to_email) values (${ids.transfer}, ${actor.accountId}, ${room.id}, ${actor.userId}, 'b@example.org')`,
    );
    await tx.execute(
      sql`insert into room_shares (id, account_id, room_id, email, role, state, invited_by) values (${ids.share}, ${actor.accountId}, ${room.id}, 'c@example.org', 'moderator', 'invited', ${actor.userId})`,
    );
  });
  return { actor: full, token, ids };
}

type Json = { [key: string]: unknown };
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
/** A value that the schema takes, so that the call gets as far as looking for the thing. */
function sampleOf(schema: unknown): unknown {
  if (!isJson(schema)) return null;
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if ('const' in schema) return schema['const'];
  const choice = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choice)) return sampleOf(choice[0]);
  if (schema['type'] === 'object') {
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    const properties = isJson(schema['properties']) ? schema['properties'] : {};
    return Object.fromEntries(required.map((name) => [String(name), sampleOf(properties[String(name)])]));
  }
  if (schema['type'] === 'array') return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => sampleOf(schema['items']));
  if (schema['type'] === 'string')
    return schema['format'] === 'email' ? 'd@example.org' : 'x'.repeat(Math.max(1, Number(schema['minLength'] ?? 1)));
  return schema['type'] === 'boolean' ? true : Number(schema['minimum'] ?? 1);
}
const bodyOf = ({ call }: One): unknown =>
  call.body === undefined ? {} : sampleOf(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' }));
const paramsOf = ({ call }: One) => [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const withIds = closed.filter((one) => paramsOf(one).length > 0);

/** Everything that the database keeps of an account, as text. */
async function kept(accountId: string): Promise<string> {
  const tables = [
    'accounts',
    'rooms',
    'meetings',
    'attendances',
    'room_shares',
    'room_transfers',
    'memberships',
    'notices',
    'outbox_mails',
    'sessions',
  ];
  const rows = await Promise.all(
    tables.map((table) =>
      world
        .ctx()
        .system.read.execute<{ all: string }>(
          sql.raw(
            `select coalesce(string_agg(t::text, '|' order by t::text), '') as all from ${table} t where ${table === 'accounts' ? 'id' : 'account_id'} = '${accountId}'`,
          ),
        ),
    ),
  );
  return rows.map((one) => one.rows[0]?.all ?? '').join('\n');
}

describe('with the ids of another account', () => {
  test('every call that takes an id knows none of them, and nothing there is changed', async () => {
    const [mine, other] = [await filledAccount(), await filledAccount()];
    const before = await kept(other.actor.accountId);
    expect(before).toContain(unguessable);
    for (const one of withIds) {
      const names = paramsOf(one);
      for (const [kind, id] of Object.entries(other.ids)) {
        const answer = await knock(one, {
          token: mine.token,
          params: Object.fromEntries(names.map((name) => [name, id])),
          body: bodyOf(one),
        });
        expect([one.name, kind, answer.status, answer.code]).toEqual([one.name, kind, 404, 'not_found']);
      }
    }
    expect(await kept(other.actor.accountId)).toBe(before);
  }, 60_000);

  test('the very same requests with my own ids do get somewhere, so the refusals above are about the account', async () => {
    // invitations, offers and shares are for the person they are addressed to, which nobody here is; mails are the operator's
    const reachable = withIds
      .filter(({ call }) => everHeldBy(call.access, 'customer') || call.access === 'user')
      .filter(({ call }) => !/invitations|transfers|outbox|leave$/.test(call.path));
    expect(reachable.length).toBeGreaterThan(10);
    for (const one of reachable) {
      const mine = await filledAccount();
      const [first = '', second] = paramsOf(one);
      const statuses: number[] = [];
      for (const kind of ['meeting', 'room', 'binned', 'session']) {
        const params = { [first]: mine.ids[kind] ?? '', ...(second === undefined ? {} : { [second]: mine.ids['share'] ?? '' }) };
        statuses.push((await knock(one, { token: mine.token, params, body: bodyOf(one) })).status);
      }
      expect(
        statuses.filter((status) => status !== 404 && status !== 400),
        `${one.name} ${statuses.join()}`,
      ).not.toEqual([]);
    }
  });

  test('a thing of another account is not reached through one of my own either', async () => {
    const [mine, other] = [await filledAccount(), await filledAccount()];
    const before = await kept(other.actor.accountId);
    const nested = withIds.filter((one) => paramsOf(one).length > 1);
    expect(nested.length).toBeGreaterThan(0);
    for (const one of nested) {
      const [first = '', ...more] = paramsOf(one);
      for (const id of Object.values(other.ids)) {
        const answer = await knock(one, {
          token: mine.token,
          params: { [first]: mine.ids['room'] ?? '', ...Object.fromEntries(more.map((name) => [name, id])) },
          body: bodyOf(one),
        });
        expect([one.name, answer.status]).toEqual([one.name, 404]);
      }
    }
    expect(await kept(other.actor.accountId)).toBe(before);
  });

  test('no list, search or count tells anything of them', async () => {
    const other = await filledAccount();
    const stranger = await buildActor(world, { kind: 'customer' });
    const lists = calls.filter((one) => one.call.method === 'GET' && paramsOf(one).length === 0);
    for (const one of lists) {
      for (const search of [
        '',
        `?search=${unguessable}`,
        `?roomId=${other.ids['room']}`,
        `?subjectId=${other.ids['room']}`,
        `?accountId=${other.ids['account']}`,
      ]) {
        const answer = await knock(one, { token: stranger.token, search });
        expect(answer.status, one.name).toBeLessThan(500);
        for (const text of [unguessable, ...Object.values(other.ids)])
          expect(answer.text.replaceAll(search.slice(1), ''), `${one.name}${search}`).not.toContain(text);
      }
    }
  });

  test('ids in a body reach nothing of another account', async () => {
    const [mine, other] = [await filledAccount(), await filledAccount()];
    const before = await kept(other.actor.accountId);
    const many = Object.values(other.ids);
    for (const one of closed.filter(
      ({ call }) => call.method !== 'GET' && call.body !== undefined && call.access !== 'account.edit',
    )) {
      for (const body of [
        { ids: many },
        { id: other.ids['room'] },
        { roomId: other.ids['room'] },
        { accountId: other.ids['account'] },
        { userId: other.ids['user'], accountId: other.ids['account'] },
      ]) {
        const answer = await knock(one, { token: mine.token, body });
        expect(answer.status, one.name).toBeLessThan(500);
      }
    }
    expect(await kept(other.actor.accountId)).toBe(before);
    expect((await knock({ name: 'x', call: contract.identity.user }, { token: mine.token })).text).toContain(
      mine.actor.accountId,
    );
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
      const made: Json = { ...z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) };
      return made['type'] === 'object' && made['additionalProperties'] === false ? [] : [`${name} ${part}`];
    }),
  );
  expect(loose).toEqual([]);
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
});
