/** Rights that hang on tags of rooms: what they reach, and that nobody widens anything by tagging. */
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { allowing, buildGrant, denying } from '#core/iam/server/iam.factory.ts';
import { buildActor } from '#core/identity/server/identity.factory.ts';
import { buildRecording } from '#meet/recordings/server/recordings.factory.ts';
import { insertPastMeeting } from '#meet/meetings/server/sample/past-meeting.sample.ts';
import { codeOf, iamPeople } from './iam.factory.ts';
import { testWorld } from '#app/proof/testing.ts';

const world = await testWorld();
afterAll(() => world.close());
const { apiOf, statusOf, owner, colleague } = iamPeople(world);
type Api = Awaited<ReturnType<typeof apiOf>>;

const looking = ['rooms.view', 'meetings.view', 'recordings.view', 'recordings.play'];
const format = { type: 'presentation', url: 'https://bbb.example/playback/x', lengthMs: 1, bytes: 1, images: [] };
const recorded = { held: 'server' as const, formats: [format], visibility: 'owner' as const };
const names = async (api: Api, query: Parameters<Api['rooms']['list']>[0] = {}) =>
  (await api.rooms.list(query)).items.map((room) => room.name).toSorted();
/** The tags of a room as that person sets them, or the code of the refusal. */
async function tag(api: Api, id: string, tags: string[]): Promise<string> {
  const { version } = await api.rooms.get({ params: { id } });
  return codeOf(api.rooms.update({ params: { id }, body: { tags, version } }));
}
/** A meeting that is over, and a recording of it. */
async function used(boss: Awaited<ReturnType<typeof owner>>, room: { id: string; name: string }) {
  const at = world.clock.now();
  const id = newId();
  const { accountId, userId: startedBy } = boss.actor;
  const past = { id, accountId, roomId: room.id, name: room.name, startedBy, startedAt: at - 60_000, endedAt: at, people: [] };
  await world.ctx().system.write((tx) => insertPastMeeting(tx, past));
  const recording = await buildRecording(world, boss.actor, { ...recorded, roomId: room.id, meetingId: id });
  return { meeting: id, recording: recording.id };
}

describe('what a tag reaches', () => {
  test('rooms, their meetings and recordings, in lists and one by one; a tag that comes or goes counts at once', async () => {
    const boss = await owner();
    const make = (name: string, tags: string[] = []) => boss.api.rooms.create({ body: { name, tags } });
    const [a, b, c] = [await make('Optics', ['Physics', 'Grade 9']), await make('Waves', ['physics']), await make('Choir')];
    const [ofA, ofC] = [await used(boss, a), await used(boss, c)];
    const external = await buildRecording(world, boss.actor, recorded);
    const one = await colleague(boss.actor.accountId, { statements: [allowing([...looking, 'rooms.start'], ['tag/physics'])] });
    const api = await apiOf(one.token);
    expect(await names(api)).toEqual(['Optics', 'Waves']);
    expect((await api.rooms.list()).total).toBe(2);
    expect((await api.rooms.get({ params: { id: a.id } })).rights).toMatchObject({ view: true, start: true, edit: false });
    expect(await codeOf(api.rooms.get({ params: { id: c.id } }))).toBe('not_found');
    expect((await api.meetings.list()).items.map((each) => each.id)).toEqual([ofA.meeting]);
    expect(await codeOf(api.meetings.get({ params: { id: ofC.meeting } }))).toBe('not_found');
    expect(await codeOf(api.meetings.get({ params: { id: ofA.meeting } }))).toBe('fine');
    expect((await api.recordings.list({ query: { view: 'all' } })).items.map((each) => [each.id, each.rights.play])).toEqual([
      [ofA.recording, true],
    ]);
    for (const id of [ofC.recording, external.id]) expect(await codeOf(api.recordings.get({ params: { id } }))).toBe('not_found');
    expect((await api.recordings.get({ params: { id: ofA.recording } })).rights.play).toBe(true);

    expect(await tag(boss.api, c.id, ['PHYSICS'])).toBe('fine');
    expect(await names(api)).toEqual(['Choir', 'Optics', 'Waves']);
    expect((await api.recordings.list({ query: { view: 'all' } })).total).toBe(2);
    expect(await tag(boss.api, a.id, ['Grade 9'])).toBe('fine');
    expect(await names(api)).toEqual(['Choir', 'Waves']);
    expect(await codeOf(api.recordings.get({ params: { id: ofA.recording } }))).toBe('not_found');
    expect((await boss.api.rooms.get({ params: { id: b.id } })).tags).toEqual(['physics']);
  });

  test('a denial takes the tagged ones out of everything else', async () => {
    const boss = await owner();
    const exams = await boss.api.rooms.create({ body: { name: 'Exams', tags: ['Secret'] } });
    await boss.api.rooms.create({ body: { name: 'Music' } });
    const { recording } = await used(boss, exams);
    const one = await colleague(boss.actor.accountId, {
      preset: 'viewer',
      statements: [denying(['rooms.*', 'recordings.*'], ['tag/secret'])],
    });
    const api = await apiOf(one.token);
    expect(await names(api)).toEqual(['Music']);
    expect(await codeOf(api.rooms.get({ params: { id: exams.id } }))).toBe('not_found');
    expect(await codeOf(api.recordings.get({ params: { id: recording } }))).toBe('not_found');
  });

  test('statements take a tag in whatever spelling; the question why knows it, and the report tells that it is not everything', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Optics', tags: ['Grade 9'] } });
    const one = await colleague(boss.actor.accountId, { preset: 'none' });
    const params = { id: one.actor.userId };
    const statements = [allowing(['rooms.view'], ['tag/ GRADE  9 '])];
    const { version } = await boss.api.iam.member({ params });
    const changed = await boss.api.iam.update({ params, body: { statements, version } });
    expect(changed.statements[0]?.resources).toEqual(['tag/grade 9']);
    const bad = { statements: [allowing(['rooms.view'], ['tag/  '])], version: changed.version };
    expect(await codeOf(boss.api.iam.update({ params, body: bad }))).toBe('invalid_input');
    const why = await boss.api.iam.explain({
      params,
      body: { action: 'rooms.view', thing: { kind: 'room', id: room.id, own: false }, mfa: false },
    });
    expect(why).toMatchObject({ allowed: true, reason: { by: 'allow', source: { kind: 'own' } } });
    expect((await boss.api.iam.uses({ params })).items).toEqual([{ name: 'rooms.view', reach: 'some', lastUsedAt: null }]);
  });
});

describe('who may tag (abuse row 22)', () => {
  test('nobody brings a room to themselves by tagging it, nor hands out what they do not hold there', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Staff' } });
    const lead = await colleague(boss.actor.accountId, {
      statements: [
        allowing(['rooms.view', 'rooms.edit'], [`room/${room.id}`]),
        { ...allowing(['rooms.view', 'rooms.delete'], ['tag/mine']), id: 'mine' },
      ],
    });
    await colleague(boss.actor.accountId, { statements: [allowing(['recordings.view'], ['tag/open'])] });
    const api = await apiOf(lead.token);
    const { version } = await api.rooms.get({ params: { id: room.id } });
    const refused = api.rooms.update({ params: { id: room.id }, body: { tags: ['Mine'], version } });
    await expect(refused).rejects.toMatchObject({
      code: 'exceeds_own',
      data: { permission: 'rooms.delete' },
      fields: { 'body.tags': 'tag_beyond' },
    });
    expect(await tag(api, room.id, ['Open'])).toBe('exceeds_own');
    expect(await tag(api, room.id, ['Blue'])).toBe('fine');
    expect((await boss.api.rooms.get({ params: { id: room.id } })).tags).toEqual(['Blue']);
    await buildGrant(world, lead.actor, { statements: [allowing(['rooms.*'], [`room/${room.id}`])] });
    expect(await tag(await apiOf(lead.token), room.id, ['Mine'])).toBe('fine');
  });

  test('what sets, groups, boundaries and open invitations say of a tag counts, too', async () => {
    const boss = await owner();
    const lead = await colleague(boss.actor.accountId, { preset: 'member' });
    const api = await apiOf(lead.token);
    const room = await api.rooms.create({ body: { name: 'My own' } });
    const far = (word: string) => [allowing(['recordings.manage', 'account.export'], [`tag/${word}`])];
    const set = await boss.api.iam.createSet({ body: { name: 'S', statements: far('a') } });
    await boss.api.groups.create({ body: { name: 'G', statements: far('b') } });
    await colleague(boss.actor.accountId, { preset: 'admin', boundary: [allowing(['servers.*', 'recordings.play'], ['tag/c'])] });
    await boss.api.iam.invite({ body: { email: `x${newId()}@example.org`, preset: 'none', statements: far('d') } });
    expect(set.statements).toHaveLength(1);
    // a room's owner is no less than who leads it, so those are theirs to pass on; playing as such is not
    expect(await Promise.all(['a', 'b', 'd'].map((word) => tag(api, room.id, [word])))).toContain('fine');
    expect(await tag(api, room.id, ['c'])).toBe('exceeds_own');
  });

  test('one’s own room goes under a tag that others lead; somebody else’s does not', async () => {
    const boss = await owner();
    const teacher = await colleague(boss.actor.accountId, { preset: 'member' });
    const head = await colleague(boss.actor.accountId, { preset: 'none', statements: [allowing(['rooms.*'], ['tag/physics'])] });
    const api = await apiOf(teacher.token);
    const mine = await api.rooms.create({ body: { name: 'Optics', tags: ['Physics'] } });
    const theirs = await boss.api.rooms.create({ body: { name: 'Board' } });
    expect(await names(await apiOf(head.token))).toEqual(['Optics']);
    expect((await (await apiOf(head.token)).rooms.get({ params: { id: mine.id } })).rights.delete).toBe(true);
    expect(await tag(api, theirs.id, ['Physics'])).toBe('not_allowed');
  });

  test('whoever has rooms by a tag alone makes new ones under it, and does not lock themselves out', async () => {
    const boss = await owner();
    const one = await colleague(boss.actor.accountId, {
      preset: 'none',
      statements: [allowing(['rooms.create']), { ...allowing(['rooms.view', 'rooms.edit'], ['tag/lab']), id: 'lab' }],
    });
    const api = await apiOf(one.token);
    const room = await api.rooms.create({ body: { name: 'Lab 1', tags: ['Lab'] } });
    expect(room.rights).toMatchObject({ view: true, edit: true, delete: false });
    const away = api.rooms.update({ params: { id: room.id }, body: { tags: [], version: room.version } });
    await expect(away).rejects.toMatchObject({ code: 'exceeds_own', fields: { 'body.tags': 'tag_locks_out' } });
    expect(await tag(api, room.id, ['lab', 'Grade 9'])).toBe('fine');
  });

  test('a tag for which something is denied is taken off by those alone who hold everything', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Exams', tags: ['Secret'] } });
    await colleague(boss.actor.accountId, { preset: 'viewer', statements: [denying(['rooms.view'], ['tag/secret'])] });
    const lead = await colleague(boss.actor.accountId, { statements: [allowing(['rooms.*', 'recordings.*'])] });
    const admin = await colleague(boss.actor.accountId, { preset: 'admin' });
    expect(await tag(await apiOf(lead.token), room.id, [])).toBe('exceeds_own');
    expect(await tag(await apiOf(lead.token), room.id, ['secret', 'x'])).toBe('fine');
    expect(await tag(await apiOf(admin.token), room.id, [])).toBe('fine');
  });

  test('an owner’s key passes on what the key holds, not what the owner is', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Board' } });
    await colleague(boss.actor.accountId, { statements: [allowing(['recordings.delete'], ['tag/open'])] });
    const patch = async (scopes: string[]) => {
      const { token } = await boss.api.keys.create({ body: { name: 'K', scopes } });
      const { version } = await boss.api.rooms.get({ params: { id: room.id } });
      const answer = await world.app.inject({
        method: 'PATCH',
        url: `/api/rooms/${room.id}`,
        headers: { authorization: `Bearer ${token}` },
        payload: { tags: ['Open'], version },
      });
      return answer.statusCode;
    };
    expect(await patch(['rooms.view', 'rooms.edit'])).toBe(403);
    expect(await patch(['rooms.view', 'rooms.edit', 'recordings.delete'])).toBe(200);
  });

  test('somebody of another account with whom the room is shared neither sees nor sets its tags; a room that moves leaves them', async () => {
    const boss = await owner();
    const guest = await buildActor(world, { kind: 'customer' });
    const api = await apiOf(guest.token);
    const room = await boss.api.rooms.create({ body: { name: 'Board', tags: ['Inner'] } });
    await boss.api.rooms.invite({ params: { id: room.id }, body: { email: guest.actor.email, role: 'co-owner' } });
    for (const one of (await api.rooms.invitations()).items) await api.rooms.acceptInvitation({ params: { id: one.id } });
    expect((await api.rooms.get({ params: { id: room.id } })).tags).toEqual([]);
    expect(await names(api, { query: { tag: 'inner', view: 'mine' } })).toEqual([]);
    expect((await api.rooms.tags()).items).toEqual([]);
    expect(await tag(api, room.id, ['Outer'])).toBe('not_allowed');
    await boss.api.rooms.offerTransfer({ params: { id: room.id }, body: { email: guest.actor.email } });
    for (const one of (await api.rooms.invitations()).items) await api.rooms.acceptTransfer({ params: { id: one.id } });
    expect((await api.rooms.get({ params: { id: room.id } })).tags).toEqual([]);
  });
});

describe('the words themselves', () => {
  test('each once, at most twenty of forty characters; filtered and offered without case', async () => {
    const boss = await owner();
    const make = (name: string, tags: string[]) => boss.api.rooms.create({ body: { name, tags } });
    expect((await make('Aa', [' Grade   9 ', 'GRADE 9', 'Cafe\u0301'])).tags).toEqual(['Grade 9', 'Caf\u00e9']);
    await make('Bb', ['grade 9']);
    await make('Cc', ['Grade 9', 'zz']);
    const many = Array.from({ length: 21 }, (_none, at) => `t${at}`);
    for (const tags of [many, ['x'.repeat(41)], [''], ['a\u200bb']]) expect(await codeOf(make('Dd', tags))).toBe('invalid_input');
    expect(await names(boss.api, { query: { tag: 'GRADE 9' } })).toEqual(['Aa', 'Bb', 'Cc']);
    expect(await names(boss.api, { query: { tag: 'caf\u00c9' } })).toEqual(['Aa']);
    expect(await names(boss.api, { query: { tag: 'ZZ, caf\u00e9' } })).toEqual(['Aa', 'Cc']);
    expect((await boss.api.rooms.tags()).items).toEqual([
      { tag: 'Grade 9', rooms: 3 },
      { tag: 'Caf\u00e9', rooms: 1 },
      { tag: 'zz', rooms: 1 },
    ]);
    const one = await colleague(boss.actor.accountId, { statements: [allowing(['rooms.view'], ['tag/zz'])] });
    expect((await (await apiOf(one.token)).rooms.tags()).items.map((each) => each.tag)).toEqual(['Grade 9', 'zz']);
    const none = await colleague(boss.actor.accountId, { preset: 'none' });
    expect([await statusOf(none.token, '/api/rooms/tags'), await statusOf('x', '/api/rooms/tags')]).toEqual([403, 401]);
  });

  test('the database holds the number of both columns together', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Aa', tags: ['x'] } });
    const set = world.ctx().system.read.execute(sql`update rooms set tags = '{}' where id = ${room.id}`);
    await expect(set).rejects.toThrow();
  });
});

describe('groups that are given a room', () => {
  test('by itself, by a tag or with everything, with what they may do and who is in them; for those who may see groups', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Optics', tags: ['Physics'] } });
    const one = await colleague(boss.actor.accountId, { preset: 'none' });
    const make = async (name: string, statements: ReturnType<typeof allowing>[]) =>
      (await boss.api.groups.create({ body: { name, statements } })).id;
    const group = await make('Teachers', [allowing(['rooms.view', 'rooms.start'], ['tag/physics'])]);
    await boss.api.groups.add({ params: { id: group }, body: { userIds: [one.actor.userId] } });
    await make('Heads', [allowing(['rooms.*'], [`room/${room.id}`])]);
    await make('Board', [allowing(['rooms.view'])]);
    await make('Out', [allowing(['rooms.view']), denying(['rooms.*'], ['tag/physics'])]);
    await make('Choir', [allowing(['rooms.view'], ['tag/music'])]);
    await make('Keys', [allowing(['recordings.view'], [`room/${room.id}`])]);
    const query = { room: room.id, tags: room.tags.join(',') };
    const { items } = await boss.api.groups.sharing({ query });
    expect(items.map(({ name, role, through, tag: key, people }) => [name, role, through, key, people])).toEqual([
      ['Board', 'look', 'all', null, 0],
      ['Heads', 'lead', 'room', null, 0],
      ['Teachers', 'start', 'tag', 'physics', 1],
    ]);
    expect(items[2]?.names).toEqual([one.actor.name]);
    // somebody of another account learns nothing of this one's groups
    const stranger = await owner();
    expect((await stranger.api.groups.sharing({ query })).items).toEqual([]);
    const url = `/api/groups/sharing?room=${room.id}`;
    expect([await statusOf(one.token, url), await statusOf('x', url)]).toEqual([403, 401]);
  });

  test('what its giver lost is not counted', async () => {
    const boss = await owner();
    const room = await boss.api.rooms.create({ body: { name: 'Optics' } });
    const lead = await colleague(boss.actor.accountId, { statements: [allowing(['groups.*', 'rooms.*'])] });
    const statements = [allowing(['rooms.view'], [`room/${room.id}`])];
    await (await apiOf(lead.token)).groups.create({ body: { name: 'Friends', statements } });
    const namesNow = async () => (await boss.api.groups.sharing({ query: { room: room.id } })).items.map(({ name }) => name);
    expect(await namesNow()).toEqual(['Friends']);
    await buildGrant(world, lead.actor, { statements: [] });
    expect(await namesNow()).toEqual([]);
  });
});
