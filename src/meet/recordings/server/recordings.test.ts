import { describe, expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { textKeyCursor } from '#kit/server/db/cursor.ts';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { buildRecording, recordingsApi, worldWithFiles } from './recordings.factory.ts';
import { listRecordings } from './recordings.queries.ts';

type Api = ReturnType<typeof recordingsApi>;
const nowhere = '0190a0b0-0000-7000-8000-000000000000';

/** Every call about one recording, with the permission that its door asks. */
const calls = (api: Api, id: string): [string, string, () => Promise<unknown>][] => {
  const params = { id };
  return [
    ['get', 'recordings.view', () => api.get({ params })],
    ['edit', 'recordings.edit', () => api.edit({ params, body: { revision: 1, name: 'Taken over' } })],
    ['retry', 'recordings.edit', () => api.retry({ params })],
    ['link', 'recordings.edit', () => api.link({ params, body: {} })],
    ['endLinks', 'recordings.edit', () => api.endLinks({ params })],
    ['addCaption', 'recordings.edit', () => api.addCaption({ params, body: { lang: 'en', label: 'x', text: 'x' } })],
    ['removeCaption', 'recordings.edit', () => api.removeCaption({ params, body: { captionId: nowhere } })],
  ];
};
const bulks = (api: Api, id: string): [string, string, () => Promise<{ changed: number; skipped: { reason: string }[] }>][] => {
  const body = { ids: [id] };
  return [
    ['publish', 'recordings.edit', () => api.publish({ body })],
    ['unpublish', 'recordings.edit', () => api.unpublish({ body })],
    ['remove', 'recordings.delete', () => api.remove({ body })],
    ['restore', 'recordings.delete', () => api.restore({ body })],
    ['destroy', 'recordings.delete', () => api.destroy({ body })],
  ];
};
const general = (api: Api): [string, string, () => Promise<unknown>][] => [
  ['list', 'recordings.view', () => api.list({})],
  ['storage', 'recordings.view', () => api.storage({})],
  ['retention', 'recordings.view', () => api.retention({})],
  ['setRetention', 'recordings.manage', () => api.setRetention({ body: { days: 30 } })],
];

describe('walls', () => {
  test('without a session every call but playing asks to sign in', async () => {
    const world = await worldWithFiles();
    const { id } = await buildRecording(world, await buildPerson(world));
    const api = recordingsApi(world);
    for (const [name, , work] of [...calls(api, id), ...bulks(api, id), ...general(api)])
      expect(await failureOf(work()), name).toMatchObject({ code: 'not_signed_in' });
  });

  test('to another account it does not exist, and nothing of it changes', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { id, recordId } = await buildRecording(world, owner);
    const before = await recordingsApi(world, owner).get({ params: { id } });
    for (const wish of [{}, { kind: 'vendor' as const }]) {
      const stranger = await buildPerson(world, wish);
      const api = recordingsApi(world, stranger);
      for (const [name, , work] of calls(api, id)) expect(await failureOf(work()), name).toMatchObject({ code: 'not_found' });
      for (const [name, , work] of bulks(api, id))
        expect(await work(), name).toMatchObject({ changed: 0, skipped: [{ reason: 'not_found' }] });
      for (const view of ['mine', 'all', 'bin'] as const)
        expect(await api.list({ query: { view } })).toMatchObject({ items: [], total: 0 });
      expect(await failureOf(api.playback({ params: { recordId } }))).toMatchObject({ code: 'not_found' });
      expect(await api.storage({})).toMatchObject({ published: 0 });
    }
    expect(await recordingsApi(world, owner).get({ params: { id } })).toEqual(before);
  });

  test('in the own account a missing permission is named', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { id } = await buildRecording(world, owner);
    const api = recordingsApi(world, await buildPerson(world, { colleagueOf: owner, role: 'staff' }));
    for (const [name, permission, work] of [...calls(api, id), ...bulks(api, id), ...general(api)])
      expect(await failureOf(work()), name).toMatchObject({ code: 'not_allowed', data: { permission } });
  });

  test('a plain colleague sees and plays what the account may see, and changes nothing of it', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const seen = await buildRecording(world, owner);
    const hidden = await buildRecording(world, owner, { visibility: 'owner' });
    const draft = await buildRecording(world, owner, { state: 'unpublished' });
    const colleague = await buildPerson(world, { colleagueOf: owner });
    const api = recordingsApi(world, colleague);
    expect((await api.list({ query: { view: 'all' } })).items.map((one) => one.id)).toEqual([seen.id]);
    expect(await api.list({ query: { view: 'mine' } })).toMatchObject({ items: [], total: 0 });
    for (const { id } of [hidden, draft])
      expect(await failureOf(api.get({ params: { id } }))).toMatchObject({ code: 'not_found' });
    expect(await api.playback({ params: { recordId: seen.recordId } })).toMatchObject({ id: seen.id });
    expect(await failureOf(api.playback({ params: { recordId: hidden.recordId } }))).toMatchObject({ code: 'not_found' });
    const edit = api.edit({ params: { id: seen.id }, body: { revision: 1, name: 'Mine' } });
    expect(await failureOf(edit)).toMatchObject({ code: 'not_allowed', data: { permission: 'recordings.manage' } });
    expect(await api.remove({ body: { ids: [seen.id] } })).toMatchObject({ changed: 0, skipped: [{ reason: 'not_allowed' }] });
  });

  test('a room shared with another account shows its recordings there; its co-owner may change them', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const room = await buildRoom(world, owner);
    const co = await buildPerson(world, { email: 'co@example.org' });
    await meetApi(world, owner).rooms.invite({ params: { id: room.id }, body: { email: 'co@example.org', role: 'co-owner' } });
    const [waiting] = (await meetApi(world, co).rooms.invitations({})).items;
    await meetApi(world, co).rooms.acceptInvitation({ params: { id: waiting?.id ?? '' } });
    const { id } = await buildRecording(world, owner, { roomId: room.id });
    const other = await buildRecording(world, owner);
    const api = recordingsApi(world, co);
    expect((await api.list({})).items.map((one) => one.id)).toEqual([id]);
    expect(await api.edit({ params: { id }, body: { revision: 1, name: 'Named by Co' } })).toMatchObject({ name: 'Named by Co' });
    expect(await failureOf(api.get({ params: { id: other.id } }))).toMatchObject({ code: 'not_found' });
  });

  test('the operator sees that it exists and where, and neither plays nor changes it', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { id, recordId } = await buildRecording(world, owner);
    const api = recordingsApi(world, await buildPerson(world, { kind: 'operator' }));
    expect((await api.list({ query: { view: 'all' } })).items).toMatchObject([
      { id, account: { id: owner.accountId }, rights: { play: false, edit: false, remove: false } },
    ]);
    expect(await failureOf(api.playback({ params: { recordId } }))).toMatchObject({ code: 'not_found' });
    expect(await api.remove({ body: { ids: [id] } })).toMatchObject({ changed: 0 });
  });

  test('the second wall: a query that forgets the account sees nothing of others', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    await buildRecording(world, owner);
    const all = {
      accountId: null,
      sight: 'everything',
      bin: 'out',
      state: undefined,
      visibility: undefined,
      roomId: undefined,
      meetingId: undefined,
      since: undefined,
      search: undefined,
    } as const;
    const page = { sort: 'recent', dir: 'down', after: null, limit: 10 } as const;
    expect(await listRecordings(world.ctx(await buildPerson(world)).db.read, all, page)).toEqual([]);
    expect(await listRecordings(world.ctx({ kind: 'nobody' }).db.read, all, page)).toEqual([]);
    expect(await listRecordings(world.ctx(owner).db.read, all, page)).toHaveLength(1);
  });
});

describe('lists', () => {
  test('pages by every sorting meet each recording once', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const names = ['Élan', 'zoo', 'Alpha', 'alpha', 'Math'];
    for (const [n, name] of names.entries())
      await buildRecording(world, owner, {
        name,
        bytes: (n % 2) * 1000,
        lengthMs: n * 10,
        startedAt: new Date(1_700_000_000_000 + (n % 3)),
      });
    const api = recordingsApi(world, owner);
    const asked = (['recent', 'name', 'size', 'length'] as const).flatMap((sort) => [
      { sort, dir: 'up' as const },
      { sort, dir: 'down' as const },
    ]);
    for (const order of asked) {
      const met: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await api.list({ query: { ...order, limit: 2, ...(cursor === undefined ? {} : { cursor }) } });
        met.push(...page.items.map((one) => one.name));
        expect(page.total).toBe(5);
        if (page.next === null) break;
        cursor = page.next;
      }
      expect([...met].sort(), JSON.stringify(order)).toEqual([...names].sort());
    }
    const first = async (query: { sort: 'name' | 'length'; dir?: 'up' | 'down' }) =>
      (await api.list({ query: { ...query, limit: 1 } })).items.map((one) => one.name);
    expect(await first({ sort: 'length' })).toEqual(['Math']);
    expect(await first({ sort: 'length', dir: 'up' })).toEqual(['Élan']);
    expect(await first({ sort: 'name', dir: 'down' })).toEqual(await first({ sort: 'name', dir: 'down' }));
    expect(await first({ sort: 'name' })).not.toEqual(await first({ sort: 'name', dir: 'down' }));
    const foreign = textKeyCursor.write({ key: 'not a number', id: nowhere });
    expect((await api.list({ query: { sort: 'size', cursor: foreign } })).items).toHaveLength(5);
    expect((await api.list({ query: { search: 'LPH' } })).items).toHaveLength(2);
  });

  test('storage tells what lies where; the bin still counts', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world, { entitlements: { recordingGb: 1 } });
    await buildRecording(world, owner, { bytes: 280_000_000 });
    await buildRecording(world, owner, { bytes: 20, state: 'unpublished' });
    await buildRecording(world, owner, { bytes: 3, state: 'recycled' });
    await buildRecording(world, owner, { bytes: 999, state: 'deleted' });
    expect(await recordingsApi(world, owner).storage({})).toEqual({
      published: 280_000_000,
      unpublished: 20,
      bin: 3,
      max: 1_000_000_000,
      daysLeft: 71,
    });
  });
});

describe('changes', () => {
  test('what somebody else changed meanwhile is not overwritten', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { id } = await buildRecording(world, owner);
    const api = recordingsApi(world, owner);
    const changed = await api.edit({ params: { id }, body: { revision: 1, visibility: 'public' } });
    expect(changed).toMatchObject({ visibility: 'public', revision: 2 });
    const late = api.edit({ params: { id }, body: { revision: 1, name: 'Late' } });
    expect(await failureOf(late)).toMatchObject({ code: 'conflict', data: { revision: 2 } });
  });

  test('many at once: what cannot be done is named and holds up nothing', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const [one, two] = [await buildRecording(world, owner), await buildRecording(world, owner, { state: 'unpublished' })];
    const api = recordingsApi(world, owner);
    expect(await api.unpublish({ body: { ids: [one.id, two.id, nowhere, one.id] } })).toEqual({
      changed: 1,
      skipped: [
        { id: two.id, reason: 'not_possible' },
        { id: nowhere, reason: 'not_found' },
      ],
    });
    expect(await api.remove({ body: { ids: [one.id] } })).toMatchObject({ changed: 1 });
    expect((await api.list({ query: { view: 'bin' } })).items).toMatchObject([{ id: one.id, state: 'recycled' }]);
    expect(await api.restore({ body: { ids: [one.id] } })).toMatchObject({ changed: 1 });
    expect(await api.get({ params: { id: one.id } })).toMatchObject({ state: 'unpublished', recycledAt: null });
    expect(await failureOf(api.retry({ params: { id: one.id } }))).toMatchObject({ code: 'not_possible' });
  });
});

const play = (api: Api, recordId: string, token?: string) =>
  api.playback({ params: { recordId }, query: token === undefined ? {} : { token } });

describe('playing', () => {
  test('a visitor needs a link, and it ends', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { id, recordId } = await buildRecording(world, owner);
    const [visitor, api] = [recordingsApi(world), recordingsApi(world, owner)];
    expect(await failureOf(play(visitor, recordId))).toMatchObject({ code: 'sign_in_required' });
    expect(await failureOf(play(visitor, 'unknown'))).toMatchObject({ code: 'not_found' });
    const { url } = await api.link({ params: { id }, body: { hours: 2 } });
    const token = new URL(url).searchParams.get('token') ?? '';
    expect(await play(visitor, recordId, token)).toMatchObject({ id, download: null });
    const other = await buildRecording(world, owner);
    expect(await failureOf(play(visitor, other.recordId, token))).toMatchObject({ code: 'link_expired' });
    await api.unpublish({ body: { ids: [id] } });
    expect(await failureOf(play(visitor, recordId, token))).toMatchObject({ code: 'link_expired' });
    await api.publish({ body: { ids: [id] } });
    world.clock.advance(2 * 3_600_000 + 1);
    expect(await failureOf(play(visitor, recordId, token))).toMatchObject({ code: 'link_expired' });
    const again = new URL((await api.link({ params: { id }, body: {} })).url).searchParams.get('token') ?? '';
    expect(await api.endLinks({ params: { id } })).toEqual({ ended: 2 });
    expect(await failureOf(play(visitor, recordId, again))).toMatchObject({ code: 'link_expired' });
  });

  test('with "everybody who has the link" it plays for visitors, unless it is protected', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { recordId } = await buildRecording(world, owner, { visibility: 'link' });
    const guarded = await buildRecording(world, owner, { visibility: 'public', protect: true });
    expect(await play(recordingsApi(world), recordId)).toMatchObject({ name: 'Lesson' });
    expect(await failureOf(play(recordingsApi(world), guarded.recordId))).toMatchObject({ code: 'sign_in_required' });
    expect(await play(recordingsApi(world, owner), guarded.recordId)).toMatchObject({ id: guarded.id });
  });

  test('one in the making tells its owner so', async () => {
    const world = await worldWithFiles();
    const owner = await buildPerson(world);
    const { recordId } = await buildRecording(world, owner, { state: 'processing' });
    expect(await failureOf(play(recordingsApi(world, owner), recordId))).toMatchObject({ code: 'not_ready' });
    expect(await failureOf(play(recordingsApi(world), recordId))).toMatchObject({ code: 'not_found' });
  });

  test('a person is counted once a day', async () => {
    const world = await worldWithFiles();
    const owner: UserActor = await buildPerson(world);
    const { id, recordId } = await buildRecording(world, owner, { visibility: 'public' });
    for (const _ of [1, 2]) await play(recordingsApi(world, owner), recordId);
    for (const _ of [1, 2]) await play(recordingsApi(world), recordId);
    await play(recordingsApi(world, null, { address: '192.0.2.9', agent: 'test' }), recordId);
    expect(await recordingsApi(world, owner).get({ params: { id } })).toMatchObject({ views: 3 });
    world.clock.advance(86_400_001);
    await play(recordingsApi(world, owner), recordId);
    expect(await recordingsApi(world, owner).get({ params: { id } })).toMatchObject({ views: 4 });
  });
});
