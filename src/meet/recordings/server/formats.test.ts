import { expect, test } from 'vitest';
import { bytesWithHere, imagesHere, leftHere, mainFile, withHere } from './formats.service.ts';
import type { RecordingRow } from './recordings.queries.ts';

const files = (...paths: string[]) => paths.map((path, at) => ({ path, bytes: at }));
const at = (type: string) => ({ type, url: `https://bbb.example/${type}`, lengthMs: 60_000, bytes: 10, images: [] });
const here = (type: string) => ({
  ...at(type),
  lengthMs: 61_234,
  bytes: 30,
  here: { folder: `${type}-1`, file: 'x', images: [] },
});

test.each([
  ['video', files('metadata.xml', 'video-0.webm', 'video-0.m4v'), 'video-0.m4v'],
  ['video', files('small.mp4', 'large.mp4'), 'large.mp4'],
  ['podcast', files('audio.mp3', 'audio.OGG'), 'audio.OGG'],
  ['notes', files('notes.etherpad', 'notes.html', 'notes.pdf'), 'notes.pdf'],
  ['screenshare', files('metadata.xml'), null],
  ['presentation', files('video/webcams.webm'), null],
])('of %s one file is played', (type, given, file) => {
  expect(mainFile(type, given)).toBe(file);
});

test('small pictures are found by the server’s address of them, and only those that are here', () => {
  const of = { recordId: 'r1', type: 'presentation' };
  const urls = [
    'https://bbb.example/presentation/r1/p/thumb-1.png',
    'https://bbb.example/presentation/r1/p/thumb-2.png',
    'https://bbb.example/presentation/r2/p/thumb-1.png',
    'not an address',
  ];
  expect(imagesHere(of, urls, files('p/thumb-1.png'))).toEqual(['p/thumb-1.png']);
});

test('what a server tells does not undo what is here', () => {
  const merged = withHere([here('video'), at('notes')], [at('video'), at('podcast')]);
  expect(merged).toEqual([{ ...here('video') }, at('podcast')]);
  expect(withHere([here('video')], [])).toEqual([here('video')]);
  expect(bytesWithHere(merged, 4711)).toBe(40);
  expect(bytesWithHere([at('video')], 4711)).toBe(4711);
});

test('of a recording that its server lost, what is here is left', () => {
  const row = (formats: RecordingRow['formats']) => ({ formats });
  expect(leftHere(row([here('video'), at('presentation')]))).toMatchObject({
    held: 'here',
    serverId: null,
    formats: [here('video')],
    bytes: 30,
  });
  expect(leftHere(row([at('presentation')]))).toBeNull();
});
