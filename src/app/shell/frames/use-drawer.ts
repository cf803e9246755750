import { useEffect, useState } from 'react';
import { breakpoints } from '#kit/facts.ts';
import { createFinger, type FingerSpot } from '#kit/ui/gestures.ts';

/** How near to the edge a finger must start to pull the drawer out. */
const edge = 24;

const spotOf = ({ clientX: x, clientY: y }: Touch, { timeStamp: at }: TouchEvent): FingerSpot => ({ x, y, at });

/** The side bar as a drawer: opened by button or by a swipe from the start edge, closed by a swipe back or Escape. */
export function useDrawer(): { open: 'open' | undefined; show: () => void; close: () => void } {
  const [open, setOpen] = useState<'open' | undefined>(undefined);
  useEffect(() => {
    const finger = createFinger();
    let startX = 0;
    const onStart = (event: TouchEvent) => {
      const [touch, second] = event.touches;
      finger.cancel();
      // a part that has the whole window hides the bar
      const none = window.innerWidth >= breakpoints.medium || document.querySelector('[data-whole]') !== null;
      if (touch === undefined || second !== undefined || none) return;
      startX = touch.clientX;
      finger.down(spotOf(touch, event));
    };
    const onEnd = (event: TouchEvent) => {
      const [touch] = event.changedTouches;
      if (touch === undefined) return;
      const gesture = finger.up(spotOf(touch, event));
      const isRtl = document.documentElement.dir === 'rtl';
      const start = isRtl ? window.innerWidth - startX : startX;
      if (gesture === (isRtl ? 'swipeLeft' : 'swipeRight') && start <= edge) setOpen('open');
      if (gesture === (isRtl ? 'swipeRight' : 'swipeLeft')) setOpen(undefined);
    };
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(undefined);
    document.addEventListener('touchstart', onStart, { passive: true });
    document.addEventListener('touchend', onEnd, { passive: true });
    document.addEventListener('touchcancel', finger.cancel);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('touchstart', onStart);
      document.removeEventListener('touchend', onEnd);
      document.removeEventListener('touchcancel', finger.cancel);
      finger.cancel();
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return { open, show: () => setOpen('open'), close: () => setOpen(undefined) };
}
