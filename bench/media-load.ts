/**
 * Forwarded media streams per CPU core of the engine. A child process forwards; this process plays all participants with synthetic
 * Opus and VP8, so nothing but forwarding is measured. Prints one line of JSON and ends within 20 seconds.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createMedia } from '@atrium/engine/server/media/media';
import type { EngineMedia, PublishRequest, SubscribeRequest } from '@atrium/engine/server/media/media';
import { openNative } from '@atrium/engine/server/media/native';
import type { NativeMedia } from '@atrium/engine/server/media/native';
import { audioPacket, publishSynthetic, subscribeSynthetic, videoPacket } from '@atrium/engine/server/media/synthetic.factory';
import type { Door, SyntheticPublisher, SyntheticViewer } from '@atrium/engine/server/media/synthetic.factory';

const ROOMS = 4;
const PUBLISHERS = 5;
const VIEWERS = 10;
const AUDIO_SLOTS = 3;
const VIDEO_SLOTS = 5;
const SETTLE_MS = 1_500;
const MEASURE_MS = 8_000;
const LIMIT_MS = 20_000;
const TICK_MS = 5;
const AUDIO_MS = 20;
const FRAME_MS = 33;
const AUDIO_BYTES = 100;
/** Two packets of this size thirty times a second are about 500 kbit/s. */
const VIDEO_BYTES = 1_000;
const KEYFRAME_EVERY = 60;

type Ask =
  | { id: number; ask: 'seat'; room: string; seat: string }
  | { id: number; ask: 'publish'; seat: string; request: PublishRequest }
  | { id: number; ask: 'subscribe'; seat: string; request: SubscribeRequest }
  | { id: number; ask: 'answer'; seat: string; gen: number; sdp: string }
  | { id: number; ask: 'look' };
type Look = { cpuMs: number; forwarded: number; streams: number; rssMb: number };

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const ignore = (): void => undefined;

async function answerAsk(media: EngineMedia, ask: Ask): Promise<unknown> {
  if (ask.ask === 'seat') return media.addSeat(ask.room, ask.seat);
  if (ask.ask === 'publish') return media.publish(ask.seat, ask.request);
  if (ask.ask === 'subscribe') return media.subscribe(ask.seat, ask.request);
  if (ask.ask === 'answer') return media.subAnswer(ask.seat, ask.gen, ask.sdp);
  const { user, system } = process.cpuUsage();
  const { forwarded, streams } = media.counts();
  const look: Look = { cpuMs: (user + system) / 1_000, forwarded, streams, rssMb: Math.round(process.memoryUsage.rss() / 1e6) };
  return look;
}

function runEngine(): void {
  const media = createMedia(
    { bindAddress: '127.0.0.1', udpPort: 0, announce: null, iceServers: [], turnTcp: null, log: ignore },
    { published: ignore, closed: ignore, slots: ignore, speaking: ignore, quality: ignore, silent: ignore },
  );
  process.on('message', (ask: Ask) => {
    answerAsk(media, ask).then(
      (value) => process.send?.({ id: ask.id, value: value ?? null }),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`);
        process.exit(1);
      },
    );
  });
  process.on('disconnect', () => process.exit(0));
}

type Engine = Door & { seat(room: string, seat: string): Promise<unknown>; look(): Promise<Look>; child: ChildProcess };

function forkEngine(): Engine {
  const child = fork(new URL(import.meta.url), ['engine'], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const waiting = new Map<number, (value: never) => void>();
  const numbers = { last: 0 };
  child.on('message', ({ id, value }: { id: number; value: never }) => {
    waiting.get(id)?.(value);
    waiting.delete(id);
  });
  const ask = <T>(build: (id: number) => Ask): Promise<T> => {
    numbers.last += 1;
    const id = numbers.last;
    return new Promise<T>((resolve) => {
      waiting.set(id, resolve);
      child.send(build(id));
    });
  };
  return {
    child,
    seat: (room, seat) => ask((id) => ({ id, ask: 'seat', room, seat })),
    publish: (seat, request) => ask((id) => ({ id, ask: 'publish', seat, request })),
    subscribe: (seat, request) => ask((id) => ({ id, ask: 'subscribe', seat, request })),
    subAnswer: (seat, gen, sdp) => ask((id) => ({ id, ask: 'answer', seat, gen, sdp })),
    look: () => ask((id) => ({ id, ask: 'look' })),
  };
}

/** Sends what is due since the last call: one Opus packet each 20 ms, one frame of two packets each 33 ms. */
type Performer = (now: number) => void;

function sing(mic: SyntheticPublisher, start: number): Performer {
  const state = { sent: 0 };
  const packet = audioPacket({ ssrc: mic.ssrc, sequence: 0, timestamp: 0, bytes: AUDIO_BYTES }, 30);
  return (now) => {
    for (; state.sent < (now - start) / AUDIO_MS; state.sent += 1) {
      packet.writeUInt16BE(state.sent & 0xffff, 2);
      packet.writeUInt32BE((state.sent * 960) >>> 0, 4);
      mic.track.send(packet);
    }
  };
}

function play(cam: SyntheticPublisher, start: number): Performer {
  const state = { frames: 0, sequence: 0 };
  return (now) => {
    for (; state.frames < (now - start) / FRAME_MS; state.frames += 1) {
      const keyframe = state.frames % KEYFRAME_EVERY === 0 ? 'key' : 'delta';
      for (const half of ['first', 'second']) {
        const numbers = { ssrc: cam.ssrc, sequence: state.sequence, timestamp: state.frames * 3_000, bytes: VIDEO_BYTES };
        cam.track.send(
          videoPacket(numbers, { rid: '', keyframe: half === 'first' ? keyframe : 'delta', picture: state.frames, height: 360 }),
        );
        state.sequence += 1;
      }
    }
  };
}

async function fillRoom(
  engine: Engine,
  native: NativeMedia,
  room: number,
): Promise<{ performers: Performer[]; viewers: SyntheticViewer[] }> {
  const performers: Performer[] = [];
  const viewers: SyntheticViewer[] = [];
  for (let index = 0; index < PUBLISHERS; index += 1) {
    const seat = `p${room}-${index}`;
    await engine.seat(`room${room}`, seat);
    const ssrc = 1_000 * (room + 1) + 10 * index;
    const mic = await publishSynthetic(native, engine, { seat, key: 'mic', source: 'mic', ssrc, rids: [] });
    const cam = await publishSynthetic(native, engine, { seat, key: 'cam', source: 'cam', ssrc: ssrc + 5, rids: [] });
    const start = performance.now() + index * 3;
    performers.push(sing(mic, start), play(cam, start));
  }
  for (let index = 0; index < VIEWERS; index += 1) {
    const seat = `v${room}-${index}`;
    await engine.seat(`room${room}`, seat);
    viewers.push(
      await subscribeSynthetic(native, engine, { seat, audioSlots: AUDIO_SLOTS, videoSlots: VIDEO_SLOTS, keep: 'count' }),
    );
  }
  return { performers, viewers };
}

const countOf = (viewers: readonly SyntheticViewer[]): number =>
  viewers.reduce((sum, viewer) => sum + [...viewer.heard.values()].reduce((packets, slot) => packets + slot.packets, 0), 0);

async function measure(): Promise<void> {
  const engine = forkEngine();
  const native = openNative({ bindAddress: '127.0.0.1', udpPort: 'each', log: ignore });
  const rooms = await Promise.all(Array.from({ length: ROOMS }, (_, room) => fillRoom(engine, native, room)));
  const performers = rooms.flatMap((room) => room.performers);
  const viewers = rooms.flatMap((room) => room.viewers);
  setInterval(() => {
    const now = performance.now();
    for (const perform of performers) perform(now);
  }, TICK_MS);
  await wait(SETTLE_MS);
  const [before, start, heardBefore] = [await engine.look(), performance.now(), countOf(viewers)];
  await wait(MEASURE_MS);
  const [after, end, heardAfter] = [await engine.look(), performance.now(), countOf(viewers)];
  const seconds = (end - start) / 1_000;
  const cores = (after.cpuMs - before.cpuMs) / (end - start);
  const forwarded = after.forwarded - before.forwarded;
  const line = {
    bench: 'media',
    streams: after.streams,
    packetsPerSecond: Math.round(forwarded / seconds),
    cpuMsPerStreamSecond: Number(((cores * 1_000) / after.streams).toFixed(3)),
    streamsPerCore: Math.round(after.streams / cores),
    lostPercent: Number(Math.max(0, (100 * (forwarded - (heardAfter - heardBefore))) / forwarded).toFixed(2)),
    rssMb: after.rssMb,
  };
  process.stdout.write(`${JSON.stringify(line)}\n`, () => {
    engine.child.kill('SIGKILL');
    process.exit(after.streams === ROOMS * VIEWERS * (AUDIO_SLOTS + VIDEO_SLOTS) ? 0 : 1);
  });
}

if (process.argv[2] === 'engine') {
  runEngine();
} else {
  setTimeout(() => {
    process.stderr.write('The measurement took too long.\n');
    process.exit(1);
  }, LIMIT_MS);
  await measure();
}
