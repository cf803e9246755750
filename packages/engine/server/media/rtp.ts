/**
 * Reading and rewriting of RTP packets in place (RFC 3550, RFC 8285). Everything works on the one Buffer that the native layer
 * handed over: at a thousand streams an object per packet would cost more than the forwarding itself.
 */

const FIXED_HEADER = 12;
const ONE_BYTE_PROFILE = 0xbede;

/** RTP and RTCP share one flow; RTCP packet types fall in 64–95 when the marker bit is taken off (RFC 5761 §4). */
export function isRtcp(packet: Buffer): boolean {
  const type = packet.readUInt8(1) & 0x7f;
  return type >= 64 && type <= 95;
}

/** Length of the header with contributing sources and extensions, or -1 when the packet is cut or not RTP version 2. */
export function payloadOffset(packet: Buffer): number {
  if (packet.length < FIXED_HEADER) return -1;
  const first = packet.readUInt8(0);
  if (first >> 6 !== 2) return -1;
  let at = FIXED_HEADER + 4 * (first & 15);
  if (first & 0x10) {
    if (at + 4 > packet.length) return -1;
    at += 4 + 4 * packet.readUInt16BE(at + 2);
  }
  return at <= packet.length ? at : -1;
}

/** Where the payload ends: padding bytes (RFC 3550 §5.1) are not part of it. Never before `start`. */
export function payloadEnd(packet: Buffer, start: number): number {
  if (!(packet.readUInt8(0) & 0x20)) return packet.length;
  return Math.max(start, packet.length - packet.readUInt8(packet.length - 1));
}

export function payloadType(packet: Buffer): number {
  return packet.readUInt8(1) & 0x7f;
}

/** Changes the payload type and keeps the marker bit. */
export function setPayloadType(packet: Buffer, type: number): void {
  packet.writeUInt8((packet.readUInt8(1) & 0x80) | type, 1);
}

export function sequenceOf(packet: Buffer): number {
  return packet.readUInt16BE(2);
}

export function timestampOf(packet: Buffer): number {
  return packet.readUInt32BE(4);
}

export function ssrcOf(packet: Buffer): number {
  return packet.readUInt32BE(8);
}

/** Writes the three numbers that place a packet in a stream. */
export function placePacket(packet: Buffer, place: { sequence: number; timestamp: number; ssrc: number }): void {
  packet.writeUInt16BE(place.sequence, 2);
  packet.writeUInt32BE(place.timestamp, 4);
  packet.writeUInt32BE(place.ssrc, 8);
}

/** Signed distance from `from` to `to` on the 16 bit circle: positive when `to` is newer. */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from) << 16) >> 16;
}

/**
 * Offset of the header byte of a one-byte header extension (RFC 8285 §4.2), or -1. The data begins one byte later and is
 * `extensionLength` bytes long. Two-byte headers are never negotiated with us.
 */
export function extensionOffset(packet: Buffer, id: number): number {
  const first = packet.readUInt8(0);
  if (!(first & 0x10)) return -1;
  const start = FIXED_HEADER + 4 * (first & 15);
  if (start + 4 > packet.length || packet.readUInt16BE(start) !== ONE_BYTE_PROFILE) return -1;
  const end = Math.min(packet.length, start + 4 + 4 * packet.readUInt16BE(start + 2));
  let at = start + 4;
  while (at < end) {
    const header = packet.readUInt8(at);
    if (header === 0) {
      at += 1;
      continue;
    }
    if (header >> 4 === 15) return -1;
    const next = at + 2 + (header & 15);
    if (next > end) return -1;
    if (header >> 4 === id) return at;
    at = next;
  }
  return -1;
}

export function extensionLength(packet: Buffer, at: number): number {
  return (packet.readUInt8(at) & 15) + 1;
}

/** Text of a header extension such as a stream id, or the empty string when it is absent. */
export function extensionText(packet: Buffer, id: number): string {
  const at = extensionOffset(packet, id);
  return at < 0 ? '' : packet.toString('latin1', at + 1, at + 1 + extensionLength(packet, at));
}

/** Audio level in −dBov, 0 (loudest) to 127 (silence), or -1 when the packet carries none (RFC 6464). */
export function audioLevel(packet: Buffer, id: number): number {
  const at = extensionOffset(packet, id);
  return at < 0 ? -1 : packet.readUInt8(at + 1) & 0x7f;
}

/** When the packet was sent, in 2⁻¹⁸ seconds on a circle of 64 seconds, or -1 when it does not say so. */
export function sendTimeOf(packet: Buffer, id: number): number {
  const at = extensionOffset(packet, id);
  return at < 0 || extensionLength(packet, at) !== 3 ? -1 : packet.readUIntBE(at + 1, 3);
}

/**
 * Takes a retransmission apart (RFC 4588 §4): the first two payload bytes are the original sequence number. Returns the packet as
 * it was sent first, within the same memory, or null for padding probes, which carry no original.
 */
export function unwrapRetransmission(packet: Buffer, original: { ssrc: number; payloadType: number }): Buffer | null {
  const start = payloadOffset(packet);
  if (start < 0) return null;
  const end = payloadEnd(packet, start);
  if (end - start <= 2) return null;
  const sequence = packet.readUInt16BE(start);
  packet.copyWithin(2, 0, start);
  const bare = packet.subarray(2, end);
  bare.writeUInt8(bare.readUInt8(0) & ~0x20, 0);
  setPayloadType(bare, original.payloadType);
  bare.writeUInt16BE(sequence, 2);
  bare.writeUInt32BE(original.ssrc, 8);
  return bare;
}
