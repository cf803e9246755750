import { recording } from '@atrium/bbb/memory/memory-state';
import { expect, test } from 'vitest';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { pollAll } from './ingest.service.ts';
import { recordingRow } from './program.factory.ts';
import { buildRecording, buildRecordingServer, worldWithFiles } from './recordings.factory.ts';

const halfDay = 12 * 3_600_000;

test('one that is told again meanwhile was never missing', async () => {
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
