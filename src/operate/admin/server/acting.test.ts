/** Row 32 of the abuse table: acting in a customer's name needs a reason, is limited in time and rights, and the customer gets a notice. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type World, testWorld } from '#app/proof/testing.ts';
import { buildAccount, buildMember, buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { buildGrant } from '#core/iam/server/iam.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { permissionsOf } from '../admin.rules.ts';
import { buildKeeper, codeOf } from './admin.factory.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const reason = 'Ticket 4711: the room does not start';

type HttpReply = { status: number; body: Record<string, unknown>; cookies: Record<string, string> };
async function ask(
  method: 'GET' | 'POST',
  url: string,
  how: { token?: string; payload?: object; cookies?: Record<string, string> } = {},
): Promise<HttpReply> {
  const answer = await world.app.inject({
    method,
    url,
    headers: { 'user-agent': 'test', ...(how.token === undefined ? {} : { authorization: `Bearer ${how.token}` }) },
    ...(how.payload === undefined ? {} : { payload: how.payload }),
    cookies: how.cookies ?? {},
  });
  return {
    status: answer.statusCode,
    body: answer.body === '' ? {} : answer.json<Record<string, unknown>>(),
    cookies: Object.fromEntries(answer.cookies.map((one) => [one.name, one.value])),
  };
}

/** Somebody of the operator who acts for a customer. */
async function acting() {
  const staff = await buildKeeper(world, { name: 'Olga Staff' });
  const customer = await buildActor(world, { name: 'Carla Customer' });
  const begun = await ask('POST', '/api/acting', {
    token: staff.token,
    payload: { accountId: customer.actor.accountId, reason },
  });
  return { staff, customer, begun, token: String(begun.body['token']) };
}
const userOf = (token: string) => ask('GET', '/api/user', { token });

test('opens a session of 30 minutes as the owner, which says who acts and why', async () => {
  const { begun, token, customer } = await acting();
  expect(begun.status).toBe(200);
  const left = Number(begun.body['ends']) - world.clock.now();
  expect([left > 29 * 60_000, left <= 30 * 60_000]).toEqual([true, true]);
  const { body } = await userOf(token);
  expect(body).toMatchObject({
    id: customer.actor.userId,
    account: { id: customer.actor.accountId },
    impersonation: { by: 'Olga Staff', reason, ends: begun.body['ends'] },
  });
  expect((await userOf(customer.token)).body['impersonation']).toBeNull();
});

test('is written down in both accounts under the name of the staff, with the reason, and told to the owner', async () => {
  const { staff, customer, token } = await acting();
  await ask('GET', '/api/account', { token });
  const read = world.ctx().system.read;
  const entries = await read.execute<{ account_id: string; actor_user_id: string; data: Record<string, string> }>(
    sql`select account_id, actor_user_id, data from audit_entries where action = 'identity.acting-started' and subject_id = ${customer.actor.userId}`,
  );
  expect(entries.rows.map((row) => row.account_id).sort()).toEqual([staff.actor.accountId, customer.actor.accountId].sort());
  for (const row of entries.rows) expect([row.actor_user_id, row.data['reason']]).toEqual([staff.actor.userId, reason]);
  const mails = await read.execute<{ template: string }>(
    sql`select template from outbox_mails where recipient = ${customer.actor.email}`,
  );
  expect(mails.rows).toEqual([{ template: 'admin.acting' }]);
  const seen = await world.api({ ...customer.actor, scope: ['audit.view'] }).notices.list({ query: {} });
  expect(seen.items).toEqual([expect.objectContaining({ kind: 'actingStarted', data: { staff: 'Olga Staff', reason } })]);
  const log = await world
    .api({ ...customer.actor, scope: ['audit.view'] })
    .audit.list({ query: { action: 'identity.acting-started' } });
  expect(log.items).toEqual([expect.objectContaining({ actorName: 'Olga Staff', subjectName: 'Carla Customer' })]);
});

test('what is changed meanwhile stands in the customer’s log under the name of the staff', async () => {
  const { staff, customer, token } = await acting();
  expect((await ask('POST', '/api/rooms', { token, payload: { name: 'Made for you' } })).status).toBe(200);
  const { rows } = await world
    .ctx()
    .system.read.execute<{ actor_user_id: string; data: Record<string, string> }>(
      sql`select actor_user_id, data from audit_entries where action = 'rooms.created' and account_id = ${customer.actor.accountId}`,
    );
  expect(rows).toEqual([
    { actor_user_id: staff.actor.userId, data: expect.objectContaining({ actingFor: customer.actor.userId }) },
  ]);
});

test('ends when the place of who acts runs out or is locked, and when other roles do not let them act', async () => {
  const { actor } = await buildKeeper(world);
  const begin = async () => {
    const support = await buildKeeper(world, { accountId: actor.accountId, scope: permissionsOf(['support']) });
    const { id } = await buildAccount(world);
    const begun = await ask('POST', '/api/acting', { token: support.token, payload: { accountId: id, reason } });
    const token = String(begun.body['token']);
    expect((await userOf(token)).status).toBe(200);
    return { token, place: support.actor };
  };
  const [ended, locked, changed] = [await begin(), await begin(), await begin()];
  await buildGrant(world, ended.place, { expiresAt: new Date('2020-01-01') });
  await buildGrant(world, locked.place, { lockedAt: new Date() });
  await world.api(actor).staff.change({ params: { id: changed.place.userId }, body: { roles: ['accounting'] } });
  for (const one of [ended, locked, changed]) expect((await userOf(one.token)).status).toBe(401);
});

describe('needs', () => {
  test('a reason', async () => {
    const staff = await buildKeeper(world);
    const { id } = await buildAccount(world);
    for (const given of ['', '  ', 'x', 'x'.repeat(501)])
      expect(await codeOf(world.api(staff.actor).acting.start({ body: { accountId: id, reason: given } }))).toBe('invalid_input');
  });
  test('a fresh proof', async () => {
    const staff = await buildKeeper(world, { proof: 'none' });
    const { id } = await buildAccount(world);
    expect(await codeOf(world.api(staff.actor).acting.start({ body: { accountId: id, reason } }))).toBe('proof_needed');
  });
  test('the permission, which the role of accounting has not', async () => {
    const { actor } = await buildKeeper(world);
    const { id } = await buildAccount(world);
    const finance = await buildKeeper(world, { accountId: actor.accountId, scope: permissionsOf(['accounting']) });
    const support = await buildKeeper(world, { accountId: actor.accountId, scope: permissionsOf(['support']) });
    expect((await ask('POST', '/api/acting', { token: finance.token, payload: { accountId: id, reason } })).body).toMatchObject({
      status: 403,
      code: 'not_allowed',
      data: { permission: 'users.impersonate' },
    });
    expect((await ask('POST', '/api/acting', { token: support.token, payload: { accountId: id, reason } })).status).toBe(200);
    expect((await ask('POST', '/api/acting', { payload: { accountId: id, reason } })).status).toBe(401);
    const { token } = await buildActor(world);
    expect((await ask('POST', '/api/acting', { token, payload: { accountId: id, reason } })).status).toBe(404);
  });
  test('an account that one looks after', async () => {
    const vendor = await buildKeeper(world, { kind: 'vendor' });
    const { id } = await buildAccount(world);
    expect(await codeOf(world.api(vendor.actor).acting.start({ body: { accountId: id, reason } }))).toBe('not_found');
  });
});

describe('nobody acts for', () => {
  const start = (staff: Awaited<ReturnType<typeof buildKeeper>>, accountId: string) =>
    codeOf(world.api(staff.actor).acting.start({ body: { accountId, reason } }));
  test('the operator', async () => {
    const staff = await buildKeeper(world);
    const other = await buildAccount(world, { kind: 'operator' });
    expect([await start(staff, other.id), await start(staff, staff.actor.accountId)]).toEqual(['not_found', 'not_found']);
  });
  test('somebody of the staff, in whatever account they own, nor themselves', async () => {
    const staff = await buildKeeper(world);
    const colleague = await buildMember(world, { accountId: staff.actor.accountId, role: 'staff' });
    const theirs = await buildAccount(world, { ownerId: colleague });
    const mine = await buildAccount(world, { ownerId: staff.actor.userId });
    expect([await start(staff, theirs.id), await start(staff, mine.id)]).toEqual(['acting_refused', 'acting_refused']);
  });
  test('an account that is not open, or a person who is suspended', async () => {
    const staff = await buildKeeper(world);
    const closed = await buildAccount(world, { state: 'suspended' });
    const person = await buildPerson(world);
    const frozen = await buildAccount(world, { ownerId: person.id });
    await changePersonState(world.ctx(), { userId: person.id, to: 'suspended' });
    expect([await start(staff, closed.id), await start(staff, frozen.id)]).toEqual(['acting_refused', 'acting_refused']);
  });
  test('a second one out of the first', async () => {
    const { token } = await acting();
    const { id } = await buildAccount(world);
    // to the customer there is no such thing
    expect((await ask('POST', '/api/acting', { token, payload: { accountId: id, reason } })).status).toBe(404);
  });
});

describe('ends', () => {
  test('after 30 minutes', async () => {
    const { token } = await acting();
    world.clock.advance(30 * 60_000 + 1000);
    expect((await userOf(token)).status).toBe(401);
  });
  test('with the session that it was begun from, with the person behind it, and with their place', async () => {
    const one = await acting();
    await world.api(one.staff.actor).identity.logout({ body: {} });
    const two = await acting();
    await changePersonState(world.ctx(), { userId: two.staff.actor.userId, to: 'suspended' });
    const three = await acting();
    await world
      .ctx()
      .system.write((tx) =>
        tx.execute(sql`update memberships set state = 'suspended' where user_id = ${three.staff.actor.userId}`),
      );
    expect([(await userOf(one.token)).status, (await userOf(two.token)).status, (await userOf(three.token)).status]).toEqual([
      401, 401, 401,
    ]);
  });
  test('when the customer signs everybody out', async () => {
    const { token, customer } = await acting();
    await world.api(customer.actor).identity.revokeOtherSessions();
    expect((await userOf(token)).status).toBe(401);
  });
  test('at the word of who acts, who is themselves again: once', async () => {
    const { begun, token, staff, customer } = await acting();
    const cookies = { 'auth.return': begun.cookies['auth.return'] ?? '' };
    const back = await ask('POST', '/api/acting/end', { payload: {}, cookies });
    expect((await userOf(String(back.body['token']))).body).toMatchObject({ id: staff.actor.userId, impersonation: null });
    expect((await userOf(token)).status).toBe(401);
    expect((await ask('POST', '/api/acting/end', { payload: {}, cookies })).body).toMatchObject({
      status: 410,
      code: 'acting_over',
    });
    expect((await ask('POST', '/api/acting/end', { payload: {} })).status).toBe(410);
    const { rows } = await world
      .ctx()
      .system.read.execute<{ n: number }>(
        sql`select count(*)::int as n from audit_entries where action = 'identity.acting-ended' and subject_id = ${customer.actor.userId}`,
      );
    expect(rows).toEqual([{ n: 2 }]);
  });
  test('without a way back when the own session ended meanwhile, or long after', async () => {
    const one = await acting();
    await world.api(one.staff.actor).identity.logout({ body: {} });
    const late = await acting();
    world.clock.advance(61 * 60_000);
    for (const { begun } of [one, late]) {
      const cookies = { 'auth.return': begun.cookies['auth.return'] ?? '' };
      expect((await ask('POST', '/api/acting/end', { payload: {}, cookies })).status).toBe(410);
    }
  });
});

test('leaves no trace in what protects the customer’s own sign-in: sessions, devices, last account', async () => {
  const { customer } = await acting();
  const mine = await world.api(customer.actor).identity.sessions();
  expect(mine.items.map((one) => one.id)).toEqual([customer.actor.sessionId]);
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select 1 from known_devices where user_id = ${customer.actor.userId}`);
  expect(rows).toEqual([]);
});

test('a session in somebody’s name carries its refresh tokens no longer than itself', async () => {
  const { begun } = await acting();
  const cookies = { 'auth._refresh_token.local': begun.cookies['auth._refresh_token.local'] ?? '' };
  const again = await ask('POST', '/api/token', { payload: { grant_type: 'refresh_token' }, cookies });
  expect((await userOf(String(again.body['token']))).body['impersonation']).not.toBeNull();
  world.clock.advance(31 * 60_000);
  const over = { 'auth._refresh_token.local': again.cookies['auth._refresh_token.local'] ?? '' };
  expect((await ask('POST', '/api/token', { payload: { grant_type: 'refresh_token' }, cookies: over })).status).toBe(400);
});
