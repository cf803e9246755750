import { recording } from '@atrium/bbb/memory/memory-state';
import { expect, test } from 'vitest';
import { buildPerson, buildRoom } from '#meet/meetings/server/meet.factory.ts';
import { endedMeeting, saidOf } from './ended-meeting.factory.ts';
import { pollAll, pollAwaited } from './ingest.service.ts';
import { recordingRow } from './program.factory.ts';
import { buildRecording, buildRecordingServer, recordingsApi, worldWithFiles } from './recordings.factory.ts';

const halfDay = 12 * 3_600_000;

test('a recording that the server lists again in the meantime was never missing', async () => {
  const world = await worldWithFiles();
  const server = await buildRecordingServer(world);
  const { recordId } = await buildRecording(world, await buildPerson(world), { serverId: server.row.id });
  const lists = async (told: 'told' | 'missing', times: number) => {
    server.state.recordings = told === 'told' ? [recording({ recordID: recordId })] : [];
    for (let at = 0; at < times; at++) {
      await pollAll(world.ctx());
      world.clock.advance(halfDay);
    }
  };
  for (let at = 0; at < 3; at++) {
    await lists('missing', 2);
    await lists('told', 1);
  }
  expect(await recordingRow(world, recordId)).toMatchObject({ state: 'published', missed: 0, missedSince: null });
  await lists('missing', 3);
  expect(await recordingRow(world, recordId)).toMatchObject({ state: 'deleted', stateReason: 'gone_from_server' });
});

test('one in the bin that its server still publishes is aligned again', async () => {
  const world = await worldWithFiles();
  const server = await buildRecordingServer(world);
  const { recordId } = await buildRecording(world, await buildPerson(world), { serverId: server.row.id, state: 'recycled' });
  server.state.recordings = [recording({ recordID: recordId })];
  await pollAll(world.ctx());
  await world.runJobs();
  expect(server.state.recordings).toMatchObject([{ published: false }]);
  expect(await recordingRow(world, recordId)).toMatchObject({ state: 'recycled' });
});

test('recordings of groups come with that of their meeting, belong to it, and go to the bin and back with it', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const server = await buildRecordingServer(world, 'engine');
  const room = await buildRoom(world, owner);
  const [meeting, other] = [
    await endedMeeting(world, { owner, server, roomId: room.id }),
    await endedMeeting(world, { owner, server }),
  ];
  const metadata = new Map([['atrium-meeting', meeting.id]]);
  const group = recording({
    recordID: 'group-2',
    meetingID: 'main-2',
    internalMeetingID: 'group-2',
    name: 'Lesson · 2',
    metadata,
  });
  server.state.recordings.push(group, saidOf(other));
  await pollAwaited(world.ctx());
  const ofMeeting = async () =>
    (await recordingsApi(world, owner).list({ query: { view: 'mine', meetingId: meeting.id } })).items;
  expect(await ofMeeting()).toMatchObject([{ recordId: 'group-2', name: 'Lesson · 2', room: { id: room.id } }]);
  server.state.recordings.push(saidOf(meeting));
  await pollAwaited(world.ctx());
  expect((await ofMeeting()).map(({ recordId }) => recordId).sort()).toEqual(['group-2', meeting.internalId].sort());
  const [lesson] = (await ofMeeting()).filter(({ recordId }) => recordId === meeting.internalId);
  const body = { ids: [lesson?.id ?? ''] };
  expect(await recordingsApi(world, owner).remove({ body })).toEqual({ changed: 1, skipped: [] });
  expect(await ofMeeting()).toEqual([]);
  await recordingsApi(world, owner).restore({ body });
  expect(await ofMeeting()).toHaveLength(2);
});
