import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TileModel } from '#ui/layout.ts';
import type { WantedPicture } from '#ui/media/viewer.ts';
import { useMeeting } from '#ui/room-context.tsx';
import type { TileBox } from '#ui/stage/tile-grid.ts';

/** Follows the size of an element in CSS pixels. */
export function useBox(): { ref: RefObject<HTMLDivElement | null>; box: TileBox } {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<TileBox>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const look = () => setBox({ width: element.clientWidth, height: element.clientHeight });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, []);
  return { ref, box };
}

/** The pictures of these tiles in device pixels. */
export function wantsOf(tiles: readonly TileModel[], height: number): WantedPicture[] {
  const ratio = typeof window === 'undefined' ? 1 : Math.min(2, window.devicePixelRatio);
  return tiles.flatMap((m) => (m.source && m.own === 'other' ? [{ source: m.source, height: Math.round(height * ratio) }] : []));
}

/** Asks the engine for the pictures that are drawn, and where there is room for those that may be drawn next. */
export function useWants(drawn: WantedPicture[], next: WantedPicture[]): void {
  const meeting = useMeeting();
  const wants = JSON.stringify([drawn, next]);
  useEffect(() => {
    const [now, soon]: [WantedPicture[], WantedPicture[]] = JSON.parse(wants);
    meeting.want(now, soon);
  }, [meeting, wants]);
}
