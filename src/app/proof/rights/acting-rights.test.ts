/** Somebody who acts in a customer's name stops with the right to, in whatever way it is taken away: the very next request is refused. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAccount } from '#core/accounts/server/accounts.factory.ts';
import { changeAccountState } from '#core/accounts/server/accounts.service.ts';
import { changePersonState } from '#core/accounts/server/people.service.ts';
import { buildGrant, denying } from '#core/iam/server/iam.factory.ts';
import { newId } from '#kit/server/ids.ts';
import { buildKeeper } from '#operate/admin/server/admin.factory.ts';
import { permissionsOf } from '#operate/admin/admin.rules.ts';
import { grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { type World, testWorld } from '#app/proof/testing.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const statusOf = async (token: string) =>
  (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode;
async function startBy(token: string, accountId: string): Promise<string> {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/acting',
    headers: { authorization: `Bearer ${token}` },
    payload: { accountId, reason: 'Ticket 4711' },
  });
  expect(answer.statusCode).toBe(200);
  const { token: acting } = answer.json<{ token: string }>();
  expect(await statusOf(acting)).toBe(200);
  return acting;
}
type Keeper = Awaited<ReturnType<typeof buildKeeper>>;
/** Somebody of the support who acts for a customer, and an owner of the operator beside them. */
async function acting() {
  const owner = await buildKeeper(world);
  const support = await buildKeeper(world, { accountId: owner.actor.accountId, scope: permissionsOf(['support']) });
  const { id } = await buildAccount(world);
  return { owner, support, token: await startBy(support.token, id) };
}
const asOwner = ({ owner }: { owner: Keeper }) => world.api(owner.actor);
const never = denying(['users.impersonate']);
type Acting = Awaited<ReturnType<typeof acting>>;

/** Through what the product offers. */
const offered: readonly (readonly [string, (at: Acting) => Promise<unknown>])[] = [
  ['other roles', (at) => asOwner(at).staff.change({ params: { id: at.support.actor.userId }, body: { roles: ['accounting'] } })],
  ['their place is taken away', (at) => asOwner(at).staff.remove({ params: { id: at.support.actor.userId }, body: {} })],
  ['they are suspended', (at) => changePersonState(world.ctx(), { userId: at.support.actor.userId, to: 'suspended' })],
  [
    'they are denied it',
    async (at) => {
      const id = at.support.actor.userId;
      const { version } = await asOwner(at).iam.member({ params: { id } });
      await asOwner(at).iam.update({ params: { id }, body: { version, statements: [never] } });
    },
  ],
  [
    'a set denies it',
    async (at) => {
      const id = at.support.actor.userId;
      const made = await asOwner(at).iam.createSet({ body: { name: 'Hands off', statements: [never] } });
      const { version } = await asOwner(at).iam.member({ params: { id } });
      await asOwner(at).iam.update({ params: { id }, body: { version, sets: [made.id] } });
    },
  ],
  [
    'a boundary leaves it out',
    async (at) => {
      const id = at.support.actor.userId;
      const { version } = await asOwner(at).iam.member({ params: { id } });
      const boundary = [{ id: 'mails', effect: 'allow' as const, actions: ['outbox.view'], resources: ['*'] }];
      await asOwner(at).iam.update({ params: { id }, body: { version, boundary } });
    },
  ],
];
/** Past every service, as a restored row or a program of the operator would. */
const behind: readonly (readonly [string, (at: Acting) => Promise<unknown>])[] = [
  ['the row denies it', (at) => buildGrant(world, at.support.actor, { statements: [never] })],
  ['the row names it no more', (at) => buildGrant(world, at.support.actor, { permissions: ['users.manage'] })],
  ['the place runs out', (at) => buildGrant(world, at.support.actor, { expiresAt: new Date('2020-01-01') })],
  [
    'their account asks for a second factor that they have not set up',
    (at) =>
      world.ctx().system.write((tx) =>
        tx.execute(sql`insert into account_policies (account_id, second_factor_from, grace_days, password_min, ways, version, updated_at)
          values (${at.owner.actor.accountId}, now() - interval '1 day', 0, 8, '{password}', 1, now())`),
      ),
  ],
];

describe.each([
  ['offered', offered],
  ['behind the services', behind],
] as const)('the right is lost, %s:', (_where, ways) => {
  test.each(ways)('%s', async (_name, take) => {
    const at = await acting();
    await take(at);
    expect(await statusOf(at.token)).toBe(401);
  });
});

test('a group that denies it ends it, for whoever is put in and for whoever was in before it did', async () => {
  const at = await acting();
  const other = await buildKeeper(world, { accountId: at.owner.actor.accountId, scope: permissionsOf(['support']) });
  const otherToken = await startBy(other.token, (await buildAccount(world)).id);
  const api = world.api(at.owner.actor);
  const { id } = await api.groups.create({ body: { name: `Trainees ${newId(world.clock.now())}` } });
  await api.groups.add({ params: { id }, body: { userIds: [at.support.actor.userId, other.actor.userId] } });
  expect(await statusOf(otherToken)).toBe(200);
  const { version } = await api.groups.get({ params: { id } });
  await api.groups.update({ params: { id }, body: { version, statements: [never] } });
  expect([await statusOf(at.token), await statusOf(otherToken)]).toEqual([401, 401]);
});

test('what ended so does not wake when the right comes back; whoever keeps the right goes on', async () => {
  const at = await acting();
  const stays = await startBy(at.owner.token, (await buildAccount(world)).id);
  await buildGrant(world, at.support.actor, { statements: [never] });
  expect(await statusOf(at.token)).toBe(401);
  await buildGrant(world, at.support.actor, { statements: [] });
  expect([await statusOf(at.token), await statusOf(stays)]).toEqual([401, 200]);
  const { rows } = await world
    .ctx()
    .system.read.execute(
      sql`select end_reason from sessions where impersonated_by = ${at.support.actor.userId} and ended_at is not null`,
    );
  expect(rows).toEqual([{ end_reason: 'acting-ended' }]);
});

describe('a vendor', () => {
  async function forCustomer() {
    const vendor = await buildKeeper(world, { kind: 'vendor' });
    const { id } = await world.api(vendor.actor).vendors.addCustomer({
      body: {
        organisation: 'Lindenschule',
        ownerName: 'Lena',
        ownerEmail: `${newId(world.clock.now())}@example.org`,
        locale: 'en-US',
        grant: grantOfAll(1),
      },
    });
    const { rows } = await world
      .ctx()
      .system.read.execute<{ vendor: string }>(sql`select vendor_account_id as vendor from accounts where id = ${id}`);
    expect(rows[0]?.vendor).toBe(vendor.actor.accountId);
    // the owner came
    const made = await buildAccount(world);
    await world
      .ctx()
      .system.write((tx) =>
        tx.execute(
          sql`update accounts set vendor_account_id = ${vendor.actor.accountId}, entitlements = ${JSON.stringify(grantOfAll(1))}::jsonb where id = ${made.id}`,
        ),
      );
    return { vendor, customerId: made.id, token: await startBy(vendor.token, made.id) };
  }
  const ends: readonly (readonly [string, (at: Awaited<ReturnType<typeof forCustomer>>) => Promise<unknown>])[] = [
    [
      'whose customer is one no more',
      (at) =>
        world
          .ctx()
          .system.write((tx) => tx.execute(sql`update accounts set vendor_account_id = null where id = ${at.customerId}`)),
    ],
    [
      'whose relation with the operator ended',
      async (at) => {
        const operator = await buildKeeper(world);
        await world.api(operator.actor).vendors.step({
          params: { id: at.vendor.actor.accountId },
          body: { to: 'terminated', reason: 'The contract is over.' },
        });
      },
    ],
    [
      'whose account is suspended',
      (at) => changeAccountState(world.ctx(), { accountId: at.vendor.actor.accountId, to: 'suspended' }),
    ],
  ];
  test.each(ends)('%s', async (_name, end) => {
    const at = await forCustomer();
    await end(at);
    expect(await statusOf(at.token)).toBe(401);
  });
});

test('an account that ends idle sessions does not take the one away from which somebody is at work for a customer', async () => {
  const at = await acting();
  await world.ctx().system.write((tx) =>
    tx.execute(sql`insert into account_policies (account_id, grace_days, password_min, idle_minutes, ways, version, updated_at)
      values (${at.owner.actor.accountId}, 0, 8, 5, '{password}', 1, now())`),
  );
  world.clock.advance(10 * 60_000);
  expect(await statusOf(at.token)).toBe(200);
  // their own session was left alone, and ends when it is used again; so does what began in it
  expect([await statusOf(at.support.token), await statusOf(at.token)]).toEqual([401, 401]);
});
