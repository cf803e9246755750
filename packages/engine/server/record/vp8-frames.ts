/** Puts the packets of VP8 pictures together (RFC 7741). Only whole pictures come out, and the first one is a key frame. */

export type Vp8Frame = { timestamp: number; key: boolean; data: Buffer; width: number; height: number };

/** One packet in order; `payload` without RTP header and padding. */
export type Vp8Packet = { payload: Buffer; timestamp: number; marker: boolean; afterGap: boolean };

/** Length of the payload descriptor (RFC 7741 §4.2), and whether a picture begins behind it. Null when it is cut. */
function readDescriptor(payload: Buffer): { length: number; begins: boolean } | null {
  const first = payload.readUInt8(0);
  let at = 1;
  if (first & 0x80) {
    if (at >= payload.length) return null;
    const fields = payload.readUInt8(at);
    at += 1;
    if (fields & 0x80) {
      if (at >= payload.length) return null;
      at += payload.readUInt8(at) & 0x80 ? 2 : 1;
    }
    if (fields & 0x40) at += 1;
    if (fields & 0x30) at += 1;
  }
  return at < payload.length ? { length: at, begins: (first & 0x17) === 0x10 } : null;
}

/** The picture of all its parts; null when a key frame is too short to tell its size (RFC 6386 §9.1). */
function completePicture(parts: readonly Buffer[], timestamp: number): Vp8Frame | null {
  const data = Buffer.concat(parts);
  const key = (data.readUInt8(0) & 1) === 0;
  if (!key) return { timestamp, key, data, width: 0, height: 0 };
  if (data.length < 10) return null;
  return { timestamp, key, data, width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

/** Takes packets in order. After a loss nothing comes out until the next key frame, and `askKeyframe` is called. */
export function assembleVp8(out: { picture(picture: Vp8Frame): void; askKeyframe(): void }): (packet: Vp8Packet) => void {
  const state: { parts: Buffer[]; timestamp: number; waitsForKey: boolean } = { parts: [], timestamp: 0, waitsForKey: true };
  const lose = (): void => {
    state.parts = [];
    state.waitsForKey = true;
    out.askKeyframe();
  };
  return ({ payload, timestamp, marker, afterGap }) => {
    const unfinished = state.parts.length > 0 && state.timestamp !== timestamp;
    if (afterGap || unfinished) lose();
    // A payload of nothing is padding: it only takes a sequence number.
    if (payload.length === 0) return;
    const descriptor = readDescriptor(payload);
    if (descriptor === null) return lose();
    if (state.parts.length === 0) {
      if (!descriptor.begins) return;
      state.timestamp = timestamp;
    }
    state.parts.push(payload.subarray(descriptor.length));
    if (!marker) return;
    const picture = completePicture(state.parts, timestamp);
    state.parts = [];
    if (picture === null) return lose();
    if (state.waitsForKey && !picture.key) return;
    state.waitsForKey = false;
    out.picture(picture);
  };
}
