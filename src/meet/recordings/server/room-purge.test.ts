/** What becomes of the recordings of a room that is deleted for good. */
import { describe, expect, test } from 'vitest';
import { buildPerson, buildRoom, failureOf, meetApi } from '#meet/meetings/server/meet.factory.ts';
import { purgeOld } from '#meet/rooms/server/bin.service.ts';
import { eraseAgain } from './bin.service.ts';
import { endedMeeting, saidOf } from './ended-meeting.factory.ts';
import { pollAll } from './ingest.service.ts';
import { metadataXml } from './published.factory.ts';
import { buildRecording, buildRecordingServer, recordingsApi, worldWithFiles } from './recordings.factory.ts';
import { recordingById, recordingByRecordId } from './recordings.queries.ts';
import { startUpload } from './upload.service.ts';

async function buildBinned() {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const [room, other] = [await buildRoom(world, owner), await buildRoom(world, owner)];
  const { rooms } = meetApi(world, owner);
  const params = { id: room.id };
  await rooms.remove({ params });
  const { name } = await rooms.get({ params });
  const stateOf = async (id: string) => (await recordingById(world.ctx().system.read, id))?.state;
  return { world, owner, room, other, rooms, params, name, stateOf };
}

describe('a room deleted for good', () => {
  test('with its recordings: they are erased here and on their server, however often that needs another try', async () => {
    const { world, owner, room, other, rooms, params, name, stateOf } = await buildBinned();
    const server = await buildRecordingServer(world);
    server.state.recordings.push(saidOf(await endedMeeting(world, { owner, server, roomId: room.id })));
    await pollAll(world.ctx());
    const [held] = (await recordingsApi(world, owner).list({ query: { view: 'mine' } })).items;
    const here = await Promise.all(
      (['published', 'failed', 'recycled'] as const).map((state) => buildRecording(world, owner, { roomId: room.id, state })),
    );
    const kept = await buildRecording(world, owner, { roomId: other.id });
    server.mood = 'keeps';
    await rooms.purge({ params, body: { name, recordings: 'erase' } });
    await expect(world.runJobs()).rejects.toThrow('still lists');
    expect(await stateOf(held?.id ?? '')).toBe('deleting');
    server.mood = 'well';
    await eraseAgain(world.ctx());
    await world.runJobs();
    expect(server.state.recordings).toMatchObject([{ state: 'deleted' }]);
    for (const id of [held?.id ?? '', ...here.map((row) => row.id)]) expect(await stateOf(id)).toBe('deleted');
    expect(await stateOf(kept.id)).toBe('published');
  });

  test('with its recordings: what its server is still making, or tells of only later, is erased when it comes', async () => {
    const { world, owner, room, rooms, params, name, stateOf } = await buildBinned();
    const server = await buildRecordingServer(world);
    const [making, silent] = await Promise.all([1, 2].map(() => endedMeeting(world, { owner, server, roomId: room.id })));
    if (making === undefined || silent === undefined) throw new Error('no meetings');
    server.state.recordings.push(saidOf(making, { state: 'processing' }));
    await pollAll(world.ctx());
    const [held] = (await recordingsApi(world, owner).list({ query: { view: 'mine' } })).items;
    expect(held?.state).toBe('processing');
    await rooms.purge({ params, body: { name, recordings: 'erase' } });
    const seen = async () => (await recordingsApi(world, owner).list({ query: { view: 'mine' } })).items;
    expect([await stateOf(held?.id ?? ''), await seen()]).toEqual(['deleting', []]);
    server.mood = 'keeps';
    await expect(world.runJobs()).rejects.toThrow('still lists');
    // both are made now
    server.mood = 'well';
    server.state.recordings.splice(0, 1, saidOf(making), saidOf(silent));
    await pollAll(world.ctx());
    expect(await seen()).toEqual([]);
    await eraseAgain(world.ctx());
    await world.runJobs();
    expect(server.state.recordings.map(({ state }) => state)).toEqual(['deleted', 'deleted']);
    const row = await recordingByRecordId(world.ctx().system.read, silent.internalId);
    expect([await stateOf(held?.id ?? ''), row?.state, await seen()]).toEqual(['deleted', 'deleted', []]);
    const playback = recordingsApi(world, owner).playback({ params: { recordId: silent.internalId } });
    expect((await failureOf(playback)).code).toBe('not_found');
  });

  test('with its recordings: one that its server did not list while it was erased goes when the server lists it again', async () => {
    const { world, owner, room, rooms, params, name, stateOf } = await buildBinned();
    const server = await buildRecordingServer(world);
    const meeting = await endedMeeting(world, { owner, server, roomId: room.id });
    server.state.recordings.push(saidOf(meeting, { state: 'processing' }));
    await pollAll(world.ctx());
    const row = await recordingByRecordId(world.ctx().system.read, meeting.internalId);
    server.state.recordings.length = 0;
    await rooms.purge({ params, body: { name, recordings: 'erase' } });
    await world.runJobs();
    expect(await stateOf(row?.id ?? '')).toBe('deleted');
    server.state.recordings.push(saidOf(meeting));
    await pollAll(world.ctx());
    await world.runJobs();
    expect(server.state.recordings).toMatchObject([{ state: 'deleted' }]);
  });

  test('with its recordings: a server that sends the files of one later is refused, and nothing is kept', async () => {
    const { world, owner, room, rooms, params, name } = await buildBinned();
    const server = await buildRecordingServer(world);
    const meeting = await endedMeeting(world, { owner, server, roomId: room.id });
    await rooms.purge({ params, body: { name, recordings: 'erase' } });
    const sent = { recordId: meeting.internalId, format: 'presentation' };
    const begun = { ...sent, bytes: 10, sha256: 'a'.repeat(64), metadata: metadataXml(sent) };
    const failure = await failureOf(startUpload(world.ctx(), server.row, begun));
    expect(failure?.code).toBe('gone');
    await world.runJobs();
    expect((await recordingByRecordId(world.ctx().system.read, meeting.internalId))?.state).toBe('deleted');
  });

  test('is kept with its meetings when the person may not delete recordings, also while none is known', async () => {
    const { world, owner, params, name } = await buildBinned();
    const { rooms } = meetApi(world, { ...owner, scope: owner.scope.filter((one) => one !== 'recordings.delete') });
    const failure = await failureOf(rooms.purge({ params, body: { name, recordings: 'erase' } }));
    expect(failure?.code).toBe('recordings_of_others');
    expect(await rooms.purge({ params, body: { name } })).toEqual({ done: true });
  });

  test('without a word about recordings, and by its time in the bin, keeps them', async () => {
    const asked = await buildBinned();
    const [one, two] = [await buildRecording(asked.world, asked.owner, { roomId: asked.room.id }), await buildBinned()];
    await asked.rooms.purge({ params: asked.params, body: { name: asked.name } });
    expect(await asked.stateOf(one.id)).toBe('published');
    const old = await buildRecording(two.world, two.owner, { roomId: two.room.id });
    two.world.clock.advance(31 * 86_400_000);
    expect(await purgeOld(two.world.ctx())).toBeGreaterThanOrEqual(1);
    expect(await two.stateOf(old.id)).toBe('published');
  });

  test('stays with all its recordings when one of them is for others to delete', async () => {
    const { world, owner, room, params, name, stateOf } = await buildBinned();
    const one = await buildRecording(world, owner, { roomId: room.id });
    const mayDeleteRooms = { ...owner, scope: owner.scope.filter((permission) => permission !== 'recordings.delete') };
    const { rooms } = meetApi(world, mayDeleteRooms);
    const body = { name, recordings: 'erase' as const };
    expect(await failureOf(rooms.purge({ params, body }))).toMatchObject({ code: 'recordings_of_others' });
    expect(await stateOf(one.id)).toBe('published');
    expect(await rooms.get({ params })).toMatchObject({ id: room.id });
  });

  test('is nothing that a stranger, a colleague without the permission or nobody can ask for', async () => {
    const { world, owner, room, params, name, stateOf } = await buildBinned();
    const one = await buildRecording(world, owner, { roomId: room.id });
    const body = { name, recordings: 'erase' as const };
    const colleague = await buildPerson(world, { colleagueOf: owner, role: 'staff' });
    const codeFor = async (actor?: typeof owner) => (await failureOf(meetApi(world, actor).rooms.purge({ params, body })))?.code;
    expect(await codeFor()).toBe('not_signed_in');
    expect(await codeFor(await buildPerson(world))).toBe('not_found');
    expect(await codeFor(colleague)).toBe('not_allowed');
    expect(await stateOf(one.id)).toBe('published');
  });
});
