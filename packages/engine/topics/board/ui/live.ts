import type { DrawnElement } from '#topics/board/board-elements.ts';
import type { BoardPoint } from '#topics/board/points.ts';

/** What one person does on the page just now. `element`: a stroke under way, or what is being changed, as it is now. */
export type LiveDrawing = {
  cursor: BoardPoint | null;
  element: DrawnElement | null;
  moved: { ids: readonly string[]; x: number; y: number } | null;
  /** What the own eraser has touched; others see it once it is gone. */
  erasing: readonly string[];
};
export const nothingLive: LiveDrawing = { cursor: null, element: null, moved: null, erasing: [] };

export type LiveDrawings = {
  get(): ReadonlyMap<string, LiveDrawing>;
  of(member: string): LiveDrawing;
  change(member: string, change: Partial<LiveDrawing>): void;
  subscribe(changed: () => void): () => void;
};

/** By member id. Apart from the state of the meeting: it changes with each pointer event, and is drawn at most once a frame. */
export function createLiveDrawings(): LiveDrawings {
  const listeners = new Set<() => void>();
  let now: ReadonlyMap<string, LiveDrawing> = new Map();
  let seen = now;
  let frame: number | null = null;
  const show = () => {
    frame = null;
    seen = now;
    for (const listener of listeners) listener();
  };
  const of = (member: string) => now.get(member) ?? nothingLive;
  return {
    get: () => seen,
    of,
    change(member, change) {
      now = new Map(now).set(member, { ...of(member), ...change });
      if (frame === null) frame = requestAnimationFrame(show);
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}
