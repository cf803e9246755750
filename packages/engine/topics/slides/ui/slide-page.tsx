import { type PointerEvent, type Ref, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { PointerHint } from '#topics/slides/slides.topic.ts';
import { useLaser } from '#topics/slides/ui/laser.ts';
import { cornerOf, isOnPage, pagePointAt, panView, zoomView } from '#topics/slides/ui/page-geometry.ts';
import type { PageLayer } from '#topics/slides/ui/page-layer.ts';
import { titleIn, usePageText } from '#topics/slides/ui/page-text.ts';
import { PaperOf } from '#topics/slides/ui/paper.tsx';
import type { ShownPage } from '#topics/slides/ui/shown-page.ts';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesText } from '#topics/slides/ui/slides-text.ts';
import { isWhole } from '#topics/slides/ui/view-control.ts';
import { Hidden } from '#ui/parts.tsx';
import { pointIn, usePanZoom } from '#ui/stage/pan-zoom.ts';
import { useStripToggle } from '#ui/stage/strip-toggle.ts';
import { nextStep } from '#ui/stage/zoom-view.ts';
import type { StageParts } from '#ui/topics/plug.ts';

type PageProps = Omit<PageLayer, 'slots'>;
type PaperProps = Pick<StageParts, 'over'> & { onPaper: Ref<HTMLDivElement> };

/** The page in the middle of its well, whole or enlarged, with what lies over it. */
export function SlidePage({ well, shown, frame, control, pointers, mode, over, onPaper }: PageProps & PaperProps) {
  const pageText = usePageText(shown);
  const label = useLabel(shown, pageText);
  const { spot, point } = useLaser();
  const gestures = useGestures({ well, frame, control, pointers, mode, point });
  const corner = cornerOf(control.view, frame);
  const { zoom } = control.view;
  return (
    <section
      ref={well}
      className={s.well}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move and enlarge the page (WCAG 2.1.1)
      tabIndex={0}
      data-pointer={mode}
      data-mode={control.mode}
      data-zoomed={isWhole(control.view) ? undefined : true}
      {...gestures}
    >
      {frame.box.width > 0 && (
        <div
          className={s.paper}
          style={{
            width: frame.fit.width,
            height: frame.fit.height,
            transform: `translate(${corner.x}px, ${corner.y}px) scale(${zoom})`,
          }}
        >
          <PaperOf shown={shown} />
          <div ref={onPaper} />
          {over}
          {spot && (
            <i className={s.spot} data-spot style={{ left: `${spot.x * 100}%`, top: `${spot.y * 100}%`, scale: 1 / zoom }} />
          )}
        </div>
      )}
      <Hidden>{pageText}</Hidden>
      <Announcement text={label} />
    </section>
  );
}

function useLabel({ deck, page, look }: ShownPage, pageText: string): string {
  const text = useSlidesText();
  if (look === 'bone' && deck.pages === 0) return deck.name;
  const title = titleIn(pageText);
  const place = { page, pages: deck.pages };
  return title === '' ? text('region', place) : text('regionTitled', { ...place, title });
}

/** A change is read out once the pages have stood still for a second. */
function Announcement({ text }: { text: string }) {
  const [said, setSaid] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 1000);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <span role="status">
      <Hidden>{said}</Hidden>
    </span>
  );
}

type GestureProps = Omit<PageProps, 'shown'> & { point(at: PointerHint): void };
/** Two fingers or the wheel with Ctrl enlarge, one finger or the mouse moves; with the laser it points, and while drawing it draws. */
function useGestures({ well, frame, control, pointers, mode, point }: GestureProps) {
  const turnStrip = useStripToggle();
  const touch = usePanZoom(well, {
    pan: (by) => mode !== 'laser' && !pointers.current?.isDrawing() && control.change((view) => panView(view, by, frame)),
    zoom: (factor, at) => control.change((view) => zoomView(view, { to: view.zoom * factor, at }, frame)),
    doubleTap: (at) => mode !== 'drawing' && control.change((view) => zoomView(view, { to: nextStep(view.zoom), at }, frame)),
    swipe: () => mode === 'none' && isWhole(control.view) && turnStrip(),
  });
  useWheel(well, { frame, control });
  const aim = (event: PointerEvent) => {
    if (mode !== 'laser') return;
    const at = pagePointAt(control.view, pointIn(well.current, event), frame);
    point(isOnPage(at) ? at : null);
  };
  return {
    onPointerDown(event: PointerEvent) {
      pointers.current?.down(event);
      touch.onPointerDown(event);
      aim(event);
    },
    onPointerMove(event: PointerEvent) {
      touch.onPointerMove(event);
      pointers.current?.move(event);
      aim(event);
    },
    onPointerUp(event: PointerEvent) {
      touch.onPointerUp(event);
      pointers.current?.up(event);
    },
    onPointerCancel(event: PointerEvent) {
      touch.onPointerCancel(event);
      pointers.current?.cancel(event);
    },
    onPointerLeave(event: PointerEvent) {
      touch.onPointerLeave(event);
      pointers.current?.leave();
      if (mode === 'laser') point(null);
    },
  };
}

/** React listens to wheels passively, and then the browser would enlarge the whole page. */
function useWheel(well: RefObject<HTMLDivElement | null>, { frame, control }: Pick<PageProps, 'frame' | 'control'>) {
  const turn = useEffectEvent((event: WheelEvent) => {
    if (event.ctrlKey) {
      event.preventDefault();
      const at = pointIn(well.current, event);
      control.change((view) => zoomView(view, { to: view.zoom * Math.exp(-event.deltaY / 300), at }, frame));
    } else if (!isWhole(control.view)) {
      event.preventDefault();
      control.change((view) => panView(view, { x: -event.deltaX, y: -event.deltaY }, frame));
    }
  });
  useEffect(() => {
    const element = well.current;
    const listen = (event: WheelEvent) => turn(event);
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [well]);
}
