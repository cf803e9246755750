/**
 * What one finger does, for every screen: tap, long tap, hold and swipe by the numbers of the specification. Time is the events' own,
 * for timers come late on a busy phone.
 */
import { type MouseEvent, type PointerEvent, useMemo, useRef } from 'react';
import { touchFacts as facts } from '#kit/facts.ts';

/** A place on the screen in CSS pixels, and when the finger was there: `at` as in `Event.timeStamp`. */
export type FingerSpot = { x: number; y: number; at: number };
type FingerGesture = 'tap' | 'longTap' | 'swipeLeft' | 'swipeRight' | 'swipeUp' | 'swipeDown' | 'none';
type FingerTracker = {
  down: (spot: FingerSpot) => void;
  move: (spot: FingerSpot) => void;
  /** Tells what it was. */
  up: (spot: FingerSpot) => FingerGesture;
  cancel: () => void;
};

/** Along the longer of the two ways, and only beyond the tolerance. */
export function swipeOf(dx: number, dy: number): FingerGesture {
  if (Math.max(Math.abs(dx), Math.abs(dy)) <= facts.swipeTolerance) return 'none';
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 'swipeRight' : 'swipeLeft';
  return dy > 0 ? 'swipeDown' : 'swipeUp';
}

/**
 * One finger from touching to lifting. `onHold` is called once it has rested long enough; what a press does comes with `up`, because a
 * menu that opens below a resting finger is closed again when that is lifted. A finger that left its spot is no press any more.
 */
export function createFinger(onHold: () => void = () => {}): FingerTracker {
  const finger: { from: FingerSpot | null; timer: ReturnType<typeof setTimeout> | null; rests: boolean } = {
    from: null,
    timer: null,
    rests: true,
  };
  const still = () => {
    if (finger.timer !== null) clearTimeout(finger.timer);
    finger.timer = null;
  };
  const hold = () => {
    finger.timer = null;
    onHold();
  };
  const cancel = () => {
    still();
    finger.from = null;
  };
  const move = ({ x, y }: FingerSpot) => {
    if (finger.from === null || Math.hypot(x - finger.from.x, y - finger.from.y) <= facts.tapTolerance) return;
    finger.rests = false;
    still();
  };
  return {
    cancel,
    move,
    down: (spot) => {
      cancel();
      finger.from = spot;
      finger.rests = true;
      finger.timer = setTimeout(hold, facts.hold);
    },
    up: (spot) => {
      move(spot);
      const { from, rests, timer } = finger;
      cancel();
      if (from === null) return 'none';
      if (!rests) return swipeOf(spot.x - from.x, spot.y - from.y);
      const time = spot.at - from.at;
      if (timer !== null && time >= facts.hold) onHold();
      return time >= facts.longTap ? 'longTap' : 'tap';
    },
  };
}

const spotOf = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): FingerSpot => ({ x, y, at });
/** Felt by the hand where the device can. */
const buzz = () => void navigator.vibrate?.(10);
const control = 'a, button, input, select, textarea, label, [role="menuitem"]';

/**
 * Handlers for the rows of a table: a long tap with a finger or pen beside the controls opens the menu of the row, as if its button
 * was pressed. A mouse has the button.
 */
export function useMenuOnLongTap() {
  const finger = useMemo(() => createFinger(buzz), []);
  const last = useRef({ down: 'mouse', longTapAt: Number.NEGATIVE_INFINITY });
  const menuOf = (target: EventTarget) =>
    target instanceof Element ? target.closest('tr')?.querySelector<HTMLButtonElement>('button[aria-haspopup=menu]') : undefined;
  return {
    onPointerDown: (event: PointerEvent) => {
      const { target, pointerType, isPrimary } = event;
      last.current.down = pointerType;
      finger.cancel();
      const free = target instanceof Element && target.closest(control) === null;
      if (pointerType !== 'mouse' && isPrimary && free && menuOf(target) != null) finger.down(spotOf(event));
    },
    onPointerMove: (event: PointerEvent) => finger.move(spotOf(event)),
    onPointerCancel: finger.cancel,
    onPointerUp: (event: PointerEvent) => {
      const { target, timeStamp } = event;
      if (finger.up(spotOf(event)) !== 'longTap') return;
      last.current.longTapAt = timeStamp;
      // after this event, for it closes what is open
      setTimeout(() => menuOf(target)?.click(), 0);
    },
    // the browser's own menu would take the finger away
    onContextMenu: (event: MouseEvent) => {
      const free = event.target instanceof Element && event.target.closest(control) === null;
      if (last.current.down !== 'mouse' && free && menuOf(event.target) != null) event.preventDefault();
    },
    // the click that some browsers send after a long tap would open the row
    onClickCapture: (event: MouseEvent) => {
      if (!event.isTrusted || event.timeStamp - last.current.longTapAt > facts.longTap) return;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
