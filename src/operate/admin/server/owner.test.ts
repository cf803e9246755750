import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type World, testWorld } from '#app/proof/testing.ts';
import { buildAccount, buildMember, buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { findPerson } from '#core/accounts/server/people.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { scopeFor } from '#core/iam/iam.rules.ts';
import { templatesTo } from '#core/outbox/server/outbox.factory.ts';
import { activeVendor, bringIn, buildKeeper, codeOf } from './admin.factory.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

describe('the owner', () => {
  test('gets another address with a proof: sessions end, both addresses are told', async () => {
    const { actor } = await buildKeeper(world);
    const unproven = await buildKeeper(world, {
      accountId: actor.accountId,
      scope: ['users.manage', 'users.addresses'],
      proof: 'none',
    });
    const customer = await buildActor(world, { email: 'lost@box.example' });
    const id = customer.actor.accountId;
    const change = { params: { id }, body: { email: 'Found@box.example' } };
    expect(await codeOf(world.api(unproven.actor).users.setAddress(change))).toBe('proof_needed');
    const after = await world.api(actor).users.setAddress(change);
    expect(after.owner).toMatchObject({ email: 'found@box.example', proven: false });
    expect([await templatesTo(world, 'lost@box.example'), await templatesTo(world, 'found@box.example')]).toEqual([
      ['account.emailChanged'],
      ['account.resetPassword'],
    ]);
    expect(
      (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${customer.token}` } })).statusCode,
    ).toBe(401);
    expect(await codeOf(world.api(actor).users.setAddress(change))).toBe('same_email');
  });

  test('who works for the operator, or has accounts elsewhere, is out of reach', async () => {
    const { actor } = await buildKeeper(world);
    const colleague = await buildMember(world, { accountId: actor.accountId, role: 'staff' });
    const { id } = await buildAccount(world, { ownerId: colleague });
    const { users } = world.api(actor);
    expect((await users.get({ params: { id } })).rights).toMatchObject({
      address: false,
      reset: false,
      signOut: false,
      actFor: false,
    });
    for (const work of [
      () => users.setAddress({ params: { id }, body: { email: 'mine@evil.example' } }),
      () => users.resetPassword({ params: { id }, body: {} }),
      () => users.signOut({ params: { id }, body: {} }),
    ])
      expect(await codeOf(work())).toBe('person_protected');
    const vendor = await buildKeeper(world, { kind: 'vendor' });
    await activeVendor(world, vendor.actor.accountId);
    const owner = await buildPerson(world);
    const mine = await buildAccount(world, { ownerId: owner.id });
    await bringIn(world, vendor.actor.accountId, mine.id);
    expect((await world.api(vendor.actor).users.get({ params: { id: mine.id } })).rights.signOut).toBe(true);
    await buildAccount(world, { ownerId: owner.id });
    expect(await codeOf(world.api(vendor.actor).users.signOut({ params: { id: mine.id }, body: {} }))).toBe('person_protected');
  });

  test('is mailed a link for a new password, a few times an hour, and signed out everywhere', async () => {
    const { actor } = await buildKeeper(world);
    const customer = await buildActor(world, { email: 'forgetful@box.example' });
    const id = customer.actor.accountId;
    const { users } = world.api(actor);
    for (let n = 0; n < 5; n++) await users.resetPassword({ params: { id }, body: {} });
    expect(await codeOf(users.resetPassword({ params: { id }, body: {} }))).toBe('too_many_requests');
    expect(await templatesTo(world, 'forgetful@box.example')).toHaveLength(5);
    expect(await users.signOut({ params: { id }, body: {} })).toEqual({ ended: 1 });
    expect(await findPerson(world.ctx().system.read, customer.actor.userId)).toMatchObject({ state: 'active' });
  });
});

test('notes belong to those who wrote them: operator and vendor have their own, the customer sees none', async () => {
  const operator = await buildKeeper(world);
  const vendor = await buildKeeper(world, { kind: 'vendor' });
  await activeVendor(world, vendor.actor.accountId);
  const customer = await buildActor(world, { scope: scopeFor({ accountKind: 'customer', role: 'owner', permissions: [] }) });
  const id = customer.actor.accountId;
  await bringIn(world, vendor.actor.accountId, id);
  for (const body of ['first', 'second']) await world.api(operator.actor).users.addNote({ params: { id }, body: { body } });
  await world.api(vendor.actor).users.addNote({ params: { id }, body: { body: 'ours' } });
  const bodies = async (actor: typeof customer.actor) =>
    (await world.api(actor).users.notes({ params: { id }, query: {} })).items.map((note) => [note.author, note.body]);
  expect(await bodies(operator.actor)).toEqual([
    ['Olga Staff', 'second'],
    ['Olga Staff', 'first'],
  ]);
  expect(await bodies(vendor.actor)).toEqual([['Olga Staff', 'ours']]);
  expect(await codeOf(world.api(customer.actor).users.notes({ params: { id }, query: {} }))).toBe('not_found');
  const seen = await world.ctx(customer.actor).db.read.execute(sql`select body from account_notes`);
  expect(seen.rows).toEqual([]);
  const first = await world.api(operator.actor).users.notes({ params: { id }, query: { limit: 1 } });
  const rest = await world.api(operator.actor).users.notes({ params: { id }, query: { limit: 1, cursor: first.next ?? '' } });
  expect([first.items[0]?.body, rest.items[0]?.body, rest.next]).toEqual(['second', 'first', null]);
});

test('a person is known to colleagues and to whoever looks after their account, and to nobody else', async () => {
  const { actor } = await buildKeeper(world);
  const boss = await buildActor(world, { scope: ['account.edit'] });
  const colleague = await buildActor(world, { accountId: boss.actor.accountId });
  const stranger = await buildActor(world);
  const ask = (who: typeof actor, id: string) => world.api(who).users.person({ params: { id } });
  expect((await ask(boss.actor, colleague.actor.userId)).email).toBe(colleague.actor.email);
  expect((await ask(colleague.actor, boss.actor.userId)).email).toBeNull();
  expect((await ask(colleague.actor, colleague.actor.userId)).email).toBe(colleague.actor.email);
  expect((await ask(actor, colleague.actor.userId)).places).toEqual([
    expect.objectContaining({ accountId: boss.actor.accountId, role: 'member', kept: true }),
  ]);
  expect(await codeOf(ask(stranger.actor, boss.actor.userId))).toBe('not_found');
  expect(await codeOf(ask(boss.actor, actor.userId))).toBe('not_found');
});

test('without a session 401, without the permission 403, for a customer’s account 404', async () => {
  const { actor } = await buildKeeper(world);
  const weak = await buildKeeper(world, { accountId: actor.accountId, scope: ['servers.manage'] });
  const customer = await buildActor(world);
  const { id } = await buildAccount(world);
  const answer = async (token: string | null, method: 'GET' | 'POST', url: string) => {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    return (await world.app.inject({ method, url, headers, ...(method === 'POST' && { payload: {} }) })).statusCode;
  };
  for (const [method, url] of [
    ['GET', '/api/users'],
    ['GET', `/api/users/${id}`],
    ['POST', `/api/users/${id}/reactivate`],
    ['GET', `/api/users/${id}/notes`],
    ['POST', `/api/users/${id}/sign-out`],
  ] as const)
    expect([
      url,
      await answer(null, method, url),
      await answer(weak.token, method, url),
      await answer(customer.token, method, url),
    ]).toEqual([url, 401, 403, 404]);
});
