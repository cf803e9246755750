/** A server that is gone, and what came here of its recordings before. */
import { expect, test } from 'vitest';
import { serverNeighbours as neighbours } from '#app/server-neighbours.ts';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { recordingRow } from '#meet/recordings/server/program.factory.ts';
import { buildRecording, buildRecordingServer, worldWithFiles } from '#meet/recordings/server/recordings.factory.ts';
import { setRecording } from '#meet/recordings/server/recordings.queries.ts';
import { recordingsHeldOn } from '#meet/recordings/server/recordings.service.ts';
import { disable, retire } from '#meet/servers/server/actions.service.ts';

const told = (type: string) => ({ type, url: `https://dead.example/${type}`, lengthMs: 1, bytes: 10, images: [] });
const here = (type: string) => ({ ...told(type), here: { folder: `${type}-1`, file: null, images: [] } });

test('it is held up only by what would be lost with it, and what is here stays', async () => {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const operator = world.ctx(await buildPerson(world, { kind: 'operator' }));
  const server = await buildRecordingServer(world);
  const at = { serverId: server.row.id, held: 'server' as const };
  const whole = await buildRecording(world, owner, { ...at, formats: [here('video'), here('presentation')] });
  const half = await buildRecording(world, owner, { ...at, formats: [here('video'), told('presentation')] });
  const failed = await buildRecording(world, owner, { ...at, state: 'failed', formats: [here('video'), told('presentation')] });
  await buildRecording(world, owner, { ...at, state: 'failed' });
  const held = () => recordingsHeldOn(world.ctx(), server.row.id);
  expect(await held()).toBe(1);
  await disable(operator, server.row.id, neighbours);
  await expect(retire(operator, server.row.id, neighbours)).rejects.toMatchObject({ data: { reason: 'has_recordings' } });
  await world.ctx().system.write((tx) => setRecording(tx, half.id, { formats: [here('video'), here('presentation')] }));
  await retire(operator, server.row.id, neighbours);
  for (const { recordId } of [whole, half])
    expect(await recordingRow(world, recordId)).toMatchObject({ held: 'here', serverId: null, state: 'published' });
  expect(await recordingRow(world, failed.recordId)).toMatchObject({ held: 'here', formats: [{ type: 'video' }] });
});
