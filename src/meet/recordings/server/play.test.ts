import { expect, test } from 'vitest';
import { buildPerson, failureOf } from '#meet/meetings/server/meet.factory.ts';
import { buildRecording, recordingsApi, worldWithFiles } from './recordings.factory.ts';

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
