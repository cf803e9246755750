/** What a tool does from the moment a pointer comes down until it goes up. */
import { BOARD, type BoardElement, type DrawnElement } from '#topics/board/board-elements.ts';
import type { BoardBounds } from '#topics/board/board-shapes.ts';
import type { ElementChange } from '#topics/board/ui/board-changes.ts';
import type { BoardDesk } from '#topics/board/ui/board-desk.ts';
import type { HitTest } from '#topics/board/ui/hit-test.ts';
import { isInside } from '#topics/board/ui/hit-test.ts';
import type { LiveDrawing } from '#topics/board/ui/live.ts';
import { newElement, spanned, strokeThrough, tenth, wholeStroke } from '#topics/board/ui/new-element.ts';
import type { PageElements } from '#topics/board/ui/page-elements.ts';
import { handleAt, type ResizeHandle, resized } from '#topics/board/ui/resizing.ts';
import type { BoardPoint } from '#topics/board/points.ts';

/** `pixel`: a CSS pixel in units of the board. */
export type GestureSetting = {
  board: PageElements;
  desk: BoardDesk;
  hits: HitTest;
  pixel: number;
  canChange(element: BoardElement): boolean;
  show(change: Partial<LiveDrawing>): void;
  showBand(band: BoardBounds | null): void;
};
export type BoardGesture = { move(points: readonly BoardPoint[]): void; end(): void; cancel(): void };
type GestureStart = { at: BoardPoint; adds: boolean };

/** Longer strokes are put in parts. */
const MOST_POINTS = 2000;
/** CSS pixels. */
const REACH = 8;
const NEAR = 1;

export const drawnFrom = (before: DrawnElement | null, after: DrawnElement): ElementChange => ({ id: after.id, before, after });
export const erased = (element: BoardElement): ElementChange => ({ id: element.id, before: element, after: null });

function strokeGesture({ board, desk, pixel, show }: GestureSetting, { at }: GestureStart): BoardGesture {
  const begin = (from: BoardPoint) => ({
    start: newElement(desk.choice.tool === 'marker' ? 'marker' : 'pen', from, desk.choice),
    points: [from],
  });
  let stroke = begin(at);
  const put = () => board.change([drawnFrom(null, wholeStroke(stroke.start, stroke.points))]);
  return {
    move(points) {
      for (const point of points) {
        const last = stroke.points.at(-1) ?? at;
        if (Math.hypot(point.x - last.x, point.y - last.y) < NEAR * pixel) continue;
        stroke.points.push(point);
        if (stroke.points.length < MOST_POINTS) continue;
        put();
        stroke = begin(point);
      }
      show({ element: strokeThrough(stroke.start, stroke.points) });
    },
    end() {
      put();
      show({ element: null });
    },
    cancel: () => show({ element: null }),
  };
}

function shapeGesture({ board, desk, pixel, show }: GestureSetting, { at }: GestureStart): BoardGesture {
  const first = newElement(desk.choice.shape, at, desk.choice);
  let last = first;
  return {
    move(points) {
      last = spanned(first, at, points.at(-1) ?? at);
      show({ element: last });
    },
    end() {
      show({ element: null });
      if (Math.hypot(last.w, last.h) < REACH * pixel) return;
      board.change([drawnFrom(null, last)]);
      desk.putDown();
    },
    cancel: () => show({ element: null }),
  };
}

/** A text or a note stands where one tapped, and is written at once. */
function placeGesture({ desk, hits, board, canChange }: GestureSetting, { at }: GestureStart): BoardGesture {
  const kind = desk.choice.tool === 'note' ? 'note' : 'text';
  return {
    move: () => undefined,
    end() {
      const known = board.elements.findLast((one) => one.kind === kind && isInside(at, hits.boxOf(one)) && canChange(one));
      if (known !== undefined) desk.setEditing({ element: known, isNew: false });
      else desk.setEditing({ element: newElement(kind, at, desk.choice), isNew: true });
      desk.putDown();
    },
    cancel: () => undefined,
  };
}

/** Elements go as soon as they are touched; all of one stroke of the eraser come back together. */
function eraseGesture({ board, hits, pixel, canChange, show }: GestureSetting, { at }: GestureStart): BoardGesture {
  const gone = new Map<string, BoardElement>();
  const touch = (point: BoardPoint) => {
    for (const element of hits.touched(board.elements, point, REACH * pixel))
      if (canChange(element)) gone.set(element.id, element);
  };
  let last = at;
  touch(at);
  return {
    move(points) {
      for (const point of points) {
        const steps = Math.ceil(Math.hypot(point.x - last.x, point.y - last.y) / (REACH * pixel));
        for (let i = 1; i <= steps; i++)
          touch({ x: last.x + ((point.x - last.x) * i) / steps, y: last.y + ((point.y - last.y) * i) / steps });
        last = point;
      }
      show({ erasing: [...gone.keys()] });
    },
    end() {
      show({ erasing: [] });
      board.change([...gone.values()].map(erased));
    },
    cancel: () => show({ erasing: [] }),
  };
}

function moveGesture({ board, show }: GestureSetting, { at }: GestureStart, elements: readonly BoardElement[]): BoardGesture {
  let by = { x: 0, y: 0 };
  return {
    move(points) {
      const now = points.at(-1) ?? at;
      by = { x: tenth(now.x - at.x), y: tenth(now.y - at.y) };
      show({ moved: { ids: elements.map(({ id }) => id), ...by } });
    },
    end() {
      show({ moved: null });
      if (by.x !== 0 || by.y !== 0) board.change(elements.map((one) => movedBy(one, by)));
    },
    cancel: () => show({ moved: null }),
  };
}

const within = (value: number) => tenth(Math.min(3 * BOARD.width, Math.max(-BOARD.width, value)));
export const movedBy = (element: BoardElement, by: BoardPoint): ElementChange =>
  drawnFrom(element, { ...element, x: within(element.x + by.x), y: within(element.y + by.y) });

function resizeGesture({ board, show }: GestureSetting, element: BoardElement, handle: ResizeHandle): BoardGesture {
  let last: DrawnElement = element;
  return {
    move(points) {
      last = resized(element, handle, points.at(-1) ?? handle);
      show({ element: last });
    },
    end() {
      show({ element: null });
      if (last !== element) board.change([drawnFrom(element, last)]);
    },
    cancel: () => show({ element: null }),
  };
}

function bandGesture({ board, desk, hits, canChange, showBand }: GestureSetting, { at, adds }: GestureStart): BoardGesture {
  const before = adds ? [...desk.selection] : [];
  return {
    move(points) {
      const to = points.at(-1) ?? at;
      const band = { x: Math.min(at.x, to.x), y: Math.min(at.y, to.y), w: Math.abs(to.x - at.x), h: Math.abs(to.y - at.y) };
      showBand(band);
      const inside = board.elements.filter((one) => {
        const { x, y, w, h } = hits.boxOf(one);
        return isInside({ x, y }, band) && isInside({ x: x + w, y: y + h }, band) && canChange(one);
      });
      desk.select([...before, ...inside.map(({ id }) => id)]);
    },
    end: () => showBand(null),
    cancel: () => showBand(null),
  };
}

function selectGesture(setting: GestureSetting, start: GestureStart): BoardGesture {
  const { board, desk, hits, pixel, canChange } = setting;
  const selected = board.elements.filter(({ id }) => desk.selection.has(id));
  const [only] = selected;
  const handle = selected.length === 1 && only ? handleAt(only, { hits, point: start.at, reach: 1.5 * REACH * pixel }) : null;
  if (handle !== null && only) return resizeGesture(setting, only, handle);
  const touched = hits.touched(board.elements, start.at, REACH * pixel).findLast(canChange);
  if (touched === undefined) {
    if (!start.adds) desk.select([]);
    return bandGesture(setting, start);
  }
  const isSelected = desk.selection.has(touched.id);
  const others = [...desk.selection].filter((id) => id !== touched.id);
  if (start.adds) desk.select(isSelected ? others : [...others, touched.id]);
  else if (!isSelected) desk.select([touched.id]);
  return moveGesture(setting, start, isSelected ? selected : [touched]);
}

/** Null: there is no room for more. */
export function beginGesture(setting: GestureSetting, start: GestureStart): BoardGesture | null {
  const { tool } = setting.desk.choice;
  if (tool === 'select') return selectGesture(setting, start);
  if (tool === 'eraser') return eraseGesture(setting, start);
  if (setting.board.isFull) return null;
  if (tool === 'text' || tool === 'note') return placeGesture(setting, start);
  return tool === 'shape' ? shapeGesture(setting, start) : strokeGesture(setting, start);
}
