import { expect, test } from 'vitest';
import { roundTop, scaleText, shapeOf } from './revenue-shape.hook.ts';

const month = { month: '2026-11', subscriptions: 1, came: 0, gone: 0, trialsTurned: 0, trialsEnded: 0 };

test('a scale ends at a round figure that nothing stands above', () => {
  expect([1, 99, 100, 101, 348_900, 0].map(roundTop)).toEqual([2, 100, 100, 200, 400_000, 2]);
});

test('the line begins at zero, and gain and loss leave from one line on one scale', () => {
  const shape = shapeOf([
    { ...month, recurring: 50, gained: 100, lost: 0 },
    { ...month, recurring: 100, gained: 50, lost: 25 },
  ]);
  expect(shape.line).toBe('M25.00 50.00L75.00 0.00');
  expect(shape.area).toContain('L75.00 100L25.00 100z');
  expect(shape.bars).toMatchObject([
    { x: 21, width: 8, up: 50, down: 0 },
    { x: 71, up: 25, down: 12.5 },
  ]);
});

test.each(['EUR', 'JPY', 'KWD'])('no two figures beside a scale read the same, and what left has a minus: %s', (currency) => {
  for (const tag of ['en-US', 'de', 'ar-u-nu-latn', 'ja']) {
    const text = scaleText(currency, tag);
    for (const most of [1, 3, 99, 40_000, 1_234_567, 987_654_321]) {
      const top = roundTop(most);
      const line = [top, top / 2, 0].map(text);
      const moves = [top, 0, -top].map(text);
      expect([new Set(line).size, new Set(moves).size]).toEqual([3, 3]);
      expect(moves[2]).toMatch(/\u2212/);
    }
  }
});
