import type { BoardElement } from '@atrium/engine/topics/board/board-elements.ts';
import { type SlideView, wholePage } from '@atrium/engine/topics/slides/slides.topic.ts';
import { clampView, cornerOf, frameOf, panView, stepZoom, zoomView } from '@atrium/engine/topics/slides/ui/page-geometry.ts';
import { usePanZoom } from '@atrium/engine/ui/stage/pan-zoom.ts';
import { useBox } from '@atrium/engine/ui/stage/stage-box.ts';
import { nextStep } from '@atrium/engine/ui/stage/zoom-view.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { slidesText } from '../slides-text.hook.ts';
import { besideUrl } from './beside-url.hook.ts';
import type { PlayedSlide, SlideVisit } from './slides.hook.ts';
import s from './player.module.css';

// most recordings have no drawings
const BoardDrawing = lazy(async () => ({ default: (await import('./board-drawing.part.tsx')).BoardDrawing }));

const middle = { x: 0, y: 0 };
/** How far an arrow moves an enlarged page, CSS pixels. */
const arrowStep = 48;
const arrows: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: arrowStep, y: 0 },
  ArrowRight: { x: -arrowStep, y: 0 },
  ArrowUp: { x: 0, y: arrowStep },
  ArrowDown: { x: 0, y: -arrowStep },
};

/** The part of the page that is seen: as it was in the meeting, until somebody zooms or moves it here. */
function useSlideView(slide: PlayedSlide | null) {
  const { ref, box } = useBox();
  const [own, setOwn] = useState<SlideView | null>(null);
  const frame = frameOf({ width: slide?.visit.ratio ?? 1, height: 1 }, box);
  const view = clampView(own ?? slide?.view ?? wholePage, frame);
  // several pointer events come between two drawings
  const latest = useRef(view);
  useEffect(() => {
    latest.current = view;
  });
  const change = (next: SlideView) => {
    latest.current = next;
    setOwn(next);
  };
  const zoom = (to: number, at = middle) => change(zoomView(latest.current, { to, at }, frame));
  const pan = (by: { x: number; y: number }) => view.zoom > 1 && change(panView(latest.current, by, frame));
  const touch = usePanZoom(ref, {
    pan,
    zoom: (factor, at) => zoom(latest.current.zoom * factor, at),
    doubleTap: (at) => zoom(nextStep(latest.current.zoom), at),
    swipe: () => undefined,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const by = arrows[event.key];
    if (by === undefined || view.zoom === 1) return;
    // else the player would seek
    event.preventDefault();
    pan(by);
  };
  return { ref, frame, view, isOwn: own !== null, zoom, follow: () => setOwn(null), handlers: { ...touch, onKeyDown } };
}

type PagePictureProps = { url: string; visit: SlideVisit; seen: 'now' | 'later' };
function PagePicture({ url, visit, seen }: PagePictureProps) {
  const say = slidesText();
  const [broken, setBroken] = useState('');
  const { file, page } = visit;
  if (visit.kind === 'blank') return null;
  if (file === null || broken === file) return seen === 'now' ? <p className={s.noSlide}>{say('failedPage', { page })}</p> : null;
  return <img src={besideUrl(url, file)} alt="" hidden={seen === 'later'} draggable={false} onError={() => setBroken(file)} />;
}

type SlideStageProps = {
  url: string;
  /** Null: no page, or something else is large. */
  slide: PlayedSlide | null;
  /** What had been drawn on it. */
  drawn: readonly BoardElement[];
  /** Pages that come next; their pictures are loaded ahead. */
  next: readonly SlideVisit[];
};

/** The page that was shown, as the presenter moved it, with drawings and the pointer. */
export function SlideStage({ url, slide, drawn, next }: SlideStageProps) {
  const say = slidesText();
  const { ref, frame, view, isOwn, zoom, follow, handlers } = useSlideView(slide);
  const label =
    slide === null ? '' : `${slide.visit.name}, ${say('region', { page: slide.visit.page, pages: slide.visit.pages })}`;
  const pictures = [...(slide === null ? [] : [slide.visit]), ...next];
  const corner = cornerOf(view, frame);
  return (
    <figure className={s.picture} data-place={slide === null ? 'off' : 'main'} data-source="slides">
      <section
        ref={ref}
        className={s.well}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move an enlarged page (WCAG 2.1.1)
        tabIndex={0}
        data-zoomed={view.zoom > 1 || undefined}
        {...handlers}
      >
        <div
          className={s.paper}
          data-slide={slide === null ? undefined : `${slide.visit.deck} ${slide.visit.page}`}
          style={{
            width: frame.fit.width,
            height: frame.fit.height,
            transform: `translate(${corner.x}px, ${corner.y}px) scale(${view.zoom})`,
          }}
        >
          {pictures.map((visit) => (
            <PagePicture
              key={`${visit.deck} ${visit.page}`}
              {...{ url, visit }}
              seen={visit === slide?.visit ? 'now' : 'later'}
            />
          ))}
          {slide !== null && drawn.length > 0 && (
            <Suspense>
              <BoardDrawing elements={drawn} ratio={slide.visit.ratio} />
            </Suspense>
          )}
          {slide?.pointer && (
            <i
              className={s.laser}
              data-pointer
              style={{ left: `${slide.pointer.x * 100}%`, top: `${slide.pointer.y * 100}%`, scale: 1 / view.zoom }}
            />
          )}
        </div>
        <p className="hidden" dir="auto">
          {slide?.visit.text}
        </p>
      </section>
      <span className="hidden" aria-live="polite">
        {label}
      </span>
      <div className={s.zoom} data-own={isOwn || undefined}>
        {isOwn && (
          <Button size="xs" onClick={follow}>
            {say('followAll')}
          </Button>
        )}
        <ActionIcon
          size={32}
          aria-label={say('zoomOut')}
          disabled={view.zoom === 1}
          onClick={() => zoom(stepZoom(view.zoom, 'out'))}
        >
          <IconZoomOut size={18} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          size={32}
          aria-label={say('zoomIn')}
          disabled={stepZoom(view.zoom, 'in') === view.zoom}
          onClick={() => zoom(stepZoom(view.zoom, 'in'))}
        >
          <IconZoomIn size={18} stroke={1.75} />
        </ActionIcon>
      </div>
    </figure>
  );
}
