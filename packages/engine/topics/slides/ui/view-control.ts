import { useEffect, useMemo, useState } from 'react';
import { type SlideView, slidesTopic, wholePage } from '#topics/slides/slides.topic.ts';
import { clampView, type PageFrame } from '#topics/slides/ui/page-geometry.ts';
import type { ShownPage } from '#topics/slides/ui/shown-page.ts';
import { createThrottle } from '#topics/slides/ui/throttle.ts';
import { useMeeting, useMeetingState } from '#ui/room-context.tsx';
import { may } from '#ui/state.ts';

/** Eight a second. */
const VIEW_MS = 125;

type OwnView = { page: string; role: 'presenter' | 'viewer'; view: SlideView };
/** `mode`: a viewer follows the presenter, or looks at a part of their own choice. */
export type ViewControl = {
  view: SlideView;
  mode: 'presents' | 'follows' | 'own';
  change(next: (view: SlideView) => SlideView): void;
  follow(): void;
  /** A part of the page before must not be sent for the page after. */
  forgetPending(): void;
};

const isSame = (a: SlideView, b: SlideView) => a.zoom === b.zoom && a.x === b.x && a.y === b.y;
const round = (share: number) => Math.round(share * 10_000) / 10_000;
const rounded = ({ zoom, x, y }: SlideView): SlideView => ({ zoom: round(zoom), x: round(x), y: round(y) });

/** A viewer keeps the own zoom on a new page, which is read from its top; the presenter begins with the whole page. */
function ownViewOn(own: OwnView | null, page: string, role: OwnView['role']): OwnView | null {
  if (own === null || own.role !== role) return null;
  if (own.page === page) return own;
  return role === 'viewer' ? { page, role, view: { zoom: own.view.zoom, x: 0.5, y: 0 } } : null;
}

/** Which part of the page is seen here. The presenter's is everybody's who follows. */
export function useViewControl({ deck, page }: ShownPage, frame: PageFrame): ViewControl {
  const meeting = useMeeting();
  const state = useMeetingState();
  const role = may(state, 'present') ? 'presenter' : 'viewer';
  const key = `${deck.id} ${page}`;
  const [kept, setKept] = useState<OwnView | null>(null);
  const own = ownViewOn(kept, key, role);
  if (own !== kept) setKept(own);
  const sender = useMemo(
    () =>
      createThrottle<SlideView>(VIEW_MS, (view) => void meeting.command(slidesTopic.name, { do: 'view', view: rounded(view) })),
    [meeting],
  );
  const shared = state.topics.slides.view;
  useEffect(() => {
    if (own?.role === 'presenter') sender.send(own.view);
  }, [own, sender]);
  return {
    view: clampView(own?.view ?? shared, frame),
    mode: role === 'presenter' ? 'presents' : own === null ? 'follows' : 'own',
    // several pointer events come between two drawings, so each begins with what the one before made
    change: (next) =>
      setKept((before) => {
        const seen = clampView(ownViewOn(before, key, role)?.view ?? shared, frame);
        const view = clampView(next(seen), frame);
        return isSame(view, seen) ? before : { page: key, role, view };
      }),
    follow: () => setKept(null),
    forgetPending: sender.cancel,
  };
}

export const isWhole = (view: SlideView): boolean => view.zoom === wholePage.zoom;
