/** Parts in rooms, and rooms that go: no lasting part comes out of a right, and no denial is lost by moving or deleting a room. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { allowing, denying } from '#core/iam/server/iam.factory.ts';
import { statementsNaming } from '#core/iam/server/tagging.queries.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { codeOf, iamPeople } from './iam.factory.ts';
import { testWorld } from '#app/proof/testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const { apiOf, owner, colleague } = iamPeople(world);
type Api = Awaited<ReturnType<typeof apiOf>>;
type Role = 'co-owner' | 'moderator' | 'participant';

const everything = ['rooms.*', 'recordings.*', 'meetings.*', 'attendance.*'];
const invite = (api: Api, id: string, to: { email: string; role: Role }) =>
  codeOf(api.rooms.invite({ params: { id }, body: to }));
const offer = (api: Api, id: string, email: string) => codeOf(api.rooms.offerTransfer({ params: { id }, body: { email } }));
const someone = () => `x${newId()}@example.org`;
async function accept(api: Api) {
  for (const one of (await api.rooms.invitations()).items) await api.rooms.acceptInvitation({ params: { id: one.id } });
}

describe('a right over a room is no part in it', () => {
  test('nobody invites themselves, nor changes the access that they have', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Optics', tags: ['Physics'] } });
    const head = await colleague(boss.actor.accountId, {
      preset: 'member',
      statements: [allowing(['rooms.*'], ['tag/physics', `room/${room.id}`])],
    });
    const admin = await colleague(boss.actor.accountId, { preset: 'admin' });
    for (const one of [head, admin])
      for (const email of [one.actor.email, one.actor.email.toUpperCase()])
        expect(await invite(await apiOf(one.token), room.id, { email, role: 'participant' })).toBe('own_share');
    expect((await boss.api.rooms.shares({ params: { id: room.id } })).items).toEqual([]);

    await boss.api.rooms.invite({ params: { id: room.id }, body: { email: head.actor.email, role: 'participant' } });
    const api = await apiOf(head.token);
    const [share] = (await boss.api.rooms.shares({ params: { id: room.id } })).items;
    const params = { id: room.id, shareId: share?.id ?? '' };
    const lift = () => codeOf(api.rooms.changeShare({ params, body: { role: 'co-owner' } }));
    expect(await lift()).toBe('own_share');
    await accept(api);
    expect(await lift()).toBe('own_share');
    expect(await codeOf(boss.api.rooms.changeShare({ params, body: { role: 'co-owner' } }))).toBe('fine');
  });

  test('whoever has no part gives what they hold of this very room, and nothing that comes by a tag', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Optics', tags: ['Physics'] } });
    const having = async (statements: Parameters<typeof colleague>[1]) =>
      apiOf((await colleague(boss.actor.accountId, statements)).token);
    const roles = ['participant', 'moderator', 'co-owner'] as const;
    const give = async (api: Api) => {
      const codes = await Promise.all(roles.map((role) => invite(api, room.id, { email: someone(), role })));
      // a menu offers what will be taken, and nothing else
      const { givable } = await api.rooms.get({ params: { id: room.id } });
      expect(roles.filter((role) => givable.includes(role))).toEqual(roles.filter((_role, at) => codes[at] === 'fine'));
      return codes;
    };
    const [no, yes] = ['exceeds_own', 'fine'];
    const byTag = { statements: [allowing(everything, ['tag/physics'])] };
    expect(await give(await having({ preset: 'none', ...byTag }))).toEqual([no, no, no]);
    // members see all rooms and recordings
    expect(await give(await having({ preset: 'member', ...byTag }))).toEqual([yes, no, no]);
    const editing = ['rooms.view', 'rooms.edit', 'rooms.start', 'recordings.view', 'meetings.*'];
    const editor = await having({ statements: [allowing(editing, [`room/${room.id}`])] });
    expect(await give(editor)).toEqual([yes, yes, no]);
    expect(await give(await having({ statements: [allowing(everything, [`room/${room.id}`])] }))).toEqual([yes, yes, yes]);
    expect(await give(await having({ preset: 'admin' }))).toEqual([yes, yes, yes]);
    expect(await give(boss.api)).toEqual([yes, yes, yes]);
    // a co-owner has a part to go by; lowering somebody gives nothing
    const co = await colleague(boss.actor.accountId, { preset: 'member' });
    await boss.api.rooms.invite({ params: { id: room.id }, body: { email: co.actor.email, role: 'co-owner' } });
    await accept(await apiOf(co.token));
    expect(await give(await apiOf(co.token))).toEqual([yes, yes, yes]);
    const share = (await boss.api.rooms.shares({ params: { id: room.id } })).items.find((one) => one.person !== null);
    const params = { id: room.id, shareId: share?.id ?? '' };
    expect(await codeOf(editor.rooms.changeShare({ params, body: { role: 'moderator' } }))).toBe(yes);
    expect(await codeOf(editor.rooms.changeShare({ params, body: { role: 'co-owner' } }))).toBe(no);
  });

  test('nor does anybody become the owner by it: only who holds it at large takes a room over', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Optics', tags: ['Physics'] } });
    const byTag = await colleague(boss.actor.accountId, {
      preset: 'member',
      statements: [allowing(everything, ['tag/physics'])],
    });
    const byName = await colleague(boss.actor.accountId, { statements: [allowing(everything, [`room/${room.id}`])] });
    const admin = await colleague(boss.actor.accountId, { preset: 'admin' });
    expect(await offer(await apiOf(byTag.token), room.id, byTag.actor.email)).toBe('exceeds_own');
    expect(await offer(await apiOf(byTag.token), room.id, someone())).toBe('exceeds_own');
    expect(await offer(await apiOf(byName.token), room.id, byName.actor.email)).toBe('exceeds_own');
    expect(await offer(await apiOf(byName.token), room.id, someone())).toBe('fine');
    expect(await offer(await apiOf(admin.token), room.id, admin.actor.email)).toBe('fine');
  });
});

/** A teacher's room of which recordings are denied to somebody who sees all others, by its tag or by its name. */
async function secret(by: 'tag' | 'room') {
  const boss = await owner();
  const { accountId } = boss.actor;
  const teacher = await colleague(accountId, { preset: 'member' });
  const api = await apiOf(teacher.token);
  const room = await api.rooms.create({ body: { name: 'Exams', tags: ['Secret'] } });
  const format = { type: 'presentation', url: 'https://bbb.example/playback/x', lengthMs: 1, bytes: 1, images: [] };
  const wish = { held: 'server' as const, formats: [format], visibility: 'account' as const, roomId: room.id };
  const recording = await buildRecording(world, boss.actor, wish);
  const denied = [denying(['recordings.*'], [by === 'tag' ? 'tag/secret' : `room/${room.id}`])];
  const watcher = await colleague(accountId, { preset: 'viewer', statements: denied });
  const sees = async () => codeOf((await apiOf(watcher.token)).recordings.get({ params: { id: recording.id } }));
  expect(await sees()).toBe('not_found');
  return { boss, api, room, sees, teacher };
}

describe('a denial outlasts the room', () => {
  test.each(['tag', 'room'] as const)('by its %s: only who holds everything deletes the room', async (by) => {
    const { boss, api, room, sees } = await secret(by);
    const params = { id: room.id };
    expect(await codeOf(api.rooms.remove({ params }))).toBe('exceeds_own');
    expect((await api.rooms.removeMany({ body: { ids: [room.id] } })).refused).toEqual([{ id: room.id, code: 'exceeds_own' }]);
    expect(await codeOf(boss.api.rooms.remove({ params }))).toBe('fine');
    expect(await codeOf(api.rooms.purge({ params, body: { name: 'Exams' } }))).toBe('exceeds_own');
    expect(await sees()).toBe('not_found');
    expect(await codeOf(boss.api.rooms.purge({ params, body: { name: 'Exams' } }))).toBe('fine');
  });

  test('nor does it move to another account without them, whoever it was offered to and whenever', async () => {
    const { boss, api, room, sees, teacher } = await secret('tag');
    const guest = await buildActor(world, { kind: 'customer' });
    const other = await apiOf(guest.token);
    const take = async () => {
      const [one] = (await other.rooms.invitations()).items;
      return codeOf(other.rooms.acceptTransfer({ params: { id: one?.id ?? '' } }));
    };
    expect(await offer(api, room.id, guest.actor.email)).toBe('exceeds_own');
    expect(await offer(boss.api, room.id, guest.actor.email)).toBe('fine');
    const offered = (userId: string) => sql`update room_transfers set from_user_id = ${userId} where room_id = ${room.id}`;
    // an offer that was made before there was a denial
    await world.ctx().system.write((tx) => tx.execute(offered(teacher.actor.userId)));
    expect(await take()).toBe('giver_lacks');
    expect(await sees()).toBe('not_found');
    await world.ctx().system.write((tx) => tx.execute(offered(guest.actor.userId)));
    expect(await take()).toBe('giver_lacks');
    await world.ctx().system.write((tx) => tx.execute(offered(boss.actor.userId)));
    expect(await take()).toBe('fine');
  });

  test('rooms of which nothing is denied go as before', async () => {
    const boss = await owner();
    const teacher = await colleague(boss.actor.accountId, { preset: 'member' });
    await colleague(boss.actor.accountId, { statements: [allowing(['rooms.*'], ['tag/physics'])] });
    const api = await apiOf(teacher.token);
    const room = await api.rooms.create({ body: { name: 'Optics', tags: ['Physics'] } });
    expect(await offer(api, room.id, someone())).toBe('fine');
    expect(await codeOf(api.rooms.remove({ params: { id: room.id } }))).toBe('fine');
    expect(await codeOf(api.rooms.purge({ params: { id: room.id }, body: { name: 'Optics' } }))).toBe('fine');
  });
});

describe('tags that change', () => {
  test('what is one’s own by the tag that goes is not passed on by the one that comes', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Optics', tags: ['Old'] } });
    await colleague(boss.actor.accountId, { statements: [allowing(['rooms.delete'], ['tag/new'])] });
    const lead = await colleague(boss.actor.accountId, {
      statements: [
        allowing(['rooms.view', 'rooms.edit'], [`room/${room.id}`]),
        { ...allowing(['rooms.delete'], ['self']), id: 'own' },
        { ...allowing(['rooms.manage'], ['tag/old']), id: 'old' },
      ],
    });
    const api = await apiOf(lead.token);
    const { version } = await api.rooms.get({ params: { id: room.id } });
    await expect(api.rooms.update({ params: { id: room.id }, body: { tags: ['New'], version } })).rejects.toMatchObject({
      code: 'exceeds_own',
      data: { permission: 'rooms.delete' },
      fields: { 'body.tags': 'tag_beyond' },
    });
  });

  test('what many people have alike is read once', async () => {
    const boss = await owner();
    const { accountId } = boss.actor;
    for (const id of ['a', 'b', 'c']) {
      const said = { ...allowing(['rooms.view'], ['tag/same']), id };
      await colleague(accountId, { statements: [said, allowing(['rooms.view'], ['tag/else'])] });
    }
    const found = await statementsNaming(world.ctx().system.read, accountId, ['tag/same']);
    expect(found.map((one) => one.resources)).toEqual([['tag/same']]);
  });
});
