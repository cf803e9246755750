import { useEffect, useState } from 'react';
import { breakpoints } from '#kit/facts.ts';
import type { createFinger, FingerSpot } from '#kit/ui/gestures.ts';

/** How near to the edge a finger must start to pull the drawer out. */
const edge = 24;

const spotOf = ({ clientX: x, clientY: y }: Touch, { timeStamp: at }: TouchEvent): FingerSpot => ({ x, y, at });

type DrawerFinger = ReturnType<typeof createFinger>;
type DrawerListening = { setOpen: (open: 'open' | undefined) => void; signal: AbortSignal };
/** Swipes pull the drawer out and push it back, until the signal ends it. */
function listen(finger: DrawerFinger, { setOpen, signal }: DrawerListening): void {
  if (signal.aborted) return;
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
  document.addEventListener('touchstart', onStart, { passive: true, signal });
  document.addEventListener('touchend', onEnd, { passive: true, signal });
  document.addEventListener('touchcancel', finger.cancel, { signal });
  signal.addEventListener('abort', finger.cancel);
}

/** The side bar as a drawer: opened by button or by a swipe from the start edge, closed by a swipe back or Escape. */
export function useDrawer(): { open: 'open' | undefined; show: () => void; close: () => void } {
  const [open, setOpen] = useState<'open' | undefined>(undefined);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(undefined);
    document.addEventListener('keydown', onKey);
    const ends = new AbortController();
    // swipes are not part of the first load, and the button does without them: leaving the page may break their code off
    void import('#kit/ui/gestures.ts').then(
      ({ createFinger }) => listen(createFinger(), { setOpen, signal: ends.signal }),
      () => undefined,
    );
    return () => {
      ends.abort();
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return { open, show: () => setOpen('open'), close: () => setOpen(undefined) };
}
