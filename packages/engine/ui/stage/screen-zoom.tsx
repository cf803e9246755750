import { IconZoomIn } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { Ltr } from '#ui/parts.tsx';
import s from '#ui/stage/stage.module.css';
import type { Box } from '#ui/stage/tile-grid.ts';
import { moved, nextStep, type Point, whole, type ZoomView, zoomed } from '#ui/stage/zoom-view.ts';
import { useWords } from '#ui/words.tsx';

const DOUBLE_TAP_MS = 350;
const TAP_TOLERANCE = 24;
const ARROW_STEP = 48;
const arrows: Record<string, Point> = {
  ArrowLeft: { x: ARROW_STEP, y: 0 },
  ArrowRight: { x: -ARROW_STEP, y: 0 },
  ArrowUp: { x: 0, y: ARROW_STEP },
  ArrowDown: { x: 0, y: -ARROW_STEP },
};

/** A shared screen that can be enlarged: with two fingers, a double tap or the button; one finger or the arrows move it. */
export function ScreenZoom({ children }: { children: ReactNode }) {
  const { text } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState(whole);
  const touch = useTouch(frame, setView);
  const percent = Math.round(view.scale * 100);
  const box = () => sizeOf(frame.current);
  const press = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (!by || view.scale === 1) return;
    event.preventDefault();
    setView((before) => moved(before, by, box()));
  };
  return (
    <>
      <div ref={frame} className={s.zoomFrame} data-zoomed={view.scale > 1 || undefined} {...touch}>
        <div className={s.zoomPicture} style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}>
          {children}
        </div>
      </div>
      <button
        type="button"
        className={s.zoomButton}
        aria-label={text('stage.zoom', { percent })}
        onClick={() => setView((before) => zoomed(before, { scale: nextStep(before.scale), at: { x: 0, y: 0 } }, box()))}
        onKeyDown={press}
      >
        <IconZoomIn size={16} stroke={1.75} aria-hidden="true" />
        <Ltr>{percent}%</Ltr>
      </button>
    </>
  );
}

const sizeOf = (element: HTMLElement | null): Box => ({ width: element?.clientWidth ?? 0, height: element?.clientHeight ?? 0 });
const between = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** Pointers that are down, counted from the middle of the frame, and the tap before this one. */
type Touching = { down: Map<number, Point>; tap: { at: number; point: Point } | null; from: Point | null };

function useTouch(frame: React.RefObject<HTMLDivElement | null>, change: (next: (view: ZoomView) => ZoomView) => void) {
  const touching = useRef<Touching>({ down: new Map(), tap: null, from: null });
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width, height } = frame.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const lifted = (event: PointerEvent) => void touching.current.down.delete(event.pointerId);
  const onPointerMove = (event: PointerEvent) => {
    const { down } = touching.current;
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, now);
    change((view) => {
      const box = sizeOf(frame.current);
      if (!other) return moved(view, { x: now.x - before.x, y: now.y - before.y }, box);
      const scale = view.scale * (between(now, other) / Math.max(1, between(before, other)));
      return zoomed(view, { scale, at: middle(now, other) }, box);
    });
  };
  const onPointerUp = (event: PointerEvent) => {
    const { current } = touching;
    const point = pointOf(event);
    const still = current.down.size === 1 && current.from !== null && between(current.from, point) < TAP_TOLERANCE;
    current.down.delete(event.pointerId);
    const { tap } = current;
    const double = still && tap !== null && event.timeStamp - tap.at < DOUBLE_TAP_MS && between(tap.point, point) < TAP_TOLERANCE;
    current.tap = still && !double ? { at: event.timeStamp, point } : null;
    if (double) change((view) => zoomed(view, { scale: nextStep(view.scale), at: point }, sizeOf(frame.current)));
  };
  return {
    onPointerDown(event: PointerEvent) {
      const { current } = touching;
      current.from = current.down.size === 0 ? pointOf(event) : null;
      current.down.set(event.pointerId, pointOf(event));
    },
    onPointerMove,
    onPointerUp,
    onPointerCancel: lifted,
    onPointerLeave: lifted,
  };
}
