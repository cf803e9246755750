/** Programs that come with an access key, and requests that are repeated: over HTTP, as they do. */
import { expect, test } from 'vitest';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { keyLimits } from '#core/iam/keys.rules.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { setProven } from '#core/identity/server/safety.queries.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { crowd, worldForThisTest, type World } from '#app/proof/testing.ts';

const hour = 3_600_000;

async function proven(world: World, actor: UserActor): Promise<UserActor> {
  await world.ctx().system.write((tx) => setProven(tx, actor.sessionId, new Date(world.clock.now() + hour)));
  return actor;
}
/** Somebody of a customer's account, with the rights of the role. */
async function somebody(world: World, role: 'owner' | 'admin' | 'member', accountId?: string): Promise<UserActor> {
  const scope = scopeFor({ accountKind: 'customer', role, permissions: [] });
  return (await buildActor(world, { role, scope, ...(accountId === undefined ? {} : { accountId }) })).actor;
}
async function place() {
  const world = await worldForThisTest(crowd);
  const actor = await proven(world, await somebody(world, 'owner'));
  const keyFor = (scopes: string[], more: object = {}) =>
    world.api(actor).keys.create({ body: { name: 'Timetable', scopes, ...more } });
  const call = async (
    token: string,
    asked: {
      method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
      url: string;
      body?: object;
      headers?: Record<string, string>;
      address?: string;
    },
  ) => {
    const answer = await world.app.inject({
      method: asked.method ?? 'GET',
      url: asked.url,
      headers: { authorization: `Bearer ${token}`, ...asked.headers },
      ...(asked.body === undefined ? {} : { payload: asked.body }),
      ...(asked.address === undefined ? {} : { remoteAddress: asked.address }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body === '' ? {} : answer.json() };
  };
  return { world, actor, keyFor, call };
}
const room = (name: string) => ({ method: 'POST' as const, url: '/api/rooms', body: { name } });

test('a key does what its scopes name, in the name of its maker, and no more', async () => {
  const { actor, keyFor, call, world } = await place();
  const { token, key } = await keyFor(['rooms.view', 'rooms.create']);
  expect(token.startsWith(key.prefix)).toBe(true);
  const made = await call(token, room('Made by a program'));
  expect([made.status, made.body.name]).toEqual([200, 'Made by a program']);
  expect((await call(token, { url: '/api/rooms' })).body.items).toHaveLength(1);
  const refused = await call(token, { method: 'DELETE', url: `/api/rooms/${made.body.id}` });
  expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed']);
  const rooms = await world.api(actor).rooms.list();
  expect(rooms.items).toMatchObject([{ name: 'Made by a program' }]);
  const log = await world.api(actor).audit.list({ query: {} });
  expect(log.items.find((one) => one.action === 'rooms.created')?.data).toMatchObject({ accessKey: key.id });
});

test('a key is told once: neither the list nor the database has it', async () => {
  const { world, actor, keyFor } = await place();
  const { token } = await keyFor(['rooms.view']);
  expect(JSON.stringify(await world.api(actor).keys.list())).not.toContain(token);
  const { sql } = await import('drizzle-orm');
  const rows = await world.ctx().system.read.execute(sql`select k::text as line from access_keys k`);
  expect(JSON.stringify(rows.rows)).not.toContain(token.slice(12));
});

test('what a person does as themselves is for no program', async () => {
  const { keyFor, call } = await place();
  const { token } = await keyFor(['rooms.view', 'account.edit']);
  for (const url of ['/api/user', '/api/account', '/api/public/rooms/any'])
    expect([url, (await call(token, { url })).body.code]).toEqual([url, 'not_for_keys']);
});

test('an ended key, one that ran out, one from elsewhere and a made-up one are all refused', async () => {
  const { world, actor, keyFor, call } = await place();
  const ended = await keyFor(['rooms.view']);
  await world.api(actor).keys.revoke({ params: { id: ended.key.id } });
  const short = await keyFor(['rooms.view'], { expiresAt: world.clock.now() + 60_000 });
  const near = await keyFor(['rooms.view'], { ranges: ['10.0.0.0/8'] });
  expect((await call(short.token, { url: '/api/rooms' })).status).toBe(200);
  expect((await call(near.token, { url: '/api/rooms', address: '10.2.3.4' })).status).toBe(200);
  world.clock.advance(61_000);
  for (const token of [ended.token, short.token, near.token, 'atr_made-up'])
    expect((await call(token, { url: '/api/rooms' })).status).toBe(401);
});

test('a key loses what its maker loses, and sleeps while the maker is kept out', async () => {
  const { world, actor, call } = await place();
  const admin = await proven(world, await somebody(world, 'admin', actor.accountId));
  const { token } = await world.api(admin).keys.create({ body: { name: 'Mine', scopes: ['rooms.view', 'audit.view'] } });
  expect((await call(token, { url: '/api/audit' })).status).toBe(200);
  await changePersonState(world.ctx(), { userId: admin.userId, to: 'suspended' });
  expect((await call(token, { url: '/api/audit' })).status).toBe(401);
  const [seen] = (await world.api(actor).keys.list()).items;
  expect(seen).toMatchObject({ name: 'Mine', state: 'asleep' });
});

test('nobody gives a key more than they hold, and only the owner makes one for the account', async () => {
  const { world, actor } = await place();
  const admin = await proven(world, await somebody(world, 'admin', actor.accountId));
  const make = (who: UserActor, body: object) =>
    world.api(who).keys.create({ body: { name: 'x', scopes: ['rooms.view'], ...body } });
  await expect(make(admin, { owner: 'account' })).rejects.toMatchObject({ code: 'exceeds_own' });
  await expect(make(admin, { scopes: ['servers.manage'] })).rejects.toMatchObject({ code: 'exceeds_own' });
  await expect(make(actor, { scopes: ['keys.manage'] })).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(make(actor, { expiresAt: 1 })).rejects.toMatchObject({ code: 'past' });
  const owned = await make(actor, { owner: 'account' });
  expect(owned.key).toMatchObject({ owner: 'account', state: 'active' });
});

test('making a key asks for a fresh proof; a member without the permission and another account get nothing', async () => {
  const { world, actor, keyFor } = await place();
  const { key } = await keyFor(['rooms.view']);
  const fresh = await somebody(world, 'admin', actor.accountId);
  await expect(world.api(fresh).keys.create({ body: { name: 'x', scopes: ['rooms.view'] } })).rejects.toMatchObject({
    code: 'proof_needed',
  });
  const member = await somebody(world, 'member', actor.accountId);
  await expect(world.api(member).keys.list()).rejects.toMatchObject({ code: 'not_allowed' });
  const other = await somebody(world, 'owner');
  await expect(world.api(other).keys.revoke({ params: { id: key.id } })).rejects.toMatchObject({ code: 'not_found' });
  await expect(world.api().keys.list()).rejects.toMatchObject({ code: 'not_signed_in' });
});

test('above the calls of a minute a key waits and is told how long', async () => {
  const { keyFor, call, world } = await place();
  const { token } = await keyFor(['rooms.view']);
  for (let n = 0; n < keyLimits.callsPerMinute; n += 1) await call(token, { url: '/api/rooms?limit=1' });
  const over = await call(token, { url: '/api/rooms?limit=1' });
  expect(over.status).toBe(429);
  expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
  world.clock.advance(61_000);
  expect((await call(token, { url: '/api/rooms?limit=1' })).status).toBe(200);
});

test('fifty keys work at a time, also when they are made at once', async () => {
  const { keyFor } = await place();
  const made = await Promise.allSettled(Array.from({ length: keyLimits.perAccount + 4 }, () => keyFor(['rooms.view'])));
  expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(keyLimits.perAccount);
  expect(made.find((one) => one.status === 'rejected')?.reason).toMatchObject({ code: 'limit_reached' });
});

test('the same request with the same Idempotency-Key is done once, and answered the same', async () => {
  const { world, actor, keyFor, call } = await place();
  const { token } = await keyFor(['rooms.view', 'rooms.create']);
  const headers = { 'idempotency-key': newId() };
  const [one, two] = [await call(token, { ...room('Once'), headers }), await call(token, { ...room('Once'), headers })];
  expect(two.body).toEqual(one.body);
  expect([one.headers['idempotency-replayed'], two.headers['idempotency-replayed']]).toEqual([undefined, 'true']);
  expect((await world.api(actor).rooms.list()).items).toHaveLength(1);
  expect(await call(token, { ...room('Another'), headers })).toMatchObject({ status: 422, body: { code: 'repeat_differs' } });
  expect(await call(token, { ...room('x'), headers: { 'idempotency-key': 'a b' } })).toMatchObject({ status: 400 });
});

test('of many at once with one Idempotency-Key one does it; the rest are told to wait, or get its answer', async () => {
  const { world, actor, keyFor, call } = await place();
  const { token } = await keyFor(['rooms.view', 'rooms.create']);
  const headers = { 'idempotency-key': newId() };
  const answers = await Promise.all(Array.from({ length: 12 }, () => call(token, { ...room('Once'), headers })));
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await world.api(actor).rooms.list()).items).toHaveLength(1);
});

test('a refusal is repeated too, another person has keys of their own, and after a day it is done anew', async () => {
  const { world, actor, keyFor, call } = await place();
  const { token } = await keyFor(['rooms.view', 'rooms.create']);
  const headers = { 'idempotency-key': 'same' };
  const bad = await call(token, { ...room(''), headers });
  expect(bad.status).toBe(400);
  expect((await call(token, { ...room(''), headers })).headers['idempotency-replayed']).toBe('true');
  const other = await keyFor(['rooms.create']);
  expect((await call(other.token, { ...room('Theirs'), headers })).status).toBe(200);
  world.clock.advance(25 * hour);
  expect((await call(token, { ...room('Next day'), headers })).status).toBe(200);
  await world.runJobs();
  expect((await world.api(actor).rooms.list()).items).toHaveLength(2);
});
