import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type World, testWorld } from '#app/proof/testing.ts';
import { buildPerson } from '#core/accounts/server/accounts.factory.ts';
import { permissions } from '#core/iam/iam.rules.ts';
import { allowing, buildGrant } from '#core/iam/server/iam.factory.ts';
import { findCompany, rightsAt } from '#core/iam/server/principals.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { beyondGiver, permissionsOf, staffRoleNames, staffRoles } from '../admin.rules.ts';
import { buildKeeper, codeOf } from './admin.factory.ts';

let world: World & { close(): Promise<void> };
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const newcomer = (email: string, roles: readonly ('support' | 'content' | 'accounting' | 'servers')[]) => ({
  email,
  name: 'New Colleague',
  locale: 'en-US' as const,
  timeZone: 'UTC',
  roles: [...roles],
});

test('roles are made of permissions that an operator can hold, none of them gives places away, accounting acts for nobody', () => {
  const known: Readonly<Record<string, readonly string[]>> = permissions;
  for (const role of staffRoleNames)
    for (const name of staffRoles[role]) expect([role, name, known[name]?.includes('operator')]).toEqual([role, name, true]);
  expect(permissionsOf(staffRoleNames)).not.toContain('staff.manage');
  // editors of texts do not decide how everybody signs in
  expect(permissionsOf(staffRoleNames)).not.toContain('security.manage');
  expect(permissionsOf(['accounting'])).not.toContain('users.impersonate');
  expect(permissionsOf(['support'])).not.toContain('users.addresses');
  expect(beyondGiver(['users.manage'], permissionsOf(['accounting']))).toBe('audit.view');
});

test('staff are added by mail, changed and removed; what they may do follows with their next request', async () => {
  const { actor } = await buildKeeper(world);
  const api = world.api(actor).staff;
  const known = await buildPerson(world, { email: 'known@staff.example' });
  const added = await api.add({ body: newcomer('known@staff.example', ['servers']) });
  expect(added).toMatchObject({ id: known.id, roles: ['servers'], state: 'invited' });
  expect(await codeOf(api.add({ body: newcomer('known@staff.example', ['support']) }))).toBe('already_member');
  const fresh = await api.add({ body: newcomer('fresh@staff.example', ['support', 'content']) });
  expect(fresh.permissions).toEqual(permissionsOf(['support', 'content']));
  const both = await api.list({ query: {} });
  expect(both.items.map((one) => one.email).sort()).toEqual(['fresh@staff.example', 'known@staff.example']);
  expect(both.mayGive).toEqual([...staffRoleNames]);
  const inside = await buildActor(world, { userId: known.id, accountId: actor.accountId }).catch(() => null);
  expect(inside).toBeNull();
  expect((await api.change({ params: { id: known.id }, body: { roles: ['accounting'] } })).permissions).toEqual(
    permissionsOf(['accounting']),
  );
  await api.remove({ params: { id: known.id }, body: {} });
  expect((await api.list({ query: {} })).items.map((one) => one.id)).toEqual([fresh.id]);
  expect((await api.add({ body: newcomer('known@staff.example', ['content']) })).id).toBe(known.id);
});

test('nobody gives more than they hold, changes a stronger colleague or their own place', async () => {
  const { actor } = await buildKeeper(world);
  const strong = await world.api(actor).staff.add({ body: newcomer('strong@staff.example', ['support']) });
  const lead = await buildKeeper(world, {
    accountId: actor.accountId,
    scope: ['staff.manage', 'servers.manage', 'meetings.view', 'meetings.end'],
  });
  const api = world.api(lead.actor).staff;
  expect((await api.list({ query: {} })).mayGive).toEqual(['servers']);
  expect(await codeOf(api.add({ body: newcomer('x@staff.example', ['servers', 'support']) }))).toBe('exceeds_own');
  expect(await codeOf(api.change({ params: { id: strong.id }, body: { roles: ['servers'] } }))).toBe('exceeds_own');
  expect(await codeOf(api.remove({ params: { id: strong.id }, body: {} }))).toBe('exceeds_own');
  expect(await codeOf(api.change({ params: { id: lead.actor.userId }, body: { roles: ['servers'] } }))).toBe('own_place');
  expect(await codeOf(api.remove({ params: { id: lead.actor.userId }, body: {} }))).toBe('own_place');
  // the owner is no staff, so there is nothing to take away
  expect(await codeOf(api.remove({ params: { id: actor.userId }, body: {} }))).toBe('not_found');
  expect(await codeOf(api.add({ body: newcomer('y@staff.example', ['servers']) }))).toBe('fine');
});

test('every change needs a fresh proof, the permission, and the operator', async () => {
  const { actor } = await buildKeeper(world);
  const unproven = await buildKeeper(world, { accountId: actor.accountId, scope: [...actor.scope], proof: 'none' });
  expect(await codeOf(world.api(unproven.actor).staff.add({ body: newcomer('p@staff.example', ['servers']) }))).toBe(
    'proof_needed',
  );
  const support = await buildKeeper(world, { accountId: actor.accountId, scope: permissionsOf(['support']) });
  const vendor = await buildKeeper(world, { kind: 'vendor' });
  const ask = async (token: string | null) =>
    (await world.app.inject({ url: '/api/staff', headers: token === null ? {} : { authorization: `Bearer ${token}` } }))
      .statusCode;
  expect([await ask(null), await ask(support.token), await ask(vendor.token)]).toEqual([401, 403, 404]);
  expect(await codeOf(world.api(actor).staff.remove({ params: { id: '0190a000-0000-7000-8000-000000000001' }, body: {} }))).toBe(
    'not_found',
  );
});

test('whoever is removed is out with the next request', async () => {
  const { actor } = await buildKeeper(world);
  const colleague = await buildKeeper(world, { accountId: actor.accountId, scope: ['servers.manage'] });
  const status = async () =>
    (await world.app.inject({ url: '/api/user', headers: { authorization: `Bearer ${colleague.token}` } })).statusCode;
  expect(await status()).toBe(200);
  await world.api(actor).staff.remove({ params: { id: colleague.actor.userId }, body: {} });
  expect(await status()).toBe(401);
});

test('what staff may do is measured by who gave it, also after the giver went; who comes back begins anew', async () => {
  const { actor } = await buildKeeper(world);
  const lead = await buildKeeper(world, { accountId: actor.accountId, scope: ['staff.manage', ...permissionsOf(['servers'])] });
  const known = await buildPerson(world);
  const key = { accountId: actor.accountId, userId: known.id };
  await world.api(lead.actor).staff.add({ body: newcomer(known.email, ['servers']) });
  const scopeNow = async () => {
    const company = await findCompany(world.ctx().system.read, key);
    const at = { mfa: false, ip: '192.0.2.1', now: world.clock.now() };
    return company === null ? [] : rightsAt(company, { kind: 'operator', at }).scope;
  };
  expect([...(await scopeNow())].sort()).toEqual(permissionsOf(['servers']));
  await world.api(actor).staff.remove({ params: { id: lead.actor.userId }, body: {} });
  expect([...(await scopeNow())].sort()).toEqual(permissionsOf(['servers']));
  await buildGrant(world, key, { preset: 'admin', role: 'admin', expiresAt: new Date(world.clock.now() - 1) });
  await buildGrant(world, key, { state: 'deleted' });
  await world.api(actor).staff.add({ body: newcomer(known.email, ['accounting']) });
  expect([...(await scopeNow())].sort()).toEqual(permissionsOf(['accounting']));
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select preset, expires_at, granted_by from memberships where user_id = ${known.id}`);
  expect(rows).toEqual([{ preset: 'none', expires_at: null, granted_by: actor.userId }]);
});

test('whose place was made with statements is no staff to change; what goes beyond the actor is not theirs', async () => {
  const { actor } = await buildKeeper(world);
  const lead = await buildKeeper(world, { accountId: actor.accountId, scope: ['staff.manage', ...permissionsOf(['servers'])] });
  const plain = await buildKeeper(world, { accountId: actor.accountId, scope: [] });
  await buildGrant(world, plain.actor, { statements: [allowing(['users.manage'])] });
  const mixed = await buildKeeper(world, { accountId: actor.accountId, scope: ['servers.manage'] });
  await buildGrant(world, mixed.actor, { statements: [allowing(['users.manage'])] });
  const change = (who: typeof lead, of: typeof lead) =>
    codeOf(world.api(who.actor).staff.change({ params: { id: of.actor.userId }, body: { roles: ['servers'] } }));
  expect([await change(lead, plain), await change(lead, mixed)]).toEqual(['not_found', 'exceeds_own']);
  expect(await codeOf(world.api(actor).staff.change({ params: { id: mixed.actor.userId }, body: { roles: ['servers'] } }))).toBe(
    'fine',
  );
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select statements from memberships where user_id = ${mixed.actor.userId}`);
  expect(rows).toEqual([{ statements: [] }]);
});
