import { encodePoints } from '#topics/board/points.ts';
import type { BoardElement, DrawnElement } from '#topics/board/board-elements.ts';

/** A line of three points, or what `change` makes of it. */
export const drawn = (id: string, change: Partial<DrawnElement> = {}): DrawnElement => ({
  ...{ id: id.padEnd(6, '-'), kind: 'pen', x: 100, y: 100, w: 20, h: 20, color: 'blue', width: 'thin', text: '', label: '' },
  points: encodePoints([
    { x: 0, y: 0 },
    { x: 10, y: 5 },
    { x: 20, y: 20 },
  ]),
  ...change,
});

export const drawnBy = (by: string, element: DrawnElement): BoardElement => ({ ...element, by, name: `Name ${by}` });
