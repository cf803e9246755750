import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { SILENCE } from '#server/record/opus.ts';
import { picturePacket, rtpPacket, soundPacket } from '#server/record/packets.factory.ts';
import { startTrack } from '#server/record/track.ts';
import type { RecordedTrack, TrackEnd } from '#server/record/track.ts';
import { writeWebm } from '#server/record/webm.ts';
import { scanWebm } from '#server/record/webm-read.ts';
import type { WebmBlock } from '#server/record/webm-read.ts';

const home = mkdtempSync(join(tmpdir(), 'atrium-track-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const FFPROBE = '/usr/bin/ffprobe';
const hasFfprobe = spawnSync(FFPROBE, ['-version']).status === 0;

type Taken = { track: RecordedTrack; path: string; asked: number[]; synced: number[] };

function take(kind: 'audio' | 'video', name: string): Taken {
  const path = join(home, name);
  const taken: Omit<Taken, 'track'> = { path, asked: [], synced: [] };
  const track = startTrack(kind, {
    open: (shape) => writeWebm(path, shape),
    askKeyframe: () => taken.asked.push(1),
    synced: (ntp) => taken.synced.push(ntp),
  });
  return { ...taken, track };
}

async function written({ track, path }: Taken): Promise<{ end: TrackEnd | null; blocks: WebmBlock[] }> {
  const end = await track.close();
  const blocks: WebmBlock[] = [];
  if (end !== null) await scanWebm(path, (block) => blocks.push(block));
  return { end, blocks };
}

const sound = (number: number, at = number * 20) => ({
  packet: soundPacket({ sequence: number, timestamp: number * 960 }),
  number,
  at,
});
const picture = (number: number, kind: 'key' | 'delta') => ({
  packet: picturePacket({ sequence: number, timestamp: number * 3_600 }, kind),
  number,
  at: number * 40,
});

describe('sound', () => {
  test('packets that come in another order stand in the right one', async () => {
    const taken = take('audio', 'order.webm');
    for (const number of [0, 2, 1, 3, 5, 4, 6]) taken.track.push(sound(number));
    const { end, blocks } = await written(taken);
    expect(blocks.map(({ at }) => at)).toEqual([0, 20, 40, 60, 80, 100, 120]);
    expect(end).toMatchObject({ frames: 7, gaps: 0, late: 0 });
  });

  test('what is lost for good is filled with silence, and what comes too late is left out', async () => {
    const taken = take('audio', 'loss.webm');
    for (const number of [0, 1, 5, 6, 7, 8, 9, 10, 11, 12, 13]) taken.track.push(sound(number));
    taken.track.push(sound(3, 300));
    const { end, blocks } = await written(taken);
    expect(blocks.map(({ at }) => at)).toEqual(Array.from({ length: 14 }, (_, index) => index * 20));
    expect(end).toMatchObject({ frames: 11, gaps: 1, late: 1, length: 280 });
  });

  test('a mute leaves silence of its length; after a long one another file begins', async () => {
    const { track } = take('audio', 'mute.webm');
    track.push(sound(0));
    expect(track.fits(sound(400))).toBe(true);
    expect(track.fits(sound(600))).toBe(false);
    expect(track.fits({ ...sound(400), at: 40 })).toBe(false);
    track.push(sound(400));
    expect(await track.close()).toMatchObject({ frames: 2, length: 8_020 });
  });
});

describe('pictures', () => {
  test('nothing is written before a key frame, and one is asked for', async () => {
    const taken = take('video', 'key.webm');
    taken.track.push(picture(0, 'delta'));
    taken.track.push(picture(1, 'key'));
    taken.track.push(picture(2, 'delta'));
    expect(taken.asked.length).toBe(1);
    const { blocks } = await written(taken);
    expect(blocks.map(({ at, key }) => [at, key])).toEqual([
      [0, true],
      [40, false],
    ]);
  });

  test('after a hole the pictures wait for the next key frame', async () => {
    const taken = take('video', 'hole.webm');
    taken.track.push(picture(0, 'key'));
    for (let number = 2; number < 12; number += 1) taken.track.push(picture(number, 'delta'));
    expect(taken.asked.length).toBeGreaterThan(1);
    taken.track.push(picture(12, 'key'));
    taken.track.push(picture(13, 'delta'));
    const { end, blocks } = await written(taken);
    expect(blocks.map(({ at }) => at)).toEqual([0, 480, 520]);
    expect(end).toMatchObject({ gaps: 1 });
  });
});

/** A frame that says which one it is. */
function numbered(first: number, number: number): Buffer {
  const payload = Buffer.alloc(5, first);
  payload.writeUInt32BE(number, 1);
  return payload;
}

const EPOCH = 1_800_000_000_000;
const TEN_MINUTES = 600_000;

/** What a browser sends in ten minutes whose sound card counts `1 / pace` of the time that passes; with a report every four seconds. */
function tenMinutes({ audio, video }: { audio: RecordedTrack; video: RecordedTrack }, pace: number): void {
  for (let number = 0; number * 20 * pace < TEN_MINUTES; number += 1) {
    const at = number * 20 * pace;
    const timestamp = number * 960;
    audio.push({ packet: rtpPacket({ sequence: number, timestamp }, numbered(0xf8, number)), number, at });
    if (number % 200 === 7) audio.report({ ntp: EPOCH + at, timestamp, arrivedAt: at });
  }
  for (let number = 1; number * 100 < TEN_MINUTES; number += 1) {
    const at = number * 100;
    const timestamp = 5_000 + at * 90;
    const head = [0x10, number % 100 === 1 ? 0x10 : 0x11, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0x00];
    const payload = Buffer.concat([Buffer.from(head), numbered(0, number)]);
    video.push({ packet: rtpPacket({ sequence: number, timestamp, marker: 1 }, payload), number, at });
    if (number % 40 === 7) video.report({ ntp: EPOCH + at, timestamp, arrivedAt: at });
  }
}

/** How far each frame stands from the moment at which it was captured, milliseconds; silence that was put in says nothing. */
async function errorsOf(taken: Taken, capturedAt: (number: number) => number): Promise<number[]> {
  const { blocks } = await written(taken);
  const bytes = readFileSync(taken.path);
  const start = (taken.synced[0] ?? 0) - EPOCH;
  return blocks.flatMap((block) =>
    block.size === SILENCE.length ? [] : [start + block.at - capturedAt(bytes.readUInt32BE(block.dataAt + block.size - 4))],
  );
}

const spread = (errors: readonly number[]) => [Math.min(...errors), Math.max(...errors)] as const;

describe.each([
  ['slow', 1.0008],
  ['fast', 0.9992],
  ['right', 1],
])('a sound card that runs %s', (name, pace) => {
  test('keeps sound and picture within 100 ms of each other over ten minutes', async () => {
    const [audio, video] = [take('audio', `${name}-mic.webm`), take('video', `${name}-cam.webm`)];
    tenMinutes({ audio: audio.track, video: video.track }, pace);
    const heard = await errorsOf(audio, (number) => number * 20 * pace);
    const seen = await errorsOf(video, (number) => number * 100);
    expect([heard.length > 29_000, seen.length]).toEqual([true, 5_999]);
    const [[heardLeast, heardMost], [seenLeast, seenMost]] = [spread(heard), spread(seen)];
    expect(Math.max(heardMost - seenLeast, seenMost - heardLeast)).toBeLessThan(100);
  });

  test.skipIf(!hasFfprobe)('and other programs read the same times', () => {
    const path = join(home, `${name}-mic.webm`);
    const entries = ['-show_entries', 'packet=pts_time', '-of', 'csv=p=0'];
    const lines = execFileSync(FFPROBE, ['-v', 'error', ...entries, path], { encoding: 'utf8', maxBuffer: 1e8 })
      .trim()
      .split('\n');
    const times = lines.map((line) => Number.parseFloat(line));
    expect(times.length).toBeGreaterThan(29_000);
    expect(times.at(-1)).toBeGreaterThan(599.8);
    expect(times.at(-1)).toBeLessThan(600.1);
  });
});
