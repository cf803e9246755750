/** A vendor looks after its customers; it never becomes somebody who did not agree to be one, nor after the relation ended. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowd, type World, testWorld } from '#app/proof/testing.ts';
import { buildMember } from '#core/accounts/server/accounts.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { mayActFor } from '#core/identity/acting.rules.ts';
import { grantOfAll } from '#sales/vendors/server/vendors.factory.ts';
import { step } from '#sales/vendors/server/steps.service.ts';
import { buildKeeper, codeOf } from './admin.factory.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld(crowd);
});
afterAll(() => world.close());

const reason = 'Ticket 4711';
const vendor = () => buildKeeper(world, { kind: 'vendor', name: 'Vera Vendor' });
type Keeper = Awaited<ReturnType<typeof vendor>>;
const brought = async (of: Keeper, ownerEmail: string) =>
  (
    await world.api(of.actor).vendors.addCustomer({
      body: { organisation: 'Lindenschule', ownerName: 'As typed', ownerEmail, locale: 'en-US', grant: grantOfAll(1) },
    })
  ).id;
const start = (of: Keeper, accountId: string) => world.api(of.actor).acting.start({ body: { accountId, reason } });

test('until they accept, a vendor sees what it typed, acts for nobody, and may send the invitation again', async () => {
  const keeper = await vendor();
  const { actor: known } = await buildActor(world, { name: 'Karl Known' });
  const views: Record<string, unknown>[] = [];
  for (const email of [known.email, 'nobody-yet@example.org']) {
    const id = await brought(keeper, email);
    const view = await world.api(keeper.actor).users.get({ params: { id } });
    views.push({ ...view, id: '', invited: null, createdAt: 0 });
    expect([view.owner, view.invited]).toEqual([null, { name: 'As typed', email }]);
    expect(await codeOf(start(keeper, id))).toBe('acting_refused');
    await world.api(keeper.actor).users.resetPassword({ params: { id }, body: {} });
  }
  expect(views[0]).toEqual(views[1]);
  expect(views[0]?.['rights']).toMatchObject({ actFor: false, signOut: false, address: false, reset: true });
  const { rows } = await world.ctx().system.read.execute(sql`select template from outbox_mails where recipient = ${known.email}`);
  expect(rows).toEqual([{ template: 'iam.invitation' }, { template: 'iam.invitation' }]);
});

test('nobody acts for an owner who has a place in an account of somebody else, but the operator', async () => {
  const keeper = await vendor();
  const { actor: known } = await buildActor(world);
  const id = await brought(keeper, known.email);
  const mine = world.api(known).iam;
  const [invitation] = (await mine.myInvitations()).items;
  await mine.answerInvitation({ params: { id: invitation?.id ?? '' }, body: { answer: 'accept' } });
  const view = await world.api(keeper.actor).users.get({ params: { id } });
  expect([view.owner?.id, view.invited, view.rights.actFor]).toEqual([known.userId, null, false]);
  expect(await codeOf(start(keeper, id))).toBe('acting_refused');
  expect(await codeOf(start(await buildKeeper(world), id))).toBe('fine');
});

test('acting ends with the relation', async () => {
  const statusOf = async (token: string) =>
    (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${token}` } })).statusCode;
  const begin = async () => {
    const keeper = await vendor();
    const id = await brought(keeper, `owner-${keeper.actor.userId}@example.org`);
    await buildMember(world, { accountId: id, role: 'owner' });
    const { token } = await start(keeper, id);
    expect(await statusOf(token)).toBe(200);
    return { keeper, id, token };
  };
  const one = await begin();
  await world.ctx().system.read.execute(sql`update accounts set vendor_account_id = null where id = ${one.id}`);
  expect(await statusOf(one.token)).toBe(401);
  const two = await begin();
  const operator = await buildKeeper(world);
  await step(world.ctx(operator.actor), { id: two.keeper.actor.accountId, body: { to: 'terminated', reason: 'End' } });
  expect(await statusOf(two.token)).toBe(401);
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select end_reason from sessions where account_id = ${two.id} and impersonated_by is not null`);
  expect(rows).toEqual([{ end_reason: 'acting-ended' }]);
});

test('what is for the customer’s own eyes is closed to whoever acts', () => {
  for (const name of ['identity.sessions', 'safety.security', 'iam.myInvitations', 'recordings.playback'])
    expect([name, mayActFor(name, 'GET')]).toEqual([name, false]);
});

test('what a vendor suspended, the operator may suspend too, and then the vendor does not open it', async () => {
  const keeper = await vendor();
  const operator = await buildKeeper(world);
  const id = await brought(keeper, 'suspended@example.org');
  const params = { id };
  await world.api(keeper.actor).users.suspend({ params, body: { reason: 'Unpaid' } });
  await world.api(operator.actor).users.suspend({ params, body: { reason: 'Abuse' } });
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select state, state_reason, state_by from accounts where id = ${id}`);
  expect(rows).toEqual([{ state: 'suspended', state_reason: 'Abuse', state_by: operator.actor.accountId }]);
  expect(await codeOf(world.api(keeper.actor).users.reactivate({ params, body: {} }))).toBe('not_found');
  expect(await codeOf(world.api(keeper.actor).users.suspend({ params, body: { reason: 'Again' } }))).toBe('wrong_state');
  expect(await codeOf(world.api(operator.actor).users.suspend({ params, body: { reason: 'Again' } }))).toBe('wrong_state');
});

test('limits by the operator and grants by the vendor at once never wait for each other in a circle', async () => {
  const keeper = await vendor();
  const operator = await buildKeeper(world);
  const ids = [await brought(keeper, 'lock-a@example.org'), await brought(keeper, 'lock-b@example.org')];
  const ends = await Promise.all(
    Array.from({ length: 24 }, async (_, n) => {
      const id = ids[n % 2] ?? '';
      if (n % 3 === 0)
        return codeOf(world.api(keeper.actor).vendors.grant({ params: { id }, body: { grant: grantOfAll(1 + n) } }));
      const { version } = await world.api(operator.actor).users.get({ params: { id } });
      const limits = grantOfAll(2 + n);
      return codeOf(world.api(operator.actor).users.update({ params: { id }, body: { version, limits } }));
    }),
  );
  expect(ends.filter((code) => code !== 'fine' && code !== 'changed_meanwhile')).toEqual([]);
});
