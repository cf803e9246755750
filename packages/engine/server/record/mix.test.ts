/**
 * Three minutes of one person, mixed into the one video by the real ffmpeg: is what was heard and seen at one moment still together?
 * The sound cards are twice as far off as real ones, so that without a correction they are 288 ms apart at the end.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { TrackFact } from '#server/record/event-log.ts';
import { mixArguments } from '#server/record/mix-plan.ts';
import { rtpPacket } from '#server/record/packets.factory.ts';
import { startTrack } from '#server/record/track.ts';
import { writeWebm } from '#server/record/webm.ts';
import { scanWebm } from '#server/record/webm-read.ts';
import type { WebmBlock } from '#server/record/webm-read.ts';

const [FFMPEG, FFPROBE] = ['/usr/bin/ffmpeg', '/usr/bin/ffprobe'];
const hasFfmpeg = spawnSync(FFMPEG, ['-version']).status === 0;
const home = mkdtempSync(join(tmpdir(), 'atrium-mix-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const EPOCH = 1_800_000_000_000;
const LENGTH = 180_000;
/** A clap each so many seconds, of so many seconds. */
const [EVERY, LASTS] = [10, 0.4];

/** Runs ffmpeg in the folder of this test and gives what it says. */
function ffmpeg(args: string[]): string {
  const { status, stderr } = spawnSync(FFMPEG, ['-hide_banner', '-y', ...args], { cwd: home, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(stderr.slice(-2_000));
  return stderr;
}

/** The frames of a file of ffmpeg's, as a browser would send them. */
async function framesOf(file: string): Promise<Buffer[]> {
  const blocks: WebmBlock[] = [];
  await scanWebm(join(home, file), (block) => blocks.push(block));
  const bytes = readFileSync(join(home, file));
  return blocks.map(({ dataAt, size }) => bytes.subarray(dataAt, dataAt + size));
}

/** Writes a file of ours as the recorder does, and gives what the log of the recording says of it. */
async function written(
  kind: 'audio' | 'video',
  file: string,
  feed: (track: ReturnType<typeof startTrack>) => void,
): Promise<TrackFact> {
  const began: { ntp: number[] } = { ntp: [] };
  const track = startTrack(kind, {
    open: (shape) => writeWebm(join(home, file), shape),
    askKeyframe: () => undefined,
    synced: (ntp) => began.ntp.push(ntp),
  });
  feed(track);
  const end = await track.close();
  if (end === null) throw new Error(`nothing was written to ${file}`);
  const source = kind === 'audio' ? 'mic' : 'cam';
  return {
    file,
    member: 'w_1',
    source,
    kind,
    start: Math.round((began.ntp.at(-1) ?? 0) - EPOCH),
    length: end.length,
    width: 160,
    height: 90,
  };
}

/** When each clap begins, in seconds: at the first moment that is not dark or not silent. The last such moment is the video's end. */
const momentsIn = (said: string, end: RegExp): number[] => [...said.matchAll(end)].map(([, time]) => Number(time)).slice(0, -1);

async function film(): Promise<TrackFact> {
  const light = `drawbox=t=fill:color=white:enable='lt(mod(t,${EVERY}),${LASTS})'`;
  const source = ['-f', 'lavfi', '-i', 'color=black:size=160x90:rate=20', '-vf', light, '-t', String(LENGTH / 1_000)];
  ffmpeg([
    ...source,
    '-c:v',
    'libvpx',
    '-deadline',
    'realtime',
    '-cpu-used',
    '8',
    '-g',
    '200',
    '-auto-alt-ref',
    '0',
    'light.webm',
  ]);
  const frames = await framesOf('light.webm');
  return written('video', 'cam.webm', (track) => {
    for (const [number, frame] of frames.entries()) {
      const at = number * 50;
      const timestamp = 5_000 + at * 90;
      const payload = Buffer.concat([Buffer.from([0x10]), frame]);
      track.push({ packet: rtpPacket({ sequence: number, timestamp, marker: 1 }, payload), number, at });
      if (number % 80 === 7) track.report({ ntp: EPOCH + at, timestamp, arrivedAt: at });
    }
  });
}

/** Every other clap, from `first` seconds on, by a sound card that counts `1 / pace` of the time that passes. */
async function hear(name: string, pace: number, first: number): Promise<TrackFact> {
  const clap = `if(lt(mod(t*${pace}+${2 * EVERY - first},${2 * EVERY}),${LASTS}),0.5*sin(2*PI*880*t),0)`;
  const source = ['-f', 'lavfi', '-i', `aevalsrc='${clap}':s=48000`, '-t', String(LENGTH / 1_000 / pace)];
  ffmpeg([...source, '-c:a', 'libopus', '-b:a', '24k', `${name}.webm`]);
  const frames = await framesOf(`${name}.webm`);
  return written('audio', `${name}-mic.webm`, (track) => {
    for (const [number, payload] of frames.entries()) {
      const at = number * 20 * pace;
      const timestamp = number * 960;
      track.push({ packet: rtpPacket({ sequence: number, timestamp }, payload), number, at });
      if (number % 200 === 7) track.report({ ntp: EPOCH + at, timestamp, arrivedAt: at });
    }
  });
}

test.skipIf(!hasFfmpeg)(
  'one video keeps sound and picture within 100 ms of each other, whatever two sound cards count',
  { timeout: 200_000 },
  async ({ annotate }) => {
    const tracks = [await film(), await hear('slow', 1.0016, 0), await hear('fast', 0.9984, EVERY)];
    ffmpeg(mixArguments({ tracks, slides: null, length: LENGTH, output: 'mixed.mp4' }));
    const said = ffmpeg([
      ...['-i', 'mixed.mp4', '-vf', 'scale=160:90,blackdetect=d=1:pix_th=0.3:pic_th=0.9'],
      ...['-af', 'silencedetect=n=-30dB:d=1', '-f', 'null', '-'],
    ]);
    const [seen, heard] = [momentsIn(said, /black_end:([\d.]+)/g), momentsIn(said, /silence_end: ([\d.]+)/g)];
    expect([seen.length, heard.length]).toEqual([17, 17]);
    const apart = seen.map((moment, index) => Math.round((moment - (heard[index] ?? Number.NaN)) * 1_000));
    await annotate(`milliseconds between light and sound: ${apart.join(' ')}`);
    expect(Math.max(...apart.map(Math.abs))).toBeLessThan(100);
    const lengths = execFileSync(
      FFPROBE,
      ['-v', 'error', '-show_entries', 'stream=codec_type,duration', '-of', 'csv=p=0', 'mixed.mp4'],
      {
        cwd: home,
        encoding: 'utf8',
      },
    );
    const [picture, sound] = lengths
      .trim()
      .split('\n')
      .sort()
      .reverse()
      .map((line) => Number(line.split(',')[1]));
    expect(Math.abs((picture ?? 0) - (sound ?? 1))).toBeLessThan(0.1);
  },
);
