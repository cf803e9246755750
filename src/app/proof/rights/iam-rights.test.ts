import { afterAll, describe, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { newId } from '#kit/server/ids.ts';
import { codeOf, iamPeople } from './iam.factory.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { create as createRoom } from '#meet/rooms/server/rooms.service.ts';
import { allowing, buildGrant, denying } from '#core/iam/server/iam.factory.ts';

const world = await testWorld();
afterAll(() => world.close());

const { seen, apiOf, statusOf, owner, colleague } = iamPeople(world);
describe('what a request may do', () => {
  test('somebody limited to one room sees and starts that one alone, in lists and by id', async () => {
    const { actor } = await owner();
    const [a, b] = [
      await createRoom(world.ctx(await seenOwner(actor)), { name: 'Physics' }),
      await createRoom(world.ctx(await seenOwner(actor)), { name: 'Music' }),
    ];
    const one = await colleague(actor.accountId, {
      statements: [allowing(['rooms.view', 'rooms.start'], [`room/${a.id}`])],
    });
    const api = await apiOf(one.token);
    const list = await api.rooms.list();
    expect([list.items.map((room) => room.name), list.total]).toEqual([['Physics'], 1]);
    expect(list.items[0]?.rights).toMatchObject({ view: true, start: true, edit: false, delete: false });
    expect(await codeOf(api.rooms.get({ params: { id: b.id } }))).toBe('not_found');
    expect(await codeOf(api.rooms.create({ body: { name: 'New' } }))).toBe('not_allowed');
    expect(await api.meetings.list().catch(() => null)).toBeNull();
    expect((await seen(one.token)).scope).toEqual(['rooms.start', 'rooms.view']);
  });
  const seenOwner = async (actor: UserActor): Promise<UserActor> => ({ ...actor, scope: ['rooms.create', 'rooms.view'] });

  test('a deny takes one room out of everything, and a boundary leaves only what it names', async () => {
    const { actor } = await owner();
    const room = await createRoom(world.ctx(await seenOwner(actor)), { name: 'Exams' });
    await createRoom(world.ctx(await seenOwner(actor)), { name: 'Music' });
    const one = await colleague(actor.accountId, {
      preset: 'viewer',
      statements: [denying(['rooms.*'], [`room/${room.id}`])],
    });
    expect((await (await apiOf(one.token)).rooms.list()).items.map((each) => each.name)).toEqual(['Music']);
    await buildGrant(world, one.actor, { boundary: [allowing(['meetings.view'])] });
    expect((await seen(one.token)).scope).toEqual(['meetings.view']);
  });

  test('conditions are asked with each request', async () => {
    const { actor } = await owner();
    const at = world.clock.now();
    const one = await colleague(actor.accountId, {
      statements: [
        { ...allowing(['rooms.view']), condition: { expires: at + 60_000 } },
        { ...allowing(['audit.view']), condition: { mfa: true } },
      ],
    });
    expect((await seen(one.token)).scope).toEqual(['rooms.view']);
    world.clock.advance(61_000);
    expect((await seen(one.token)).scope).toEqual([]);
  });

  test('abuse row 22: who passes rights on and then loses them takes them along', async () => {
    const boss = await owner();
    const lead = await colleague(boss.actor.accountId, { statements: [allowing(['iam.*', 'rooms.*', 'audit.view'])] });
    const one = await colleague(boss.actor.accountId);
    const target = await boss.api.iam.member({ params: { id: one.actor.userId } });
    const api = await apiOf(lead.token);
    const change = { statements: [allowing(['rooms.view', 'audit.view'])], version: target.version };
    await api.iam.update({ params: { id: one.actor.userId }, body: change });
    expect((await seen(one.token)).scope).toEqual(['audit.view', 'rooms.view']);
    await buildGrant(world, lead.actor, { statements: [allowing(['iam.*', 'rooms.*'])] });
    expect((await seen(one.token)).scope).toEqual(['rooms.view']);
    const why = await boss.api.iam.explain({
      params: { id: one.actor.userId },
      body: { action: 'audit.view', thing: { kind: 'account', id: null } },
    });
    expect(why).toMatchObject({ allowed: false, reason: { by: 'grantor' } });
  });
});

describe('giving', () => {
  test('abuse row 22: nobody gives more than they hold, to nobody, by no way', async () => {
    const boss = await owner();
    const lead = await colleague(boss.actor.accountId, { statements: [allowing(['iam.*', 'groups.*', 'rooms.view'])] });
    const one = await colleague(boss.actor.accountId);
    const api = await apiOf(lead.token);
    const { version } = await api.iam.member({ params: { id: one.actor.userId } });
    const params = { id: one.actor.userId };
    const set = await boss.api.iam.createSet({ body: { name: 'Servers', statements: [allowing(['api.manage'])] } });
    const group = await boss.api.groups.create({ body: { name: 'Admins', sets: [set.id] } });
    const over = [
      () => api.iam.update({ params, body: { statements: [allowing(['api.manage'])], version } }),
      () => api.iam.update({ params, body: { preset: 'admin', version } }),
      () => api.iam.update({ params, body: { sets: [set.id], version } }),
      () => api.iam.update({ params, body: { groups: [group.id], version } }),
      () => api.iam.createSet({ body: { name: 'More', statements: [allowing(['*'])] } }),
      () => api.groups.add({ params: { id: group.id }, body: { userIds: [one.actor.userId] } }),
      () => api.iam.invite({ body: { email: `x${newId()}@example.org`, preset: 'moderator' } }),
    ];
    for (const work of over) expect(await codeOf(work())).toBe('exceeds_own');
    expect(await codeOf(api.iam.update({ params, body: { statements: [allowing(['rooms.view'])], version } }))).toBe('fine');
  });

  test('nobody changes their own policy, acts on the owner, or frees others of a deny', async () => {
    const boss = await owner();
    const lead = await colleague(boss.actor.accountId, { statements: [allowing(['iam.*', 'groups.*', 'rooms.view'])] });
    const one = await colleague(boss.actor.accountId, { statements: [denying(['rooms.*'])] });
    const api = await apiOf(lead.token);
    const me = { id: lead.actor.userId };
    expect(await codeOf(api.iam.update({ params: me, body: { statements: [], version: 2 } }))).toBe('own_policy');
    expect(await codeOf(api.iam.suspend({ params: { id: boss.actor.userId } }))).toBe('owner_untouchable');
    expect(await codeOf(boss.api.iam.remove({ params: { id: boss.actor.userId } }))).toBe('own_policy');
    const { version } = await api.iam.member({ params: { id: one.actor.userId } });
    expect(await codeOf(api.iam.update({ params: { id: one.actor.userId }, body: { statements: [], version } }))).toBe(
      'exceeds_own',
    );
    const group = await boss.api.groups.create({ body: { name: 'Held back', statements: [denying(['rooms.delete'])] } });
    await boss.api.groups.add({ params: { id: group.id }, body: { userIds: [lead.actor.userId] } });
    expect(await codeOf(api.groups.answer({ params: { id: group.id }, body: { answer: 'leave' } }))).toBe('own_policy');
    expect(await codeOf(api.groups.update({ params: { id: group.id }, body: { statements: [], version: 1 } }))).toBe(
      'own_policy',
    );
  });

  test('without a fresh proof nothing is given', async () => {
    const { actor, token } = await buildActor(world, { kind: 'customer' });
    const api = await apiOf(token);
    expect(await codeOf(api.iam.createSet({ body: { name: 'S', statements: [] } }))).toBe('proof_needed');
    expect(await codeOf(api.iam.invite({ body: { email: 'a@example.org' } }))).toBe('proof_needed');
    expect(actor.role).toBe('owner');
  });
});

describe('groups', () => {
  test('what a group gives comes with joining and goes with leaving; who is asked decides', async () => {
    const boss = await owner();
    const one = await colleague(boss.actor.accountId);
    const group = await boss.api.groups.create({ body: { name: 'Teachers', statements: [allowing(['rooms.view'])] } });
    expect(await codeOf(boss.api.groups.create({ body: { name: 'teachers' } }))).toBe('name_taken');
    await boss.api.groups.add({ params: { id: group.id }, body: { userIds: [one.actor.userId], how: 'ask' } });
    expect((await seen(one.token)).scope).toEqual([]);
    const api = await apiOf(one.token);
    expect((await api.groups.mine()).items).toMatchObject([
      { name: 'Teachers', state: 'asked', invitedBy: expect.stringMatching(/./) },
    ]);
    await api.groups.answer({ params: { id: group.id }, body: { answer: 'accept' } });
    expect((await seen(one.token)).scope).toEqual(['rooms.view']);
    expect((await boss.api.groups.members({ params: { id: group.id } })).items).toMatchObject([{ state: 'in' }]);
    await api.groups.answer({ params: { id: group.id }, body: { answer: 'leave' } });
    expect((await seen(one.token)).scope).toEqual([]);
    await boss.api.groups.remove({ params: { id: group.id } });
    expect((await boss.api.groups.list()).total).toBe(0);
  });
});

test('unused permissions: what was asked for at the door is noted, the rest shows as never used', async () => {
  const boss = await owner();
  const one = await colleague(boss.actor.accountId, { preset: 'viewer' });
  expect(await statusOf(one.token, '/api/rooms')).toBe(200);
  const { flushUses } = await import('#core/iam/server/uses.service.ts');
  await flushUses(world.parts.uses, world.ctx().system.read);
  const { items } = await boss.api.iam.uses({ params: { id: one.actor.userId } });
  expect(items.map(({ name, lastUsedAt }) => [name, lastUsedAt !== null])).toEqual([
    ['chat.use', false],
    ['mailbox.use', false],
    ['meetings.view', false],
    ['recordings.view', false],
    ['rooms.view', true],
    ['tasks.use', false],
  ]);
});

test('doors: no session 401, without the permission 403, another account’s people and groups 404', async () => {
  const boss = await owner();
  const other = await owner();
  const plain = await colleague(boss.actor.accountId, { preset: 'member' });
  const group = await boss.api.groups.create({ body: { name: 'Ours' } });
  const set = await boss.api.iam.createSet({ body: { name: 'Ours', statements: [] } });
  const params = { id: plain.actor.userId };
  expect((await world.app.inject('/api/iam/users')).statusCode).toBe(401);
  expect(await statusOf(plain.token, '/api/iam/users')).toBe(403);
  expect(await statusOf(plain.token, '/api/groups')).toBe(403);
  const foreign = [
    () => other.api.iam.member({ params }),
    () => other.api.iam.suspend({ params }),
    () => other.api.iam.remove({ params }),
    () => other.api.iam.uses({ params }),
    () => other.api.iam.updateSet({ params: { id: set.id }, body: { name: 'Mine', version: 1 } }),
    () => other.api.iam.removeSet({ params: { id: set.id } }),
    () => other.api.groups.get({ params: { id: group.id } }),
    () => other.api.groups.members({ params: { id: group.id } }),
    () => other.api.groups.remove({ params: { id: group.id } }),
  ];
  for (const work of foreign) expect(await codeOf(work())).toBe('not_found');
  expect((await other.api.iam.sets()).total).toBe(0);
});
