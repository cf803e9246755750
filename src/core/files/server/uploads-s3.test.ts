import { createHash, randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { Upload } from 'tus-js-client';
import { filesOf } from '#kit/server/files/files.ts';
import { buildS3Store } from '#kit/server/files/files-s3.factory.ts';
import { begin, buildLibrarian, libraryApi, libraryWorld, tus } from './files.factory.ts';
import { video } from '@atrium/pages/samples.factory';

/** Sends as the browser does, by the client of the protocol, in pieces; resumes where the server says. */
const sendByClient = (at: string, { token, content }: { token: string; content: Buffer }): Promise<void> =>
  new Promise((resolve, reject) => {
    const sending = new Upload(content, {
      uploadUrl: at,
      chunkSize: 6_000_000,
      retryDelays: null,
      headers: { authorization: `Bearer ${token}` },
      onSuccess: () => resolve(),
      onError: reject,
    });
    sending.start();
  });

test('in a store that speaks S3 an upload is cut, resumed by the client of the protocol, read, and leaves nothing behind', async () => {
  const world = await libraryWorld(await buildS3Store());
  onTestFinished(() => world.close());
  const who = await buildLibrarian(world);
  const content = Buffer.concat([video(1_000_000), randomBytes(12_000_000)]);
  const begun = await begin(world, who, { name: 'tour.mp4', content });
  const at = `${await world.site()}${begun.url}`;
  const piece = { offset: 0, bytes: content.subarray(0, 7_000_000) };
  expect(await tus(at, { token: who.token, method: 'PATCH', piece })).toMatchObject({ status: 204, offset: 7_000_000 });
  expect(await tus(at, { token: who.token, method: 'HEAD' })).toMatchObject({
    status: 200,
    offset: 7_000_000,
    length: 13_000_000,
  });
  await sendByClient(at, { token: who.token, content });
  await world.runJobs();
  const { items } = await libraryApi(world, who.actor).list({});
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(items).toMatchObject([{ name: 'tour.mp4', version: { state: 'ready', sha256 } }]);
  const part = await world.app.inject({ url: items[0]?.version.url ?? '', headers: { range: 'bytes=4-11' } });
  expect([part.statusCode, part.body]).toEqual([206, 'ftypisom']);
  const left: string[] = [];
  for await (const one of filesOf(world.parts.config).list('incoming')) left.push(one.name);
  expect(left).toEqual([]);
}, 60_000);
