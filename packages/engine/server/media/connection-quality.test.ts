import { describe, expect, it } from 'vitest';
import { createQualityWatch, type QualityWatch, qualitySign, watchQuality } from './connection-quality.ts';
import { createSeat } from './room.ts';

/** Looks each 300 ms; returns the words with the times at which they changed. */
function follow(signs: [sign: QualityWatch['sign'], ms: number][]): [QualityWatch['word'], number][] {
  let watch = createQualityWatch();
  let now = 0;
  const words: [QualityWatch['word'], number][] = [];
  for (const [sign, ms] of signs) {
    for (const end = now + ms; now < end; now += 300) {
      const before = watch.word;
      watch = watchQuality(watch, sign, now);
      if (watch.word !== before) words.push([watch.word, now]);
    }
  }
  return words;
}

describe('the word on a connection', () => {
  it('is weak after two seconds and good again after ten', () => {
    expect(
      follow([
        ['good', 30_000],
        ['weak-sending', 6_000],
        ['good', 15_000],
      ]),
    ).toEqual([
      ['weak-sending', 32_100],
      ['good', 46_200],
    ]);
  });
  it('does not flicker when the line comes and goes', () => {
    expect(follow(Array.from({ length: 20 }, (_, index) => [index % 2 === 0 ? 'weak-sending' : 'good', 1_500]))).toEqual([]);
    const bad = Array.from({ length: 10 }, (): [QualityWatch['sign'], number][] => [
      ['weak-sending', 3_000],
      ['good', 6_000],
    ]);
    expect(follow(bad.flat())).toEqual([['weak-sending', 2_100]]);
  });
  it('comes from the queue upwards only while something is sent', () => {
    const seat = createSeat('ada', { id: 'room', seats: new Map(), speakers: [], tap: null });
    seat.uplink.wait = 900;
    expect(qualitySign(seat)).toBe('good');
  });
});
