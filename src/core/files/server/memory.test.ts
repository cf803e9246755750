import http from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { buildLibrarian, libraryApi, libraryWorld } from './files.factory.ts';
import { video } from '@atrium/pages/samples.factory';

const bytes = 200_000_000;
const piece = 1_000_000;

test('an upload of 200 MB and its reading take no more memory than a small one', async () => {
  const world = await libraryWorld();
  onTestFinished(() => world.close());
  const who = await buildLibrarian(world);
  const api = libraryApi(world, who.actor);
  const { url } = await api.startUpload({ body: { name: 'long.mp4', bytes } });
  const head = video(piece);
  const rest = Buffer.alloc(piece, 7);
  const request = http.request(`${await world.site()}${url}`, {
    method: 'PATCH',
    agent: false,
    headers: {
      authorization: `Bearer ${who.token}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': 0,
      'content-length': bytes,
    },
  });
  const status = new Promise((resolve) => request.on('response', (response) => resolve(response.resume().statusCode)));
  const before = process.memoryUsage.rss();
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss() - before);
  }, 20);
  for (let at = 0; at < bytes; at += piece)
    if (!request.write(at === 0 ? head : rest)) await new Promise((resolve) => request.once('drain', resolve));
  request.end();
  expect(await status).toBe(204);
  await world.runJobs();
  clearInterval(watch);
  expect((await api.list({})).items).toMatchObject([{ version: { state: 'ready', bytes } }]);
  // a copy of it in memory would show
  expect(most).toBeLessThan(120_000_000);
}, 60_000);
