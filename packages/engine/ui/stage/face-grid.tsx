import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type FocusEvent, type PointerEvent, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type GridPages, gridTiles, holdPages, keepPlaces, wantedPages } from '#ui/layout.ts';
import { spotOf, TouchContext } from '#ui/long-press.ts';
import { isPhone } from '#ui/media/devices.ts';
import { IconButton } from '#ui/parts.tsx';
import { useMeetingState } from '#ui/room-context.tsx';
import { TileList } from '#ui/stage/speaker-stage.tsx';
import s from '#ui/stage/stage.module.css';
import { useBox, useWants, wantsOf } from '#ui/stage/stage-box.ts';
import { pageSizeOf, type TileBox, tileGridOf } from '#ui/stage/tile-grid.ts';
import type { MeetingState } from '#ui/state.ts';
import { useWords } from '#ui/words.tsx';

/** What the arrows beside the tiles and the line below them take, CSS pixels. */
const ARROWS = 2 * 48;
const PAGE_LINE = 28;
const ARROW_LINE = 48;
/** The engine sends its smallest picture for it. */
const SMALLEST_PICTURE = 90;
/** After this time a pointer that lies still over the faces aims at none of them. */
const AIM_MS = 5000;

/** Everybody in tiles of a camera's shape, on as many pages as it takes. */
export function FaceGrid() {
  const state = useMeetingState();
  const { dir } = useWords();
  const { ref, box } = useBox();
  const [at, setAt] = useState(0);
  const { held, watch } = useHeld();
  const tiles = gridTiles(state);
  const { size, grid, arrows } = gridSizes(tiles.size, box);
  const pages = usePages(state, { size, held });
  const page = Math.min(at, pages.length - 1);
  const models = (i: number) => (pages[i] ?? []).flatMap((key) => tiles.get(key) ?? []);
  const turn = (by: 1 | -1) => setAt(Math.min(Math.max(0, page + by), pages.length - 1));
  useWants(wantsOf(models(page), grid.height), wantsOf(models(page + 1), SMALLEST_PICTURE));
  usePageKeys(ref, turn);
  const swipe = useSwipe((to) => turn((to === 'swipeLeft') === (dir === 'ltr') ? 1 : -1));
  return (
    <div ref={ref} className={s.stage} data-arrows={arrows} {...watch} {...(arrows && swipe)}>
      <TileList models={models(page)} grid={grid} />
      {arrows && <Pager place={{ page, pages: pages.length, shown: models(page).length, all: tiles.size }} onTurn={turn} />}
    </div>
  );
}

/** Pages have tiles of one size, so that turning one moves nothing else. `arrows`: where those that turn pages are. */
function gridSizes(count: number, box: TileBox) {
  const narrow = box.width < 640;
  const device = narrow || isPhone() ? 'phone' : 'desktop';
  const whole = pageSizeOf(box, device);
  if (count <= whole) return { size: whole, grid: tileGridOf(count, box) };
  const inner = narrow
    ? { width: box.width, height: box.height - ARROW_LINE }
    : { width: box.width - ARROWS, height: box.height - PAGE_LINE };
  const size = pageSizeOf(inner, device);
  return { size, grid: tileGridOf(size, inner), arrows: narrow ? ('below' as const) : ('beside' as const) };
}

/** People move between pages only, and not while somebody aims at one of them. */
function usePages(state: MeetingState, { size, held }: { size: number; held: boolean }): GridPages {
  const [kept, setKept] = useState<{ size: number; pages: GridPages }>({ size: 0, pages: [] });
  const wanted = wantedPages(state, size);
  const before = kept.size === size ? kept.pages : [];
  const pages = held && before.length > 0 ? holdPages(wanted, before, size) : keepPlaces(wanted, before, state.you);
  const next = { size, pages };
  if (JSON.stringify(next) !== JSON.stringify(kept)) setKept(next);
  return pages;
}

/** Whether a mouse aims at a face or a menu is open over the faces, with the handlers that find out. */
function useHeld() {
  const [aims, setAims] = useState(false);
  const [menu, setMenu] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const rest = () => {
    clearTimeout(timer.current);
    setAims(false);
  };
  const inMenu = (event: FocusEvent<HTMLElement>) => setMenu(event.target.closest('[role=menu]') !== null);
  const watch = {
    onPointerMove(event: PointerEvent) {
      if (event.pointerType !== 'mouse') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setAims(false), AIM_MS);
      setAims(true);
    },
    onPointerLeave: rest,
    onFocus: inMenu,
    onBlur: () => setMenu(false),
  };
  return { held: aims || menu, watch };
}

/** Page up and down, where the focus is on the faces or nowhere. */
function usePageKeys(ref: React.RefObject<HTMLElement | null>, turn: (by: 1 | -1) => void): void {
  const latest = useRef(turn);
  useEffect(() => {
    latest.current = turn;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const by = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : null;
      const { target } = event;
      if (by === null || !(target instanceof Element) || target.closest('dialog, [role=menu]')) return;
      if (target !== document.body && !ref.current?.contains(target)) return;
      event.preventDefault();
      latest.current(by);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [ref]);
}

function useSwipe(onSwipe: (to: 'swipeLeft' | 'swipeRight') => void) {
  const watch = useContext(TouchContext);
  const finger = useMemo(() => watch?.(() => undefined), [watch]);
  if (!finger) return {};
  return {
    onPointerDown: (event: PointerEvent) => event.pointerType !== 'mouse' && finger.down(spotOf(event)),
    onPointerCancel: finger.cancel,
    onPointerUp(event: PointerEvent) {
      const what = event.pointerType === 'mouse' ? 'none' : finger.up(spotOf(event));
      if (what === 'swipeLeft' || what === 'swipeRight') onSwipe(what);
    },
  };
}

type PagePlace = { page: number; pages: number; shown: number; all: number };
function Pager({ place, onTurn }: { place: PagePlace; onTurn(by: 1 | -1): void }) {
  const { text } = useWords();
  const { page, pages, shown, all } = place;
  return (
    <>
      <IconButton
        icon={IconChevronLeft}
        size={36}
        turn="turn"
        className={s.previous}
        label={text('pages.previous')}
        aria-disabled={page === 0}
        onClick={() => onTurn(-1)}
      />
      <p className={s.pageLine}>
        <b role="status">{text('pages.page', { page: page + 1, pages })}</b>
        <span>{text('pages.people', { shown, all })}</span>
      </p>
      <IconButton
        icon={IconChevronRight}
        size={36}
        turn="turn"
        className={s.next}
        label={text('pages.next')}
        aria-disabled={page === pages - 1}
        onClick={() => onTurn(1)}
      />
    </>
  );
}
