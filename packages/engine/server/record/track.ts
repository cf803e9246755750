/** One source and stay: from RTP packets to a file. */
import { payloadEnd, payloadOffset, timestampOf } from '#server/media/rtp.ts';
import { opusLength, SILENCE, SILENCE_MS } from '#server/record/opus.ts';
import { putInOrder } from '#server/record/order.ts';
import { rtpTiming, TICKS_PER_MS } from '#server/record/timing.ts';
import type { TimingReport } from '#server/record/timing.ts';
import { assembleVp8 } from '#server/record/vp8-frames.ts';
import type { Vp8Frame } from '#server/record/vp8-frames.ts';
import type { TrackShape, WebmWriter } from '#server/record/webm.ts';

/** How long a missing packet is waited for. Milliseconds. */
const PATIENCE_MS = { audio: 120, video: 250 } as const;
/** A file without anything for this long is ended; what comes later is a new stay. Milliseconds. */
const SILENT_MOST_MS = 10_000;
/** RTP time and arrival may differ by this much before the sender counts as restarted. Milliseconds. */
const JUMP_MS = 5_000;
/** Sound that begins this much before the end of the sound written so far is left out: the sender's clock ran ahead. Milliseconds. */
const OVERLAP_MS = 15;
/** Players can only jump to key frames, and browsers send them only when asked. Milliseconds. */
const KEYFRAME_EVERY_MS = 10_000;
const PICTURE_MS = 40;

export type TrackKind = keyof typeof TICKS_PER_MS;

export type TrackHooks = {
  /** The first frame is there: opens the file. `at` is when it came, in milliseconds of the clock of `push`. */
  open(shape: TrackShape, at: number): WebmWriter;
  askKeyframe(): void;
  /** The first report tied the file to the sender's clock: what that clock showed at the file's time 0, epoch milliseconds. */
  synced(ntpAtStart: number): void;
};

export type TrackEnd = { length: number; frames: number; gaps: number; late: number; shifts: number; bytes: number };

/** An RTP packet with its extended sequence number and the time it came, in milliseconds. The bytes are copied. */
export type TrackPacket = { packet: Buffer; number: number; at: number };

export type RecordedTrack = {
  /** Whether the packet goes on with what is there; else the track is to be closed and another one begun. */
  fits(packet: TrackPacket): boolean;
  push(packet: TrackPacket): void;
  report(report: TimingReport): void;
  flush(): Promise<void>;
  /** Ends the file. Null when there never was a frame, and so no file. */
  close(): Promise<TrackEnd | null>;
};

type FramePiece = { payload: Buffer; timestamp: number; marker: boolean; at: number };

type TrackState = {
  kind: TrackKind;
  hooks: TrackHooks;
  timing: ReturnType<typeof rtpTiming>;
  writer: WebmWriter | null;
  frames: number;
  synced: boolean;
  last: { at: number; timestamp: number } | null;
  keyframeAskedAt: number;
  /** Arrival of the piece in work. */
  at: number;
};

export function startTrack(kind: TrackKind, hooks: TrackHooks): RecordedTrack {
  const state: TrackState = {
    kind,
    hooks,
    timing: rtpTiming(kind),
    writer: null,
    frames: 0,
    synced: false,
    last: null,
    keyframeAskedAt: Number.NEGATIVE_INFINITY,
    at: 0,
  };
  const take = takerOf(state);
  const order = putInOrder<FramePiece>({ patienceMs: PATIENCE_MS[kind], take });
  return {
    fits: (packet) => fits(state, packet),
    push({ packet, number, at }) {
      const start = payloadOffset(packet);
      if (start < 0) return;
      const payload = Buffer.from(packet.subarray(start, payloadEnd(packet, start)));
      const piece = { payload, timestamp: timestampOf(packet), marker: (packet.readUInt8(1) & 0x80) !== 0, at };
      state.last = { at, timestamp: piece.timestamp };
      if (kind === 'video' && at - state.keyframeAskedAt > KEYFRAME_EVERY_MS) askKeyframe(state, at);
      order.push(number, piece, at);
    },
    report(report) {
      state.timing.report(report);
      tellSync(state);
    },
    flush: () => state.writer?.flush() ?? Promise.resolve(),
    async close() {
      order.release();
      if (state.writer === null) return null;
      await state.writer.finish();
      const { frames, writer } = state;
      return { length: writer.end(), frames, ...order.counts(), shifts: state.timing.shifts(), bytes: writer.bytes() };
    },
  };
}

function fits({ last, kind }: TrackState, { packet, at }: TrackPacket): boolean {
  if (last === null) return true;
  const passed = at - last.at;
  const told = ((timestampOf(packet) - last.timestamp) | 0) / TICKS_PER_MS[kind];
  return passed < SILENT_MOST_MS && Math.abs(told - passed) < JUMP_MS;
}

function askKeyframe(state: TrackState, at: number): void {
  state.keyframeAskedAt = at;
  state.hooks.askKeyframe();
}

function takerOf(state: TrackState): (piece: FramePiece, place: { afterGap: boolean }) => void {
  if (state.kind === 'audio') return (piece) => writeSound(state, piece);
  const assemble = assembleVp8({
    picture: (picture) => writePicture(state, picture),
    askKeyframe: () => askKeyframe(state, state.at),
  });
  return (piece, place) => {
    state.at = piece.at;
    assemble({ ...piece, ...place });
  };
}

function opened(state: TrackState, shape: TrackShape, at: number): WebmWriter {
  state.writer ??= state.hooks.open(shape, at);
  return state.writer;
}

/** The report may have come before the first frame. */
function tellSync(state: TrackState): void {
  const ntp = state.timing.ntpAtStart();
  if (state.synced || state.writer === null || ntp === null) return;
  state.synced = true;
  state.hooks.synced(ntp);
}

function writePicture(state: TrackState, picture: Vp8Frame): void {
  const time = state.timing.place(picture.timestamp);
  const { width, height } = picture;
  const writer = opened(state, { kind: 'video', width, height }, state.at);
  state.frames += 1;
  writer.frame({ at: time, length: PICTURE_MS, key: picture.key, data: picture.data });
  tellSync(state);
}

/** Holes are filled with silence, so that every player keeps the time. */
function writeSound(state: TrackState, { payload, timestamp, at }: FramePiece): void {
  const length = opusLength(payload);
  if (length === 0) return;
  const time = state.timing.place(timestamp);
  const writer = opened(state, { kind: 'audio' }, at);
  while (state.frames > 0 && time - writer.end() >= SILENCE_MS - 1)
    writer.frame({ at: writer.end(), length: SILENCE_MS, key: true, data: SILENCE });
  if (state.frames > 0 && time < writer.end() - OVERLAP_MS) return;
  state.frames += 1;
  writer.frame({ at: time, length, key: true, data: payload });
  tellSync(state);
}
