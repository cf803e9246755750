import { readHookBody } from '@atrium/bbb/hooks/hook-events';
import { expect, test } from 'vitest';
import { newId } from '#kit/server/ids.ts';
import { buildRoom } from '#meet/meetings/server/meet.factory.ts';
import { buildRecordingRow } from '#meet/recordings/server/program.factory.ts';
import { buildScene } from './callbacks.factory.ts';

test('125, 126: hooks that ask for it hear what becomes of a recording, by the program’s ids', async () => {
  const { world, owner, receiver, run } = await buildScene();
  const recordId = `${'a'.repeat(40)}-1700000000000`;
  const { accountId } = owner;
  await run('hooks/create', {
    callbackURL: `${receiver.url}/all`,
    eventID: 'rap-publish-ended,RAP-published,rap-unpublished,rap-deleted',
  });
  await run('hooks/create', { callbackURL: `${receiver.url}/one`, meetingID: 'c1', eventID: 'rap-deleted' });
  await run('hooks/create', { callbackURL: `${receiver.url}/other`, meetingID: 'c2' });
  await run('hooks/create', { callbackURL: `${receiver.url}/people`, eventID: 'user-left' });
  const format = (type: string) => ({ type, url: `https://bbb.example/${type}/1`, lengthMs: 60_000, bytes: 5, images: [] });
  const wish = { accountId, recordId, externalId: 'c1', name: 'Maths', formats: [format('video'), format('podcast')] };
  const row = await buildRecordingRow(world, { ...wish, metadata: { course: 'x', 'atrium-account': accountId } });
  const ctx = world.ctx();
  const publish = (name: string, data = {}) =>
    ctx.system.write((tx) => ctx.events.publish(ctx, tx, { name, accountId, data: { recordingId: row.id, recordId, ...data } }));
  await publish('recordings.ready');
  const parameters = { recordID: recordId };
  await run('publishRecordings', { ...parameters, publish: 'false' });
  await run('publishRecordings', { ...parameters, publish: 'true' });
  await run('updateRecordings', { ...parameters, meta_name: 'New' });
  await run('deleteRecordings', parameters);
  await publish('recordings.deleted');
  await world.runJobs();
  const heard = receiver.received.map((one) => ({ path: one.url.replace(/[?&]checksum=.*/, ''), body: one.body }));
  const at = (path: string) => heard.filter((one) => one.path === path).map(({ body }) => readHookBody(body)?.events[0]?.data);
  expect(
    at('/all')
      .map((one) => one?.id)
      .sort(),
  ).toEqual(['rap-deleted', 'rap-publish-ended', 'rap-publish-ended', 'rap-published', 'rap-unpublished']);
  expect(at('/one').map((one) => one?.id)).toEqual(['rap-deleted']);
  expect([at('/other'), at('/people')]).toEqual([[], []]);
  const ended = at('/all').filter((one) => one?.id === 'rap-publish-ended');
  expect(ended.map((one) => one?.attributes['workflow']).sort()).toEqual(['podcast', 'video']);
  expect(ended[0]?.attributes).toMatchObject({
    meeting: { 'external-meeting-id': 'c1', 'internal-meeting-id': recordId },
    'record-id': recordId,
    success: true,
    recording: { name: 'Maths', metadata: { course: 'x' }, playback: { link: expect.stringContaining('bbb.example') } },
  });
  expect(heard.map((one) => one.body).join()).not.toContain(accountId);
});

test('a recording of a room tells no hook; one that its server lost without the bin is told as deleted', async () => {
  const { world, owner, receiver, run } = await buildScene();
  await run('hooks/create', { callbackURL: receiver.url });
  const { accountId } = owner;
  const room = await buildRoom(world, owner);
  await buildRecordingRow(world, { accountId, recordId: 'of-a-room', externalId: newId(), roomId: room.id });
  await buildRecordingRow(world, { accountId, recordId: 'lost', externalId: 'c1' });
  const ctx = world.ctx();
  for (const recordId of ['of-a-room', 'lost'])
    await ctx.system.write((tx) => ctx.events.publish(ctx, tx, { name: 'recordings.deleted', accountId, data: { recordId } }));
  await world.runJobs();
  expect(receiver.received.map((one) => readHookBody(one.body)?.events[0]?.data)).toMatchObject([
    { id: 'rap-deleted', attributes: { 'record-id': 'lost' } },
  ]);
});
