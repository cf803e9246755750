import { createContext, type PointerEvent, useContext, useMemo } from 'react';

/**
 * How long a finger rests until it is felt to hold, and for a long tap, in milliseconds, and how far it may move in that time, in
 * CSS pixels.
 */
export type TouchRules = { hold: number; longTap: number; tapTolerance: number };
/** The page that holds the meeting says them; without them a finger is not waited for. */
export const TouchContext = createContext<TouchRules | null>(null);

type Spot = { x: number; y: number };
export type LongPress = {
  down(at: Spot): void;
  move(at: Spot): void /** Tells whether it was a long press. */;
  up(): boolean;
  cancel(): void;
};

/**
 * One finger that rests on one spot. `onHeld` is told as soon as it has rested long enough; what the press does comes with `up`,
 * because a menu that opens below a resting finger is closed again when that is lifted.
 */
export function createLongPress({ hold, longTap, tapTolerance }: TouchRules, onHeld: () => void): LongPress {
  const press: { from: Spot | null; timers: ReturnType<typeof setTimeout>[]; held: 'held' | 'no' } = {
    from: null,
    timers: [],
    held: 'no',
  };
  const cancel = () => {
    for (const timer of press.timers.splice(0)) clearTimeout(timer);
    press.from = null;
    press.held = 'no';
  };
  return {
    cancel,
    down: (at) => {
      cancel();
      press.from = at;
      const long = () => {
        press.held = 'held';
      };
      press.timers = [setTimeout(long, longTap), setTimeout(onHeld, hold)];
    },
    move: ({ x, y }) => {
      if (press.from !== null && Math.hypot(x - press.from.x, y - press.from.y) > tapTolerance) cancel();
    },
    up: () => {
      const { held } = press;
      cancel();
      return held === 'held';
    },
  };
}

const spotOf = ({ clientX, clientY }: PointerEvent): Spot => ({ x: clientX, y: clientY });

/** Handlers for the element: `onLong` gets it after a long tap with a finger or pen; a mouse has other ways. */
export function useLongPress(onLong: (element: HTMLElement) => void) {
  const rules = useContext(TouchContext);
  const press = useMemo(() => (rules === null ? null : createLongPress(rules, () => navigator.vibrate?.(10))), [rules]);
  if (press === null) return {};
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.pointerType !== 'mouse' && press.down(spotOf(event)),
    onPointerMove: (event: PointerEvent<HTMLElement>) => press.move(spotOf(event)),
    onPointerCancel: press.cancel,
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const element = event.currentTarget;
      // after this event, for it closes what is open
      if (press.up()) setTimeout(() => onLong(element), 0);
    },
  };
}
