import type { BoardPoint } from '#topics/board/points.ts';
import { encodePoints } from '#topics/board/points.ts';
import type { DrawnElement, ElementKind } from '#topics/board/board-elements.ts';
import { NOTE_WIDTH } from '#topics/board/board-shapes.ts';
import type { ToolChoice } from '#topics/board/ui/board-desk.ts';

const ID_BYTES = 9;
/** Pages without https have no randomUUID. */
function newElementId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** As exact as points are kept. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;

export function newElement(kind: ElementKind, { x, y }: BoardPoint, { color, width }: ToolChoice): DrawnElement {
  const w = kind === 'note' ? NOTE_WIDTH : 0;
  const ink = kind === 'note' ? ('black' as const) : color;
  return { id: newElementId(), kind, x: tenth(x), y: tenth(y), w, h: 0, color: ink, width, points: '', text: '', label: '' };
}

/** A stroke through these points; its corner is its upper left one once it is whole. */
export function strokeThrough(start: DrawnElement, points: readonly BoardPoint[], corner: BoardPoint = start): DrawnElement {
  const steps = points.map(({ x, y }) => ({ x: x - corner.x, y: y - corner.y }));
  return { ...start, x: corner.x, y: corner.y, points: encodePoints(steps) };
}

export function wholeStroke(start: DrawnElement, points: readonly BoardPoint[]): DrawnElement {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const corner = { x: tenth(Math.min(...xs)), y: tenth(Math.min(...ys)) };
  const stroke = strokeThrough(start, points, corner);
  return { ...stroke, w: tenth(Math.max(...xs) - corner.x), h: tenth(Math.max(...ys) - corner.y) };
}

/** From one corner to the other; lines may go in any direction. */
export function spanned(element: DrawnElement, from: BoardPoint, to: BoardPoint): DrawnElement {
  if (element.kind === 'line' || element.kind === 'arrow')
    return { ...element, x: tenth(from.x), y: tenth(from.y), w: tenth(to.x - from.x), h: tenth(to.y - from.y) };
  const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)];
  return { ...element, x: tenth(x), y: tenth(y), w: tenth(Math.abs(to.x - from.x)), h: tenth(Math.abs(to.y - from.y)) };
}
