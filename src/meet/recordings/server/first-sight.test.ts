/** Who sees a new recording first. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { UserActor } from '#kit/server/ctx.ts';
import { buildPerson, buildRoom, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { endedMeeting, type EndedMeetingWish, saidOf } from './ended-meeting.factory.ts';
import { pollAll } from './ingest.service.ts';
import { recordingRow } from './program.factory.ts';
import { publicEvents } from './recordings.events.ts';
import { recordingByRecordId } from './recordings.queries.ts';
import { registerFormat } from './tree.service.ts';
import { metadataXml } from './published.factory.ts';
import { readPublishedMetadata } from '@atrium/bbb/recordings/published-metadata';
import { buildRecordingServer, recordingsApi, worldWithFiles } from './recordings.factory.ts';

test('its owner alone until it is published: in lists, by its address, in figures, and on its server', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const colleague = await buildPerson(world, { colleagueOf: owner, permissions: ['recordings.view'] });
  const server = await buildRecordingServer(world);
  const room = await buildRoom(world, owner);
  const meeting = await endedMeeting(world, { owner, server, roomId: room.id });
  server.state.recordings.push(saidOf(meeting));
  await pollAll(world.ctx());
  await world.runJobs();
  const seenBy = async (actor: UserActor) => (await recordingsApi(world, actor).list({ query: { view: 'all' } })).total;
  const plays = (actor: UserActor | null) =>
    recordingsApi(world, actor).playback({ params: { recordId: meeting.internalId }, query: {} });
  const [one] = (await recordingsApi(world, owner).list({ query: { view: 'mine' } })).items;
  expect(one).toMatchObject({ state: 'unpublished', visibility: 'account', rights: { play: true, edit: true } });
  expect(server.state.recordings).toMatchObject([{ published: false }]);
  expect(await seenBy(colleague)).toBe(0);
  for (const actor of [colleague, null]) expect(await failureOf(plays(actor))).toMatchObject({ code: 'not_found' });
  await recordingsApi(world, owner).publish({ body: { ids: [one?.id ?? ''] } });
  await world.runJobs();
  expect(server.state.recordings).toMatchObject([{ published: true }]);
  expect(await seenBy(colleague)).toBe(1);
  expect((await plays(colleague)).id).toBe(one?.id);
});

test('everyone at once where the account wants that; programs, courses and what the server keeps back are as they say', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const server = await buildRecordingServer(world);
  const room = await buildRoom(world, owner);
  const stateAfter = async (wish: Partial<EndedMeetingWish>, said: object = {}) => {
    const meeting = await endedMeeting(world, { owner, server, ...wish });
    server.state.recordings.push(saidOf(meeting, said));
    await pollAll(world.ctx());
    return (await recordingRow(world, meeting.internalId))?.state;
  };
  expect(await stateAfter({ externalId: 'class-9b' })).toBe('published');
  expect(await stateAfter({ roomId: room.id, fromCourse: 'course' })).toBe('published');
  const defaults = world.api(owner).rooms;
  const { rights, ...now } = await defaults.defaults();
  expect([rights.edit, now.newRecordings]).toEqual([true, 'owner']);
  await defaults.setDefaults({ body: { ...now, newRecordings: 'account' } });
  expect(await stateAfter({ roomId: room.id })).toBe('published');
  expect(await stateAfter({ roomId: room.id }, { state: 'unpublished', published: false })).toBe('unpublished');
  // the room itself does not carry the account's wish
  expect(await world.api(owner).rooms.create({ body: { name: 'New' } })).toMatchObject({ name: 'New' });
});

type World = Awaited<ReturnType<typeof worldWithFiles>>;
/** How many notices of it programs got. */
async function timesTold(world: World, recordId: string): Promise<number> {
  const from = publicEvents.find(({ name }) => name === 'recording.ready')?.from ?? '';
  const { rows } = await world
    .ctx()
    .system.read.execute(sql`select 1 from events where name = ${from} and data->>'recordId' = ${recordId}`);
  return rows.length;
}

test('programs hear of a recording once, when it is published', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const server = await buildRecordingServer(world);
  const room = await buildRoom(world, owner);
  const waits = await endedMeeting(world, { owner, server, roomId: room.id });
  const open = await endedMeeting(world, { owner, server, externalId: 'class-9b' });
  server.state.recordings.push(saidOf(waits), saidOf(open));
  const told = async () => [await timesTold(world, waits.internalId), await timesTold(world, open.internalId)];
  await pollAll(world.ctx());
  expect(await told()).toEqual([0, 1]);
  const ids = [(await recordingRow(world, waits.internalId))?.id ?? '', (await recordingRow(world, open.internalId))?.id ?? ''];
  const api = recordingsApi(world, owner);
  await api.publish({ body: { ids } });
  expect(await told()).toEqual([1, 1]);
  await api.unpublish({ body: { ids } });
  await api.publish({ body: { ids } });
  await pollAll(world.ctx());
  expect(await told()).toEqual([1, 1]);
});

test('files that a server sends wait for their owner as well, whatever step they say they are at', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const server = await buildRecordingServer(world);
  const room = await buildRoom(world, owner);
  const meeting = await endedMeeting(world, { owner, server, roomId: room.id });
  server.state.recordings.push(saidOf(meeting, { state: 'processing', published: false }));
  await pollAll(world.ctx());
  const read = world.ctx().system.read;
  const row = await recordingByRecordId(read, meeting.internalId);
  expect(row?.state).toBe('processing');
  const xml = metadataXml({ recordId: meeting.internalId, format: 'video' }).replace('<state>published<', '<state>processed<');
  const metadata = readPublishedMetadata(xml);
  const tree = { files: [{ path: 'video.mp4', bytes: 1 }], skipped: [], bytes: 1 };
  const arrived = { recordingId: row?.id ?? '', folder: 'video-1', type: 'video', tree, metadata, news: 'told' as const };
  await registerFormat(world.ctx(), arrived, () => Promise.resolve());
  expect((await recordingByRecordId(read, meeting.internalId))?.state).toBe('unpublished');
  expect(await timesTold(world, meeting.internalId)).toBe(0);
});
