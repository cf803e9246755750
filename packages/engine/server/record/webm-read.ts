/** Reads a WebM file of ours back, block by block, also one whose writing was interrupted; and completes such a file. */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { ELEMENT, floatBytes, readElementHead, readNumber } from '#server/record/ebml.ts';
import type { ElementHead } from '#server/record/ebml.ts';
import { openSink } from '#server/record/sink.ts';
import { webmEnd } from '#server/record/webm.ts';
import type { WebmCue, WebmLandmarks } from '#server/record/webm.ts';

const WINDOW_BYTES = 1_048_576;
/** Longer than the longest head of an element with the four bytes of a block behind it. */
const HEAD_BYTES = 24;
/** How long the last frame of an interrupted file is taken to last. Milliseconds. */
const LAST_FRAME_MS = 20;

/** A frame as it stands in the file: milliseconds since its beginning, offset and size of the data in bytes. */
export type WebmBlock = { at: number; key: boolean; dataAt: number; size: number };

export type WebmScan = {
  landmarks: WebmLandmarks;
  cues: WebmCue[];
  blocks: number;
  /** Time of the last frame, milliseconds; -1 without any. */
  last: number;
  /** Milliseconds, 0 in a file that was not finished. */
  duration: number;
  /** Offset behind the last whole block. */
  goodEnd: number;
  finished: boolean;
};

type WebmReader = { at(offset: number, length: number): Promise<Buffer>; size: number };

function reader(file: FileHandle, size: number): WebmReader {
  const window = { from: 0, bytes: Buffer.alloc(0) };
  return {
    size,
    async at(offset, length) {
      const inside = offset >= window.from && offset + length <= window.from + window.bytes.length;
      if (!inside) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(Math.max(WINDOW_BYTES, length), size - offset)));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
        window.from = offset;
        window.bytes = bytes.subarray(0, bytesRead);
      }
      return window.bytes.subarray(offset - window.from, offset - window.from + length);
    },
  };
}

type WebmWalk = WebmScan & { cluster: { at: number; position: number; cued: boolean } };

function emptyWalk(): WebmWalk {
  return {
    landmarks: { segmentAt: -1, holeAt: -1, infoAt: -1, durationAt: -1, tracksAt: -1 },
    cues: [],
    blocks: 0,
    last: -1,
    duration: 0,
    goodEnd: 0,
    finished: false,
    cluster: { at: 0, position: 0, cued: false },
  };
}

/** Reads all of a file. Null when it has not even a whole beginning. `onBlock` gets each whole frame in order. */
export async function scanWebm(path: string, onBlock?: (block: WebmBlock) => void): Promise<WebmScan | null> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = reader(file, size);
    const walk = emptyWalk();
    let at = 0;
    while (at < size) {
      const head = readElementHead(await bytes.at(at, HEAD_BYTES), 0);
      if (head === null) break;
      const next = await step(walk, { bytes, at, head, onBlock });
      if (next === null) break;
      at = next;
    }
    return walk.landmarks.tracksAt < 0 || walk.landmarks.durationAt < 0 ? null : walk;
  } finally {
    await file.close();
  }
}

type WebmStep = { bytes: WebmReader; at: number; head: ElementHead; onBlock: ((block: WebmBlock) => void) | undefined };

/** Takes one element; gives the offset of the next one, or null when this one is cut. */
async function step(walk: WebmWalk, { bytes, at, head, onBlock }: WebmStep): Promise<number | null> {
  const { landmarks } = walk;
  const dataAt = at + head.dataAt;
  if (head.id === ELEMENT.segment) {
    landmarks.segmentAt = dataAt;
    landmarks.holeAt = dataAt;
    return dataAt;
  }
  if (head.id === ELEMENT.cluster) {
    walk.cluster = { at: 0, position: at - landmarks.segmentAt, cued: false };
    return dataAt;
  }
  if (head.size === null || dataAt + head.size > bytes.size) return null;
  const end = dataAt + head.size;
  if (head.id === ELEMENT.info) {
    landmarks.infoAt = at;
    landmarks.durationAt = end - 8;
    walk.duration = (await bytes.at(end - 8, 8)).readDoubleBE(0);
  }
  if (head.id === ELEMENT.tracks) {
    landmarks.tracksAt = at;
    walk.goodEnd = end;
  }
  if (head.id === ELEMENT.clusterTime) walk.cluster.at = readNumber(await bytes.at(dataAt, head.size));
  if (head.id === ELEMENT.cues) walk.finished = true;
  if (head.id === ELEMENT.simpleBlock) {
    const block = await readBlock(walk, { bytes, dataAt, size: head.size });
    walk.goodEnd = end;
    onBlock?.(block);
  }
  return end;
}

async function readBlock(walk: WebmWalk, place: { bytes: WebmReader; dataAt: number; size: number }): Promise<WebmBlock> {
  const start = await place.bytes.at(place.dataAt, 4);
  const at = walk.cluster.at + start.readInt16BE(1);
  const key = (start.readUInt8(3) & 0x80) !== 0;
  if (key && !walk.cluster.cued) walk.cues.push({ at, position: walk.cluster.position });
  walk.cluster.cued = true;
  walk.blocks += 1;
  walk.last = at;
  return { at, key, dataAt: place.dataAt + 4, size: place.size - 4 };
}

/**
 * Completes a file whose writing was interrupted: cuts a broken end off, and adds duration, cues and table of contents.
 * Gives the length in milliseconds, 0 for a file without a whole frame. A finished file stays as it is.
 */
export async function repairWebm(path: string): Promise<number> {
  const scan = await scanWebm(path);
  if (scan === null || scan.blocks === 0) return 0;
  if (scan.finished && scan.duration > 0) return scan.duration;
  const length = scan.last + LAST_FRAME_MS;
  const { landmarks } = scan;
  const { cues, contents } = webmEnd({ landmarks, cues: scan.cues, cuesAt: scan.goodEnd });
  const sink = openSink(path, { at: scan.goodEnd });
  sink.append(cues);
  sink.patch(landmarks.durationAt, floatBytes(length));
  sink.patch(landmarks.holeAt, contents);
  await sink.close();
  return length;
}
