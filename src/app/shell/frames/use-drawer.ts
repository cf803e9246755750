import { useEffect, useState } from 'react';
import { breakpoints, touchFacts } from '#kit/facts.ts';

/** How near to the edge a finger must start to pull the drawer out. */
const edge = 24;

/** Whether a movement is a swipe along the line: far enough, and not mostly up or down. Pixels, towards the end of the reading direction. */
export const isSwipe = (along: number, across: number): boolean =>
  Math.abs(along) > touchFacts.swipeTolerance && Math.abs(along) > Math.abs(across);

/** The side bar as a drawer: opened by button or by a swipe from the start edge, closed by a swipe back or Escape. */
export function useDrawer(): { open: 'open' | undefined; show: () => void; close: () => void } {
  const [open, setOpen] = useState<'open' | undefined>(undefined);
  useEffect(() => {
    let from: { x: number; y: number } | null = null;
    const onStart = (event: TouchEvent) => {
      const touch = event.touches[0];
      // a part that has the whole window hides the bar
      const none = window.innerWidth >= breakpoints.medium || document.querySelector('[data-whole]') !== null;
      from = touch === undefined || none ? null : { x: touch.clientX, y: touch.clientY };
    };
    const onEnd = (event: TouchEvent) => {
      const touch = event.changedTouches[0];
      if (from === null || touch === undefined) return;
      const forward = document.documentElement.dir === 'rtl' ? -1 : 1;
      const along = (touch.clientX - from.x) * forward;
      const start = forward === 1 ? from.x : window.innerWidth - from.x;
      const across = touch.clientY - from.y;
      from = null;
      if (!isSwipe(along, across)) return;
      if (along > 0 && start <= edge) setOpen('open');
      if (along < 0) setOpen(undefined);
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(undefined);
    document.addEventListener('touchstart', onStart, { passive: true });
    document.addEventListener('touchend', onEnd, { passive: true });
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('touchstart', onStart);
      document.removeEventListener('touchend', onEnd);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return { open, show: () => setOpen('open'), close: () => setOpen(undefined) };
}
