/** What of a page is under a pointer, and in which order its elements are read. In the board's units. */
import { type BoardBounds, boundsOf } from '#topics/board/board-shapes.ts';
import type { BoardElement } from '#topics/board/board-elements.ts';
import { type BoardPoint, decodePoints } from '#topics/board/points.ts';

/** `line`: what is touched; null: all of the box. */
type ElementOutline = { box: BoardBounds; line: readonly BoardPoint[] | null };
export type HitTest = {
  boxOf(element: BoardElement): BoardBounds;
  /** The uppermost one that is at most so far away. */
  at(elements: readonly BoardElement[], point: BoardPoint, reach: number): BoardElement | undefined;
  touched(elements: readonly BoardElement[], point: BoardPoint, reach: number): BoardElement[];
};

const CORNERS = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
] as const;

function lineOf(element: BoardElement): readonly BoardPoint[] | null {
  const { kind, x, y, w, h, points } = element;
  switch (kind) {
    case 'pen':
    case 'marker': {
      const steps = decodePoints(points).map((step) => ({ x: x + step.x, y: y + step.y }));
      return steps.length === 0 ? [{ x, y }] : steps;
    }
    case 'line':
    case 'arrow':
      return [
        { x, y },
        { x: x + w, y: y + h },
      ];
    case 'rectangle':
      return CORNERS.map(([across, down]) => ({ x: x + across * w, y: y + down * h }));
    case 'ellipse':
      return Array.from({ length: 33 }, (_, i) => {
        const angle = (i * Math.PI) / 16;
        return { x: x + (w / 2) * (1 + Math.cos(angle)), y: y + (h / 2) * (1 + Math.sin(angle)) };
      });
    case 'text':
    case 'note':
      return null;
  }
}

function distanceTo(point: BoardPoint, from: BoardPoint, to: BoardPoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - from.x) * dx + (point.y - from.y) * dy) / length));
  return Math.hypot(point.x - from.x - along * dx, point.y - from.y - along * dy);
}

export const isInside = ({ x, y }: BoardPoint, box: BoardBounds, reach = 0): boolean =>
  x >= box.x - reach && x <= box.x + box.w + reach && y >= box.y - reach && y <= box.y + box.h + reach;

/** The thickness of a line is in its box, which is why half of it counts as the line itself. */
function isNear({ box, line }: ElementOutline, point: BoardPoint, reach: number): boolean {
  if (!isInside(point, box, reach)) return false;
  if (line === null) return true;
  const thick = Math.min(...line.map(({ x }) => x)) - box.x;
  if (line.length === 1) return true;
  return line.some((to, i) => i > 0 && distanceTo(point, line[i - 1] ?? to, to) <= reach + thick);
}

/** Remembers outlines for as long as there are the elements: to find one among 5 000 must not take longer than a frame. */
export function createHitTest(): HitTest {
  const known = new WeakMap<BoardElement, ElementOutline>();
  const outlineOf = (element: BoardElement): ElementOutline => {
    const outline = known.get(element) ?? { box: boundsOf(element), line: lineOf(element) };
    known.set(element, outline);
    return outline;
  };
  return {
    boxOf: (element) => outlineOf(element).box,
    at: (elements, point, reach) => elements.findLast((one) => isNear(outlineOf(one), point, reach)),
    touched: (elements, point, reach) => elements.filter((one) => isNear(outlineOf(one), point, reach)),
  };
}

/** Elements whose upper edges are this close are in one row. */
const ROW = 60;

/** From top to bottom, and from the start to the end. */
export function inReadingOrder(
  elements: readonly BoardElement[],
  { hits, dir }: { hits: HitTest; dir: 'ltr' | 'rtl' },
): readonly BoardElement[] {
  const places = elements.map((element) => {
    const { x, y, w } = hits.boxOf(element);
    return { element, row: Math.floor(y / ROW), start: dir === 'rtl' ? -(x + w) : x };
  });
  return places.sort((a, b) => a.row - b.row || a.start - b.start).map(({ element }) => element);
}
