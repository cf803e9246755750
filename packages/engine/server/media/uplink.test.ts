import { describe, expect, it } from 'vitest';
import { createDelayTrend, noteSendTime } from './delay-trend.ts';
import { adaptUplink, createUplink, noteUpload, shareUplink } from './uplink.ts';

const LOOK_MS = 300;
const PACKET = Buffer.alloc(1_000);
const WIRE_BITS = 8 * 1_038;

/**
 * A browser that sends what it may, at most `most` bits per second, over a line of `carries` with a queue of `queueMs`. Returns the
 * estimate and the wait in the queue after each look.
 */
function simulate(line: {
  carries: (now: number) => number;
  queueMs: number;
  most: number;
  seconds: number;
  way?: (now: number) => number;
  /** What is sent for each bit that is allowed. */
  more?: number;
}) {
  const [uplink, trend] = [createUplink(), createDelayTrend()];
  const state = { sendAt: 0, freeAt: 0 };
  const { more = 1 } = line;
  const waiting: { sent: number; at: number }[] = [];
  const looks: { at: number; estimate: number; wait: number }[] = [];
  for (let now = LOOK_MS; now <= 1_000 * line.seconds; now += LOOK_MS) {
    for (; state.sendAt < now; state.sendAt += (1_000 * WIRE_BITS) / Math.min(line.most, more * uplink.estimate)) {
      const start = Math.max(state.sendAt, state.freeAt);
      if (start - state.sendAt > line.queueMs) continue;
      state.freeAt = start + (1_000 * WIRE_BITS) / line.carries(start);
      waiting.push({ sent: state.sendAt, at: state.freeAt + (line.way?.(start) ?? 20) });
    }
    while (waiting[0] && waiting[0].at <= now) {
      const { sent, at } = waiting.shift() ?? { sent: 0, at: 0 };
      noteUpload(uplink, PACKET);
      noteSendTime(trend, Math.round(sent * 262.144) % 2 ** 24, at);
    }
    adaptUplink(uplink, [trend], { ms: LOOK_MS, now });
    looks.push({ at: now, estimate: uplink.estimate, wait: Math.max(0, state.freeAt - now) });
  }
  return looks;
}
describe('the estimate of a line upwards', () => {
  it('empties the queue of a poor line and stays within what it carries', () => {
    const looks = simulate({ carries: () => 300_000, queueMs: 1_500, most: 1_500_000, seconds: 40 });
    const later = looks.filter(({ at }) => at > 5_000);
    expect(Math.max(...later.map(({ wait }) => wait))).toBeLessThan(370);
    expect(Math.min(...later.map(({ estimate }) => estimate))).toBeGreaterThan(150_000);
    expect(later.filter(({ estimate }) => estimate > 320_000).length).toBeLessThan(later.length / 10);
  });
  it('does so with a short queue, too, which is full before much waits in it', () => {
    const looks = simulate({ carries: () => 300_000, queueMs: 150, most: 1_500_000, seconds: 20 });
    expect(looks.filter(({ at, estimate }) => at > 3_000 && estimate > 320_000).length).toBeLessThan(6);
  });
  it('empties the queue of a browser that sends more than it may', () => {
    const looks = simulate({ carries: () => 300_000, queueMs: 250, most: 1_500_000, seconds: 20, more: 1.3 });
    expect(Math.max(...looks.filter(({ at }) => at > 6_000 && at < 10_000).map(({ wait }) => wait))).toBeLessThan(150);
  });
  it('allows all that a camera sends on a good line within two seconds', () => {
    const looks = simulate({ carries: () => 20_000_000, queueMs: 200, most: 800_000, seconds: 10 });
    expect(looks.find(({ at }) => at >= 2_000)?.estimate).toBeGreaterThan(800_000);
  });
  it('finds more again when the line becomes better', () => {
    const carries = (now: number) => (now < 15_000 ? 300_000 : 2_000_000);
    const looks = simulate({ carries, queueMs: 1_500, most: 1_500_000, seconds: 60 });
    expect(looks.at(-1)?.estimate).toBeGreaterThan(800_000);
  });
  it('follows a line that becomes worse in the middle', () => {
    const carries = (now: number) => (now < 10_000 ? 2_000_000 : 250_000);
    const looks = simulate({ carries, queueMs: 1_500, most: 1_500_000, seconds: 30 });
    expect(Math.max(...looks.filter(({ at }) => at > 16_000).map(({ wait }) => wait))).toBeLessThan(300);
  });
  it('recovers when packets take a longer way, as after a change of the route', () => {
    const way = (now: number) => (now < 10_000 ? 20 : 320);
    const looks = simulate({ carries: () => 20_000_000, queueMs: 200, most: 800_000, seconds: 40, way });
    expect(looks.find(({ at }) => at >= 9_900)?.estimate).toBeGreaterThan(800_000);
    expect(looks.at(-1)?.estimate).toBeGreaterThan(300_000);
  });
  it('does not grow by what is not used, nor fall by it', () => {
    const looks = simulate({ carries: () => 20_000_000, queueMs: 200, most: 50_000, seconds: 20 });
    expect(new Set(looks.map(({ estimate }) => estimate)).size).toBe(1);
  });
  it('never falls below a voice, whatever a sender says of its times', () => {
    const [uplink, trend] = [createUplink(), createDelayTrend()];
    for (let look = 0; look < 200; look += 1) {
      for (let packet = 0; packet < 10; packet += 1) {
        noteUpload(uplink, PACKET);
        noteSendTime(trend, (look * 10 + packet) * 10, look * LOOK_MS + packet * 30);
      }
      adaptUplink(uplink, [trend], { ms: LOOK_MS, now: look * LOOK_MS });
    }
    expect(uplink.estimate).toBeGreaterThanOrEqual(85_000);
    expect(uplink.estimate).toBeLessThan(700_000);
  });
  it('empties a queue that is full and grows no more', () => {
    const [uplink, trend] = [createUplink(), createDelayTrend()];
    for (let sent = 0; sent < 3_000; sent += 20) {
      noteUpload(uplink, PACKET);
      noteSendTime(trend, Math.round(sent * 262.144), sent + (sent < 600 ? 20 : 520));
      if (sent % 300 === 280) adaptUplink(uplink, [trend], { ms: LOOK_MS, now: sent });
      // the step itself is a growth
      if (sent === 2_080) uplink.estimate = 600_000;
    }
    expect(uplink.wait).toBeCloseTo(500, 0);
    expect(uplink.estimate).toBeLessThan(300_000);
  });
  it('forgets the queue of a seat that sends nothing more', () => {
    const uplink = { ...createUplink(), wait: 900 };
    adaptUplink(uplink, [], { ms: LOOK_MS, now: 0 });
    expect(uplink.wait).toBe(0);
  });
});

describe('the shares of a line', () => {
  const mic = { source: 'mic', bitrate: 32_000 } as const;
  const cam = { source: 'cam', bitrate: 0 } as const;
  const screen = { source: 'screen', bitrate: 0 } as const;
  it('set aside what voices need, and never starve a camera to nothing', () => {
    expect(shareUplink(300_000, [mic, cam]).cam).toBe(245_000);
    expect(shareUplink(85_000, [mic, { source: 'screen-audio', bitrate: 128_000 }, cam]).cam).toBe(30_000);
  });
  it('give the screen what it can use before the camera', () => {
    expect(shareUplink(500_000, [mic, cam, screen])).toEqual({ screen: 415_000, cam: 30_000 });
    expect(shareUplink(4_000_000, [mic, cam, screen])).toEqual({ screen: 2_500_000, cam: 1_445_000 });
  });
  it('end at what a camera and a screen may have at most', () => {
    expect(shareUplink(4_200_000, [cam]).cam).toBe(1_500_000);
  });
});
