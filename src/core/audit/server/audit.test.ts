import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { Failure } from '#kit/errors.ts';
import { testWorld, worldForThisTest } from '#app/proof/testing.ts';
import { buildSeated } from '#core/accounts/server/accounts.factory.ts';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { buildPerson, buildRoom } from '#meet/meetings/server/meet.factory.ts';
import { forgetOldEntries, record, recordAll } from './audit.service.ts';

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

test('the list is narrowed by group, person, period and what is searched', async () => {
  const actor = somebody(['audit.view']);
  await note(actor, 'room-1');
  // two entries of one millisecond have no order
  world.clock.advance(1);
  const other = { ...actor, userId: newId(), sessionId: newId() };
  const ctx = world.ctx(other, { caller: { address: '198.51.100.4', agent: '' } });
  await ctx.db.write((tx) =>
    record(ctx, tx, {
      action: 'endpoint.secret-made',
      subjectKind: 'endpoint-key',
      subjectId: 'k1',
      data: { name: 'Moodle 100%' },
    }),
  );
  const { audit } = world.api(actor);
  const actionsOf = async (query: Parameters<typeof audit.list>[0]) => (await audit.list(query)).items.map((one) => one.action);
  expect(await actionsOf({ query: { group: 'rooms' } })).toEqual(['rooms.deleted']);
  expect(await actionsOf({ query: { group: 'rooms,endpoint' } })).toEqual(['endpoint.secret-made', 'rooms.deleted']);
  expect(await actionsOf({ query: { group: 'room' } })).toEqual([]);
  expect(await actionsOf({ query: { person: other.userId } })).toEqual(['endpoint.secret-made']);
  expect(await actionsOf({ query: { search: 'moodle 100%' } })).toEqual(['endpoint.secret-made']);
  expect(await actionsOf({ query: { search: '192.0.2' } })).toEqual(['rooms.deleted']);
  expect(await actionsOf({ query: { days: 1 } })).toHaveLength(2);
});

test('only what lies in the period is listed', async () => {
  const own = await worldForThisTest();
  const actor = somebody(['audit.view']);
  const ctx = own.ctx(actor);
  await ctx.db.write((tx) => record(ctx, tx, { action: 'rooms.deleted', subjectKind: 'room', subjectId: 'old' }));
  own.clock.advance(8 * 86_400_000);
  expect((await own.api(actor).audit.list({ query: { days: 7 } })).total).toBe(0);
  expect((await own.api(actor).audit.list({ query: { days: 30 } })).total).toBe(1);
});

test('people are told by name, and who is gone is told as nobody', async () => {
  const own = await worldForThisTest();
  const actor = { ...(await buildSeated(own, { name: 'Ana Sample' })), scope: ['audit.view'] };
  const ctx = own.ctx(actor);
  await ctx.db.write((tx) => record(ctx, tx, { action: 'x', subjectKind: 'user', subjectId: actor.userId }));
  const { items } = await own.api(actor).audit.list({ query: { action: 'x' } });
  expect(items).toMatchObject([{ actorName: 'Ana Sample', subjectName: 'Ana Sample' }]);
  expect((await own.api(actor).audit.people()).items).toEqual([{ id: actor.userId, name: 'Ana Sample' }]);
});

test('the operator sees besides what concerns no account; nobody else does', async () => {
  const [owner, operator] = [somebody(['audit.view']), { ...somebody(['audit.view']), accountKind: 'operator' as const }];
  const ctx = world.ctx(owner);
  await ctx.system.write((tx) =>
    record(ctx, tx, { action: 'servers.added', subjectKind: 'server', subjectId: 'homeless', accountId: null }),
  );
  await note(owner, 'mine');
  const seenBy = async (actor: UserActor) =>
    (await world.api(actor).audit.list({ query: { limit: 100 } })).items.map((one) => one.subjectId);
  expect(await seenBy(operator)).toContain('homeless');
  expect(await seenBy(operator)).not.toContain('mine');
  expect(await seenBy(owner)).toEqual(['mine']);
});

test('a thing is named as it is called now, and the things of other accounts are not', async () => {
  const own = await worldForThisTest();
  const [actor, stranger] = [await buildPerson(own), await buildPerson(own)];
  const room = await buildRoom(own, actor, { name: 'Volcanoes' });
  const record = (who: UserActor) => {
    const ctx = own.ctx(who);
    const deeds = [room.id, newId()].map((subjectId) => ({ action: 'rooms.changed', subjectKind: 'room', subjectId }));
    return ctx.db.write((tx) => recordAll(ctx, tx, [...deeds, { action: 'audit.exported', subjectKind: 'y', subjectId: 'x' }]));
  };
  await Promise.all([actor, stranger].map(record));
  const namesFor = async (who: UserActor) =>
    (await own.api(who).audit.list({ query: { action: 'rooms.changed' } })).items
      .filter(({ subjectId }) => subjectId === room.id)
      .map((one) => one.subjectName);
  expect(await namesFor(actor)).toEqual(['Volcanoes']);
  expect(await namesFor(stranger)).toEqual([null]);
  expect(await namesFor({ ...stranger, accountKind: 'vendor' })).toEqual([null]);
  const { items } = await own.api(actor).audit.exported({ body: { action: 'rooms.changed' } });
  expect(items.map((one) => one.subjectName).sort()).toEqual(['Volcanoes', null]);
});

test('an export goes page by page, is written down once, and asks the same permission', async () => {
  const actor = somebody(['audit.view']);
  const ctx = world.ctx(actor);
  const many = Array.from({ length: 1001 }, (_, at) => ({
    action: 'rooms.deleted',
    subjectKind: 'room',
    subjectId: `r${at}`,
  }));
  await ctx.db.write((tx) => recordAll(ctx, tx, many));
  const { audit } = world.api(actor);
  const first = await audit.exported({ body: { group: 'rooms' } });
  expect(first.items).toHaveLength(1000);
  const second = await audit.exported({ body: { group: 'rooms', cursor: first.next ?? '' } });
  expect(second).toMatchObject({ items: [{ action: 'rooms.deleted' }], next: null });
  expect((await audit.list({ query: { action: 'audit.exported' } })).total).toBe(1);
  expect(await codeOf(world.api(somebody()).audit.exported({ body: {} }))).toBe('not_allowed');
  expect(await codeOf(world.api().audit.exported({ body: {} }))).toBe('not_signed_in');
  expect((await world.api(somebody(['audit.view'])).audit.exported({ body: {} })).items).toEqual([]);
  expect(await codeOf(world.api(somebody()).audit.people())).toBe('not_allowed');
  expect(await codeOf(world.api().audit.people())).toBe('not_signed_in');
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

test('abuse row 30: nobody who serves can change or forge an entry', async () => {
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
