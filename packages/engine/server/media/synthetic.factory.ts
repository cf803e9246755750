/** Participants without a browser: packets made by hand, sent and received over real connections. For tests and the load measurement. */
import type { EngineMedia } from './media.ts';
import type { NativeMedia, NativeTrack } from './native.ts';
import { isRtcp, sequenceOf, ssrcOf, timestampOf } from './rtp.ts';
import { OPUS, stripCandidates, VP8 } from './sdp.ts';

/** Header extension ids that synthetic offers name. */
export const LEVEL_EXTENSION = 1;
export const RID_EXTENSION = 4;
const VIDEO_DESCRIPTOR = 5;

export type PacketNumbers = { ssrc: number; sequence: number; timestamp: number; bytes: number };

function startPacket(numbers: PacketNumbers, head: { type: number; marker: 0 | 1; extension: Buffer }): Buffer {
  const words = Math.ceil(head.extension.length / 4);
  const packet = Buffer.alloc(16 + 4 * words + numbers.bytes);
  packet.writeUInt8(0x90, 0);
  packet.writeUInt8((head.marker << 7) | head.type, 1);
  packet.writeUInt16BE(numbers.sequence & 0xffff, 2);
  packet.writeUInt32BE(numbers.timestamp >>> 0, 4);
  packet.writeUInt32BE(numbers.ssrc, 8);
  packet.writeUInt16BE(0xbede, 12);
  packet.writeUInt16BE(words, 14);
  head.extension.copy(packet, 16);
  return packet;
}

/** An Opus packet with its level in −dBov (0 = loudest, 127 = silence). */
export function audioPacket(numbers: PacketNumbers, level: number): Buffer {
  return startPacket(numbers, { type: OPUS, marker: 0, extension: Buffer.from([LEVEL_EXTENSION << 4, level]) });
}

/** The only packet of a VP8 frame. `height` goes into the header of key frames. */
export function videoPacket(
  numbers: PacketNumbers,
  frame: { rid: string; keyframe: 'key' | 'delta'; picture: number; height: number },
): Buffer {
  const extension =
    frame.rid === '' ? Buffer.alloc(0) : Buffer.from([(RID_EXTENSION << 4) | (frame.rid.length - 1), ...Buffer.from(frame.rid)]);
  const packet = startPacket(numbers, { type: VP8, marker: 1, extension });
  const at = packet.length - numbers.bytes;
  packet.writeUInt8(0x90, at);
  packet.writeUInt8(0xc0, at + 1);
  packet.writeUInt16BE(0x8000 | (frame.picture & 0x7fff), at + 2);
  packet.writeUInt8(frame.picture & 0xff, at + 4);
  const header = at + VIDEO_DESCRIPTOR;
  packet.writeUInt8(frame.keyframe === 'key' ? 0x10 : 0x11, header);
  if (frame.keyframe === 'key') {
    packet.set([0x9d, 0x01, 0x2a], header + 3);
    packet.writeUInt16LE(Math.round((frame.height * 16) / 9), header + 6);
    packet.writeUInt16LE(frame.height, header + 8);
  }
  return packet;
}

/** The media part as a participant sees it; behind it may be another process. */
export type Door = Pick<EngineMedia, 'publish' | 'subscribe'> & { subAnswer(seat: string, gen: number, sdp: string): unknown };

export type SyntheticPublisher = { ssrc: number; track: NativeTrack; feedback: Buffer[]; close(): void };
export type PublishWish = { seat: string; key: string; source: 'mic' | 'cam' | 'screen'; ssrc: number; rids: readonly string[] };

/** Publishes one source; resolves when packets may be sent. Layers use `ssrc`, `ssrc + 1`, … */
export async function publishSynthetic(native: NativeMedia, door: Door, wish: PublishWish): Promise<SyntheticPublisher> {
  const kind = wish.source === 'mic' ? 'audio' : 'video';
  const opened = Promise.withResolvers<void>();
  const feedback: Buffer[] = [];
  const connection = native.connect(`${wish.seat}-${wish.key}`, () => opened.reject(new Error('The connection ended.')));
  const onMessage = (packet: Buffer): void => {
    feedback.push(packet);
  };
  const { sdp, tracks } = await connection.offer([{ kind, mid: '0', ssrc: wish.ssrc, onOpen: opened.resolve, onMessage }]);
  const [track] = tracks;
  if (!track) throw new Error('The connection has no track.');
  const answer = await door.publish(wish.seat, { key: wish.key, source: wish.source, sdp: describeSource(sdp, wish.rids) });
  connection.accept(withoutLayers(answer.sdp));
  await opened.promise;
  return { ssrc: wish.ssrc, track, feedback, close: () => connection.close() };
}

/** Adds to an offer what the native library cannot say itself: header extensions and layers. */
function describeSource(sdp: string, rids: readonly string[]): string {
  const lines = [
    `a=extmap:${LEVEL_EXTENSION} urn:ietf:params:rtp-hdrext:ssrc-audio-level`,
    `a=extmap:${RID_EXTENSION} urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id`,
  ];
  if (rids.length > 0) lines.push(...rids.map((rid) => `a=rid:${rid} send`), `a=simulcast:send ${rids.join(';')}`);
  const described = sdp.replace(/^a=sendonly\r?\n/m, `a=sendonly\r\n${lines.join('\r\n')}\r\n`);
  return rids.length > 0 ? described.replace(/^a=ssrc:.*\r?\n/gm, '') : described;
}

function withoutLayers(answer: string): string {
  return answer.replace(/^a=(?:rid|simulcast):.*\r?\n/gm, '');
}

/** What one slot of a viewer received. */
export type Heard = {
  packets: number;
  ssrcs: Set<number>;
  sequences: number[];
  timestamps: number[];
  last: Buffer | null;
  track: NativeTrack;
};
export type SyntheticViewer = { heard: Map<string, Heard>; close(): void };

export type SubscribeWish = { seat: string; audioSlots: number; videoSlots: number; keep: 'all' | 'count' };

/**
 * Subscribes; resolves when the connection is up. With `keep: 'all'` the numbers of each packet are kept, else only their count.
 * The addresses of the engine are used only when it has the answer, and the engine begins the DTLS handshake: what reaches it
 * earlier is lost, and the native library waits a whole second before it tries again.
 */
export async function subscribeSynthetic(native: NativeMedia, door: Door, wish: SubscribeWish): Promise<SyntheticViewer> {
  const opened = Promise.withResolvers<void>();
  const heard = new Map<string, Heard>();
  const connection = native.connect(`${wish.seat}-view`, () => opened.reject(new Error('The connection ended.')));
  const offer = await door.subscribe(wish.seat, { audioSlots: wish.audioSlots, videoSlots: wish.videoSlots });
  const answer = await connection.answer(stripCandidates(offer.sdp).replace(/^a=setup:actpass/gm, 'a=setup:active'), {
    trackCount: wish.audioSlots + wish.videoSlots,
    onTrack(track) {
      const slot: Heard = { packets: 0, ssrcs: new Set(), sequences: [], timestamps: [], last: null, track };
      heard.set(track.mid, slot);
      return { onOpen: opened.resolve, onMessage: (packet) => note(slot, packet, wish.keep) };
    },
  });
  await door.subAnswer(wish.seat, offer.gen, answer);
  const candidate = /^a=(candidate:.*)\r$/m.exec(offer.sdp)?.[1];
  if (candidate) connection.reach(candidate, offer.mids.audio[0] ?? offer.mids.video[0] ?? '');
  await opened.promise;
  return { heard, close: () => connection.close() };
}

function note(slot: Heard, packet: Buffer, keep: 'all' | 'count'): void {
  if (isRtcp(packet)) return;
  slot.packets += 1;
  if (keep === 'count') return;
  slot.ssrcs.add(ssrcOf(packet));
  slot.sequences.push(sequenceOf(packet));
  slot.timestamps.push(timestampOf(packet));
  slot.last = packet;
}
