import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest } from '#app/testing.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { forgetOldEntries, record } from './audit.service.ts';

const world = await testWorld();
afterAll(() => world.close());
/** Somebody in an account of their own; entries point at nothing, so neither has to exist. */
const somebody = (scope: readonly string[] = []): UserActor => ({
  kind: 'user',
  userId: newId(),
  accountId: newId(),
  accountKind: 'customer',
  sessionId: newId(),
  role: 'owner',
  scope,
  name: 'Ana',
  email: 'ana@example.org',
  locale: 'en-US',
  timeZone: 'UTC',
});
const note = async (actor: UserActor, subjectId: string) => {
  const ctx = world.ctx(actor, { caller: { address: '192.0.2.7', agent: '' } });
  await ctx.db.write((tx) =>
    record(ctx, tx, { action: 'rooms.deleted', subjectKind: 'room', subjectId, data: { slug: subjectId } }),
  );
};
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'fine',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

test('the account’s own history is listed newest first, by action and in pages', async () => {
  const actor = somebody(['audit.view']);
  for (const id of ['a', 'b', 'c']) await note(actor, id);
  const { audit } = world.api(actor);
  const first = await audit.list({ query: { action: 'rooms.deleted', limit: 2 } });
  expect(first).toMatchObject({ total: 3, items: [{ actorUserId: actor.userId, address: '192.0.2.7' }, {}] });
  const second = await audit.list({ query: { action: 'rooms.deleted', limit: 2, cursor: first.next ?? '' } });
  expect([...first.items, ...second.items].map((one) => one.subjectId).sort()).toEqual(['a', 'b', 'c']);
  expect(second.next).toBeNull();
  expect((await audit.list({ query: { subjectId: 'b' } })).total).toBe(1);
});

test('it needs a session, the permission, and shows nothing of other accounts', async () => {
  const [actor, stranger] = [somebody(), somebody(['audit.view'])];
  await note(actor, 'mine');
  await note(stranger, 'theirs');
  expect(await codeOf(world.api(actor).audit.list({ query: {} }))).toBe('not_allowed');
  expect(await codeOf(world.api().audit.list({ query: {} }))).toBe('not_signed_in');
  expect((await world.api(stranger).audit.list({ query: {} })).items.map((one) => one.subjectId)).toEqual(['theirs']);
});

test('a query without the account filter sees only the own account', async () => {
  const [actor, stranger] = [somebody(), somebody()];
  await note(actor, 'mine');
  await note(stranger, 'theirs');
  const rows = await world.ctx(actor).db.read.execute(sql`select subject_id from audit_entries`);
  expect(rows.rows).toEqual([{ subject_id: 'mine' }]);
});

test('nobody who serves can change or forge an entry', async () => {
  const [actor, stranger] = [somebody(), somebody()];
  const ctx = world.ctx(actor);
  for (const scope of [ctx.db, ctx.system])
    await expect(scope.read.execute(sql`update audit_entries set action = 'x'`)).rejects.toThrow();
  await expect(ctx.db.read.execute(sql`delete from audit_entries`)).rejects.toThrow();
  await expect(
    ctx.db.write((tx) => record(ctx, tx, { action: 'x', subjectKind: 'y', subjectId: null, accountId: stranger.accountId })),
  ).rejects.toThrow();
});

test('a secret is refused before it is written down', async () => {
  const ctx = world.ctx();
  await expect(
    ctx.system.write((tx) => record(ctx, tx, { action: 'x', subjectKind: 'y', subjectId: null, data: { newPassword: 'p' } })),
  ).rejects.toThrow(/newPassword/);
});

test('entries go after two years', async () => {
  const own = await worldForThisTest();
  await own.ctx().system.write((tx) => record(own.ctx(), tx, { action: 'x', subjectKind: 'y', subjectId: null }));
  own.clock.advance(729 * 86_400_000);
  expect(await forgetOldEntries(own.ctx())).toBe(0);
  own.clock.advance(2 * 86_400_000);
  expect(await forgetOldEntries(own.ctx())).toBe(1);
});
