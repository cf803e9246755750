import { expect, test } from 'vitest';
import { filesOf } from '#kit/server/files/files.ts';
import { buildS3Store } from '#kit/server/files/files-s3.factory.ts';
import { packed, temporaryFolder, writePublished } from '#meet/recordings/server/published.factory.ts';
import { recordId, uploadStage } from '#meet/recordings/server/http/recording-uploads.factory.ts';

test('in a store that speaks S3 it is the same: parts, unpacking, ranges, and nothing left behind', async () => {
  const { world, sender, of, api } = await uploadStage(await buildS3Store());
  const file = packed(writePublished(temporaryFolder(), of('video')));
  const id = String((await sender.announce(of('video'), file)).headers['upload-id']);
  for (let at = 0; at < file.length; at += 4096) await sender.put(id, at, file.subarray(at, at + 4096));
  await world.runJobs();
  expect((await sender.ask({ method: 'GET', path: `/uploads/${id}` })).headers['upload-state']).toBe('done');
  const played = await api.playback({ params: { recordId } });
  const part = await world.app.inject({ url: played.formats[0]?.url ?? '', headers: { range: 'bytes=4-8' } });
  expect([part.statusCode, part.body]).toEqual([206, 'video']);
  const left: string[] = [];
  for await (const one of filesOf(world.parts.config).list('uploads')) left.push(one.name);
  expect(left).toEqual([]);
}, 30_000);
