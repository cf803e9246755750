import { useRef, useState } from 'react';
import { PageBar } from '#topics/slides/ui/page-bar.tsx';
import { PageColumn } from '#topics/slides/ui/page-column.tsx';
import { frameOf, panView, stepZoom, zoomView } from '#topics/slides/ui/page-geometry.ts';
import { type PageLayer, PageLayerProvider, type PageMode, type PagePointers } from '#topics/slides/ui/page-layer.ts';
import { type ShownPage, shownPageOf } from '#topics/slides/ui/shown-page.ts';
import { type SlideKey, useSlideKeys } from '#topics/slides/ui/slide-keys.ts';
import { SlidePage } from '#topics/slides/ui/slide-page.tsx';
import s from '#topics/slides/ui/slides.module.css';
import { useSlidesCommand } from '#topics/slides/ui/slides-text.ts';
import { useViewControl } from '#topics/slides/ui/view-control.ts';
import { useMeetingState } from '#ui/room-context.tsx';
import { useBox } from '#ui/stage/stage-box.ts';
import { may } from '#ui/state.ts';
import type { StageParts } from '#ui/topics/plug.ts';

const middle = { x: 0, y: 0 };

export function SlidesStage(parts: StageParts) {
  const shown = shownPageOf(useMeetingState().topics.slides);
  return shown && <ShownSlides shown={shown} {...parts} />;
}

/** A mode that one has no right to any more is none. */
function usePageMode() {
  const state = useMeetingState();
  const [chosen, setMode] = useState<PageMode>('none');
  const rights = { none: true, laser: may(state, 'present'), drawing: may(state, 'draw') };
  const mode = rights[chosen] ? chosen : 'none';
  return { mode, turnMode: (to: PageMode) => rights[to] && setMode(mode === to ? 'none' : to) };
}

function usePageSlots() {
  const [paper, setPaper] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  return { slots: { paper, tools, menu }, setPaper, setTools, setMenu };
}

/** The page, those beside it for who turns them, and the bar under it. */
function ShownSlides({ shown, bar, over, layer }: StageParts & { shown: ShownPage }) {
  const state = useMeetingState();
  const send = useSlidesCommand();
  const stage = useRef<HTMLDivElement>(null);
  const { ref, box } = useBox();
  const { mode, turnMode } = usePageMode();
  const [column, setColumn] = useState<'open' | 'closed'>('closed');
  const role = may(state, 'present') ? 'presenter' : 'viewer';
  const frame = frameOf(shown.size, box);
  const control = useViewControl(shown, frame);
  const pointers = useRef<PagePointers>(null);
  const { slots, setPaper, setTools, setMenu } = usePageSlots();
  const turnTo = (page: number) => {
    if (page < 1 || page > shown.deck.pages || page === shown.page) return;
    control.forgetPending();
    send({ do: 'show', deck: shown.deck.id, page });
  };
  const zoom = (to: 'in' | 'out' | 'fit') =>
    control.change((view) => zoomView(view, { to: to === 'fit' ? 1 : stepZoom(view.zoom, to), at: middle }, frame));
  const act = (key: SlideKey) => {
    const pages = { next: shown.page + 1, previous: shown.page - 1, first: 1, last: shown.deck.pages };
    if (key.do === 'turn') turnTo(pages[key.to]);
    else if (key.do === 'pan') control.change((view) => panView(view, key.by, frame));
    else if (key.do === 'zoom') zoom(key.to);
    else turnMode(key.do === 'draw' ? 'drawing' : 'laser');
  };
  useSlideKeys(stage, { role, act });
  const page: PageLayer = { shown, frame, control, well: ref, mode, pointers, slots };
  return (
    <div
      ref={stage}
      className={s.stage}
      data-role={role}
      data-column={role === 'presenter' ? column : undefined}
      data-mode={mode}
    >
      {mode === 'drawing' && <div ref={setTools} className={s.tools} />}
      {role === 'presenter' && mode !== 'drawing' && <PageColumn shown={shown} />}
      <SlidePage {...page} over={over} onPaper={setPaper} />
      <PageBar
        shown={shown}
        control={control}
        mode={mode}
        parts={bar}
        onTurn={turnTo}
        onZoom={zoom}
        onMode={turnMode}
        onColumn={() => setColumn(column === 'open' ? 'closed' : 'open')}
        onMenu={setMenu}
      />
      <PageLayerProvider value={page}>{layer}</PageLayerProvider>
    </div>
  );
}
