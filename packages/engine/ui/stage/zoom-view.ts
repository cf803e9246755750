import type { TileBox } from '#ui/stage/tile-grid.ts';

/** `x` and `y`: how far the middle of the picture is from the middle of its box, CSS pixels. */
export type ZoomView = { scale: number; x: number; y: number };
export type StagePoint = { x: number; y: number };

export const whole: ZoomView = { scale: 1, x: 0, y: 0 };
const STEPS = [1, 1.6, 2.5];
const MOST = 4;

/** The next step of a double tap; after the largest one the whole picture again. */
export function nextStep(scale: number): number {
  return STEPS.find((step) => step > scale + 0.05) ?? 1;
}

/** Moved so far, but never so far that an edge of the picture comes inside the box. */
export function moved({ scale, x, y }: ZoomView, by: StagePoint, box: TileBox): ZoomView {
  const inside = (value: number, length: number) => {
    const most = ((scale - 1) * length) / 2;
    return Math.min(most, Math.max(-most, value)) || 0;
  };
  return { scale, x: inside(x + by.x, box.width), y: inside(y + by.y, box.height) };
}

/** What is under this point, counted from the middle of the box, stays under it. */
export function zoomed(view: ZoomView, { scale, at }: { scale: number; at: StagePoint }, box: TileBox): ZoomView {
  const next = Math.min(MOST, Math.max(1, scale));
  const factor = next / view.scale;
  const about = { scale: next, x: at.x - (at.x - view.x) * factor, y: at.y - (at.y - view.y) * factor };
  return moved(about, { x: 0, y: 0 }, box);
}
