/**
 * A WebM file with one track, written while it happens: it can be read up to its last written second after the process was killed,
 * because clusters have no announced size. Finishing adds what players need for seeking: duration, cues and a table of contents.
 */
import {
  ELEMENT,
  element,
  floatBytes,
  idBytes,
  numberElement,
  sizeBytes,
  textElement,
  UNKNOWN_SIZE,
} from '#server/record/ebml.ts';
import { openSink } from '#server/record/sink.ts';

/** Room that is left free near the beginning for the table of contents. */
const HOLE_BYTES = 96;
/** Milliseconds. A block's time is relative to its cluster and has 16 signed bits. */
const CLUSTER_MOST_MS = 30_000;
const AUDIO_CLUSTER_MS = 5_000;
const VIDEO_CLUSTER_MS = 900;
/** Opus begins with samples that belong to no sound: 312 at 48 kHz, as libopus makes them (RFC 7845 §4.2). */
const PRE_SKIP = 312;
const PRE_SKIP_NS = 6_500_000;
const SEEK_PRE_ROLL_NS = 80_000_000;

export type TrackShape = { kind: 'audio' } | { kind: 'video'; width: number; height: number };

/** Where the parts stand that are completed at the end; offsets in bytes from the beginning of the file. */
export type WebmLandmarks = { segmentAt: number; holeAt: number; infoAt: number; durationAt: number; tracksAt: number };

/** A place to jump to: milliseconds, and the offset of its cluster within the segment. */
export type WebmCue = { at: number; position: number };

/** The beginning of a file, with its landmarks. */
export function webmHead(shape: TrackShape): { bytes: Buffer; landmarks: WebmLandmarks } {
  const head = element(
    ELEMENT.head,
    numberElement(0x4286, 1),
    numberElement(0x42f7, 1),
    numberElement(0x42f2, 4),
    numberElement(0x42f3, 8),
    textElement(0x4282, 'webm'),
    numberElement(0x4287, 4),
    numberElement(0x4285, 2),
  );
  const segment = Buffer.concat([head, idBytes(ELEMENT.segment), UNKNOWN_SIZE]);
  const info = element(
    ELEMENT.info,
    numberElement(0x2ad7b1, 1_000_000),
    textElement(0x4d80, 'Atrium'),
    textElement(0x5741, 'Atrium'),
    element(ELEMENT.duration, floatBytes(0)),
  );
  const holeAt = segment.length;
  const infoAt = holeAt + HOLE_BYTES;
  const landmarks = {
    segmentAt: segment.length,
    holeAt,
    infoAt,
    durationAt: infoAt + info.length - 8,
    tracksAt: infoAt + info.length,
  };
  const bytes = Buffer.concat([segment, emptySpace(HOLE_BYTES), info, element(ELEMENT.tracks, trackEntry(shape))]);
  return { bytes, landmarks };
}

/** A void element of exactly this many bytes, 2 to 127. */
function emptySpace(bytes: number): Buffer {
  return element(ELEMENT.void, Buffer.alloc(bytes - 2));
}

function trackEntry(shape: TrackShape): Buffer {
  const start = [numberElement(0xd7, 1), numberElement(0x73c5, 1), numberElement(0x9c, 0)];
  if (shape.kind === 'video') {
    const picture = element(0xe0, numberElement(0xb0, shape.width), numberElement(0xba, shape.height));
    return element(0xae, ...start, numberElement(0x83, 1), textElement(0x86, 'V_VP8'), picture);
  }
  const opus = Buffer.alloc(19);
  opus.write('OpusHead', 0, 'latin1');
  opus.writeUInt8(1, 8);
  opus.writeUInt8(2, 9);
  opus.writeUInt16LE(PRE_SKIP, 10);
  opus.writeUInt32LE(48_000, 12);
  return element(
    0xae,
    ...start,
    numberElement(0x83, 2),
    textElement(0x86, 'A_OPUS'),
    numberElement(0x56aa, PRE_SKIP_NS),
    numberElement(0x56bb, SEEK_PRE_ROLL_NS),
    element(0xe1, element(0xb5, floatBytes(48_000)), numberElement(0x9f, 2)),
    element(0x63a2, opus),
  );
}

/** What stands at the end and in the hole of a finished file. `cuesAt` is the offset of the cues in the file. */
export function webmEnd(end: { landmarks: WebmLandmarks; cues: readonly WebmCue[]; cuesAt: number }): {
  cues: Buffer;
  contents: Buffer;
} {
  const { landmarks } = end;
  const points = end.cues.map(({ at, position }) =>
    element(0xbb, numberElement(0xb3, at), element(0xb7, numberElement(0xf7, 1), numberElement(0xf1, position))),
  );
  const entry = (id: number, at: number): Buffer => {
    const offset = Buffer.alloc(8);
    offset.writeUIntBE(at - landmarks.segmentAt, 2, 6);
    return element(0x4dbb, element(0x53ab, idBytes(id)), element(0x53ac, offset));
  };
  const seekHead = element(
    ELEMENT.seekHead,
    entry(ELEMENT.info, landmarks.infoAt),
    entry(ELEMENT.tracks, landmarks.tracksAt),
    entry(ELEMENT.cues, end.cuesAt),
  );
  return {
    cues: element(ELEMENT.cues, ...points),
    contents: Buffer.concat([seekHead, emptySpace(HOLE_BYTES - seekHead.length)]),
  };
}

/** One frame; `at` in whole milliseconds since the file's beginning, `length` how long it lasts. */
export type WebmFrame = { at: number; length: number; key: boolean; data: Buffer };

export type WebmWriter = {
  frame(frame: WebmFrame): void;
  /** Where the last frame ends, in milliseconds. */
  end(): number;
  bytes(): number;
  /** Rejects when the file could not be written. */
  flush(): Promise<void>;
  finish(): Promise<void>;
};

/** Creates the file. Frames must come in the order of their times; one that is not later than the one before is moved by a millisecond. */
export function writeWebm(path: string, shape: TrackShape): WebmWriter {
  const sink = openSink(path, 'new');
  const { bytes, landmarks } = webmHead(shape);
  sink.append(bytes);
  const cues: WebmCue[] = [];
  const state = { cluster: Number.NEGATIVE_INFINITY, last: -1, end: 0 };
  const longest = shape.kind === 'audio' ? AUDIO_CLUSTER_MS : VIDEO_CLUSTER_MS;
  return {
    frame({ at, length, key, data }) {
      const time = Math.max(Math.round(at), state.last + 1);
      const age = time - state.cluster;
      if (age > CLUSTER_MOST_MS || (key && age >= longest)) {
        if (key) cues.push({ at: time, position: sink.size() - landmarks.segmentAt });
        sink.append(Buffer.concat([idBytes(ELEMENT.cluster), UNKNOWN_SIZE, numberElement(ELEMENT.clusterTime, time)]));
        state.cluster = time;
      }
      const head = Buffer.from([0x81, 0, 0, key ? 0x80 : 0]);
      head.writeInt16BE(time - state.cluster, 1);
      sink.append(Buffer.concat([idBytes(ELEMENT.simpleBlock), sizeBytes(head.length + data.length), head]));
      sink.append(data);
      state.last = time;
      state.end = time + length;
    },
    end: () => state.end,
    bytes: () => sink.size(),
    flush: () => sink.flush(),
    finish() {
      const { cues: list, contents } = webmEnd({ landmarks, cues, cuesAt: sink.size() });
      sink.append(list);
      sink.patch(landmarks.durationAt, floatBytes(state.end));
      sink.patch(landmarks.holeAt, contents);
      return sink.close();
    },
  };
}
