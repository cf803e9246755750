import { expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { buildRecording, recordingsApi, worldWithFiles } from './recordings.factory.ts';
import type { NewRecording } from './recordings.queries.ts';

const format = (type: string) => ({ type, url: 'https://bbb.example/playback/x', lengthMs: 60_000, bytes: 1_000, images: [] });

test('what our engine has ready does not play before its files are in the store; what a BBB server holds plays there', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const api = recordingsApi(world, owner);
  const ours = await buildRecording(world, owner, { held: 'server', formats: [format('atrium')] });
  expect(await failureOf(api.playback({ params: { recordId: ours.recordId } }))).toMatchObject({ code: 'not_ready' });
  const theirs = await buildRecording(world, owner, { held: 'server', formats: [format('presentation')] });
  expect((await api.playback({ params: { recordId: theirs.recordId } })).formats).toMatchObject([
    { type: 'presentation', plays: 'server' },
  ]);
});

type Api = ReturnType<typeof recordingsApi>;
const play = (api: Api, recordId: string) => api.playback({ params: { recordId } });

test('the video file is offered to who leads the recording, in the list as on its page, and to nobody else', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const colleague = await buildPerson(world, { colleagueOf: owner });
  const made = { held: 'here' as const, formats: [format('atrium'), format('video')] };
  const { id, recordId } = await buildRecording(world, owner, made);
  const tracks = await buildRecording(world, owner, { ...made, formats: [format('atrium')] });
  const [api, theirs] = [recordingsApi(world, owner), recordingsApi(world, colleague)];
  const file = expect.stringMatching(new RegExp(`^/recordings-files/${id}/video\\.mp4\\?token=.*&download=1$`));
  const offered = async (of: Api) => (await of.list({ query: { view: 'all' } })).items.map((one) => [one.id, one.download]);
  expect(await offered(api)).toEqual([
    [tracks.id, null],
    [id, file],
  ]);
  expect(await play(api, recordId)).toMatchObject({ download: file, mayDownload: true });
  expect(await play(api, tracks.recordId)).toMatchObject({ download: null, mayDownload: true });
  expect(await offered(theirs)).toEqual([
    [tracks.id, null],
    [id, null],
  ]);
  expect(await play(theirs, recordId)).toMatchObject({ download: null, mayDownload: false });
});

test('who has it in their lists sees its state, room and neighbours; with a link alone, or from another account, nobody does', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const colleague = await buildPerson(world, { colleagueOf: owner });
  const room = await buildRoom(world, owner);
  const day = 86_400_000;
  const lesson = (name: string, wish: Partial<NewRecording> & { age: number }) => {
    const startedAt = new Date(world.clock.now() - wish.age * day);
    return buildRecording(world, owner, { roomId: room.id, held: 'here', formats: [format('atrium')], name, startedAt, ...wish });
  };
  const first = await lesson('First', { age: 4 });
  await lesson('Draft', { age: 3, state: 'unpublished' });
  const middle = await lesson('Middle', { age: 2 });
  await lesson('Deleted', { age: 1, state: 'recycled' });
  const last = await lesson('Last', { age: 0, visibility: 'owner' });
  const listedFor = async (actor: UserActor | null, token?: string) =>
    (
      await recordingsApi(world, actor).playback({
        params: { recordId: middle.recordId },
        query: token === undefined ? {} : { token },
      })
    ).listed;
  const shared = { state: 'published', visibility: 'account', room: { id: room.id, name: room.name } };
  expect(await listedFor(owner)).toMatchObject({
    ...{ ...shared, mayEdit: true },
    ...{ previous: { name: 'Draft' }, next: { recordId: last.recordId, name: 'Last' } },
  });
  // what the colleague may not play is no neighbour
  expect(await listedFor(colleague)).toMatchObject({
    ...{ state: 'published', mayEdit: false, next: null },
    previous: { recordId: first.recordId, name: 'First' },
  });
  const { url } = await recordingsApi(world, owner).link({ params: { id: middle.id }, body: {} });
  const token = new URL(url).searchParams.get('token') ?? '';
  const elsewhere = await buildPerson(world);
  const powerless: UserActor = { ...colleague, scope: colleague.scope.filter((one) => one !== 'recordings.view') };
  for (const actor of [null, elsewhere, powerless]) expect(await listedFor(actor, token)).toBeNull();
});
