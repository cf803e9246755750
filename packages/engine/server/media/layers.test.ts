import { describe, expect, it } from 'vitest';
import { chooseLayers, nextBudget, noLimit, openBudget } from './layers.ts';
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
    expect(chooseLayers([wish(100), wish(180), wish(240), wish(241), wish(1080)], noLimit)).toEqual([0, 0, 0, 1, 1]);
  });
  it('is a living one, whatever is wanted', () => {
    expect(chooseLayers([wish(720, { layers: [low, { ...high, alive: false }] })], noLimit)).toEqual([0]);
    expect(chooseLayers([wish(90, { layers: [{ ...low, alive: false }, high] })], noLimit)).toEqual([1]);
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
        noLimit,
      ),
    ).toEqual([0, -1]);
  });
  it('does not rise while it is held down', () => {
    expect(chooseLayers([wish(720, { highest: 0 })], noLimit)).toEqual([0]);
  });
  it('is large for the most wanted first when the network is narrow, and never missing', () => {
    expect(chooseLayers([wish(720), wish(720), wish(720)], { bits: 1_000_000, shown: null })).toEqual([1, 0, 0]);
    expect(chooseLayers([wish(720), wish(720)], { bits: 10_000, shown: null })).toEqual([0, 0]);
  });
  it('is none for the least wanted where the network carries fewer pictures', () => {
    expect(chooseLayers([wish(720), wish(720), wish(720)], { bits: 300_000, shown: 2 })).toEqual([0, 0, -1]);
    expect(chooseLayers([wish(720)], { bits: 0, shown: 0 })).toEqual([-1]);
  });
});

describe('the limit of a viewer', () => {
  const look = {
    now: 20_000,
    startedAt: 0,
    loss: 0,
    delay: 0,
    remb: null,
    sent: 1_200_000,
    smallest: 300_000,
    wished: 1_200_000,
    pictures: 2,
  };
  const small = { ...look, sent: 300_000 };
  const free = openBudget(0);
  const late = { ...free, delay: { ms: 190, at: 19_000 } };

  it('stays open without loss and without a queue, however low the estimate of the browser', () => {
    expect(nextBudget(free, { ...look, remb: 11_000 })).toMatchObject({ bits: null, shown: null });
    expect(nextBudget(free, { ...look, loss: 0.05, delay: 140 })).toMatchObject({ bits: null, shown: null });
  });
  it('is not lowered by the first reports of a connection', () => {
    expect(nextBudget(free, { ...look, now: 1_999, loss: 0.5, delay: 900 })).toBe(free);
    expect(nextBudget(free, { ...look, now: 2_000, loss: 0.5 }).bits).toBeLessThan(1_200_000);
  });
  it('goes down at once with heavy loss, and further only after a second', () => {
    const lower = nextBudget(free, { ...look, loss: 0.2 });
    expect(lower.bits).toBeLessThan(1_200_000 * 0.8);
    expect(nextBudget(lower, { ...look, now: 20_900, loss: 0.2 })).toMatchObject({ bits: lower.bits, changedAt: 20_000 });
    expect(nextBudget(lower, { ...look, now: 21_000, loss: 0.2, sent: 500_000 }).bits).toBeLessThan(lower.bits ?? 0);
  });
  it('goes down when packets wait in a queue that does not shrink', () => {
    const lower = nextBudget(free, { ...look, delay: 200 });
    expect(lower.bits).toBe(960_000);
    expect(nextBudget(late, { ...look, delay: 100 }).bits).toBeNull();
    expect(nextBudget(free, { ...look, delay: 100, remb: 800_000 }).bits).toBe(640_000);
    const empties = { ...lower, delay: { ms: 1_000, at: 24_000 } };
    expect(nextBudget(empties, { ...look, now: 25_000, delay: 800 }).bits).toBe(960_000);
    expect(nextBudget(empties, { ...look, now: 25_000, delay: 1_000 }).bits).toBeLessThan(960_000);
  });
  it('follows the estimate of the browser when there is loss', () => {
    const guess = nextBudget(free, { ...look, loss: 0.12 }).bits ?? 0;
    expect(nextBudget(free, { ...look, loss: 0.12, remb: 1_000_000 }).bits).toBe(800_000);
    expect(nextBudget(free, { ...look, loss: 0.12, remb: 11_000 }).bits).toBe(guess / 2);
  });
  it('pauses pictures, half of them at a time, when their smallest layers are too much', () => {
    expect(nextBudget(free, { ...small, delay: 400 }).shown).toBeNull();
    const once = nextBudget(late, { ...small, delay: 400 });
    expect(once).toMatchObject({ shown: 1, waitMs: 20_000 });
    const twice = nextBudget(once, { ...small, now: 22_500, delay: 800, sent: 150_000, smallest: 150_000 });
    expect(twice.shown).toBe(0);
    expect(nextBudget(twice, { ...small, now: 30_000, delay: 1_500, sent: 0, smallest: 0 }).shown).toBe(0);
  });
  it('pauses pictures at once when the browser estimates far less than the smallest layers', () => {
    expect(nextBudget(free, { ...look, delay: 400, remb: 140_000 })).toMatchObject({ shown: 1 });
    expect(nextBudget(free, { ...look, delay: 0, remb: 140_000 })).toMatchObject({ shown: null });
  });
  it('pauses no picture for the loss that radio has', () => {
    expect(nextBudget(free, { ...small, loss: 0.15 }).shown).toBeNull();
    expect(nextBudget(free, { ...small, loss: 0.4 }).shown).toBe(1);
  });
  it('lets pictures come back after a while, also when no picture is there to report on', () => {
    const voiceOnly = { ...free, bits: 150_000, shown: 0, changedAt: 20_000, waitMs: 20_000 };
    const silent = { ...small, loss: null, delay: null, sent: 0, smallest: 0, pictures: 4 };
    expect(nextBudget(voiceOnly, { ...silent, now: 39_999 }).shown).toBe(0);
    const one = nextBudget(voiceOnly, { ...silent, now: 40_000 });
    expect(one.shown).toBe(1);
    const two = nextBudget(one, { ...small, now: 60_000, pictures: 4 });
    expect(two.shown).toBe(2);
    expect(nextBudget(two, { ...small, now: 80_000, pictures: 4 }).shown).toBeNull();
  });
  it('waits twice as long after a step up that failed, so that pictures do not come and go', () => {
    const tried = { ...free, bits: 450_000, changedAt: 20_000, raisedAt: 20_000, waitMs: 5_000 };
    const failed = nextBudget(tried, { ...look, now: 21_000, delay: 300, remb: 1_000_000 });
    expect(failed.waitMs).toBe(10_000);
    expect(nextBudget({ ...failed, raisedAt: 0 }, { ...look, now: 90_000, delay: 300, remb: 1_000_000 }).waitMs).toBe(5_000);
  });
  it('comes back in steps of five seconds, and is open when it allows all that is wished', () => {
    const low = { ...free, bits: 400_000, changedAt: 20_000 };
    expect(nextBudget(low, { ...look, now: 24_999 })).toMatchObject({ bits: 400_000, changedAt: 20_000 });
    const up = nextBudget(low, { ...look, now: 25_000, sent: 300_000 });
    expect(up).toMatchObject({ bits: 600_000, changedAt: 25_000 });
    expect(nextBudget({ ...up, bits: 900_000 }, { ...look, now: 30_000, sent: 900_000 }).bits).toBeNull();
  });
  it('does not change without a report', () => {
    const low = { ...free, bits: 400_000 };
    expect(nextBudget(low, { ...look, loss: null, delay: null })).toBe(low);
  });
});
