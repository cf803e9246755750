import { describe, expect, it } from 'vitest';
import type { RtpStream } from './model.ts';
import { readRtcp } from './rtcp.ts';
import type { RtcpItem } from './rtcp.ts';
import {
  createStream,
  keptPacket,
  measureBitrate,
  noteArrival,
  noteSenderReport,
  repairStream,
  reportReception,
  requestKeyframe,
} from './stream.ts';
import { videoPacket } from './synthetic.factory.ts';

function openStream(): { stream: RtpStream; asked: RtcpItem[]; arrive: (sequence: number, now: number) => number } {
  const asked: RtcpItem[] = [];
  const stream = createStream({ kind: 'video', ssrc: 7, rid: '', sendRtcp: (packet) => asked.push(...readRtcp(packet)) }, 0);
  const arrive = (sequence: number, now: number): number => {
    const packet = videoPacket(
      { ssrc: 7, sequence, timestamp: 0, bytes: 20 },
      { rid: '', keyframe: 'delta', picture: 0, height: 0 },
    );
    return noteArrival(stream, packet, now);
  };
  return { stream, asked, arrive };
}

describe('an incoming stream', () => {
  it('numbers its packets without ever wrapping', () => {
    const { arrive } = openStream();
    const first = arrive(65_534, 0);
    expect([65_535, 0, 1].map((sequence) => arrive(sequence, 0) - first)).toEqual([1, 2, 3]);
    const last = Array.from({ length: 200_000 }, (_, index) => arrive((index + 2) & 0xffff, 0)).at(-1);
    expect(last).toBe(first + 200_003);
  });
  it('asks at once for what is missing, again after a while, and in the end for a key frame', () => {
    const { stream, asked, arrive } = openStream();
    arrive(10, 0);
    arrive(13, 1);
    expect(asked).toEqual([{ type: 'nack', ssrc: 7, sequences: [11, 12] }]);
    arrive(12, 20);
    repairStream(stream, 30);
    expect(asked.length).toBe(1);
    repairStream(stream, 140);
    expect(asked.slice(1)).toEqual([{ type: 'nack', ssrc: 7, sequences: [11] }]);
    repairStream(stream, 1_000);
    expect(asked.slice(2)).toEqual([{ type: 'keyframe', ssrc: 7 }]);
    repairStream(stream, 2_000);
    expect(asked.length).toBe(3);
  });
  it('asks seldom for what is lost on a slow way, and often on a fast one', () => {
    /** Requests for one lost packet of a stream that loses every tenth, once it knows how long an answer takes. */
    const requestsFor = (journeyMs: number): number => {
      const { asked, stream, arrive } = openStream();
      const answers: { sequence: number; at: number }[] = [];
      const losses = 60;
      for (let now = 0, sequence = 0; now < losses * 200; now += 20, sequence += 1) {
        if (sequence % 10 === 5) answers.push({ sequence, at: now + 20 + journeyMs });
        else arrive(sequence & 0xffff, now);
        while (answers[0] !== undefined && answers[0].at <= now) arrive((answers.shift()?.sequence ?? 0) & 0xffff, now);
        repairStream(stream, now);
      }
      const nacks = asked.flatMap((item) => (item.type === 'nack' ? item.sequences : []));
      const late = nacks.filter((sequence) => sequence > 300);
      return late.length / new Set(late).size;
    };
    expect(requestsFor(40)).toBe(1);
    expect(requestsFor(300)).toBeLessThan(1.2);
    // eight requests each when the way was not asked about
    expect(requestsFor(1_400)).toBeLessThan(1.5);
  });
  it('asks for a key frame instead of a very long list', () => {
    const { stream, asked, arrive } = openStream();
    arrive(10, 0);
    arrive(200, 1);
    repairStream(stream, 2);
    expect(asked).toEqual([{ type: 'keyframe', ssrc: 7 }]);
  });
  it('asks for at most one key frame per 300 ms and remembers a later wish', () => {
    const { stream, asked } = openStream();
    for (const now of [0, 10, 200]) requestKeyframe(stream, now);
    repairStream(stream, 299);
    expect(asked.length).toBe(1);
    repairStream(stream, 300);
    expect(asked.length).toBe(2);
    repairStream(stream, 900);
    expect(asked.length).toBe(2);
  });
  it('keeps the last 512 packets', () => {
    const { stream, arrive } = openStream();
    const first = arrive(1, 0);
    for (let sequence = 2; sequence <= 513; sequence += 1) arrive(sequence, 0);
    expect(keptPacket(stream, first)).toBeNull();
    expect(keptPacket(stream, first + 1)?.readUInt16BE(2)).toBe(2);
  });
  it('tells the publisher how much was lost since the last report', () => {
    const { stream, arrive } = openStream();
    for (const sequence of [1, 2, 4, 5]) arrive(sequence, 0);
    noteSenderReport(stream, { high: 0x0001_0002, low: 0x0003_0004 }, 1_000);
    expect(reportReception(stream, 1_500)).toMatchObject({ lost: 1, fraction: 51, lastReport: 0x0002_0003, delay: 32_768 });
    for (const sequence of [6, 7]) arrive(sequence, 0);
    expect(reportReception(stream, 2_000)).toMatchObject({ lost: 1, fraction: 0 });
  });
  it('follows a sender that starts again with other numbers', () => {
    const { arrive } = openStream();
    const before = arrive(40_000, 0);
    expect([30_000, 30_001, 30_002].map((sequence) => arrive(sequence, 0))).toEqual([-1, -1, -1]);
    const after = arrive(30_003, 0);
    expect(after).toBeGreaterThan(before);
    expect(arrive(30_004, 0)).toBe(after + 1);
  });
  it('knows its bit rate', () => {
    const { stream, arrive } = openStream();
    arrive(1, 0);
    const bytes = stream.bytes;
    measureBitrate(stream, 1_000);
    expect(stream.bitrate).toBe(bytes * 8);
  });
});
