import { afterAll, beforeAll, expect, test } from 'vitest';
import { textKeyCursor } from '#kit/server/db/cursor.ts';
import { testWorld } from '#app/proof/testing.ts';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { purgeOld } from './bin.service.ts';
import { setLive } from './live.service.ts';

let world: Awaited<ReturnType<typeof testWorld>>;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

test('a room needs only a name; its link cannot be guessed from it', async () => {
  const owner = await buildPerson(world, { name: 'Olga' });
  const [a, b] = [await buildRoom(world, owner, { name: 'Élèves 9ᵉ' }), await buildRoom(world, owner, { name: '数学' })];
  expect(a.slug).toMatch(/^eleves-9e-[a-z2-9]{4}$/);
  expect(b.slug).toMatch(/^[a-z2-9]{3}-[a-z2-9]{4}-[a-z2-9]{3}$/);
  expect(a).toMatchObject({
    owner: { id: owner.userId, name: 'Olga' },
    account: null,
    role: 'owner',
    live: null,
    muteOnStart: true,
    lobby: false,
    viewerCode: null,
    record: true,
    version: 1,
    link: `http://localhost:3000/m/${a.slug}`,
    limits: { maxPeople: 100 },
  });
  expect(a.rights).toEqual({ view: true, edit: true, delete: true, start: true, share: true, transfer: true });
});

test('bad input is told field by field', async () => {
  const owner = await buildPerson(world);
  const failure = await failureOf(
    meetApi(world, owner).rooms.create({
      body: { name: 'x', slug: '-bad-', viewerCode: '12', maxPeople: 0, welcome: 'w'.repeat(501) },
    }),
  );
  expect(failure).toMatchObject({
    code: 'invalid_input',
    fields: {
      'body.name': 'too_small',
      'body.slug': 'slug_letters',
      'body.viewerCode': 'too_small',
      'body.maxPeople': 'too_small',
      'body.welcome': 'too_big',
    },
  });
});

test('a link is unique in the whole installation, and suggestions are free', async () => {
  const [one, other] = [await buildPerson(world), await buildPerson(world)];
  const room = await buildRoom(world, one, { slug: 'Physics-Lab' });
  expect(room.slug).toBe('physics-lab');
  expect(await failureOf(buildRoom(world, other, { slug: 'physics-lab' }))).toMatchObject({
    code: 'slug_taken',
    fields: { 'body.slug': 'slug_taken' },
  });
  const asked = await meetApi(world, other).rooms.slugFree({ query: { slug: 'physics-lab' } });
  expect(asked).toMatchObject({ free: false, trouble: 'slug_taken' });
  expect(asked.suggestions).toHaveLength(3);
  expect(asked.suggestions).not.toContain('physics-lab');
  expect(await meetApi(world, one).rooms.slugFree({ query: { slug: 'physics-lab', roomId: room.id } })).toMatchObject({
    free: true,
    trouble: null,
    suggestions: [],
  });
  expect(await meetApi(world, one).rooms.slugFree({ query: { slug: 'admin' } })).toMatchObject({
    free: false,
    trouble: 'slug_reserved',
  });
  await meetApi(world, one).rooms.remove({ params: { id: room.id } });
  expect(await failureOf(buildRoom(world, other, { slug: 'physics-lab' }))).toMatchObject({ code: 'slug_taken' });
});

test('two browsers edit the same room: the second is told who was first, and nothing is lost', async () => {
  const owner = await buildPerson(world, { name: 'Olga' });
  const colleague = await buildPerson(world, { name: 'Kim', colleagueOf: owner, role: 'admin' });
  const room = await buildRoom(world, owner);
  const params = { id: room.id };
  const saved = await meetApi(world, colleague).rooms.update({
    params,
    body: { version: room.version, welcome: 'from Kim', viewerCode: '123456' },
  });
  expect(saved).toMatchObject({ version: 2, welcome: 'from Kim', name: 'Mathematics' });
  const failure = await failureOf(
    meetApi(world, owner).rooms.update({ params, body: { version: room.version, name: 'Maths', welcome: 'from Olga' } }),
  );
  expect(failure).toMatchObject({ code: 'changed_meanwhile', data: { version: 2, by: 'Kim', at: saved.updatedAt } });
  expect(await meetApi(world, owner).rooms.get({ params })).toMatchObject({
    name: 'Mathematics',
    welcome: 'from Kim',
    viewerCode: '123456',
  });
  const both = await Promise.allSettled(
    [1, 2, 3].map((n) => meetApi(world, owner).rooms.update({ params, body: { version: 2, name: `Maths ${n}` } })),
  );
  expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
});

test('the plan limits rooms, people and minutes', async () => {
  const owner = await buildPerson(world, { entitlements: { rooms: 2, peoplePerMeeting: 20, minutesPerMeeting: 60 } });
  const room = await buildRoom(world, owner, { maxPeople: 20 });
  expect(await failureOf(buildRoom(world, owner, { maxPeople: 21 }))).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'peoplePerMeeting', max: 20, wanted: 21 },
  });
  expect(
    await failureOf(meetApi(world, owner).rooms.update({ params: { id: room.id }, body: { version: 1, maxMinutes: 61 } })),
  ).toMatchObject({ code: 'limit_reached', data: { limit: 'minutesPerMeeting' } });
  const made = await Promise.allSettled([buildRoom(world, owner), buildRoom(world, owner), buildRoom(world, owner)]);
  expect(made.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  expect(await failureOf(buildRoom(world, owner))).toMatchObject({
    code: 'limit_reached',
    data: { limit: 'rooms', max: 2, used: 2 },
  });
  await meetApi(world, owner).rooms.remove({ params: { id: room.id } });
  await buildRoom(world, owner);
  expect(await failureOf(meetApi(world, owner).rooms.restore({ params: { id: room.id } }))).toMatchObject({
    code: 'limit_reached',
  });
});

test('the list pages by key, sorts as people do, searches and filters', async () => {
  const owner = await buildPerson(world);
  const names = ['Zebra', 'apple 10', 'Apple 9', 'éclair', '100% fun', 'under_score'];
  for (const name of names) await buildRoom(world, owner, { name });
  const api = meetApi(world, owner);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.rooms.list>> = await api.rooms.list({
      query: { sort: 'name', limit: 2, ...(cursor === null ? {} : { cursor }) },
    });
    expect(page.total).toBe(6);
    seen.push(...page.items.map((item) => item.name));
    cursor = page.next;
  } while (cursor !== null);
  expect(seen).toEqual(['100% fun', 'Apple 9', 'apple 10', 'éclair', 'under_score', 'Zebra']);
  expect((await api.rooms.list({ query: { search: '0%' } })).items.map((item) => item.name)).toEqual(['100% fun']);
  expect((await api.rooms.list({ query: { search: 'r_s' } })).items.map((item) => item.name)).toEqual(['under_score']);
  expect((await api.rooms.list({ query: { sort: 'created', limit: 1 } })).items[0]?.name).toBe('under_score');
  for (const bad of [
    'nonsense',
    'WyJ4IiwieSJd',
    textKeyCursor.write({ key: 'not a date', id: '01890000-0000-7000-8000-000000000000' }),
  ])
    expect((await api.rooms.list({ query: { cursor: bad } })).items).toHaveLength(6);
});

test('every order gives each room once when paged', async () => {
  const owner = await buildPerson(world);
  const rooms = await Promise.all(Array.from({ length: 7 }, () => buildRoom(world, owner, { name: '部'.repeat(128) })));
  for (const sort of ['recent', 'name', 'created'] as const) {
    const seen = new Set<string>();
    let cursor: string | null = null;
    for (let pages = 0; pages < 10; pages++) {
      const page: Awaited<ReturnType<ReturnType<typeof meetApi>['rooms']['list']>> = await meetApi(world, owner).rooms.list({
        query: { sort, limit: 3, ...(cursor === null ? {} : { cursor }) },
      });
      for (const item of page.items) seen.add(item.id);
      cursor = page.next;
      if (cursor === null) break;
    }
    expect(seen.size, sort).toBe(rooms.length);
  }
});

test('live rooms are marked and filtered, and do not go into the bin', async () => {
  const owner = await buildPerson(world);
  const [room, idle] = [await buildRoom(world, owner), await buildRoom(world, owner)];
  await world
    .ctx()
    .system.write((tx) => setLive(tx, room.id, { meetingId: room.id, state: 'live', people: 27, since: world.clock.now() }));
  const api = meetApi(world, owner);
  expect((await api.rooms.list({ query: { state: 'live' } })).items).toMatchObject([
    { id: room.id, live: { people: 27, state: 'live' } },
  ]);
  expect((await api.rooms.list({ query: { state: 'idle' } })).items).toMatchObject([{ id: idle.id, live: null }]);
  expect(await failureOf(api.rooms.remove({ params: { id: room.id } }))).toMatchObject({ code: 'room_live' });
  expect(await api.rooms.removeMany({ body: { ids: [room.id, idle.id, owner.userId] } })).toEqual({
    done: [idle.id],
    refused: [
      { id: room.id, code: 'room_live' },
      { id: owner.userId, code: 'not_found' },
    ],
  });
});

test('the bin gives back within thirty days and deletes after them', async () => {
  const owner = await buildPerson(world);
  const api = meetApi(world, owner);
  const [a, b, c] = [
    await buildRoom(world, owner, { name: 'Alpha' }),
    await buildRoom(world, owner, { name: 'Beta' }),
    await buildRoom(world, owner, { name: 'Gamma' }),
  ];
  for (const room of [a, b, c]) await api.rooms.remove({ params: { id: room.id } });
  const binned = await api.rooms.list({ query: { view: 'bin' } });
  expect(binned.total).toBe(3);
  expect((binned.items[0]?.purgeAt ?? 0) - (binned.items[0]?.deletedAt ?? 0)).toBe(30 * 86_400_000);
  expect((await api.rooms.list({ query: {} })).total).toBe(0);
  expect(await failureOf(api.rooms.update({ params: { id: a.id }, body: { version: 2, name: 'Alpha 2' } }))).toMatchObject({
    code: 'not_found',
  });
  expect(await api.rooms.restore({ params: { id: a.id } })).toMatchObject({ deletedAt: null, slug: a.slug });
  expect(await failureOf(api.rooms.purge({ params: { id: b.id }, body: { name: 'beta' } }))).toMatchObject({
    code: 'name_differs',
  });
  await api.rooms.purge({ params: { id: b.id }, body: { name: 'Beta' } });
  expect(await failureOf(api.rooms.purge({ params: { id: a.id }, body: { name: 'Alpha' } }))).toMatchObject({
    code: 'not_found',
  });
  world.clock.advance(29 * 86_400_000);
  await purgeOld(world.ctx());
  expect((await api.rooms.list({ query: { view: 'bin' } })).total).toBe(1);
  world.clock.advance(2 * 86_400_000);
  expect(await purgeOld(world.ctx())).toBeGreaterThanOrEqual(1);
  expect((await api.rooms.list({ query: { view: 'bin' } })).total).toBe(0);
  expect((await api.rooms.get({ params: { id: a.id } })).name).toBe('Alpha');
});

test('each change leaves a note with ids and field names, and no words of people', async () => {
  const owner = await buildPerson(world);
  const room = await buildRoom(world, owner, { name: 'Very private name' });
  await meetApi(world, owner).rooms.update({
    params: { id: room.id },
    body: { version: 1, welcome: 'private words', viewerCode: '123456' },
  });
  const rows = await world
    .ctx()
    .system.read.execute<{ action: string; data: object }>(
      `select action, data from audit_entries where subject_id = '${room.id}' order by id`,
    );
  expect(rows.rows.map((row) => row.action).toSorted()).toEqual(['rooms.changed', 'rooms.created']);
  expect(JSON.stringify(rows.rows)).not.toMatch(/private|123456/i);
});

test('several rooms get tags and settings at once; what one of them refuses does not hold up the others', async () => {
  const owner = await buildPerson(world);
  const api = meetApi(world, owner);
  const words = Array.from({ length: 20 }, (_, n) => `word ${n}`);
  const [a, full] = [await buildRoom(world, owner, { tags: ['Year 8', 'old'] }), await buildRoom(world, owner, { tags: words })];
  const body = { ids: [a.id, full.id], addTags: ['year 8', 'Maths'], removeTags: ['OLD'], settings: { lobby: false } };
  expect(await api.rooms.changeMany({ body })).toEqual({ done: [a.id], refused: [{ id: full.id, code: 'too_many_tags' }] });
  expect(await api.rooms.get({ params: { id: a.id } })).toMatchObject({ tags: ['Year 8', 'Maths'], lobby: false });
  expect((await api.rooms.get({ params: { id: full.id } })).tags).toEqual(words);
});

test('one person is invited to several rooms', async () => {
  const owner = await buildPerson(world);
  const api = meetApi(world, owner);
  const [a, b] = [await buildRoom(world, owner), await buildRoom(world, owner)];
  const share = { email: 'lena@example.org', role: 'moderator' as const };
  expect(await api.rooms.inviteToMany({ body: { ids: [a.id, b.id], ...share } })).toEqual({ done: [a.id, b.id], refused: [] });
  for (const { id } of [a, b])
    expect((await api.rooms.shares({ params: { id } })).items).toMatchObject([{ ...share, state: 'invited' }]);
});
