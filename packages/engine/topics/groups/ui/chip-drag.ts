import { type PointerEvent, useRef, useState } from 'react';

/** What is dragged, where the pointer is (pixels of the window), and the place below it; null: none. */
export type ChipDrag = { chip: string; x: number; y: number; over: string | null };

/** A press that moves less is a press. */
const DRAG_PX = 6;

const dataAt = (target: EventTarget | null, name: 'chip' | 'place'): string | null =>
  target instanceof Element ? (target.closest<HTMLElement>(`[data-${name}]`)?.dataset[name] ?? null) : null;

/** Drags what has `data-chip` to what has `data-place`. Fingers scroll the list instead: they press, and choose from the menu. */
export function useChipDrag(drop: (chip: string, place: string) => void) {
  const [drag, setDrag] = useState<ChipDrag | null>(null);
  const pressed = useRef<Pick<ChipDrag, 'chip' | 'x' | 'y'> | null>(null);
  const stop = () => {
    pressed.current = null;
    setDrag(null);
  };
  const handlers = {
    onPointerDown({ target, clientX: x, clientY: y, button, pointerType }: PointerEvent) {
      const chip = dataAt(target, 'chip');
      pressed.current = chip !== null && button === 0 && pointerType !== 'touch' ? { chip, x, y } : null;
    },
    onPointerMove({ currentTarget, clientX: x, clientY: y, pointerId }: PointerEvent) {
      const from = pressed.current;
      if (from === null || (drag === null && Math.hypot(x - from.x, y - from.y) < DRAG_PX)) return;
      currentTarget.setPointerCapture(pointerId);
      setDrag({ chip: from.chip, x, y, over: dataAt(document.elementFromPoint(x, y), 'place') });
    },
    onPointerUp() {
      if (drag !== null && drag.over !== null) drop(drag.chip, drag.over);
      stop();
    },
    onPointerCancel: stop,
  };
  return { drag, handlers };
}
