import fs from 'node:fs';
import path from 'node:path';
import { recording } from '@atrium/bbb/memory/memory-state';
import { expect, test } from 'vitest';
import { buildPerson } from '#meet/meetings/server/meet.factory.ts';
import { pollAll } from '../ingest.service.ts';
import { buildRecordingServer, recordingsApi, worldWithFiles } from '../recordings.factory.ts';
import { readRange } from '#kit/server/http/stored-file.ts';

/** A recording of an engine, not yet fetched. `video`: what the engine says of its video file. */
async function engineRecording(video: 'none' | 'queued' | 'ready') {
  const world = await worldWithFiles();
  const owner = await buildPerson(world);
  const server = await buildRecordingServer(world, 'engine');
  const recordID = 'abc-1531155809613';
  const manifest = {
    recordID,
    length: 90_387,
    tracks: [{ file: 'u1-mic.webm' }],
    events: [],
    video: { state: video, progress: 0.5 },
  };
  const put = (file: string, content: string) => server.files.set(`${recordID}/${file}`, Buffer.from(content));
  put('manifest.json', JSON.stringify(manifest));
  put('u1-mic.webm', '0123456789');
  put('video.mp4', 'the video');
  server.state.recordings.push(
    recording({
      recordID,
      metadata: new Map([['atrium-account', owner.accountId]]),
      formats: [{ type: 'atrium', url: 'https://x.example/playback/abc', processingTime: 1, length: 2 }],
    }),
  );
  await pollAll(world.ctx());
  const api = recordingsApi(world, await buildPerson(world, { colleagueOf: owner, role: 'admin' }));
  const ready = () => put('manifest.json', JSON.stringify({ ...manifest, video: { state: 'ready', progress: null } }));
  return { world, server, recordID, api, ready };
}

test('files of the engine come into the store, play from there in ranges, and are deleted at the engine', async () => {
  const { world, server, recordID, api } = await engineRecording('ready');
  await world.runJobs();
  expect(server.state.recordings).toMatchObject([{ state: 'deleted' }]);
  const played = await api.playback({ params: { recordId: recordID } });
  expect(played).toMatchObject({
    lengthMs: 90_387,
    formats: [
      { type: 'atrium', plays: 'here' },
      { type: 'video', mime: 'video/mp4' },
    ],
  });
  const manifest = await world.app.inject(played.formats[0]?.url ?? '');
  expect(manifest.json()).toMatchObject({ tracks: [{ file: 'u1-mic.webm' }] });
  const track = (played.formats[0]?.url ?? '').replace('manifest.json', 'u1-mic.webm');
  const whole = await world.app.inject(track);
  expect([whole.statusCode, whole.body, whole.headers['content-type'], whole.headers['accept-ranges']]).toEqual([
    200,
    '0123456789',
    'audio/webm',
    'bytes',
  ]);
  const ask = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
    world.app.inject({ url: track, method, headers });
  const part = await ask({ range: 'bytes=2-5' });
  expect([part.statusCode, part.body, part.headers['content-range']]).toEqual([206, '2345', 'bytes 2-5/10']);
  expect((await ask({ range: 'bytes=-3' })).body).toBe('789');
  expect((await ask({ range: 'bytes=10-' })).statusCode).toBe(416);
  const etag = String(whole.headers.etag);
  expect((await ask({ range: 'bytes=2-5', 'if-range': '"other"' })).statusCode).toBe(200);
  expect((await ask({ range: 'bytes=2-5', 'if-range': etag })).statusCode).toBe(206);
  expect((await ask({ 'if-none-match': etag })).statusCode).toBe(304);
  const head = await ask({}, 'HEAD');
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '10', '']);
  const saved = await world.app.inject(played.download ?? '');
  expect([saved.body, saved.headers['content-disposition']]).toEqual(['the video', 'attachment; filename="recording-video.mp4"']);
});

test('without a good token a file is as if it were not there', async () => {
  const { world, recordID, api } = await engineRecording('ready');
  await world.runJobs();
  const { id, formats } = await api.playback({ params: { recordId: recordID } });
  const url = formats[0]?.url ?? '';
  const status = async (at: string) => (await world.app.inject(at)).statusCode;
  expect(await status(url)).toBe(200);
  expect(await status(url.replace(/token=.*/, ''))).toBe(404);
  expect(await status(url.replace(/.$/, (last) => (last === '0' ? '1' : '0')))).toBe(404);
  expect(await status(url.replace(id, '0190a0b0-0000-7000-8000-000000000000'))).toBe(404);
  for (const name of ['..%2f..%2fsecret.json', 'absent.webm', 'x.txt'])
    expect(await status(url.replace('manifest.json', name))).toBe(404);
  await api.remove({ body: { ids: [id] } });
  expect(await status(url)).toBe(404);
  await api.restore({ body: { ids: [id] } });
  expect(await status(url)).toBe(200);
  world.clock.advance(6 * 3_600_000 + 1000);
  expect(await status(url)).toBe(404);
});

test('a video that is still being made is fetched later; until then the rest plays and the engine keeps it', async () => {
  const { world, server, recordID, api, ready } = await engineRecording('queued');
  await world.runJobs();
  expect(await api.playback({ params: { recordId: recordID } })).toMatchObject({
    formats: [{ type: 'atrium', plays: 'here' }],
    download: null,
  });
  expect(server.state.recordings).toMatchObject([{ state: 'published' }]);
  ready();
  world.clock.advance(31_000);
  await world.runJobs();
  expect((await api.playback({ params: { recordId: recordID } })).download).not.toBeNull();
  expect(server.state.recordings).toMatchObject([{ state: 'deleted' }]);
});

test('deleting for good removes the files', async () => {
  const { world, recordID, api } = await engineRecording('ready');
  await world.runJobs();
  const { id } = await api.playback({ params: { recordId: recordID } });
  const folder = path.join(world.folder, 'recordings', id);
  expect(fs.readdirSync(folder).sort()).toEqual(['manifest.json', 'u1-mic.webm', 'video.mp4']);
  await api.remove({ body: { ids: [id] } });
  await api.destroy({ body: { ids: [id] } });
  await world.runJobs();
  expect(fs.existsSync(folder)).toBe(false);
});

test('text tracks are read, kept and served; what is none is refused with its line', async () => {
  const { world, recordID, api } = await engineRecording('ready');
  await world.runJobs();
  const { id } = await api.playback({ params: { recordId: recordID } });
  const add = (text: string, lang = 'en') => api.addCaption({ params: { id }, body: { lang, label: 'English', text } });
  await add('1\n00:00:01,000 --> 00:00:02,500\nFirst\n');
  expect(await add('WEBVTT\n\n00:01.000 --> 00:02.000\nHello')).toMatchObject({
    captions: ['en'],
    captionFiles: [{ source: 'upload' }],
  });
  const { captions } = await api.playback({ params: { recordId: recordID } });
  const served = await world.app.inject(captions[0]?.url ?? '');
  expect([served.headers['content-type'], served.body]).toEqual([
    'text/vtt; charset=utf-8',
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n',
  ]);
  await expect(add('WEBVTT\n\nno time here\nat all')).rejects.toMatchObject({ code: 'bad_captions', data: { line: 3 } });
  await expect(add('WEBVTT\n\n00:01.000 --> 00:02.000\nx', 'not a tag')).rejects.toMatchObject({ code: 'bad_captions' });
  await Promise.all(Array.from({ length: 10 }, (_, n) => add(`WEBVTT\n\n00:01.000 --> 00:02.000\n${n}`)));
  const tracks = () => fs.readdirSync(path.join(world.folder, 'recordings', id)).filter((name) => name.endsWith('.vtt'));
  expect(tracks()).toHaveLength(1);
  const [file] = (await api.get({ params: { id } })).captionFiles;
  expect(await api.removeCaption({ params: { id }, body: { captionId: file?.id ?? '' } })).toMatchObject({ captions: [] });
  expect(tracks()).toEqual([]);
});

test.each([
  [undefined, null],
  ['bytes=0-0', { from: 0, to: 0 }],
  ['bytes=5-99', { from: 5, to: 9 }],
  ['bytes=-99', { from: 0, to: 9 }],
  ['bytes=-0', 'bad'],
  ['bytes=7-3', 'bad'],
  ['bytes=1-2,4-5', null],
  ['items=1-2', null],
])('the range %s of ten bytes', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});
