import { createContext, type PointerEvent, useContext, useMemo } from 'react';

/** A place in CSS pixels and the time of the event. */
type FingerSpot = { x: number; y: number; at: number };
/** Follows one finger and tells with `up` what it did, such as `longTap` or `swipeLeft`. */
type FingerFollower = {
  down: (spot: FingerSpot) => void;
  move: (spot: FingerSpot) => void;
  up: (spot: FingerSpot) => string;
  cancel: () => void;
};
/** `onHold` is called as soon as the finger has rested long enough. */
export type FingerWatcher = (onHold: () => void) => FingerFollower;
/** The page that holds the meeting knows the gestures, so they are the same everywhere; without them a finger is not waited for. */
export const TouchContext = createContext<FingerWatcher | null>(null);

export const spotOf = ({ clientX: x, clientY: y, timeStamp: at }: PointerEvent): FingerSpot => ({ x, y, at });

/** Handlers for the element: `onLong` gets it after a long tap with a finger or pen; a mouse has other ways. */
export function useLongPress(onLong: (element: HTMLElement) => void) {
  const watch = useContext(TouchContext);
  const press = useMemo(() => (watch === null ? null : watch(() => navigator.vibrate?.(10))), [watch]);
  if (press === null) return {};
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.pointerType !== 'mouse' && press.down(spotOf(event)),
    onPointerMove: (event: PointerEvent<HTMLElement>) => press.move(spotOf(event)),
    onPointerCancel: press.cancel,
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const element = event.currentTarget;
      // after this event, for it closes what is open
      if (press.up(spotOf(event)) === 'longTap') setTimeout(() => onLong(element), 0);
    },
  };
}
