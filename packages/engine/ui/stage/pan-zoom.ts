import { type PointerEvent, type RefObject, useRef } from 'react';
import type { StagePoint } from '#ui/stage/zoom-view.ts';

const DOUBLE_TAP_MS = 350;
const TAP_TOLERANCE = 24;
const SWIPE = 56;

/** Points are counted from the middle of the frame, in CSS pixels. */
type PanZoomHandlers = {
  pan(by: StagePoint): void;
  zoom(factor: number, at: StagePoint): void;
  doubleTap(at: StagePoint): void;
  /** One finger went up or down. */
  swipe(): void;
};
/** Pointers that are down, the tap before this one, and where the only pointer came down. */
type PanZoomTouch = { down: Map<number, StagePoint>; tap: { at: number; point: StagePoint } | null; from: StagePoint | null };

const between = (a: StagePoint, b: StagePoint) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: StagePoint, b: StagePoint): StagePoint => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

export function pointIn(frame: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }): StagePoint {
  const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
}

/** Two fingers enlarge and move, one moves, a double tap goes a step on. */
export function usePanZoom(frame: RefObject<HTMLElement | null>, handlers: PanZoomHandlers) {
  const touching = useRef<PanZoomTouch>({ down: new Map(), tap: null, from: null });
  const lifted = (event: PointerEvent) => void touching.current.down.delete(event.pointerId);
  return {
    onPointerDown(event: PointerEvent) {
      const { current } = touching;
      current.from = current.down.size === 0 ? pointIn(frame.current, event) : null;
      current.down.set(event.pointerId, pointIn(frame.current, event));
    },
    onPointerMove(event: PointerEvent) {
      const { down } = touching.current;
      const before = down.get(event.pointerId);
      if (!before) return;
      const now = pointIn(frame.current, event);
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      down.set(event.pointerId, now);
      const by = { x: now.x - before.x, y: now.y - before.y };
      if (!other) return handlers.pan(by);
      handlers.zoom(between(now, other) / Math.max(1, between(before, other)), middle(now, other));
      // what was between the fingers stays between them
      handlers.pan({ x: by.x / 2, y: by.y / 2 });
    },
    onPointerUp(event: PointerEvent) {
      const { current } = touching;
      const point = pointIn(frame.current, event);
      const from = current.down.size === 1 ? current.from : null;
      current.down.delete(event.pointerId);
      const still = from !== null && between(from, point) < TAP_TOLERANCE;
      const { tap } = current;
      const double =
        still && tap !== null && event.timeStamp - tap.at < DOUBLE_TAP_MS && between(tap.point, point) < TAP_TOLERANCE;
      current.tap = still && !double ? { at: event.timeStamp, point } : null;
      if (double) handlers.doubleTap(point);
      else if (from !== null && event.pointerType === 'touch' && isSwipe(from, point)) handlers.swipe();
    },
    onPointerCancel: lifted,
    onPointerLeave: lifted,
  };
}

const isSwipe = (from: StagePoint, to: StagePoint) => Math.abs(to.y - from.y) > Math.max(SWIPE, 1.5 * Math.abs(to.x - from.x));
