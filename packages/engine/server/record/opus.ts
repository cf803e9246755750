/** What can be known of an Opus packet without decoding it (RFC 6716 §3). */

/** Frame lengths in milliseconds by the configuration in the first byte. */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/** A whole packet of 20 ms of silence: CELT, full band, one channel, one frame. */
export const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
export const SILENCE_MS = 20;

/** How long a packet sounds, in milliseconds; 0 for an empty one. */
export function opusLength(packet: Buffer): number {
  if (packet.length === 0) return 0;
  const first = packet.readUInt8(0);
  const config = first >> 3;
  const frame = config < 12 ? SILK_MS[config & 3] : config < 16 ? HYBRID_MS[config & 1] : CELT_MS[config & 3];
  const code = first & 3;
  const count = code === 0 ? 1 : code < 3 ? 2 : packet.length > 1 ? packet.readUInt8(1) & 63 : 0;
  return (frame ?? 0) * count;
}
