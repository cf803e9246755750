import { expect, test } from 'vitest';
import { moved, nextStep, whole, zoomed } from '#ui/stage/zoom-view.ts';

const box = { width: 300, height: 200 };

test('a double tap goes through 100, 160 and 250 percent, and from between to the next of them', () => {
  expect([1, 1.6, 2.5, 1.3, 4].map(nextStep)).toEqual([1.6, 2.5, 1, 1.6, 1]);
});
test('what lies under the finger stays under it', () => {
  const at = { x: 60, y: -30 };
  const view = zoomed(whole, { scale: 2.5, at }, box);
  // the picture's point that was there: at / 1, now at (at - offset) / 2.5
  expect([(at.x - view.x) / 2.5, (at.y - view.y) / 2.5]).toEqual([60, -30]);
  expect(zoomed(view, { scale: 1, at }, box)).toEqual(whole);
});
test('no edge comes inside the box, and the size has bounds', () => {
  const view = zoomed(whole, { scale: 2, at: { x: 0, y: 0 } }, box);
  expect(moved(view, { x: 9999, y: -9999 }, box)).toEqual({ scale: 2, x: 150, y: -100 });
  expect(moved(whole, { x: 50, y: 50 }, box)).toEqual(whole);
  expect([
    zoomed(whole, { scale: 99, at: { x: 0, y: 0 } }, box).scale,
    zoomed(whole, { scale: 0.1, at: { x: 9, y: 9 } }, box),
  ]).toEqual([4, whole]);
});
