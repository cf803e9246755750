/**
 * A room with real connections in one process: run as a child by the tests, because the native library needs a process that
 * ends by `process.exit()`. Sends one line of findings to the parent and ends.
 */
import { createMedia } from './media.ts';
import type { EngineMedia } from './media.ts';
import { openNative } from './native.ts';
import type { NativeMedia } from './native.ts';
import { buildNack } from './rtcp.ts';
import { sequenceDistance } from './rtp.ts';
import { audioPacket, publishSynthetic, subscribeSynthetic, videoPacket } from './synthetic.factory.ts';
import type { Heard, SyntheticPublisher, SyntheticViewer } from './synthetic.factory.ts';

const STEP_MS = 20;
const LIMIT_MS = 8_000;

type Stage = {
  media: EngineMedia;
  native: NativeMedia;
  maps: Map<string, Record<string, string | null>>;
  news: string[];
  senders: (() => void)[];
};

/** Waits until something is true, sending media meanwhile. */
async function until(stage: Stage, what: string, test: () => boolean): Promise<number> {
  const start = performance.now();
  while (!test()) {
    if (performance.now() - start > LIMIT_MS) throw new Error(`it never came true that ${what}`);
    for (const send of stage.senders) send();
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  return performance.now() - start;
}

function openStage(): Stage {
  const maps: Stage['maps'] = new Map();
  const news: string[] = [];
  const media = createMedia(
    {
      bindAddress: '127.0.0.1',
      udpPort: 0,
      announce: null,
      iceServers: [],
      turnTcp: null,
      log: (level, text) => news.push(`log ${level} ${text}`),
    },
    {
      published: (seat, key) => news.push(`published ${seat}:${key}`),
      closed: (seat, key, why) => news.push(`closed ${seat}:${key} ${why}`),
      slots: (seat, map) => maps.set(seat, map),
      speaking: (room, seats) => news.push(`speaking ${room} ${seats.join(',')}`),
      quality: (seat, quality) => news.push(`quality ${seat} ${quality}`),
      silent: (seat) => news.push(`silent ${seat}`),
    },
  );
  const native = openNative({
    bindAddress: '127.0.0.1',
    udpPort: 'each',
    log: (level, text) => news.push(`log ${level} ${text}`),
  });
  return { media, native, maps, news, senders: [] };
}

function speak(publisher: SyntheticPublisher, level: number): () => void {
  let count = 65_000;
  return () => {
    count += 1;
    publisher.track.send(audioPacket({ ssrc: publisher.ssrc, sequence: count, timestamp: count * 960, bytes: 60 }, level));
  };
}

/** Two layers, a key frame every half second; the sequence numbers wrap soon after the beginning. */
function film(publisher: SyntheticPublisher): () => void {
  let count = 65_400;
  return () => {
    count += 1;
    for (const [index, rid] of ['l', 'h'].entries()) {
      const numbers = {
        ssrc: publisher.ssrc + index,
        sequence: count + 900 * index,
        timestamp: count * 1_800 + 77_777 * index,
        bytes: 300 + 600 * index,
      };
      publisher.track.send(
        videoPacket(numbers, {
          rid,
          keyframe: count % 25 === 0 ? 'key' : 'delta',
          picture: count * (index + 1),
          height: 180 * (index + 1),
        }),
      );
    }
  };
}

const slotOf = (viewer: SyntheticViewer, mid: string): Heard => {
  const slot = viewer.heard.get(mid);
  if (!slot) throw new Error(`no slot ${mid}`);
  return slot;
};

/** Steps between neighbouring sequence numbers, as a set: only 1 when the stream is unbroken. */
const stepsOf = (slot: Heard): number[] => [
  ...new Set(slot.sequences.slice(1).map((sequence, index) => sequenceDistance(slot.sequences[index] ?? 0, sequence))),
];

async function run(stage: Stage): Promise<Record<string, unknown>> {
  const { media, native, maps, news } = stage;
  for (const seat of ['ada', 'ben', 'cleo']) media.addSeat('room', seat);
  const mic = await publishSynthetic(native, media, { seat: 'ada', key: 'mic', source: 'mic', ssrc: 1_000, rids: [] });
  const cam = await publishSynthetic(native, media, { seat: 'ada', key: 'cam', source: 'cam', ssrc: 2_000, rids: ['l', 'h'] });
  stage.senders.push(speak(mic, 20), film(cam));
  const [ben, cleo] = await Promise.all(
    ['ben', 'cleo'].map((seat) => subscribeSynthetic(native, media, { seat, audioSlots: 2, videoSlots: 2, keep: 'all' })),
  );
  if (!ben || !cleo) throw new Error('no viewers');
  await until(stage, 'both hear and see', () =>
    [ben, cleo].every((viewer) => slotOf(viewer, 'a0').packets > 20 && slotOf(viewer, 'v0').packets > 20),
  );
  const heard = ['ada', 'ben', 'nobody'].map((seat) => media.hears(seat));
  const large = (): boolean => (slotOf(ben, 'v0').last?.length ?? 0) > 800;
  await until(stage, 'the large layer comes', large);
  media.view('ben', [{ source: 'ada:cam', height: 120 }]);
  await until(stage, 'the small layer comes', () => !large());
  const unbroken = { audio: stepsOf(slotOf(ben, 'a0')), video: stepsOf(slotOf(ben, 'v0')), ssrcs: slotOf(ben, 'v0').ssrcs.size };
  const again = await resend(stage, slotOf(ben, 'v0'));
  await until(stage, 'speech is noticed', () => news.includes('speaking room ada'));
  const filled = maps.get('ben');
  media.block('ada', 'mic', true);
  const before = slotOf(cleo, 'a0').packets;
  await until(stage, 'ada stops counting as speaking', () => news.includes('speaking room '));
  const muted = slotOf(cleo, 'a0').packets - before;
  media.canSee((viewer) => viewer !== 'cleo');
  const hidden = maps.get('cleo');
  const refused = await media.publish('ben', { key: 'cam', source: 'cam', sdp: 'v=0\r\nnothing' }).then(
    () => 'taken',
    (error: unknown) => String(error),
  );
  media.unpublish('ada', 'cam');
  const emptied = maps.get('ben');
  media.removeSeat('ada');
  return { unbroken, again, heard, filled, muted, hidden, refused, emptied, news, counts: media.counts() };
}

/** Asks for an old packet again, as a browser would. It arrives a second time, so the receiving side drops it: the sender's count tells. */
async function resend(stage: Stage, slot: Heard): Promise<number> {
  const [ssrc = 0] = [...slot.ssrcs];
  slot.track.send(buildNack(ssrc, [slot.sequences.at(-20) ?? 0]));
  await until(stage, 'the lost packet is sent again', () => stage.media.counts().resent > 0);
  return stage.media.counts().resent;
}

const stage = openStage();
run(stage).then(
  (findings) => process.send?.(findings, () => process.exit(0)),
  (error: unknown) =>
    process.send?.({ error: error instanceof Error ? error.stack : String(error), news: stage.news }, () => process.exit(1)),
);
