import { describe, expect, it } from 'vitest';
import { chooseLayers, nextBudget } from './layers.ts';
import type { LayerFacts, PictureWish } from './layers.ts';

const low: LayerFacts = { height: 180, bitrate: 150_000, alive: true };
const high: LayerFacts = { height: 360, bitrate: 600_000, alive: true };
const wish = (height: number, change: Partial<PictureWish> = {}): PictureWish => ({
  layers: [low, high],
  height,
  highest: 1,
  ...change,
});

describe('the layer of a picture', () => {
  it('is the smallest that looks sharp in its tile', () => {
    expect(chooseLayers([wish(100), wish(180), wish(240), wish(241), wish(1080)], null)).toEqual([0, 0, 0, 1, 1]);
  });
  it('is a living one, whatever is wanted', () => {
    expect(chooseLayers([wish(720, { layers: [low, { ...high, alive: false }] })], null)).toEqual([0]);
    expect(chooseLayers([wish(90, { layers: [{ ...low, alive: false }, high] })], null)).toEqual([1]);
  });
  it('is the smallest while nothing lives, and none while there is nothing', () => {
    const dead = { alive: false };
    expect(
      chooseLayers(
        [
          wish(720, {
            layers: [
              { ...low, ...dead },
              { ...high, ...dead },
            ],
          }),
          wish(720, { layers: [] }),
        ],
        null,
      ),
    ).toEqual([0, -1]);
  });
  it('does not rise while it is held down', () => {
    expect(chooseLayers([wish(720, { highest: 0 })], null)).toEqual([0]);
  });
  it('is large for the most wanted first when the network is narrow, and never missing', () => {
    expect(chooseLayers([wish(720), wish(720), wish(720)], 1_000_000)).toEqual([1, 0, 0]);
    expect(chooseLayers([wish(720), wish(720)], 10_000)).toEqual([0, 0]);
  });
});

describe('the limit of a viewer', () => {
  const look = { now: 20_000, startedAt: 0, loss: 0, remb: null, sent: 1_200_000, wished: 1_200_000 };
  const free = { bits: null, changedAt: 0 };

  it('stays open without loss, however low the estimate of the browser', () => {
    expect(nextBudget(free, { ...look, remb: 11_000 })).toBe(free);
  });
  it('is not lowered in the first eight seconds', () => {
    expect(nextBudget(free, { ...look, now: 7_999, loss: 0.5 })).toBe(free);
  });
  it('goes down at once with heavy loss, and further only after a second', () => {
    const lower = nextBudget(free, { ...look, loss: 0.2 });
    expect(lower.bits).toBeLessThan(1_200_000 * 0.8);
    expect(nextBudget(lower, { ...look, now: 20_900, loss: 0.2 })).toBe(lower);
    expect(nextBudget(lower, { ...look, now: 21_000, loss: 0.2, sent: 500_000 }).bits).toBeLessThan(lower.bits ?? 0);
  });
  it('follows the estimate of the browser when there is loss', () => {
    const guess = nextBudget(free, { ...look, loss: 0.1 }).bits ?? 0;
    expect(nextBudget(free, { ...look, loss: 0.1, remb: 800_000 }).bits).toBe(640_000);
    expect(nextBudget(free, { ...look, loss: 0.1, remb: 11_000 }).bits).toBe(guess / 2);
  });
  it('comes back in steps of five seconds, and is open when it allows all that is wished', () => {
    const low = { bits: 400_000, changedAt: 20_000 };
    expect(nextBudget(low, { ...look, now: 24_999 })).toBe(low);
    const up = nextBudget(low, { ...look, now: 25_000, sent: 300_000 });
    expect(up).toEqual({ bits: 600_000, changedAt: 25_000 });
    expect(nextBudget({ ...up, bits: 900_000 }, { ...look, now: 30_000, sent: 900_000 }).bits).toBeNull();
  });
  it('does not change without a report', () => {
    const low = { bits: 400_000, changedAt: 0 };
    expect(nextBudget(low, { ...look, loss: null })).toBe(low);
  });
});
