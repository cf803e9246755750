import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest } from '#kit/server/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { forgetOldEntries, record } from './audit.service.ts';

const world = await testWorld();
afterAll(() => world.close());
const codeOf = (work: Promise<unknown>) => work.then(() => 'fine', (error: unknown) => (error instanceof Failure ? error.code : String(error)));

test('the account’s own history is listed newest first, by action and in pages', async () => {
  const { actor } = await buildActor(world, { scope: ['audit.view'] });
  const ctx = world.ctx(actor, { caller: { address: '192.0.2.7', agent: '' } });
  for (const id of ['a', 'b', 'c']) {
    await ctx.db.write((tx) => record(ctx, tx, { action: 'rooms.deleted', subjectKind: 'room', subjectId: id, data: { slug: id } }));
  }
  const { audit } = world.api(actor);
  const first = await audit.list({ query: { action: 'rooms.deleted', limit: 2 } });
  expect(first).toMatchObject({ total: 3, items: [{ actorUserId: actor.userId, address: '192.0.2.7' }, {}] });
  const second = await audit.list({ query: { action: 'rooms.deleted', limit: 2, cursor: first.next ?? '' } });
  expect([...first.items, ...second.items].map((one) => one.subjectId).sort()).toEqual(['a', 'b', 'c']);
  expect(second.next).toBeNull();
  expect((await audit.list({ query: { subjectId: 'b' } })).total).toBe(1);
});

test('it needs a session, the permission, and shows nothing of other accounts', async () => {
  const { actor } = await buildActor(world, { scope: [] });
  const stranger = await buildActor(world, { scope: ['audit.view'] });
  expect(await codeOf(world.api(actor).audit.list({ query: {} }))).toBe('not_allowed');
  expect(await codeOf(world.api().audit.list({ query: {} }))).toBe('not_signed_in');
  const { items } = await world.api(stranger.actor).audit.list({ query: { limit: 100 } });
  expect(items.some((one) => one.subjectId === actor.accountId || one.subjectId === actor.userId)).toBe(false);
  expect(items.length).toBeGreaterThan(0);
});

test('a query without the account filter sees only the own account', async () => {
  const { actor } = await buildActor(world);
  const rows = await world.ctx(actor).db.read.execute<{ account_id: string }>(sql`select distinct account_id from audit_entries`);
  expect(rows.rows).toEqual([{ account_id: actor.accountId }]);
});

test('nobody who serves can change or forge an entry', async () => {
  const { actor } = await buildActor(world);
  const stranger = await buildActor(world);
  const ctx = world.ctx(actor);
  for (const scope of [ctx.db, ctx.system]) await expect(scope.read.execute(sql`update audit_entries set action = 'x'`)).rejects.toThrow();
  await expect(ctx.db.read.execute(sql`delete from audit_entries`)).rejects.toThrow();
  await expect(ctx.db.write((tx) => record(ctx, tx, { action: 'x', subjectKind: 'y', subjectId: null, accountId: stranger.actor.accountId }))).rejects.toThrow();
});

test('a secret is refused before it is written down', async () => {
  const ctx = world.ctx();
  await expect(ctx.system.write((tx) => record(ctx, tx, { action: 'x', subjectKind: 'y', subjectId: null, data: { newPassword: 'p' } }))).rejects.toThrow(/newPassword/);
});

test('entries go after two years', async () => {
  const own = await worldForThisTest();
  await buildActor(own);
  own.clock.advance(729 * 86_400_000);
  expect(await forgetOldEntries(own.ctx())).toBe(0);
  own.clock.advance(2 * 86_400_000);
  expect(await forgetOldEntries(own.ctx())).toBeGreaterThan(0);
});
