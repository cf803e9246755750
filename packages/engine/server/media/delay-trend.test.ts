import { describe, expect, it } from 'vitest';
import { createDelayTrend, type DelayTrend, lookAtTrend, noteSendTime } from './delay-trend.ts';

const CIRCLE = 2 ** 24;
const ticksOf = (ms: number): number => Math.round(ms * 262.144) % CIRCLE;

type Trace = { from: number; to: number; every: number; way: (sent: number) => number };

/** Packets from one time to another, milliseconds of the sender's clock; `way` is how long each travels. */
function play(trend: DelayTrend, { from, to, every, way }: Trace): void {
  for (let sent = from; sent < to; sent += every) noteSendTime(trend, ticksOf(sent), 5_000 + sent + way(sent));
}
/** The looks of each 300 ms. */
function looksAt(trend: DelayTrend, trace: Trace): { wait: number; over: 'over' | 'under' }[] {
  const looks: { wait: number; over: 'over' | 'under' }[] = [];
  for (let from = trace.from; from < trace.to; from += 300) {
    play(trend, { ...trace, from, to: Math.min(trace.to, from + 300) });
    const look = lookAtTrend(trend);
    if (look) looks.push(look);
  }
  return looks;
}
const steady = { from: 0, to: 3_000, every: 20, way: () => 40 };

describe('the trend of delays', () => {
  it('is quiet on a steady way, and says nothing when nothing came', () => {
    const trend = createDelayTrend();
    expect(lookAtTrend(trend)).toBeNull();
    expect(looksAt(trend, steady).every(({ wait, over }) => wait < 0.1 && over === 'under')).toBe(true);
    expect(lookAtTrend(trend)).toBeNull();
  });
  it('notices a queue that builds up within half a second, and how long packets wait in it', () => {
    const trend = createDelayTrend();
    play(trend, steady);
    lookAtTrend(trend);
    const looks = looksAt(trend, { from: 3_000, to: 4_200, every: 20, way: (sent) => 40 + (sent - 3_000) / 2 });
    expect(looks.slice(0, 2).some(({ over }) => over === 'over')).toBe(true);
    expect(looks[3]?.wait).toBeCloseTo(450, -1);
  });
  it('is quiet while a queue empties', () => {
    const trend = createDelayTrend();
    play(trend, steady);
    play(trend, { from: 3_000, to: 4_000, every: 20, way: (sent) => 40 + (sent - 3_000) / 2 });
    lookAtTrend(trend);
    const looks = looksAt(trend, { from: 4_000, to: 5_800, every: 20, way: (sent) => 540 - (sent - 4_000) / 4 });
    expect(looks.slice(1).every(({ over }) => over === 'under')).toBe(true);
    expect(looks.at(-1)?.wait).toBeLessThan(130);
  });
  it('still knows that a full queue is full when it grows no more', () => {
    const trend = createDelayTrend();
    play(trend, steady);
    const looks = looksAt(trend, { from: 3_000, to: 15_000, every: 20, way: () => 1_540 });
    expect(looks.at(-1)?.wait).toBeCloseTo(1_500, 0);
  });
  it('forgets the shortest way after a minute, for routes change and clocks drift', () => {
    const trend = createDelayTrend();
    play(trend, steady);
    play(trend, { from: 3_000, to: 66_000, every: 20, way: () => 140 });
    lookAtTrend(trend);
    expect(looksAt(trend, { from: 66_000, to: 66_300, every: 20, way: () => 140 })[0]?.wait).toBeLessThan(1);
  });
  it('is not taken in by jitter', () => {
    const trend = createDelayTrend();
    const looks = looksAt(trend, { from: 0, to: 30_000, every: 20, way: (sent) => 40 + ((sent * 7919) % 23) });
    expect(looks.filter(({ wait, over }) => over === 'over' && wait >= 25)).toEqual([]);
  });
  it('does not take a late process for a queue: what waited for us comes at once', () => {
    const trend = createDelayTrend();
    play(trend, steady);
    lookAtTrend(trend);
    for (let from = 3_000; from < 12_000; from += 300) {
      for (let sent = from; sent < from + 120; sent += 20) noteSendTime(trend, ticksOf(sent), 5_000 + from + 160);
      play(trend, { ...steady, from: from + 120, to: from + 300 });
      expect(lookAtTrend(trend)).toMatchObject({ over: 'under' });
      expect(trend.look.wait).toBe(Number.POSITIVE_INFINITY);
    }
  });
  it('goes on over the turn of the clock, which comes each 64 seconds', () => {
    const trend = createDelayTrend();
    play(trend, { from: 62_000, to: 63_000, every: 20, way: () => 40 });
    lookAtTrend(trend);
    const looks = looksAt(trend, { from: 63_000, to: 68_000, every: 20, way: () => 240 });
    expect(looks.every(({ wait }) => Math.abs(wait - 200) < 0.1)).toBe(true);
  });
  it('ignores packets that were overtaken', () => {
    const trend = createDelayTrend();
    play(trend, steady);
    lookAtTrend(trend);
    for (let sent = 3_000; sent < 3_300; sent += 20) {
      noteSendTime(trend, ticksOf(sent), 5_000 + sent + 40);
      noteSendTime(trend, ticksOf(sent - 100), 5_000 + sent + 40);
    }
    expect(lookAtTrend(trend)).toMatchObject({ over: 'under' });
  });
  it('bridges lost packets', () => {
    const trend = createDelayTrend();
    const looks = looksAt(trend, { from: 0, to: 6_000, every: 60, way: () => 40 });
    expect(looks.every(({ wait }) => wait < 0.1)).toBe(true);
  });
  it('begins again after a pause, or with a sender that makes its times up', () => {
    const trend = createDelayTrend();
    play(trend, steady);
    noteSendTime(trend, ticksOf(3_000), 5_000 + 40_000);
    expect(lookAtTrend(trend)?.wait).toBeLessThan(1);
    for (let packet = 0; packet < 500; packet += 1) noteSendTime(trend, (packet * 9_999_991) % CIRCLE, 50_000 + packet * 20);
    const look = lookAtTrend(trend);
    expect(look === null || look.wait < 3_000).toBe(true);
    expect(trend.points.length).toBeLessThanOrEqual(20);
  });
});
