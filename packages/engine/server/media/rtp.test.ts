import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audioLevel,
  extensionText,
  isRtcp,
  payloadEnd,
  payloadOffset,
  payloadType,
  sendTimeOf,
  sequenceDistance,
  sequenceOf,
  setPayloadType,
  ssrcOf,
  timestampOf,
  unwrapRetransmission,
} from './rtp.ts';
import { audioPacket, videoPacket } from './synthetic.factory.ts';

const numbers = { ssrc: 0xdeadbeef, sequence: 65_535, timestamp: 0xfffffff0, bytes: 40 };

describe('an RTP packet', () => {
  it('tells its numbers', () => {
    const packet = audioPacket(numbers, 33);
    expect([ssrcOf(packet), sequenceOf(packet), timestampOf(packet), payloadType(packet)]).toEqual([
      0xdeadbeef, 65_535, 0xfffffff0, 111,
    ]);
    expect(isRtcp(packet)).toBe(false);
  });
  it('keeps its marker when its payload type changes', () => {
    const packet = videoPacket(numbers, { rid: '', keyframe: 'key', picture: 1, height: 180 });
    setPayloadType(packet, 120);
    expect(packet.readUInt8(1)).toBe(0x80 | 120);
  });
  it('tells how loud it is and which layer it belongs to', () => {
    expect(audioLevel(audioPacket(numbers, 33), 1)).toBe(33);
    expect(audioLevel(audioPacket(numbers, 33), 2)).toBe(-1);
    expect(extensionText(videoPacket(numbers, { rid: 'low', keyframe: 'key', picture: 1, height: 180 }), 4)).toBe('low');
  });
  it('tells when it was sent, if it does so in three bytes', () => {
    const packet = videoPacket(numbers, { rid: 'low', keyframe: 'key', picture: 1, height: 180 });
    expect([sendTimeOf(packet, 4), sendTimeOf(packet, 5)]).toEqual([0x6c6f77, -1]);
    expect(sendTimeOf(audioPacket(numbers, 33), 1)).toBe(-1);
  });
  it('has its payload after contributing sources and extensions', () => {
    const packet = Buffer.alloc(40);
    packet[0] = 0x80 | 0x10 | 2;
    packet.writeUInt16BE(3, 12 + 8 + 2);
    expect(payloadOffset(packet)).toBe(12 + 8 + 4 + 12);
  });
  it('does not count padding as payload', () => {
    const packet = Buffer.alloc(20);
    packet[0] = 0xa0;
    packet[19] = 5;
    expect(payloadEnd(packet, 12)).toBe(15);
    packet[19] = 200;
    expect(payloadEnd(packet, 12)).toBe(12);
  });
  it('is not read beyond its end, whatever it claims', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 12, maxLength: 80 }), fc.integer({ min: 1, max: 14 }), (bytes, id) => {
        const packet = Buffer.from(bytes);
        const start = payloadOffset(packet);
        expect(start).toBeLessThanOrEqual(packet.length);
        if (start < 0) return;
        expect(extensionText(packet, id).length).toBeLessThanOrEqual(16);
        const bare = unwrapRetransmission(Buffer.from(packet), { ssrc: 1, payloadType: 96 });
        expect(bare === null || bare.length < packet.length).toBe(true);
      }),
    );
  });
});

describe('sequence numbers', () => {
  it('are compared on their circle', () => {
    expect(sequenceDistance(65_535, 0)).toBe(1);
    expect(sequenceDistance(0, 65_535)).toBe(-1);
    expect(sequenceDistance(100, 400)).toBe(300);
  });
});

describe('a retransmission', () => {
  it('becomes the packet that was lost', () => {
    const lost = videoPacket({ ...numbers, sequence: 4711 }, { rid: 'h', keyframe: 'delta', picture: 9, height: 0 });
    const start = payloadOffset(lost);
    const resent = Buffer.concat([lost.subarray(0, start), Buffer.from([0, 0]), lost.subarray(start)]);
    resent.writeUInt16BE(4711, start);
    resent.writeUInt16BE(12, 2);
    resent.writeUInt32BE(77, 8);
    resent.writeUInt8(0x80 | 97, 1);
    expect(unwrapRetransmission(resent, { ssrc: numbers.ssrc, payloadType: 96 })).toEqual(lost);
  });
  it('without payload is only a probe', () => {
    const probe = Buffer.alloc(12 + 2);
    probe[0] = 0x80;
    expect(unwrapRetransmission(probe, { ssrc: 1, payloadType: 96 })).toBeNull();
  });
});
