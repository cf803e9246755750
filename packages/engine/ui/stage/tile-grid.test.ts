import { describe, expect, test } from 'vitest';
import { type TileBox, GAP, pageSizeOf, tileGridOf } from '#ui/stage/tile-grid.ts';

const desktop = { width: 1248, height: 664 };
const withPanel = { width: 824, height: 636 };
const phone = { width: 336, height: 560 };
const landscape = { width: 644, height: 340 };
const large = { width: 1888, height: 944 };
const boxes: TileBox[] = [desktop, withPanel, phone, landscape, large];

describe('the largest grid', () => {
  test.each([
    [1, 1, 1],
    [2, 2, 1],
    [3, 2, 2],
    [4, 2, 2],
    [5, 3, 2],
    [6, 3, 2],
    [9, 3, 3],
    [16, 4, 4],
    [25, 5, 5],
  ])('%i tiles on a desktop stand in %i columns and %i rows', (count, columns, rows) => {
    expect(tileGridOf(count, desktop)).toMatchObject({ columns, rows });
  });
  test('two stay side by side when a panel opens', () => {
    expect(tileGridOf(2, { width: 920, height: 664 })).toMatchObject({ columns: 2, rows: 1 });
  });
  test('on a phone two stand one over the other, six in two columns; in landscape six in three', () => {
    expect(tileGridOf(2, phone)).toMatchObject({ columns: 1, rows: 2 });
    expect(tileGridOf(6, phone)).toMatchObject({ columns: 2, rows: 3 });
    expect(tileGridOf(5, phone)).toMatchObject({ columns: 2, rows: 3 });
    expect(tileGridOf(6, landscape)).toMatchObject({ columns: 3, rows: 2 });
  });
  test('fits into its box, and no tile shows less than three quarters of a camera', () => {
    for (const box of boxes)
      for (let count = 1; count <= 25; count++) {
        const { columns, rows, width, height } = tileGridOf(count, box);
        expect(columns * width + (columns - 1) * GAP).toBeLessThanOrEqual(box.width);
        expect(rows * height + (rows - 1) * GAP).toBeLessThanOrEqual(box.height);
        expect(columns * rows).toBeGreaterThanOrEqual(count);
        const shape = width / height;
        // tiles end at whole pixels
        expect(shape, `${count} in ${box.width}×${box.height}`).toBeGreaterThanOrEqual(4 / 3);
        expect(shape).toBeLessThanOrEqual(16 / 9 + 0.03);
      }
  });
  test('no tile and no room do not break it', () => {
    expect(tileGridOf(0, { width: 0, height: 0 })).toEqual({ columns: 1, rows: 1, width: 0, height: 0 });
    expect(tileGridOf(3, { width: 0, height: 0 })).toMatchObject({ width: 0, height: 0 });
  });
});

describe('a page', () => {
  test('holds a class of 25 on a desktop, beside a panel too, and six on a phone', () => {
    expect([desktop, withPanel, large].map((box) => pageSizeOf(box, 'desktop'))).toEqual([25, 25, 25]);
    expect([phone, landscape].map((box) => pageSizeOf(box, 'phone'))).toEqual([6, 6]);
  });
  test('holds fewer in a small window, but never a single person', () => {
    expect(pageSizeOf({ width: 832, height: 436 }, 'desktop')).toBe(20);
    expect(pageSizeOf({ width: 336, height: 200 }, 'phone')).toBe(4);
    expect(pageSizeOf({ width: 0, height: 0 }, 'desktop')).toBe(2);
  });
});
