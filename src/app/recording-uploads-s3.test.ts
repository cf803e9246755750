/// <reference path="../kit/server/files-s3rver.d.ts" />
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import { expect, onTestFinished, test } from 'vitest';
import { filesOf } from '#kit/server/files.ts';
import { packed, temporaryFolder, writePublished } from '#meet/recordings/server/published.factory.ts';
import { recordId, uploadStage } from './recording-uploads.factory.ts';

/** A store that speaks S3, in this process, with a bucket. */
async function buildStore(): Promise<Record<string, string>> {
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory: temporaryFolder() });
  const { port } = await server.run();
  onTestFinished(() => server.close());
  const endpoint = `http://127.0.0.1:${port}`;
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const admin = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  await admin.send(new CreateBucketCommand({ Bucket: 'recordings-of-all' }));
  return {
    STORAGE: 's3://recordings-of-all/atrium',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY: 'S3RVER',
    S3_SECRET_KEY: 'S3RVER',
    S3_PATH_STYLE: 'on',
  };
}

test('in a store that speaks S3 it is the same: parts, unpacking, ranges, and nothing left behind', async () => {
  const { world, sender, of, api } = await uploadStage(await buildStore());
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
