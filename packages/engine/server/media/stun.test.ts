import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTE, attribute, buildStun, hasIntegrity, readAddress, readStun, repairTieBreaker, writeAddress } from './stun.ts';

const key = Buffer.from('engine-password');
const transaction = Buffer.from('abcdefghijkl');

/** A connectivity check as browsers send it: with integrity and fingerprint. */
function check(tieBreaker: bigint, signedWith = key): Buffer {
  const value = Buffer.alloc(8);
  value.writeBigUInt64BE(tieBreaker);
  const attributes = [attribute(ATTRIBUTE.username, Buffer.from('server:client')), attribute(ATTRIBUTE.iceControlling, value)];
  const signed = buildStun({ type: 1, transaction }, attributes, signedWith);
  signed.writeUInt16BE(signed.length + 8 - 20, 2);
  const print = Buffer.alloc(4);
  print.writeUInt32BE((crc32(signed) ^ 0x5354554e) >>> 0);
  return Buffer.concat([signed, attribute(ATTRIBUTE.fingerprint, print)]);
}
const passwordOf = (ufrag: string): string | undefined => (ufrag === 'server' ? key.toString() : undefined);

describe('a STUN message', () => {
  it('is read as it was written', () => {
    const bytes = buildStun({ type: 3, transaction }, [attribute(ATTRIBUTE.realm, Buffer.from('odd'))], key);
    const message = readStun(bytes);
    expect(message).toMatchObject({ type: 3, transaction });
    expect(message?.attributes.get(ATTRIBUTE.realm)?.value.toString()).toBe('odd');
    expect(message && hasIntegrity(message, key)).toBe(true);
    expect(message && hasIntegrity(message, Buffer.from('other'))).toBe(false);
  });
  it('with any bit changed before its integrity is not trusted', () => {
    const bytes = buildStun({ type: 3, transaction }, [attribute(ATTRIBUTE.realm, Buffer.from('realm'))], key);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: (bytes.length - 24) * 8 - 1 }), (bit) => {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const message = readStun(changed);
        expect(message !== null && hasIntegrity(message, key)).toBe(false);
      }),
    );
  });
  it('carries addresses', () => {
    for (const end of [
      { address: '127.0.0.1', port: 1 },
      { address: '255.254.0.9', port: 65_535 },
    ])
      expect(readAddress(writeAddress(end))).toEqual(end);
  });
});

describe('a check without tie-breaker', () => {
  it('gets one, and is signed again so that everything in it is right', () => {
    const repaired = repairTieBreaker(check(0n), passwordOf);
    expect(repaired).toEqual(check(1n));
  });
  it('is left alone when it has one, or was signed with another password, or goes to nobody we know', () => {
    for (const packet of [check(5n), check(0n, Buffer.from('stranger'))])
      expect(repairTieBreaker(packet, passwordOf)).toBe(packet);
    const packet = check(0n);
    expect(repairTieBreaker(packet, () => undefined)).toBe(packet);
  });
  it('is found among junk without harm', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => repairTieBreaker(Buffer.from(bytes), passwordOf).equals(bytes)),
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 90 }),
        fc.integer({ min: 0, max: 255 }),
        fc.integer({ min: 0, max: 100 }),
        (at, value, length) => {
          const packet = check(0n);
          if (at < packet.length) packet[at] = value;
          expect(repairTieBreaker(packet.subarray(0, length), passwordOf).length).toBeLessThanOrEqual(packet.length);
        },
      ),
    );
  });
});
