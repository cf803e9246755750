import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payloadOffset } from './rtp.ts';
import { videoPacket } from './synthetic.factory.ts';
import { emptyPicture, readPicture, writePicture } from './vp8.ts';

const numbers = { ssrc: 1, sequence: 1, timestamp: 1, bytes: 40 };

describe('a VP8 picture', () => {
  it('tells its ids, and its height at a key frame', () => {
    const packet = videoPacket(numbers, { rid: 'h', keyframe: 'key', picture: 0x7abc, height: 360 });
    const picture = emptyPicture();
    readPicture(packet, payloadOffset(packet), picture);
    expect(picture).toMatchObject({ keyframe: true, height: 360, id: 0x7abc, idMask: 0x7fff, base: 0xbc });
  });
  it('between key frames has no height', () => {
    const packet = videoPacket(numbers, { rid: '', keyframe: 'delta', picture: 5, height: 360 });
    const picture = emptyPicture();
    readPicture(packet, payloadOffset(packet), picture);
    expect(picture).toMatchObject({ keyframe: false, height: 0, id: 5 });
  });
  it('may have a short id, which wraps on its own circle', () => {
    const packet = Buffer.from([0x90, 0x80, 0x7f, 0x10, 0, 0]);
    const picture = emptyPicture();
    readPicture(packet, 0, picture);
    expect(picture).toMatchObject({ id: 0x7f, idMask: 0x7f, baseAt: -1, keyframe: true });
    writePicture(packet, picture, { id: 0x80, base: 0 });
    expect(packet[2]).toBe(0);
  });
  it('is the same again when its own numbers are written back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        const packet = Buffer.from(bytes);
        const picture = emptyPicture();
        readPicture(packet, 0, picture);
        writePicture(packet, picture, { id: picture.id + 9, base: picture.base + 9 });
        writePicture(packet, picture, picture);
        expect(packet).toEqual(Buffer.from(bytes));
      }),
    );
  });
});
