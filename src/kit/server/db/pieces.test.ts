import { expect, test } from 'vitest';
import { inPieces } from './pieces.ts';

test('all rows in their order, none for none', () => {
  expect(inPieces([])).toEqual([]);
  expect(inPieces([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  const many = Array.from({ length: 2_500 }, (_none, n) => n);
  expect(inPieces(many).map((piece) => piece.length)).toEqual([1_000, 1_000, 500]);
  expect(inPieces(many).flat()).toEqual(many);
});
