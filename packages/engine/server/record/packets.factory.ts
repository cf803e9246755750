import type { RoomSource, RtpStream } from '#server/media/model.ts';
import { createStream } from '#server/media/stream.ts';
import { createVoice } from '#server/media/voices.ts';
import { SILENCE } from '#server/record/opus.ts';

export type Numbers = { sequence: number; timestamp: number; marker?: 0 | 1 };

/** An RTP packet around a payload. */
export function rtpPacket(numbers: Numbers, payload: Buffer): Buffer {
  const packet = Buffer.alloc(12 + payload.length);
  packet.writeUInt8(0x80, 0);
  packet.writeUInt8(((numbers.marker ?? 0) << 7) | 100, 1);
  packet.writeUInt16BE(numbers.sequence & 0xffff, 2);
  packet.writeUInt32BE(numbers.timestamp >>> 0, 4);
  packet.writeUInt32BE(1, 8);
  payload.copy(packet, 12);
  return packet;
}

export function soundPacket(numbers: Numbers): Buffer {
  return rtpPacket(numbers, SILENCE);
}

/** A picture that fits into one packet: 320 × 180 when it is a key frame. */
export function picturePacket(numbers: Numbers, picture: 'key' | 'delta'): Buffer {
  const key = [0x10, 0, 0, 0x9d, 0x01, 0x2a, 0x40, 0x01, 0xb4, 0x00, 1, 2, 3];
  const data = picture === 'key' ? key : [0x11, 0, 0, 1, 2, 3];
  return rtpPacket({ ...numbers, marker: 1 }, Buffer.from([0x10, ...data]));
}

export type TestSource = { source: RoomSource; stream: RtpStream; feedback: Buffer[] };

/** A source with one stream, as the media part holds it. */
export function testSource(seat: string, kind: 'mic' | 'cam' | 'screen'): TestSource {
  const feedback: Buffer[] = [];
  const media = kind === 'mic' ? 'audio' : 'video';
  const stream = createStream({ kind: media, ssrc: 1, rid: '', sendRtcp: (packet) => feedback.push(packet) }, 0);
  const source: RoomSource = {
    id: `${seat}:${kind}`,
    seat,
    key: kind,
    source: kind,
    kind: media,
    streams: [stream],
    blocked: false,
    voice: createVoice(),
  };
  return { source, stream, feedback };
}
