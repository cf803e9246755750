/** The few elements of EBML (RFC 8794) and Matroska (RFC 9559) that a live WebM file needs. Ids as they stand in the file. */
export const ELEMENT = {
  head: 0x1a45dfa3,
  segment: 0x18538067,
  void: 0xec,
  seekHead: 0x114d9b74,
  info: 0x1549a966,
  duration: 0x4489,
  tracks: 0x1654ae6b,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
} as const;

/** A size of eight bytes whose bits are all set: the element goes on until another one of its level begins. */
export const UNKNOWN_SIZE = Buffer.from([0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);

/** An id in its own bytes: its length is part of it. */
export function idBytes(id: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(id);
  return bytes.subarray(bytes.findIndex((byte) => byte !== 0));
}

/** A size in as few bytes as hold it, at most eight. */
export function sizeBytes(size: number): Buffer {
  if (size < 0x7f) return Buffer.from([0x80 | size]);
  if (size < 0x3fff) return Buffer.from([0x40 | (size >> 8), size & 0xff]);
  const bytes = Buffer.alloc(8);
  bytes.writeUIntBE(size, 2, 6);
  bytes.writeUInt8(1, 0);
  return bytes;
}

export function element(id: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([idBytes(id), sizeBytes(body.length), body]);
}

/** A whole number from 0 to 2^48 − 1. */
export function numberElement(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUIntBE(value, 0, 6);
  const first = bytes.findIndex((byte) => byte !== 0);
  return element(id, bytes.subarray(first < 0 ? 5 : first));
}

export function textElement(id: number, text: string): Buffer {
  return element(id, Buffer.from(text));
}

export function floatBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}

/** The beginning of an element. `size` is null when unknown; `dataAt` is the offset behind id and size. */
export type ElementHead = { id: number; size: number | null; dataAt: number };

/** Reads id and size at an offset; null when the bytes are cut or are no element. */
export function readElementHead(bytes: Buffer, at: number): ElementHead | null {
  const idLength = markerLength(bytes, at);
  if (idLength === null || idLength > 4) return null;
  const sizeAt = at + idLength;
  const sizeLength = markerLength(bytes, sizeAt);
  if (sizeLength === null || sizeAt + sizeLength > bytes.length) return null;
  const dataAt = sizeAt + sizeLength;
  return { id: bytes.readUIntBE(at, idLength), size: readSize(bytes.subarray(sizeAt, dataAt)), dataAt };
}

function markerLength(bytes: Buffer, at: number): number | null {
  if (at >= bytes.length) return null;
  const length = Math.clz32(bytes.readUInt8(at)) - 23;
  return length <= 8 ? length : null;
}

function readSize(field: Buffer): number | null {
  const first = field.readUInt8(0) & (0xff >> field.length);
  const rest = field.subarray(1);
  if (first === 0xff >> field.length && rest.every((byte) => byte === 0xff)) return null;
  const value = rest.reduce((sum, byte) => sum * 256 + byte, first);
  return Number.isSafeInteger(value) ? value : null;
}

/** A big-endian whole number of up to six bytes. */
export function readNumber(bytes: Buffer): number {
  return bytes.length === 0 || bytes.length > 6 ? 0 : bytes.readUIntBE(0, bytes.length);
}
