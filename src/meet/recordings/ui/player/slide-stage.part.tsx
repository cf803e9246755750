import { ActionIcon, Button } from '@mantine/core';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cssVars } from '#kit/ui/css-vars.ts';
import { recordingsText } from '../recordings-text.hook.ts';
import { besideUrl } from './beside-url.hook.ts';
import type { PlayedSlide, SlideVisit } from './slides.hook.ts';
import s from './player.module.css';

type View = PlayedSlide['view'];

const zoomStep = 1.6;
/** As far as the presenter can zoom in. */
const mostZoom = 8;
/** What an arrow key moves the page by, in shares of what is seen. */
const keyMove = 0.1;

const within = (value: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, value));
/** The page does not leave its frame: its edge never comes further in than the edge of the frame. */
function kept({ zoom, x, y }: View): View {
  const half = 0.5 / zoom;
  return { zoom, x: within(x, [half, 1 - half]), y: within(y, [half, 1 - half]) };
}
const zoomed = (view: View, by: number): View => kept({ ...view, zoom: within(view.zoom * by, [1, mostZoom]) });
const moved = (view: View, { x, y }: { x: number; y: number }): View => kept({ ...view, x: view.x + x, y: view.y + y });

const keyMoves: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -keyMove, y: 0 },
  ArrowRight: { x: keyMove, y: 0 },
  ArrowUp: { x: 0, y: -keyMove },
  ArrowDown: { x: 0, y: keyMove },
};

/** A view of one's own, by buttons, by dragging and by arrow keys; null: what the presenter showed. */
function useOwnView(shown: View) {
  const [own, setOwn] = useState<View | null>(null);
  const view = own ?? shown;
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.buttons !== 1 || view.zoom === 1) return;
    const { width, height } = event.currentTarget.getBoundingClientRect();
    event.currentTarget.setPointerCapture(event.pointerId);
    setOwn(moved(view, { x: -event.movementX / width, y: -event.movementY / height }));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const move = keyMoves[event.key];
    if (own === null || own.zoom === 1 || move === undefined) return;
    // the player's own keys leave it alone
    event.preventDefault();
    setOwn(moved(own, { x: move.x / own.zoom, y: move.y / own.zoom }));
  };
  return { own, view, setOwn, onPointerMove, onKeyDown };
}

function PagePicture({ url, visit, seen }: { url: string; visit: SlideVisit; seen: 'now' | 'later' }) {
  const say = recordingsText();
  const [broken, setBroken] = useState('');
  const { file } = visit;
  if (visit.kind === 'blank') return null;
  if (file === null || broken === file) return seen === 'now' ? <p className={s.noSlide}>{say('player.slideMissing')}</p> : null;
  return <img src={besideUrl(url, file)} alt="" hidden={seen === 'later'} draggable={false} onError={() => setBroken(file)} />;
}

type SlideStageProps = {
  url: string;
  /** Null: no page, or something else is large. */
  slide: PlayedSlide | null;
  /** Pages that come next, which are loaded ahead. */
  next: readonly SlideVisit[];
};

/** The page that was shown, as the presenter moved it, with the pointer. */
export function SlideStage({ url, slide, next }: SlideStageProps) {
  const say = recordingsText();
  const { own, view, setOwn, onPointerMove, onKeyDown } = useOwnView(slide?.view ?? { zoom: 1, x: 0.5, y: 0.5 });
  const here = slide === null ? null : { visit: slide.visit, seen: 'now' as const };
  const pictures = [...(here === null ? [] : [here]), ...next.map((visit) => ({ visit, seen: 'later' as const }))];
  const ratio = slide?.visit.ratio ?? 1;
  const label =
    slide === null ? '' : say('player.slideOf', { page: slide.visit.page, pages: slide.visit.pages, deck: slide.visit.name });
  return (
    <figure className={s.picture} data-place={slide === null ? 'off' : 'main'} data-source="slides">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move a page that was zoomed */}
      <section className={s.well} aria-label={label} tabIndex={0} dir="ltr" onKeyDown={onKeyDown}>
        <div
          className={s.paper}
          data-slide={slide === null ? undefined : `${slide.visit.deck} ${slide.visit.page}`}
          data-zoomed={view.zoom > 1 || undefined}
          style={cssVars({ '--ratio': ratio, '--zoom': view.zoom, '--x': view.x, '--y': view.y })}
          onPointerMove={onPointerMove}
        >
          {pictures.map(({ visit, seen }) => (
            <PagePicture key={`${visit.deck} ${visit.page}`} {...{ url, visit, seen }} />
          ))}
          {slide?.pointer && <i className={s.laser} style={cssVars({ '--px': slide.pointer.x, '--py': slide.pointer.y })} />}
        </div>
        <p className="hidden" dir="auto">
          {slide?.visit.text}
        </p>
      </section>
      <span className="hidden" aria-live="polite">
        {label}
      </span>
      <div className={s.zoom} data-own={own === null ? undefined : ''}>
        {own !== null && (
          <Button size="xs" onClick={() => setOwn(null)}>
            {say('player.presenterView')}
          </Button>
        )}
        <ActionIcon
          size={32}
          aria-label={say('player.zoomOut')}
          disabled={view.zoom === 1}
          onClick={() => setOwn(zoomed(view, 1 / zoomStep))}
        >
          <IconZoomOut size={18} stroke={1.75} />
        </ActionIcon>
        <ActionIcon
          size={32}
          aria-label={say('player.zoomIn')}
          disabled={view.zoom === mostZoom}
          onClick={() => setOwn(zoomed(view, zoomStep))}
        >
          <IconZoomIn size={18} stroke={1.75} />
        </ActionIcon>
      </div>
    </figure>
  );
}
