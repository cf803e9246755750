import { execFileSync, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { scanWebm } from '#server/record/webm-read.ts';

const FFPROBE = '/usr/bin/ffprobe';
const FFMPEG = '/usr/bin/ffmpeg';
const hasFfmpeg = spawnSync(FFPROBE, ['-version']).status === 0;
const home = mkdtempSync(join(tmpdir(), 'atrium-record-'));
const pictures = hasFfmpeg ? join(home, 'pictures.ivf') : '';

beforeAll(() => {
  if (!hasFfmpeg) return;
  const source = [
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=320x180:rate=25',
    '-t',
    '2',
    '-c:v',
    'libvpx',
    '-g',
    '25',
    '-deadline',
    'realtime',
  ];
  execFileSync(FFMPEG, ['-loglevel', 'error', '-y', ...source, '-f', 'ivf', pictures]);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

const track = z.object({
  file: z.string(),
  member: z.string(),
  source: z.string(),
  kind: z.string(),
  start: z.number(),
  length: z.number(),
});
const findings = z.object({
  told: z.object({ to: z.string(), by: z.nullable(z.string()) }),
  recordingFlag: z.boolean(),
  recording: z.object({
    recordID: z.string(),
    state: z.string(),
    published: z.boolean(),
    participants: z.number(),
    formats: z.array(z.looseObject({ type: z.string(), url: z.string() })),
  }),
  manifest: z.object({
    length: z.number(),
    tracks: z.array(track),
    events: z.array(z.looseObject({ at: z.number(), type: z.string() })),
    picture: z.nullable(z.string()),
  }),
  video: z.nullable(z.looseObject({ url: z.string(), size: z.number() })),
});

async function meet(ending: 'end' | 'kill'): Promise<{ folder: string; found: z.infer<typeof findings> }> {
  const folder = join(home, ending);
  const child = fork(new URL('./real-meeting.factory.ts', import.meta.url), [folder, ending, pictures], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    execArgv: [],
  });
  const [message] = await once(child, 'message');
  expect(message).not.toHaveProperty('error');
  return { folder, found: findings.parse(message) };
}

function decodes(path: string): string {
  return spawnSync(FFMPEG, ['-v', 'error', '-i', path, '-f', 'null', '-'], { encoding: 'utf8' }).stderr;
}

test('a real meeting is recorded: a file for each source on one time line, the chat, and a listed recording', {
  timeout: 100_000,
}, async ({ annotate }) => {
  const { folder, found } = await meet('end');
  expect(found.told).toMatchObject({ to: 'on' });
  expect(found.recordingFlag).toBe(true);
  expect(found.recording).toMatchObject({ state: 'published', published: true, participants: 2 });
  expect(found.recording.formats[0]).toMatchObject({
    type: 'atrium',
    url: `https://meet.example/playback/${found.recording.recordID}`,
  });
  expect(found.manifest.tracks.map(({ source }) => source).sort()).toEqual(['cam', 'cam', 'mic', 'mic']);
  expect(found.manifest.events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['resume', 'consent', 'member', 'chat', 'sync', 'track-end', 'end']),
  );
  for (const { file, kind, length, start, member } of found.manifest.tracks) {
    const path = `${folder}/${found.recording.recordID}/${file}`;
    const scan = await scanWebm(path);
    expect(scan).toMatchObject({ finished: true, duration: length });
    expect(length).toBeGreaterThan(3_000);
    if (kind === 'audio') {
      const cam = found.manifest.tracks.find((other) => other.member === member && other.kind === 'video');
      expect(Math.abs((cam?.start ?? 0) - start)).toBeLessThan(1_500);
    }
    if (hasFfmpeg) expect(decodes(path)).toBe('');
  }
  if (!hasFfmpeg) await annotate('without ffmpeg: files were not decoded, no video was made');
  else {
    expect(found.video).toMatchObject({ url: `https://meet.example/playback/${found.recording.recordID}/video` });
    const path = `${folder}/${found.recording.recordID}/video.mp4`;
    const shown = execFileSync(
      FFPROBE,
      ['-v', 'error', '-show_entries', 'format=duration:stream=codec_type', '-of', 'csv=p=0', path],
      { encoding: 'utf8' },
    );
    expect(shown.split('\n').slice(0, 2).sort()).toEqual(['audio', 'video']);
    expect(Math.abs(Number(shown.split('\n')[2]) * 1_000 - found.manifest.length)).toBeLessThan(300);
    expect(decodes(path)).toBe('');
    expect(found.manifest.picture).toBe('picture.jpg');
    const picture = execFileSync(
      FFPROBE,
      [
        '-v',
        'error',
        '-show_entries',
        'stream=width,height',
        '-of',
        'csv=p=0',
        `${folder}/${found.recording.recordID}/picture.jpg`,
      ],
      { encoding: 'utf8' },
    );
    expect(picture.trim()).toBe('320,180');
  }
});

test('what an engine wrote that was killed in the middle is completed when the next one ends the meeting', {
  timeout: 100_000,
}, async () => {
  const { folder, found } = await meet('kill');
  expect(found.recording).toMatchObject({ state: 'published', participants: 2 });
  expect(found.manifest.tracks).toHaveLength(4);
  const repaired = found.manifest.events.filter((event) => event['repaired'] === true).map(({ type }) => type);
  expect(repaired).toEqual(Array(4).fill('track-end'));
  for (const { file, length } of found.manifest.tracks) {
    const path = `${folder}/${found.recording.recordID}/${file}`;
    expect(length).toBeGreaterThan(2_000);
    expect(await scanWebm(path)).toMatchObject({ finished: true, duration: length });
    if (hasFfmpeg) expect(decodes(path)).toBe('');
  }
});
