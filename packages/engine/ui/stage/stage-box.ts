import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { TileModel } from '#ui/layout.ts';
import type { Want } from '#ui/media/viewer.ts';
import { useMeeting } from '#ui/room-context.tsx';
import type { Box } from '#ui/stage/tile-grid.ts';

/** Follows the size of an element in CSS pixels. */
export function useBox(): { ref: RefObject<HTMLDivElement | null>; box: Box } {
  const ref = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<Box>({ width: 0, height: 0 });
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
export function wantsOf(tiles: readonly TileModel[], height: number): Want[] {
  const ratio = typeof window === 'undefined' ? 1 : Math.min(2, window.devicePixelRatio);
  return tiles.flatMap((m) => (m.source && m.own === 'other' ? [{ source: m.source, height: Math.round(height * ratio) }] : []));
}

/** Asks the engine for the pictures that are drawn, and where there is room for those that may be drawn next. */
export function useWants(drawn: Want[], next: Want[]): void {
  const meeting = useMeeting();
  const wants = JSON.stringify([drawn, next]);
  useEffect(() => {
    const [now, soon]: [Want[], Want[]] = JSON.parse(wants);
    meeting.want(now, soon);
  }, [meeting, wants]);
}
