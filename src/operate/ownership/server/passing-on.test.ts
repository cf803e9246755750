/** What ownership that passes and people who leave do to the rights of others. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { worldForThisTest } from '#app/proof/testing.ts';
import { allowing, buildGrant, denying } from '#core/iam/server/iam.factory.ts';
import { findCompany, rightsAt } from '#core/iam/server/principals.service.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildAccountOwner, buildColleague, day, proven } from './ownership.factory.ts';

test('a new owner is held back by nothing, and the old one is an administrator', async () => {
  const world = await worldForThisTest();
  const ana = await proven(world, await buildAccountOwner(world));
  const ben = await proven(world, await buildColleague(world, ana));
  const later = new Date(world.clock.now() + day);
  const given = { preset: 'viewer', boundary: [allowing(['rooms.view'])], statements: [denying(['rooms.*'])] };
  await buildGrant(world, ben, { ...given, expiresAt: later, grantedBy: ana.userId });
  await world.api(ana).ownership.offer({ body: { userId: ben.userId } });
  const id = (await world.api(ben).ownership.overview()).offer?.id ?? '';
  await world.api(ben).ownership.answer({ params: { id }, body: { answer: 'accept' } });
  const { rows } = await world
    .ctx()
    .system.read.execute(
      sql`select user_id, role, preset, permissions, statements, boundary, granted_by, expires_at, locked_at from memberships where account_id = ${ana.accountId}`,
    );
  const free = { permissions: [], statements: [], boundary: null, granted_by: null, expires_at: null, locked_at: null };
  expect(rows).toHaveLength(2);
  expect(rows).toContainEqual({ user_id: ben.userId, role: 'owner', preset: 'owner', ...free });
  expect(rows).toContainEqual({ user_id: ana.userId, role: 'admin', preset: 'admin', ...free });
});

test('what somebody gave to others stays when they leave', async () => {
  const world = await worldForThisTest();
  const ana = await proven(world, await buildAccountOwner(world));
  const [ben, cem] = [
    await proven(world, await buildColleague(world, ana)),
    await buildActor(world, { accountId: ana.accountId, role: 'staff' }),
  ];
  const set = await world.api(ana).iam.createSet({ body: { name: 'Logs', statements: [allowing(['audit.view'])] } });
  const { version } = await world.api(ana).iam.member({ params: { id: ben.userId } });
  await world.api(ana).iam.update({ params: { id: ben.userId }, body: { sets: [set.id], version } });
  await buildGrant(world, cem.actor, { statements: [allowing(['audit.view'])], grantedBy: ben.userId });
  const scope = async () => {
    const company = await findCompany(world.ctx().system.read, cem.actor);
    const at = { mfa: false, ip: '192.0.2.1', now: world.clock.now() };
    return company === null ? [] : rightsAt(company, { kind: 'customer', at }).scope;
  };
  expect(await scope()).toEqual(['audit.view']);
  await world.api(ben).ownership.leave();
  expect(await scope()).toEqual(['audit.view']);
  const { rows } = await world.ctx().system.read.execute(sql`select state from memberships where user_id = ${ben.userId}`);
  expect(rows).toEqual([{ state: 'deleted' }]);
  expect((await world.api(ana).iam.members()).items.map((one) => one.id)).not.toContain(ben.userId);
});
