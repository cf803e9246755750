import type { BoardElement, DrawnElement } from '#topics/board/board-elements.ts';
import type { BoardPoint } from '#topics/board/points.ts';
import type { HitTest } from '#topics/board/ui/hit-test.ts';
import { spanned, tenth } from '#topics/board/ui/new-element.ts';

/** A point that can be dragged, and the one that stays where it is. */
export type ResizeHandle = BoardPoint & { anchor: BoardPoint; end: 'first' | 'last' };

const LEAST_WIDTH = 60;

/** Strokes keep their size; texts and notes change their width, and their height follows. */
export function handlesOf(element: BoardElement, hits: HitTest): ResizeHandle[] {
  const { kind, x, y, w, h } = element;
  const corners = [
    { x, y },
    { x: x + w, y: y + h },
  ] as const;
  const [first, last] = corners;
  switch (kind) {
    case 'pen':
    case 'marker':
      return [];
    case 'line':
    case 'arrow':
      return [
        { ...first, anchor: last, end: 'first' },
        { ...last, anchor: first, end: 'last' },
      ];
    case 'text':
    case 'note': {
      const box = hits.boxOf(element);
      const middle = box.y + box.h / 2;
      return [{ x: box.x + box.w, y: middle, anchor: { x: box.x, y: middle }, end: 'last' }];
    }
    case 'rectangle':
    case 'ellipse': {
      const [left, right] = [x, x + w];
      return [
        { ...first, anchor: last, end: 'last' },
        { x: right, y, anchor: { x: left, y: y + h }, end: 'last' },
        { x: left, y: y + h, anchor: { x: right, y }, end: 'last' },
        { ...last, anchor: first, end: 'last' },
      ];
    }
  }
}

type HandleSearch = { hits: HitTest; point: BoardPoint; reach: number };
export const handleAt = (element: BoardElement, { hits, point, reach }: HandleSearch): ResizeHandle | null =>
  handlesOf(element, hits).find(({ x, y }) => Math.hypot(point.x - x, point.y - y) <= reach) ?? null;

export function resized(element: DrawnElement, { anchor, end }: ResizeHandle, to: BoardPoint): DrawnElement {
  if (element.kind === 'text' || element.kind === 'note')
    return { ...element, w: tenth(Math.max(LEAST_WIDTH, to.x - anchor.x)), h: 0 };
  return end === 'first' ? spanned(element, to, anchor) : spanned(element, anchor, to);
}
