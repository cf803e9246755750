/** The VP8 payload descriptor (RFC 7741 §4.2) and the beginning of a key frame (RFC 6386 §9.1), read and rewritten in place. */

/** What a packet says about its picture. One object is reused for all packets of a source. */
export type Vp8Picture = {
  /** The packet begins a key frame. */
  keyframe: boolean;
  /** Height in pixels, known at the beginning of key frames, else 0. */
  height: number;
  /** Offset of the picture id, or -1 when the packet has none. */
  idAt: number;
  id: number;
  /** 0x7fff for the long form, 0x7f for the short one. */
  idMask: number;
  /** Offset of the index of the base layer's picture (TL0PICIDX), or -1. */
  baseAt: number;
  base: number;
};

export function emptyPicture(): Vp8Picture {
  return { keyframe: false, height: 0, idAt: -1, id: 0, idMask: 0x7fff, baseAt: -1, base: 0 };
}

/** Fills `picture` from the payload that starts at `start`. A cut payload leaves the picture empty. */
export function readPicture(packet: Buffer, start: number, picture: Vp8Picture): void {
  picture.keyframe = false;
  picture.height = 0;
  picture.idAt = -1;
  picture.baseAt = -1;
  // The longest descriptor has six bytes; a payload without one more byte of frame data is padding.
  if (start < 0 || start >= packet.length) return;
  const first = packet.readUInt8(start);
  let at = start + 1;
  if (first & 0x80) {
    if (at >= packet.length) return;
    const fields = packet.readUInt8(at);
    at = readIndices(packet, { fields, at: at + 1 }, picture);
  }
  const beginsPartition = (first & 0x10) !== 0 && (first & 0x07) === 0;
  if (!beginsPartition || at >= packet.length) return;
  picture.keyframe = (packet.readUInt8(at) & 1) === 0;
  if (picture.keyframe && at + 10 <= packet.length) picture.height = packet.readUInt16LE(at + 8) & 0x3fff;
}

function readIndices(packet: Buffer, from: { fields: number; at: number }, picture: Vp8Picture): number {
  let at = from.at;
  if (from.fields & 0x80) {
    if (at + 2 > packet.length) return packet.length;
    const long = (packet.readUInt8(at) & 0x80) !== 0;
    picture.idAt = at;
    picture.idMask = long ? 0x7fff : 0x7f;
    picture.id = (long ? packet.readUInt16BE(at) : packet.readUInt8(at)) & picture.idMask;
    at += long ? 2 : 1;
  }
  if (from.fields & 0x40) {
    if (at >= packet.length) return packet.length;
    picture.baseAt = at;
    picture.base = packet.readUInt8(at);
    at += 1;
  }
  if (from.fields & 0x30) at += 1;
  return at;
}

/** Writes other numbers at the places that `picture` found. They wrap on their own circles. */
export function writePicture(packet: Buffer, picture: Vp8Picture, numbers: { id: number; base: number }): void {
  if (picture.idAt >= 0) {
    const id = numbers.id & picture.idMask;
    if (picture.idMask === 0x7fff) packet.writeUInt16BE(0x8000 | id, picture.idAt);
    else packet.writeUInt8(id, picture.idAt);
  }
  if (picture.baseAt >= 0) packet.writeUInt8(numbers.base & 0xff, picture.baseAt);
}
