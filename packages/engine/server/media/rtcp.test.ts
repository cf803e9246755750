import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNack, buildPli, buildReceiverReport, buildRemb, buildSenderReport, readRtcp } from './rtcp.ts';

describe('RTCP', () => {
  it('asks for exactly the packets that are missing, across the end of the circle', () => {
    const sequences = [65_530, 65_534, 0, 3, 40, 41];
    expect(readRtcp(buildNack(7, sequences))).toEqual([{ type: 'nack', ssrc: 7, sequences }]);
    expect(buildNack(7, sequences).length).toBe(12 + 2 * 4);
  });
  it('asks for any set of neighbours and gets the same back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 1 }),
        (first, offsets) => {
          const sequences = offsets.sort((a, b) => a - b).map((offset) => (first + offset) & 0xffff);
          expect(readRtcp(buildNack(1, sequences))).toEqual([{ type: 'nack', ssrc: 1, sequences }]);
        },
      ),
    );
  });
  it('reads both ways of asking for a key frame', () => {
    const full = Buffer.alloc(20);
    full.set([0x84, 206, 0, 4]);
    full.writeUInt32BE(99, 12);
    expect(readRtcp(Buffer.concat([buildPli(5), full]))).toEqual([
      { type: 'keyframe', ssrc: 5 },
      { type: 'keyframe', ssrc: 99 },
    ]);
  });
  it('tells bandwidth within one part in a hundred thousand', () => {
    for (const bits of [30_000, 262_143, 1_500_000, 12_345_678]) {
      const [item] = readRtcp(buildRemb(bits, [1, 2, 3]));
      expect(item?.type === 'remb' && Math.abs(item.bitsPerSecond - bits) / bits).toBeLessThan(1e-5);
    }
  });
  it('passes clocks and losses on', () => {
    const report = { ssrc: 9, ntpHigh: 0xe0000001, ntpLow: 0x80000000, timestamp: 0xfffffff0, packets: 10, octets: 1000 };
    const loss = { ssrc: 9, fraction: 64, lost: 5, highest: 70_000, lastReport: 1, delay: 2 };
    expect(readRtcp(Buffer.concat([buildSenderReport(report), buildReceiverReport([loss])]))).toEqual([
      { type: 'sender-report', ssrc: 9, ntpHigh: 0xe0000001, ntpLow: 0x80000000, timestamp: 0xfffffff0 },
      { type: 'loss', ssrc: 9, lost: 0.25, lastReport: 1, delay: 2 },
    ]);
  });
  it('survives junk', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => Array.isArray(readRtcp(Buffer.from(bytes)))));
  });
  it('survives junk behind a sound header', () => {
    const types = fc.constantFrom(200, 201, 205, 206);
    fc.assert(
      fc.property(
        types,
        fc.integer({ min: 0, max: 31 }),
        fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 20 }),
        (type, format, body) => {
          const words = Math.floor(body.length / 4);
          const packet = Buffer.from([0x80 | format, type, 0, words, ...body.slice(0, words * 4)]);
          expect(readRtcp(packet).length).toBeLessThan(10);
        },
      ),
    );
  });
});
