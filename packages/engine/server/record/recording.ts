/**
 * One recording while it happens: a file for each source and stay, and the log of events, on one time line. Time that is not
 * recorded takes no place on it: a pause leaves a quarter of a second.
 */
import type { RoomSource, RtpStream } from '#server/media/model.ts';
import type { RoomTap, TappedPacket, TappedReport } from '#server/media/room.ts';
import { requestKeyframe } from '#server/media/stream.ts';
import { chooseStream } from '#server/record/choose-stream.ts';
import type { StreamChoice } from '#server/record/choose-stream.ts';
import { EVENTS_FILE, eventLine } from '#server/record/event-log.ts';
import type { LogEventBody } from '#server/record/event-log.ts';
import { openSink } from '#server/record/sink.ts';
import type { FileSink } from '#server/record/sink.ts';
import { ntpToEpoch } from '#server/record/timing.ts';
import { startTrack } from '#server/record/track.ts';
import type { RecordedTrack } from '#server/record/track.ts';
import { writeWebm } from '#server/record/webm.ts';

/** Sound is on its way for a moment before it arrives: with this lead nothing begins before the time line does. Milliseconds. */
const LEAD_MS = 250;
/** Two sources of one person whose clocks differ by more than this do not share a clock. Milliseconds. */
const SAME_CLOCK_MS = 1_000;

/** Where a recording goes on whose engine ended in the middle. */
export type RecordingRest = {
  /** Recorded time so far, milliseconds. */
  position: number;
  /** Bytes of its log, and files in its folder. */
  logBytes: number;
  files: number;
  /** When it was cut, epoch milliseconds; null when it did not run then. */
  cutAt: number | null;
};

export type RecordingParts = {
  /** Empty, unless there is a `rest`. */
  folder: string;
  /** Steady milliseconds, the clock of the packets' arrival. */
  now(): number;
  /** Epoch milliseconds. */
  wall(): number;
  /** Something could not be written; called once. */
  failed(error: unknown): void;
};

export type RunningRecording = {
  tap: RoomTap;
  note(news: LogEventBody): void;
  resume(): void;
  pause(): void;
  /** Ends the files of a seat whose sources are not to be written any more. */
  release(seat: string): void;
  running(): boolean;
  /** Something could not be written; nothing more is taken. */
  broken(): boolean;
  /** Recorded time so far, milliseconds. */
  position(): number;
  /** To be called once a second: brings everything taken so far into the files. */
  flush(): void;
  /** Closes all files; resolves when they are complete. Does not reject: errors go to `failed`. */
  close(): Promise<void>;
};

/** `offset` ties the sender's clock to recorded time. */
type RecordedSource = { choice: StreamChoice; file: string; track: RecordedTrack | null; offset: number };

type RunningRecordingState = {
  parts: RecordingParts;
  log: FileSink;
  taken: Map<RoomSource, RecordedSource>;
  /** Seat → recorded time minus the seat's own clock, one for all its sources, so that they stay together. */
  offsets: Map<string, number>;
  base: number;
  since: number | null;
  /** The end of the run that an earlier engine did not close, until the log says so. */
  cutAt: number | null;
  files: number;
  failed: boolean;
  closing: Set<Promise<unknown>>;
};

export function startRecording(parts: RecordingParts, rest: RecordingRest | null = null): RunningRecording {
  const state: RunningRecordingState = {
    parts,
    log: openSink(`${parts.folder}/${EVENTS_FILE}`, rest === null ? 'new' : { at: rest.logBytes }),
    taken: new Map(),
    offsets: new Map(),
    base: rest?.position ?? 0,
    since: null,
    cutAt: rest?.cutAt ?? null,
    files: rest?.files ?? 0,
    failed: false,
    closing: new Set(),
  };
  if (rest === null) note(state, { type: 'recording', wall: parts.wall() });
  // the last line may have been cut in the middle
  else state.log.append(Buffer.from('\n'));
  return {
    tap: {
      packet: (source, stream, packet) => guard(state, () => takePacket(state, { source, stream }, packet)),
      report: (source, stream, report) => guard(state, () => takeReport(state, { source, stream }, report)),
      ended: (source) => guard(state, () => dropSource(state, source)),
    },
    note: (news) => note(state, news),
    resume() {
      if (state.since !== null) return;
      state.base += LEAD_MS;
      state.since = parts.now();
      state.offsets.clear();
      const wall = parts.wall();
      if (state.cutAt !== null) note(state, { type: 'gap', from: state.cutAt, to: Math.max(state.cutAt, wall) });
      state.cutAt = null;
      note(state, { type: 'resume', wall });
    },
    pause: () => pause(state),
    release: (seat) => [...state.taken.keys()].filter((one) => one.seat === seat).forEach((one) => dropSource(state, one)),
    running: () => state.since !== null,
    broken: () => state.failed,
    position: () => positionAt(state, parts.now()),
    flush: () => flush(state),
    close: () => close(state),
  };
}

function positionAt(state: RunningRecordingState, at: number): number {
  return state.base + (state.since === null ? 0 : Math.round(at - state.since));
}

function note(state: RunningRecordingState, news: LogEventBody): void {
  state.log.append(eventLine({ at: positionAt(state, state.parts.now()), ...news }));
}

function pause(state: RunningRecordingState): void {
  if (state.since === null) return;
  for (const source of [...state.taken.keys()]) dropSource(state, source);
  note(state, { type: 'pause', wall: state.parts.wall() });
  state.base = positionAt(state, state.parts.now());
  state.since = null;
}

function fail(state: RunningRecordingState, error: unknown): void {
  if (state.failed) return;
  state.failed = true;
  state.parts.failed(error);
}

/** Whatever breaks here ends the recording and nothing else: the packet is still on its way to the people in the room. */
function guard(state: RunningRecordingState, work: () => void): void {
  try {
    work();
  } catch (error) {
    fail(state, error);
  }
}

/** Waits for writing in the background; the first failure is reported. */
function watch(state: RunningRecordingState, work: Promise<unknown>): void {
  const watched = work.catch((error: unknown) => fail(state, error)).finally(() => state.closing.delete(watched));
  state.closing.add(watched);
}

function flush(state: RunningRecordingState): void {
  for (const { track } of state.taken.values()) if (track !== null) watch(state, track.flush());
  watch(state, state.log.flush());
}

async function settle(state: RunningRecordingState): Promise<void> {
  while (state.closing.size > 0) await Promise.all(state.closing);
}

async function close(state: RunningRecordingState): Promise<void> {
  pause(state);
  await settle(state);
  note(state, { type: 'end', wall: state.parts.wall() });
  watch(state, state.log.close());
  await settle(state);
}

function newlyTaken(stream: RtpStream): RecordedSource {
  return { choice: { stream, rival: null, rivalSince: 0 }, file: '', track: null, offset: 0 };
}

function dropSource(state: RunningRecordingState, source: RoomSource): void {
  const taken = state.taken.get(source);
  if (taken === undefined) return;
  state.taken.delete(source);
  endTrack(state, taken);
}

function endTrack(state: RunningRecordingState, taken: RecordedSource): void {
  const { track, file } = taken;
  taken.track = null;
  if (track === null) return;
  watch(
    state,
    track.close().then((end) => {
      if (end !== null) note(state, { type: 'track-end', file, ...end });
    }),
  );
}

type SourceStream = { source: RoomSource; stream: RtpStream };

function takePacket(state: RunningRecordingState, { source, stream }: SourceStream, packet: TappedPacket): void {
  if (state.since === null || state.failed) return;
  const taken = state.taken.get(source) ?? newlyTaken(stream);
  state.taken.set(source, taken);
  const choice = chooseStream(taken.choice, stream, { source, now: packet.at });
  if (choice.stream !== taken.choice.stream) endTrack(state, taken);
  taken.choice = choice;
  if (choice.stream !== stream) return;
  if (taken.track?.fits(packet) === false) endTrack(state, taken);
  taken.track ??= openTrack(state, { source, stream }, taken);
  taken.track.push(packet);
}

function takeReport(state: RunningRecordingState, { source, stream }: SourceStream, report: TappedReport): void {
  const taken = state.taken.get(source);
  if (state.since === null || taken === undefined || taken.choice.stream !== stream) return;
  const ntp = ntpToEpoch(report.ntpHigh, report.ntpLow);
  const own = positionAt(state, report.at) - ntp;
  const shared = state.offsets.get(source.seat) ?? own;
  state.offsets.set(source.seat, shared);
  taken.offset = Math.abs(shared - own) > SAME_CLOCK_MS ? own : shared;
  taken.track?.report({ ntp, timestamp: report.timestamp, arrivedAt: report.at });
}

function openTrack(state: RunningRecordingState, { source, stream }: SourceStream, taken: RecordedSource): RecordedTrack {
  state.files += 1;
  const file = `${state.files}-${source.source}.webm`;
  taken.file = file;
  return startTrack(source.kind, {
    open(shape, at) {
      const size = shape.kind === 'video' ? { width: shape.width, height: shape.height } : {};
      const start = positionAt(state, at);
      note(state, { type: 'track', file, member: source.seat, source: source.source, kind: source.kind, start, ...size });
      return writeWebm(`${state.parts.folder}/${file}`, shape);
    },
    askKeyframe: () => requestKeyframe(stream, state.parts.now()),
    synced: (ntpAtStart) => note(state, { type: 'sync', file, start: Math.round(ntpAtStart + taken.offset), ntpAtStart }),
  });
}
