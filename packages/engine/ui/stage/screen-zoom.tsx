import { IconZoomIn } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { Ltr } from '#ui/parts.tsx';
import { usePanZoom } from '#ui/stage/pan-zoom.ts';
import s from '#ui/stage/stage.module.css';
import { useStripToggle } from '#ui/stage/strip-toggle.ts';
import type { TileBox } from '#ui/stage/tile-grid.ts';
import { moved, nextStep, type StagePoint, whole, zoomed } from '#ui/stage/zoom-view.ts';
import { useWords } from '#ui/words.tsx';

const ARROW_STEP = 48;
const arrows: Record<string, StagePoint> = {
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
  const turnStrip = useStripToggle();
  const percent = Math.round(view.scale * 100);
  const box = () => sizeOf(frame.current);
  const touch = usePanZoom(frame, {
    pan: (by) => setView((before) => moved(before, by, box())),
    zoom: (factor, at) => setView((before) => zoomed(before, { scale: before.scale * factor, at }, box())),
    doubleTap: (at) => setView((before) => zoomed(before, { scale: nextStep(before.scale), at }, box())),
    swipe: () => view.scale === 1 && turnStrip(),
  });
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

const sizeOf = (element: HTMLElement | null): TileBox => ({
  width: element?.clientWidth ?? 0,
  height: element?.clientHeight ?? 0,
});
